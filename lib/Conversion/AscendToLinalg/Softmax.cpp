//===- Softmax.cpp - SoftmaxV2 --------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "RealBodies.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

/// `x` (f32) folded over `axes`, which stay with extent 1.
static Value foldAxes(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes, float start,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> combine) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  SmallVector<int64_t> kept(shape);
  SmallVector<int64_t> left;
  SmallVector<AffineExpr> dims;
  SmallVector<utils::IteratorType> iterators;
  for (int64_t axis = 0, rank = shape.size(); axis < rank; ++axis) {
    bool folded = llvm::is_contained(axes, axis);
    iterators.push_back(folded ? utils::IteratorType::reduction
                               : utils::IteratorType::parallel);
    if (folded) {
      kept[axis] = 1;
      continue;
    }
    left.push_back(shape[axis]);
    dims.push_back(b.getAffineDimExpr(axis));
  }
  Value initial = fillTensor(b, constantF32(b, start),
                             emptyTensor(b, left, b.getF32Type()));
  AffineMap map = AffineMap::get(shape.size(), 0, dims, b.getContext());
  Value result =
      linalg::GenericOp::create(
          b, TypeRange(initial.getType()), ValueRange(x), ValueRange(initial),
          ArrayRef{b.getMultiDimIdentityMap(shape.size()), map}, iterators,
          [&](OpBuilder &inner, Location loc, ValueRange in) {
            ImplicitLocOpBuilder nested(loc, inner);
            linalg::YieldOp::create(nested, combine(nested, in[1], in[0]));
          })
          .getResult(0);
  return reshapeTensor(b, result, kept);
}

namespace {

/// e^(x - max) / sum in f32, rounded once.
class SoftmaxLowering : public Lowering<SoftmaxV2Op> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(SoftmaxV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (kindOf(x) != NumberKind::Float || kindOf(y) != NumberKind::Float ||
        x.isF64() || y.isF64())
      return refuseTypes(op);
    SmallVector<int64_t> axes = op.getGEInts("axes", {-1});
    for (int64_t &axis : axes)
      axis = axis < 0 ? axis + result.getRank() : axis;
    RankedTensorType wide = result.clone(b.getF32Type());
    Value values = operands.getX();
    if (!x.isF32())
      values = mapElements(b, wide, values,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return readElement(b, in[0], x);
                           });
    Value max =
        foldAxes(b, values, axes, -std::numeric_limits<float>::infinity(),
                 [](ImplicitLocOpBuilder &b, Value sum, Value next) {
                   return arith::MaximumFOp::create(b, sum, next).getResult();
                 });
    RealBody exp = realBody("Exp", implModeOf(op));
    Value powers = mapElements(
        b, wide, {values, max}, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value difference = arith::SubFOp::create(b, in[0], in[1]);
          return exp.emit(b, difference);
        });
    Value sum =
        foldAxes(b, powers, axes, 0.0f,
                 [](ImplicitLocOpBuilder &b, Value sum, Value next) {
                   return arith::AddFOp::create(b, sum, next).getResult();
                 });
    return mapElements(
        b, result, {powers, sum}, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, arith::DivFOp::create(b, in[0], in[1]), y);
        });
  }
};

} // namespace

void mlir::ascend::populateSoftmaxPatterns(RewritePatternSet &patterns,
                                           const TypeConverter &converter) {
  patterns.add<SoftmaxLowering>(converter, patterns.getContext());
}
