//===- Softmax.cpp - SoftmaxV2, LogSoftmaxV2 and HardMax ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Softmax.h"
#include "Reduction.h"
#include "Scalar/RealBodies.h"
#include "Scalar/VectorUnit.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SoftmaxNumerics SoftmaxNumerics::get(Type x, bool isLog, bool isLastAxis,
                                     ImplMode mode, Chips chip) {
  SoftmaxNumerics numerics;
  if (mode != ImplMode::HighPerformance || x.isF64())
    return numerics;
  numerics.onUnit = true;
  if (x.isF16() && chip == kAscend310)
    numerics.inside = x;
  numerics.byReciprocal =
      !isLog && x.isF16() && (chip & (kAscend310P | kAscend910));
  numerics.halfMaximum = isLog && x.isF32() && isLastAxis;
  return numerics;
}

Value SoftmaxNumerics::shifted(ImplicitLocOpBuilder &b, Value x,
                               Value maximum) const {
  if (halfMaximum) {
    Real half{b, b.getF16Type()};
    constexpr float kLargest = 65504.0f;
    maximum =
        half.rounded(half.atLeast(half.atMost(maximum, kLargest), -kLargest));
  }
  return Real{b, inside}.sub(x, maximum);
}

Value SoftmaxNumerics::power(ImplicitLocOpBuilder &b, Value x) const {
  return onUnit ? unitExp(Real{b, inside}, x) : realBody("Exp")->emit(b, x);
}

Value SoftmaxNumerics::quotient(ImplicitLocOpBuilder &b, Value power,
                                Value sum) const {
  Real f{b};
  return byReciprocal ? f.mul(power, unitReciprocal(f, sum))
                      : f.div(power, sum);
}

/// e^(x - max) / sum, or x - max - log(sum).
Value to_linalg::emitSoftmax(ImplicitLocOpBuilder &b, Value x, Type from,
                             ArrayRef<int64_t> axes, bool isLog,
                             const SoftmaxNumerics &numerics, Type to) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  SmallVector<OpFoldResult> sizes = sizesOf(b, x);
  int64_t rank = shape.size();
  AffineMap all = b.getMultiDimIdentityMap(rank);
  AffineMap rest = keptAxes(b, rank, axes);
  Type compute = computeType(from);
  auto reduce = [&](Value input, Combination combination, Type type) {
    return reduceTensor(b, input, shape, axes, combination, NumberKind::Float,
                        compute, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          return readElement(b, in[0], type);
                        });
  };
  Value max = reduce(x, Combination::Max, from);
  Value powers = parallelGeneric(
      b, {x, max}, {all, rest}, emptyTensor(b, sizes, compute),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.power(
            b, numerics.shifted(b, readElement(b, in[0], from), in[1]));
      });
  Value sum = reduce(powers, Combination::Sum, compute);
  Value destination = emptyTensor(b, sizes, storedType(to));
  if (!isLog)
    return parallelGeneric(b, {powers, sum}, {all, rest}, destination,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return writeElement(
                                 b, numerics.quotient(b, in[0], in[1]), to);
                           });
  Value logarithms = mapElements(
      b, cast<RankedTensorType>(sum.getType()), sum,
      [](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        // The formula is in f32; this is C's function.
        if (in[0].getType().isF64())
          return math::LogOp::create(b, in[0]);
        return logarithm(Real{b}, in[0]);
      },
      sizesOf(b, sum));
  return parallelGeneric(
      b, {x, max, logarithms}, {all, rest, rest}, destination,
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Value shifted = numerics.shifted(b, readElement(b, in[0], from), in[1]);
        return writeElement(b, Real{b}.sub(shifted, in[2]), to);
      });
}

namespace {

template <typename OpT>
class SoftmaxLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!(isReal(x) && isReal(y)) && !(x.isF64() && y.isF64()))
      return refuseTypes(op);
    SmallVector<int64_t> axes = op.getGEInts("axes");
    for (int64_t &axis : axes)
      axis = axis < 0 ? axis + result.getRank() : axis;
    constexpr bool isLog = std::is_same_v<OpT, LogSoftmaxV2Op>;
    bool isLastAxis = llvm::is_contained(axes, result.getRank() - 1);
    return emitSoftmax(
        b, operands.getX(), x, axes, isLog,
        SoftmaxNumerics::get(x, isLog, isLastAxis, implModeOf(op), chipOf(op)),
        y);
  }
};

class HardMaxLowering : public Lowering<HardMaxOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(HardMaxOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (kindOf(x) != NumberKind::Float || kindOf(y) != NumberKind::Float)
      return refuseTypes(op);
    int64_t rank = result.getRank(), axis = op.getGEInt("axis");
    axis += axis < 0 ? rank : 0;
    if (result.getDimSize(axis) > INT32_MAX)
      return refuse(op, "its axis is too long");
    Type i32 = b.getI32Type();
    Value positions = findExtrema(b, operands.getX(), x, axis, Combination::Max,
                                  /*last=*/false, i32);
    return parallelGeneric(
        b, positions, keptAxes(b, rank, axis),
        emptyTensor(b, sizesOf(b, operands.getX()), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value at = arith::IndexCastOp::create(
              b, i32, linalg::IndexOp::create(b, axis));
          Value isFirst =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at, in[0]);
          return arith::SelectOp::create(b, isFirst, constantOf(b, y, 1),
                                         constantOf(b, y, 0));
        });
  }
};

} // namespace

void to_linalg::populateSoftmaxPatterns(RewritePatternSet &patterns,
                                        const TypeConverter &converter) {
  patterns.add<HardMaxLowering, SoftmaxLowering<LogSoftmaxV2Op>,
               SoftmaxLowering<SoftmaxV2Op>>(converter, patterns.getContext());
}
