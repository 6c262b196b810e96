//===- Reduction.cpp - Sums, means and maxima -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

/// 0, or the least value of the type: -infinity for floats.
static TypedAttr neutralElement(OpBuilder &b, bool isMax, NumberKind kind,
                                Type type) {
  if (auto floating = dyn_cast<FloatType>(type))
    return b.getFloatAttr(
        floating,
        isMax ? APFloat::getInf(floating.getFloatSemantics(), /*Negative=*/true)
              : APFloat::getZero(floating.getFloatSemantics()));
  unsigned width = type.getIntOrFloatBitWidth();
  bool least = isMax && kind == NumberKind::Signed;
  return b.getIntegerAttr(type, least ? APInt::getSignedMinValue(width)
                                      : APInt::getZero(width));
}

static Value combine(ImplicitLocOpBuilder &b, bool isMax, NumberKind kind,
                     Value sum, Value x) {
  if (kind == NumberKind::Float)
    return isMax ? arith::MaximumFOp::create(b, sum, x).getResult()
                 : arith::AddFOp::create(b, sum, x).getResult();
  if (!isMax)
    return arith::AddIOp::create(b, sum, x);
  return kind == NumberKind::Unsigned
             ? arith::MaxUIOp::create(b, sum, x).getResult()
             : arith::MaxSIOp::create(b, sum, x).getResult();
}

namespace {

/// Accumulates in the compute type (f32 for floats) and rounds once; integers
/// wrap in their own type. NaN is the maximum of anything with NaN. A mean is
/// the sum divided by how many were added.
template <typename OpT>
class ReduceLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    constexpr bool isMax =
        std::is_same_v<OpT, ReduceMaxOp> || std::is_same_v<OpT, ReduceMaxDOp>;
    constexpr bool isMean = std::is_same_v<OpT, ReduceMeanDOp>;
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        kindOf(y) != kind || (kind != NumberKind::Float && (isMean || x != y)))
      return refuseTypes(op);
    std::optional<SmallVector<int64_t>> axes = op.getReducedAxes();
    if (!axes)
      return refuse(op, "its axes are not constant");

    auto shape = cast<RankedTensorType>(op.getX().getType()).getShape();
    SmallVector<int64_t> kept;
    int64_t count = 1;
    SmallVector<AffineExpr> keptDims;
    SmallVector<utils::IteratorType> iterators;
    for (int64_t axis = 0, rank = shape.size(); axis < rank; ++axis) {
      bool reduced = llvm::is_contained(*axes, axis);
      iterators.push_back(reduced ? utils::IteratorType::reduction
                                  : utils::IteratorType::parallel);
      if (reduced) {
        count *= shape[axis];
        continue;
      }
      kept.push_back(shape[axis]);
      keptDims.push_back(b.getAffineDimExpr(axis));
    }

    Type compute = computeType(x);
    Value neutral =
        arith::ConstantOp::create(b, neutralElement(b, isMax, kind, compute));
    Value start = fillTensor(b, neutral, emptyTensor(b, kept, compute));
    AffineMap keptMap =
        AffineMap::get(shape.size(), 0, keptDims, b.getContext());
    Value sum = linalg::GenericOp::create(
                    b, TypeRange(start.getType()), ValueRange(operands.getX()),
                    ValueRange(start),
                    ArrayRef{b.getMultiDimIdentityMap(shape.size()), keptMap},
                    iterators,
                    [&](OpBuilder &inner, Location loc, ValueRange in) {
                      ImplicitLocOpBuilder nested(loc, inner);
                      Value element = readElement(nested, in[0], x);
                      Value next = combine(nested, isMax, kind, in[1], element);
                      linalg::YieldOp::create(nested, next);
                    })
                    .getResult(0);
    if (isMean || compute != result.getElementType()) {
      auto rounded = RankedTensorType::get(kept, result.getElementType());
      sum = mapElements(b, rounded, sum,
                        [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          Value value = in[0];
                          if (isMean)
                            value = arith::DivFOp::create(
                                b, value, constantOf(b, compute, count));
                          return writeElement(b, value, y);
                        });
    }
    return reshapeTensor(b, sum, result.getShape());
  }
};

} // namespace

void mlir::ascend::populateReductionPatterns(RewritePatternSet &patterns,
                                             const TypeConverter &converter) {
  patterns.add<ReduceLowering<ReduceMaxDOp>, ReduceLowering<ReduceMaxOp>,
               ReduceLowering<ReduceMeanDOp>, ReduceLowering<ReduceSumDOp>,
               ReduceLowering<ReduceSumOp>>(converter, patterns.getContext());
}
