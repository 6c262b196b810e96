//===- Softmax.cpp - SoftmaxV2, LogSoftmaxV2 and HardMax ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "RealBodies.h"
#include "RealMath.h"
#include "Reduction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// e^(x - max) / sum, or x - max - log(sum), in f32 and rounded once.
template <typename OpT>
class SoftmaxLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    constexpr bool isLog = std::is_same_v<OpT, LogSoftmaxV2Op>;
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!isReal(x) || !isReal(y))
      return refuseTypes(op);
    SmallVector<OpFoldResult> sizes = sizesOf(b, operands.getX());
    ArrayRef<int64_t> shape = result.getShape();
    int64_t rank = result.getRank();
    SmallVector<int64_t> axes = op.getGEInts("axes", {-1});
    for (int64_t &axis : axes)
      axis = axis < 0 ? axis + rank : axis;
    AffineMap all = b.getMultiDimIdentityMap(rank);
    AffineMap rest = keptAxes(b, rank, axes);
    Type f32 = b.getF32Type();
    auto reduce = [&](Value input, Combination combination, Type type) {
      return reduceTensor(b, input, shape, axes, combination, NumberKind::Float,
                          f32, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                            return readElement(b, in[0], type);
                          });
    };
    Value max = reduce(operands.getX(), Combination::Max, x);
    const RealBody *exp = realBody("Exp", implModeOf(op));
    Value powers = parallelGeneric(
        b, {operands.getX(), max}, {all, rest}, emptyTensor(b, sizes, f32),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          return exp->emit(b, f.sub(readElement(b, in[0], x), in[1]));
        });
    Value sum = reduce(powers, Combination::Sum, f32);
    Value destination = emptyTensor(b, sizes, result.getElementType());
    if (!isLog)
      return parallelGeneric(b, {powers, sum}, {all, rest}, destination,
                             [&](ImplicitLocOpBuilder &b, ValueRange in) {
                               Real f{b};
                               return writeElement(b, f.div(in[0], in[1]), y);
                             });
    Value logarithms =
        mapElements(b, cast<RankedTensorType>(sum.getType()), sum,
                    [](ImplicitLocOpBuilder &b, ValueRange in) {
                      return logarithm(Real{b}, in[0]);
                    },
                    sizesOf(b, sum));
    return parallelGeneric(
        b, {operands.getX(), max, logarithms}, {all, rest, rest}, destination,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value shifted = f.sub(readElement(b, in[0], x), in[1]);
          return writeElement(b, f.sub(shifted, in[2]), y);
        });
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
          Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at,
                                                in[0]);
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
