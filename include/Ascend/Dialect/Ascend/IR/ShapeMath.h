//===- ShapeMath.h - Extents, known or computed at run time -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An op says once what the extents of its results are (inferExtents), in terms
// of ShapeMath. With what types and constants say, that is shape inference;
// with a builder, it is the code that computes sizes and checks them while the
// model runs.

#ifndef ASCEND_DIALECT_ASCEND_IR_SHAPEMATH_H
#define ASCEND_DIALECT_ASCEND_IR_SHAPEMATH_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::ascend {

/// An extent of a tensor or an integer that takes part in computing one; also a
/// condition, which is 1 or 0. It is one of four: a number, a value of the code
/// that computes it (an index, or an i1 for a condition), the extent of a
/// tensor at an axis that nobody knows yet, or unknown.
class Extent {
public:
  /// Unknown.
  Extent() = default;
  /// That number; unknown where it is ShapedType::kDynamic.
  Extent(int64_t number) : known(number) {}

  /// What `value`, an index or an i1, will be.
  static Extent ofValue(Value value) { return Extent(value, kNoAxis); }
  /// What the extent of `tensor` at `axis` will be.
  static Extent ofAxis(Value tensor, unsigned axis) {
    return Extent(tensor, axis);
  }

  bool isNumber() const { return known != ShapedType::kDynamic; }
  /// Whether this is that number.
  bool is(int64_t number) const { return isNumber() && known == number; }
  /// The number, or ShapedType::kDynamic.
  int64_t number() const { return known; }
  /// The value that computes it, or null.
  Value value() const { return axis == kNoAxis ? symbol : Value(); }
  /// Whether it is the extent of a tensor that nobody knows yet.
  bool isAxis() const { return axis != kNoAxis; }
  /// Neither a number nor anything that has a name.
  bool isUnknown() const { return !isNumber() && !symbol; }

  /// Whether both are the same whatever happens; unknown ones never are.
  bool operator==(const Extent &other) const {
    return !isUnknown() && known == other.known && symbol == other.symbol &&
           axis == other.axis;
  }
  bool operator!=(const Extent &other) const { return !(*this == other); }

private:
  static constexpr unsigned kNoAxis = ~0u;
  Extent(Value symbol, unsigned axis) : symbol(symbol), axis(axis) {}

  int64_t known = ShapedType::kDynamic;
  Value symbol;
  unsigned axis = kNoAxis;
};

using Extents = SmallVector<Extent>;

/// Numbers and kDynamic as extents, and back.
Extents toExtents(ArrayRef<int64_t> shape);
SmallVector<int64_t> toShape(ArrayRef<Extent> extents);

/// Arithmetic on extents. This class knows types and constants only: what they
/// do not say stays unknown, and what they do not contradict is no error.
class ShapeMath {
public:
  virtual ~ShapeMath() = default;

  /// The extents of a tensor, or nothing where its rank is not known.
  std::optional<Extents> shapeOf(Value tensor);
  /// From now on these are the extents of `tensor`. Its type's numbers win;
  /// what is unknown stays an extent of `tensor`.
  void learn(Value tensor, ArrayRef<Extent> extents);
  /// The elements of a tensor of i32 or i64 of rank 0 or 1 and at most
  /// kMaxIntegers elements, or nothing where it is no such tensor. Sees through
  /// the ops that compute shapes.
  std::optional<Extents> integersOf(Value tensor);
  static constexpr int64_t kMaxIntegers = 64;
  /// `extent` times a factor, as onnxruntime has it: in float32 and truncated;
  /// -1 where the factor is not above 0 or the product is no extent.
  Extent scaled(Extent extent, float factor);
  /// The same for element `index` of `factors`, a vector of floats. Unknown
  /// where it is dynamic.
  virtual Extent scaled(Extent, Value /*factors*/, unsigned /*index*/) {
    return {};
  }
  /// Whether `integer` is an element of a tensor rather than the extent of one:
  /// it may be below 0.
  virtual bool isElement(Extent integer) const { return integer.isUnknown(); }
  /// Whether `integer` is known to be no number below 0: it is one, or the
  /// extent of a tensor.
  virtual bool isExtent(Extent integer) const {
    return integer.isNumber() ? integer.number() >= 0 : integer.isAxis();
  }

  Extent add(Extent a, Extent b);
  Extent sub(Extent a, Extent b);
  Extent mul(Extent a, Extent b);
  /// Of a number that is not negative by one above 0, rounded down.
  Extent div(Extent a, Extent b);
  /// The same rounded up.
  Extent ceilDiv(Extent a, Extent b);
  Extent rem(Extent a, Extent b);
  Extent max(Extent a, Extent b);
  Extent min(Extent a, Extent b);
  Extent product(ArrayRef<Extent> extents);

  /// Conditions.
  Extent equal(Extent a, Extent b);
  Extent less(Extent a, Extent b);
  Extent either(Extent a, Extent b);
  Extent select(Extent condition, Extent yes, Extent no);

  /// Fails, with an error on `op`, where `condition` is 0, and sees to it that
  /// the run ends with that error where it will be. Each {} of `message` is one
  /// of `values`.
  LogicalResult require(Operation *op, Extent condition, const Twine &message,
                        ArrayRef<Extent> values = {});

protected:
  enum class Kind {
    Add,
    Sub,
    Mul,
    Div,
    CeilDiv,
    Rem,
    Max,
    Min,
    Equal,
    Less,
    Or
  };
  /// Hooks for the code that computes what is not known.
  virtual Extent compute(Kind, Extent, Extent) { return {}; }
  virtual Extent computeSelect(Extent, Extent, Extent) { return {}; }
  virtual Extent extentOf(Value tensor, unsigned axis) {
    return Extent::ofAxis(tensor, axis);
  }
  virtual Extent elementOf(Value, unsigned) { return {}; }
  virtual Extent computeScaled(Extent, float) { return {}; }
  /// No extent that was scaled is more.
  static constexpr float kMaxScaled = static_cast<float>(int64_t(1) << 48);
  virtual void check(Operation *, Extent, StringRef, ArrayRef<Extent>) {}
  /// Whether code may use the extent here: not one that was computed in a
  /// region that has ended.
  virtual bool isVisible(const Extent &) const { return true; }

private:
  Extent fold(Kind kind, Extent a, Extent b);
  bool areVisible(ArrayRef<Extent> extents) const;
  std::optional<Extents> computedIntegers(Operation *op);

  llvm::DenseMap<Value, Extents> shapes, integers;
  unsigned depth = 0;
};

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_SHAPEMATH_H
