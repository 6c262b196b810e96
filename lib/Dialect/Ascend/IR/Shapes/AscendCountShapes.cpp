//===- AscendCountShapes.cpp - Shapes that depend on data -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// The extent of what is counted: at most `bound`, which is what the bounded
/// form has; nobody knows that of GE's, unless there is nothing to count.
static Extent countedExtent(CountOpInterface op, Extent bound) {
  return op.getSize() || bound.is(0) ? bound : Extent();
}

/// The result that says how much counts is the last one, if it is there.
static void addSize(CountOpInterface op, SmallVectorImpl<Extents> &extents) {
  if (op.getSize())
    extents.push_back(Extents{1});
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static LogicalResult inferPositions(CountOpInterface op, ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x)
    return success();
  Extents positions(2, Extent(x->size()));
  positions[*op.getCountedAxis(0)] = countedExtent(op, math.product(*x));
  extents.push_back(positions);
  addSize(op, extents);
  return success();
}

std::optional<int64_t> NonZeroOp::getCountedAxis(unsigned index) {
  if (index != 0)
    return std::nullopt;
  return getTranspose();
}

LogicalResult NonZeroOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferPositions(*this, math, extents);
}

std::optional<int64_t> WhereOp::getCountedAxis(unsigned index) {
  if (index != 0)
    return std::nullopt;
  return 0;
}

LogicalResult WhereOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return inferPositions(*this, math, extents);
}

//===----------------------------------------------------------------------===//
// Different slices
//===----------------------------------------------------------------------===//

std::optional<int64_t> UniqueWithCountsExt2Op::getCountedAxis(unsigned index) {
  if (index == 0)
    if (std::optional<ArrayRef<int64_t>> x = rankedShapeOf(getX()))
      return constantAxis(getAxis(), x->size());
  if (index == 1 || index == 2)
    return 0;
  return std::nullopt;
}

LogicalResult
UniqueWithCountsExt2Op::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  std::optional<int64_t> axis = constantAxis(getAxis(), x->size());
  if (!axis && constantIntegers(getAxis()))
    return emitOpError("'axis' is no axis of rank ") << x->size();
  if (!axis)
    return success();
  Extent all = (*x)[*axis], counted = countedExtent(*this, all);
  (*x)[*axis] = counted;
  extents.push_back(*x);
  extents.push_back(Extents{counted});
  extents.push_back(Extents{counted});
  extents.push_back(Extents{all});
  addSize(*this, extents);
  return success();
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// The axis of selected_indices along which there are as many as there are.
static std::optional<int64_t> selectedAxis(unsigned index) {
  if (index != 0)
    return std::nullopt;
  return 0;
}

static LogicalResult verifySuppression(AscendOpInterface op, ValueRange limits,
                                       unsigned most) {
  if (limits.size() > most)
    return op->emitOpError("has more than ") << 2 + most << " operands";
  int64_t center = op.getGEInt("center_point_box");
  if (center != 0 && center != 1)
    return op->emitOpError("'ge.center_point_box' must be 0 or 1");
  for (Value limit : limits.take_front(3))
    if (auto type = dyn_cast<RankedTensorType>(limit.getType()))
      if (type.hasStaticShape() && type.getNumElements() != 1)
        return op->emitOpError("max_output_size, iou_threshold and "
                               "score_threshold must have one element");
  return success();
}

template <typename OpTy>
static LogicalResult suppressionExtents(OpTy op, ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> boxes = math.shapeOf(op.getBoxes()),
                         scores = math.shapeOf(op.getScores());
  if (!boxes || !scores)
    return success();
  if (boxes->size() != 3 || scores->size() != 3)
    return op.emitOpError("boxes and scores must have rank 3");
  auto [batch, count, four] = std::tuple((*boxes)[0], (*boxes)[1], (*boxes)[2]);
  if (failed(math.require(op, math.equal(four, 4),
                          "a box has {} numbers instead of 4", {four})) ||
      failed(math.require(op, math.equal(batch, (*scores)[0]),
                          "boxes and scores have {} and {} batches",
                          {batch, (*scores)[0]})) ||
      failed(math.require(op, math.equal(count, (*scores)[2]),
                          "there are {} boxes and {} scores",
                          {count, (*scores)[2]})))
    return failure();
  Extent most = count;
  Value limit = optionalOperand(op, 2);
  if (std::optional<SmallVector<int64_t>> known =
          limit ? constantIntegers(limit) : SmallVector<int64_t>{0})
    if (known->size() == 1)
      most = math.min(count, std::max<int64_t>(known->front(), 0));
  Extent bound = math.mul(math.mul(batch, (*scores)[1]), most);
  extents.push_back(Extents{countedExtent(op, bound), 3});
  addSize(op, extents);
  return success();
}

std::optional<int64_t> NonMaxSuppressionV6Op::getCountedAxis(unsigned index) {
  return selectedAxis(index);
}

LogicalResult NonMaxSuppressionV6Op::verify() {
  return verifySuppression(*this, getLimits(), 3);
}

LogicalResult
NonMaxSuppressionV6Op::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return suppressionExtents(*this, math, extents);
}

std::optional<int64_t> NonMaxSuppressionV7Op::getCountedAxis(unsigned index) {
  return selectedAxis(index);
}

LogicalResult NonMaxSuppressionV7Op::verify() {
  return verifySuppression(*this, getLimits(), 4);
}

LogicalResult
NonMaxSuppressionV7Op::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return suppressionExtents(*this, math, extents);
}
