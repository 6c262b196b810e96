//===- Count.cpp - Positions that data decides ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Count.h"
#include "Base/Generics.h"
#include "Base/Loops.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

LogicalResult to_linalg::checkBounded(CountOpInterface op, Shapes shapes) {
  if (failed(checkLowerable(op, shapes)))
    return failure();
  if (!op.getSize())
    return refuse(op, "its size is not bounded: run ascend-bound-results");
  if (!elementTypeOf(op.getSize()).isSignlessInteger(64))
    return refuse(op, "its size must be int64");
  return success();
}

Value to_linalg::sizeTensor(ImplicitLocOpBuilder &b, Value count) {
  Type i64 = b.getI64Type();
  return fillTensor(b, arith::IndexCastOp::create(b, i64, count),
                    emptyTensor(b, ArrayRef<int64_t>{1}, i64));
}

Value to_linalg::zeroTensor(ImplicitLocOpBuilder &b,
                            ArrayRef<OpFoldResult> sizes, Type type) {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return fillTensor(b, zero, emptyTensor(b, sizes, type));
}

namespace {

/// Every position is written where the next one belongs, which moves on where
/// the element is not zero: no branch. After i elements there are at most i, so
/// that there is always room.
template <typename OpT>
class PositionsLowering : public OpConversionPattern<OpT> {
public:
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkBounded(op, Shapes::Dynamic)))
      return failure();
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (kindOf(x) == NumberKind::Other ||
        (!y.isSignlessInteger(32) && !y.isSignlessInteger(64)))
      return refuseTypes(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
    bool byColumn = *op.getCountedAxis(0) == 1;
    SmallVector<Value> from(rank, indexOf(b, 0)), by(rank, indexOf(b, 1)), to;
    for (OpFoldResult size : sizesOf(b, operands.getX()))
      to.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
    Value init = zeroTensor(b, resultSizes(b, op, operands.getOperands()), y);
    scf::LoopNest nest = scf::buildLoopNest(
        b, b.getLoc(), from, to, by, ValueRange{init, indexOf(b, 0)},
        [&](OpBuilder &inner, Location loc, ValueRange at,
            ValueRange carried) -> scf::ValueVector {
          ImplicitLocOpBuilder nested(loc, inner);
          Value positions = carried[0], count = carried[1];
          for (auto [axis, position] : llvm::enumerate(at)) {
            SmallVector<Value> place{count, indexOf(nested, axis)};
            if (byColumn)
              std::swap(place[0], place[1]);
            positions = tensor::InsertOp::create(
                nested, arith::IndexCastOp::create(nested, y, position),
                positions, place);
          }
          Value element = readElement(
              nested, tensor::ExtractOp::create(nested, operands.getX(), at),
              x);
          Value counts = castElement(nested, element, x, b.getI1Type());
          Value next =
              arith::AddIOp::create(nested, count,
                                    arith::IndexCastUIOp::create(
                                        nested, nested.getIndexType(), counts));
          return {positions, next};
        });
    rewriter.replaceOp(
        op, {copyTensor(b, nest.results[0]), sizeTensor(b, nest.results[1])});
    return success();
  }
};

} // namespace

void to_linalg::populateCountPatterns(RewritePatternSet &patterns,
                                      const TypeConverter &converter) {
  patterns.add<PositionsLowering<NonZeroOp>, PositionsLowering<WhereOp>>(
      converter, patterns.getContext());
  populateUniquePatterns(patterns, converter);
  populateSuppressionPatterns(patterns, converter);
}
