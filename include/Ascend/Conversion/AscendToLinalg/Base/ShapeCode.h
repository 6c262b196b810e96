//===- ShapeCode.h - Code that computes extents -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_BASE_SHAPECODE_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_BASE_SHAPECODE_H

#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace mlir::ascend {

/// The extent of `tensor` at `axis`. Extents that are the same are the same
/// value, as far as the ops that make the tensor show it.
OpFoldResult sizeOf(ImplicitLocOpBuilder &b, Value tensor, int64_t axis);
SmallVector<OpFoldResult> sizesOf(ImplicitLocOpBuilder &b, Value tensor);

/// The same elements in a shape of `sizes`: collapses and expands what differs
/// between the axes that are the same at both ends. The number of elements must
/// be the same.
Value reshapeTo(ImplicitLocOpBuilder &b, Value value,
                ArrayRef<OpFoldResult> sizes);

/// Computes extents by code in front of an op; each value is computed once, so
/// that equal extents are one value where they are computed alike. What was
/// computed in a region is computed anew outside of it.
class ShapeCode : public ShapeMath {
public:
  /// Code goes to `builder`'s insertion point, which later code must follow.
  /// With `checks`, requirements become `ascend.require`; without, somebody
  /// else has checked them.
  ShapeCode(ImplicitLocOpBuilder &builder, bool checks)
      : b(builder), checks(checks) {}

  /// An extent that is known by now, as MLIR holds it.
  OpFoldResult fold(Extent extent) const;
  SmallVector<OpFoldResult> fold(ArrayRef<Extent> extents) const;
  /// The other way round.
  static Extent extent(OpFoldResult size);
  /// A condition as an i1.
  Value bit(Extent condition);

  using ShapeMath::scaled;
  Extent scaled(Extent extent, Value factors, unsigned index) override;
  bool isElement(Extent integer) const override {
    return elements.contains(integer.value());
  }
  bool isExtent(Extent integer) const override {
    return integer.isNumber() ? integer.number() >= 0
                              : sizes.contains(integer.value());
  }

protected:
  /// The tensor that stands for `tensor` in the code.
  virtual Value tensorFor(Value tensor) { return tensor; }

private:
  Extent compute(Kind kind, Extent a, Extent b) override;
  Extent computeSelect(Extent condition, Extent yes, Extent no) override;
  Extent extentOf(Value tensor, unsigned axis) override;
  Extent elementOf(Value tensor, unsigned index) override;
  Extent computeScaled(Extent extent, float factor) override;
  Extent multiplied(Extent extent, Value factor);
  void check(Operation *op, Extent condition, StringRef message,
             ArrayRef<Extent> values) override;
  bool isVisible(const Extent &extent) const override;
  bool isVisible(Value value) const;
  Value value(Extent extent, bool isCondition = false);

  ImplicitLocOpBuilder &b;
  bool checks;
  /// Integers that were read from tensors.
  llvm::DenseSet<Value> elements;
  /// Extents of tensors.
  llvm::DenseSet<Value> sizes;
  /// Conditions that were checked, and where.
  llvm::DenseMap<Value, SmallVector<Region *, 1>> required;
  /// What is computed: by kind and operands.
  using Key =
      std::tuple<int, void *, int64_t, void *, int64_t, void *, int64_t>;
  std::map<Key, Value> computed;
};

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_BASE_SHAPECODE_H
