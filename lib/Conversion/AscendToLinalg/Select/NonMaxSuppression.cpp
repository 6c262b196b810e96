//===- NonMaxSuppression.cpp - NonMaxSuppressionV6 and V7 -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Loops.h"
#include "Base/Scalars.h"
#include "Count.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Corners of a box, the lower ones first.
struct Box {
  Value top, left, bottom, right;
};

/// Takes the best box that is left, and drops those that overlap it, until none
/// is left or enough are taken.
template <typename OpTy>
class SuppressionLowering : public OpConversionPattern<OpTy> {
public:
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<OpTy>::OpAdaptor;

  LogicalResult
  matchAndRewrite(OpTy op, Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override;
};

/// The code of one op.
class Suppression {
public:
  Suppression(ImplicitLocOpBuilder &b, AscendOpInterface op,
              ValueRange operands)
      : op(op), boxes(operands[0]), scores(operands[1]),
        boxType(elementTypeOf(op->getOperand(0))),
        scoreType(elementTypeOf(op->getOperand(1))) {
    for (int64_t axis = 0; axis < 3; ++axis)
      extents[axis] = getValueOrCreateConstantIndexOp(b, b.getLoc(),
                                                      sizeOf(b, scores, axis));
    isCentered = op.getGEInt("center_point_box") == 1;
    if (optionalOperand(op, 2))
      most = arith::IndexCastOp::create(b, b.getIndexType(),
                                        scalar(b, operands[2]));
    else
      most = indexOf(b, 0);
    most = arith::MinSIOp::create(b, most, extents[2]);
    overlap = limit(b, operands, 3);
    if (!overlap)
      overlap = constantF32(b, 0);
    leastScore = limit(b, operands, 4);
  }

  /// The rows and how many there are, from rows of zeros.
  std::pair<Value, Value> lower(ImplicitLocOpBuilder &b, Value rows) const;

private:
  static Value scalar(ImplicitLocOpBuilder &b, Value tensor) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    SmallVector<Value> first(rank, indexOf(b, 0));
    return tensor::ExtractOp::create(b, tensor, first);
  }

  Value limit(ImplicitLocOpBuilder &b, ValueRange operands,
              unsigned index) const {
    Value given = optionalOperand(op, index);
    if (!given)
      return {};
    return readElement(b, scalar(b, operands[index]), elementTypeOf(given));
  }

  Value scoreOf(ImplicitLocOpBuilder &b, Value batch, Value kind,
                Value at) const {
    return readElement(
        b, tensor::ExtractOp::create(b, scores, ValueRange{batch, kind, at}),
        scoreType);
  }

  Box boxAt(ImplicitLocOpBuilder &b, Value batch, Value at) const;
  Value overlaps(ImplicitLocOpBuilder &b, const Box &a, const Box &c) const;
  /// (rows, count, left) after one box.
  SmallVector<Value> takeBest(ImplicitLocOpBuilder &b, Value batch, Value kind,
                              ValueRange carried) const;

  AscendOpInterface op;
  Value boxes, scores;
  Type boxType, scoreType;
  /// Of the scores: batches, classes, boxes.
  Value extents[3];
  bool isCentered;
  /// `leastScore` is null where every score will do.
  Value most, overlap, leastScore;
};

} // namespace

Box Suppression::boxAt(ImplicitLocOpBuilder &b, Value batch, Value at) const {
  Value numbers[4];
  for (auto [i, number] : llvm::enumerate(numbers))
    number = readElement(
        b,
        tensor::ExtractOp::create(
            b, boxes, ValueRange{batch, at, indexOf(b, int64_t(i))}),
        boxType);
  if (!isCentered) {
    auto low = [&](Value x, Value y) -> Value {
      return arith::MinimumFOp::create(b, x, y);
    };
    auto high = [&](Value x, Value y) -> Value {
      return arith::MaximumFOp::create(b, x, y);
    };
    return {low(numbers[0], numbers[2]), low(numbers[1], numbers[3]),
            high(numbers[0], numbers[2]), high(numbers[1], numbers[3])};
  }
  auto half = [&](Value size) -> Value {
    return arith::MulFOp::create(b, size, constantF32(b, 0.5f));
  };
  auto [x, y, width, height] =
      std::tuple(numbers[0], numbers[1], half(numbers[2]), half(numbers[3]));
  return {
      arith::SubFOp::create(b, y, height), arith::SubFOp::create(b, x, width),
      arith::AddFOp::create(b, y, height), arith::AddFOp::create(b, x, width)};
}

/// Whether the boxes have area and share more of their union than is allowed.
Value Suppression::overlaps(ImplicitLocOpBuilder &b, const Box &a,
                            const Box &c) const {
  Value zero = constantF32(b, 0);
  auto product = [&](Value height, Value width) -> Value {
    return arith::MulFOp::create(b, height, width);
  };
  auto length = [&](Value from, Value to) -> Value {
    return arith::SubFOp::create(b, to, from);
  };
  auto common = [&](Value fromA, Value fromC, Value toA, Value toC) -> Value {
    Value shared = length(arith::MaximumFOp::create(b, fromA, fromC),
                          arith::MinimumFOp::create(b, toA, toC));
    return arith::MaximumFOp::create(b, shared, zero);
  };
  Value areaA = product(length(a.top, a.bottom), length(a.left, a.right));
  Value areaC = product(length(c.top, c.bottom), length(c.left, c.right));
  Value shared = product(common(a.top, c.top, a.bottom, c.bottom),
                         common(a.left, c.left, a.right, c.right));
  Value all =
      arith::SubFOp::create(b, arith::AddFOp::create(b, areaA, areaC), shared);
  auto isAbove = [&](Value x, Value y) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, y);
  };
  Value result = isAbove(arith::DivFOp::create(b, shared, all), overlap);
  for (Value area : {areaA, areaC, shared})
    result = arith::AndIOp::create(b, result, isAbove(area, zero));
  return result;
}

SmallVector<Value> Suppression::takeBest(ImplicitLocOpBuilder &b, Value batch,
                                         Value kind, ValueRange carried) const {
  Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
  auto isLeft = [&](ImplicitLocOpBuilder &b, Value left, Value at) -> Value {
    Value byte = tensor::ExtractOp::create(b, left, at);
    return readElement(b, byte, b.getI1Type());
  };
  // The first of the best ones: whether there is one, where, its score.
  Value left = carried[2];
  SmallVector<Value> best = loop(
      b, extents[2], {no, indexOf(b, 0), constantF32(b, 0)},
      [&](ImplicitLocOpBuilder &b, Value at,
          ValueRange found) -> SmallVector<Value> {
        Value score = scoreOf(b, batch, kind, at);
        Value isBetter = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                               score, found[2]);
        Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
        Value isFirst = arith::XOrIOp::create(b, found[0], yes);
        isBetter = arith::AndIOp::create(
            b, isLeft(b, left, at), arith::OrIOp::create(b, isBetter, isFirst));
        return {arith::OrIOp::create(b, found[0], isBetter),
                arith::SelectOp::create(b, isBetter, at, found[1]),
                arith::SelectOp::create(b, isBetter, score, found[2])};
      });
  return when(
      b, best[0], carried, [&](ImplicitLocOpBuilder &b) -> SmallVector<Value> {
        Value rows = carried[0], count = carried[1];
        Type type = getElementTypeOrSelf(rows.getType());
        const Value columns[] = {batch, kind, best[1]};
        for (auto [column, index] : llvm::enumerate(columns))
          rows = tensor::InsertOp::create(
              b, arith::IndexCastOp::create(b, type, index), rows,
              ValueRange{count, indexOf(b, int64_t(column))});
        Box taken = boxAt(b, batch, best[1]);
        Value rest =
            loop(b, extents[2], carried[2],
                 [&](ImplicitLocOpBuilder &b, Value at,
                     ValueRange carried) -> SmallVector<Value> {
                   Value isTaken = arith::CmpIOp::create(
                       b, arith::CmpIPredicate::eq, at, best[1]);
                   Value drops = arith::OrIOp::create(
                       b, isTaken, overlaps(b, taken, boxAt(b, batch, at)));
                   Value before = tensor::ExtractOp::create(b, carried[0], at);
                   Value after = arith::SelectOp::create(
                       b, drops, constantOf(b, before.getType(), 0), before);
                   return {tensor::InsertOp::create(b, after, carried[0], at)};
                 })[0];
        return {rows, arith::AddIOp::create(b, count, indexOf(b, 1)), rest};
      });
}

std::pair<Value, Value> Suppression::lower(ImplicitLocOpBuilder &b,
                                           Value rows) const {
  Type byte = b.getI8Type();
  Value left = emptyTensor(b, {sizeOf(b, scores, 2)}, byte);
  SmallVector<Value> result =
      loop(b, extents[0], {rows, indexOf(b, 0), left},
           [&](ImplicitLocOpBuilder &b, Value batch, ValueRange carried) {
             return loop(
                 b, extents[1], carried,
                 [&](ImplicitLocOpBuilder &b, Value kind, ValueRange carried) {
                   Value all = loop(
                       b, extents[2], carried[2],
                       [&](ImplicitLocOpBuilder &b, Value at,
                           ValueRange carried) -> SmallVector<Value> {
                         Value counts = constantOf(b, b.getI8Type(), 1);
                         if (leastScore)
                           counts = arith::ExtUIOp::create(
                               b, b.getI8Type(),
                               arith::CmpFOp::create(
                                   b, arith::CmpFPredicate::OGT,
                                   scoreOf(b, batch, kind, at), leastScore));
                         return {tensor::InsertOp::create(b, counts, carried[0],
                                                          at)};
                       })[0];
                   return loop(
                       b, most, {carried[0], carried[1], all},
                       [&](ImplicitLocOpBuilder &b, Value, ValueRange carried) {
                         return takeBest(b, batch, kind, carried);
                       });
                 });
           });
  return {result[0], result[1]};
}

template <typename OpTy>
LogicalResult SuppressionLowering<OpTy>::matchAndRewrite(
    OpTy op, Adaptor operands, ConversionPatternRewriter &rewriter) const {
  if (failed(checkBounded(op, Shapes::Dynamic)))
    return failure();
  auto isLimit = [&](unsigned index, bool isInteger) {
    Value value = optionalOperand(op, index);
    if (!value)
      return true;
    Type type = elementTypeOf(value);
    return isInteger ? type.isSignlessInteger(32) || type.isSignlessInteger(64)
                     : isReal(type);
  };
  Type y = elementTypeOf(op.getSelectedIndices());
  if (!isReal(op.getBoxes().getType()) || !isReal(op.getScores().getType()) ||
      !isLimit(2, true) || !isLimit(3, false) || !isLimit(4, false) ||
      (!y.isSignlessInteger(32) && !y.isSignlessInteger(64)))
    return refuseTypes(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  ValueRange given = operands.getOperands();
  Value zeros = zeroTensor(b, resultSizes(b, op, given), y);
  auto [rows, count] = Suppression(b, op, given).lower(b, zeros);
  rewriter.replaceOp(op, {copyTensor(b, rows), sizeTensor(b, count)});
  return success();
}

void to_linalg::populateSuppressionPatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter) {
  patterns.add<SuppressionLowering<NonMaxSuppressionV6Op>,
               SuppressionLowering<NonMaxSuppressionV7Op>>(
      converter, patterns.getContext());
}
