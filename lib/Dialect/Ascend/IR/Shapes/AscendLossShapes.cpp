//===- AscendLossShapes.cpp - Shapes of losses and determinants -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// The shape of the loss; nothing where operands have no rank.
static LogicalResult inferLoss(AscendOpInterface op,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = rankedShapeOf(op->getOperand(0)),
                                   target = rankedShapeOf(op->getOperand(1));
  if (!x || !target)
    return success();
  if (x->size() < 2)
    return op->emitOpError("x has rank ") << x->size() << " and no classes";
  SmallVector<int64_t> wanted(*x);
  wanted.erase(wanted.begin() + 1);
  if (failed(verifyCompatibleShape(*target, wanted)))
    return op->emitOpError("target has the extents [")
           << *target << "], those of x without the classes are [" << wanted
           << "]";
  Value weight = optionalOperand(op, 2);
  std::optional<ArrayRef<int64_t>> classes =
      weight ? rankedShapeOf(weight) : std::nullopt;
  if (classes && failed(verifyCompatibleShape(*classes, x->slice(1, 1))))
    return op->emitOpError("weight has the extents [")
           << *classes << "], x has " << (*x)[1] << " classes";
  if (op.getGEString("reduction") == "none")
    shapes.push_back(std::move(wanted));
  else
    shapes.emplace_back();
  return success();
}

LogicalResult
NLLLossOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (failed(inferLoss(*this, shapes)))
    return failure();
  if (!shapes.empty())
    shapes.emplace_back();
  return success();
}

LogicalResult SoftmaxCrossEntropyLossOp::inferShapes(
    SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (failed(inferLoss(*this, shapes)))
    return failure();
  if (!shapes.empty())
    shapes.emplace_back(*rankedShapeOf(getX()));
  return success();
}

static LogicalResult verifyLoss(AscendOpInterface op) {
  if (op->getNumOperands() > 3)
    return op->emitOpError("takes at most 3 operands, has ")
           << op->getNumOperands();
  return success();
}

LogicalResult NLLLossOp::verify() { return verifyLoss(*this); }
LogicalResult SoftmaxCrossEntropyLossOp::verify() { return verifyLoss(*this); }

LogicalResult
MatrixDeterminantOp::inferExtents(ShapeMath &math,
                                  SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  if (x->size() < 2)
    return emitOpError("x has rank ") << x->size() << ", which is no matrix";
  ArrayRef<Extent> matrix = ArrayRef(*x).take_back(2);
  if (failed(math.require(*this, math.equal(matrix[0], matrix[1]),
                          "x has matrices of {} rows and {} columns, which are "
                          "not square",
                          matrix)))
    return failure();
  extents.emplace_back(ArrayRef(*x).drop_back(2));
  return success();
}
