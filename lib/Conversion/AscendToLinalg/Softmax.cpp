//===- Softmax.cpp - SoftmaxV2 --------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "RealBodies.h"
#include "RealMath.h"
#include "Reduction.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// e^(x - max) / sum in f32, rounded once.
class SoftmaxLowering : public Lowering<SoftmaxV2Op> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(SoftmaxV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!isReal(x) || !isReal(y))
      return refuseTypes(op);
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
        b, {operands.getX(), max}, {all, rest}, emptyTensor(b, shape, f32),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          return exp->emit(b, f.sub(readElement(b, in[0], x), in[1]));
        });
    Value sum = reduce(powers, Combination::Sum, f32);
    return parallelGeneric(b, {powers, sum}, {all, rest},
                           emptyTensor(b, shape, result.getElementType()),
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             Real f{b};
                             return writeElement(b, f.div(in[0], in[1]), y);
                           });
  }
};

} // namespace

void mlir::ascend::populateSoftmaxPatterns(RewritePatternSet &patterns,
                                           const TypeConverter &converter) {
  patterns.add<SoftmaxLowering>(converter, patterns.getContext());
}
