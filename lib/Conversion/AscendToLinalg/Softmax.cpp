//===- Softmax.cpp - SoftmaxV2, LogSoftmaxV2 and HardMax ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Softmax.h"
#include "RealBodies.h"
#include "RealMath.h"
#include "Reduction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

/// e^(x - max) / sum, or x - max - log(sum).
Value mlir::ascend::emitSoftmax(ImplicitLocOpBuilder &b, Value x, Type from,
                                ArrayRef<int64_t> axes, bool isLog,
                                ImplMode mode, Type to) {
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
  const RealBody *exp = realBody("Exp", mode, compute);
  Value powers =
      parallelGeneric(b, {x, max}, {all, rest}, emptyTensor(b, sizes, compute),
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        Real f{b};
                        Value shifted =
                            f.sub(readElement(b, in[0], from), in[1]);
                        return exp->emit(b, shifted);
                      });
  Value sum = reduce(powers, Combination::Sum, compute);
  Value destination = emptyTensor(b, sizes, storedType(to));
  if (!isLog)
    return parallelGeneric(b, {powers, sum}, {all, rest}, destination,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             Real f{b};
                             return writeElement(b, f.div(in[0], in[1]), to);
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
        Real f{b};
        Value shifted = f.sub(readElement(b, in[0], from), in[1]);
        return writeElement(b, f.sub(shifted, in[2]), to);
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
    SmallVector<int64_t> axes = op.getGEInts("axes", {-1});
    for (int64_t &axis : axes)
      axis = axis < 0 ? axis + result.getRank() : axis;
    return emitSoftmax(b, operands.getX(), x, axes,
                       std::is_same_v<OpT, LogSoftmaxV2Op>, implModeOf(op), y);
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
    int64_t rank = result.getRank(), axis = op.getGEInt("axis", -1);
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

void mlir::ascend::populateSoftmaxPatterns(RewritePatternSet &patterns,
                                           const TypeConverter &converter) {
  patterns.add<HardMaxLowering, SoftmaxLowering<LogSoftmaxV2Op>,
               SoftmaxLowering<SoftmaxV2Op>>(converter, patterns.getContext());
}
