//===- AscendStaticShapes.cpp - Shapes of ops with constants as attributes ===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

LogicalResult
TransposeDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferTranspose(*this, getX(), getGEInts("perm", {}), shapes);
}

LogicalResult
ExpandDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferExpand(*this, getX(), getGEInts("shape", {}), shapes);
}

LogicalResult
ReverseV2DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axis", {}), "axis", shapes);
}

//===----------------------------------------------------------------------===//
// Along one axis
//===----------------------------------------------------------------------===//

static LogicalResult inferArg(AscendOpInterface op, Value x,
                              SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  auto axis = normalizeAxes(op.getGEInt("dimension", 0), shape->size());
  if (!axis)
    return op->emitOpError("'ge.dimension' is no axis of rank ")
           << shape->size();
  return inferWithoutAxis(op, *shape, axis->front(), shapes);
}

LogicalResult
ArgMaxDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferArg(*this, getX(), shapes);
}

LogicalResult
ArgMinDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferArg(*this, getX(), shapes);
}

LogicalResult
CumsumDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInt("axis", 0), "axis", shapes);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Masks count positions in other ways, which nobody needs here.
static LogicalResult checkMasks(AscendOpInterface op) {
  for (StringRef mask : {"begin_mask", "end_mask", "ellipsis_mask",
                         "new_axis_mask", "shrink_axis_mask"})
    if (op.getGEInt(mask, 0) != 0)
      return op->emitOpError("'ge.") << mask << "' must be 0";
  return success();
}

static LogicalResult
inferSlice(AscendOpInterface op, Value x,
           const std::optional<SmallVector<SliceRange>> &ranges,
           SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (failed(checkMasks(op)))
    return failure();
  if (!shape)
    return success();
  if (!ranges)
    return op->emitOpError("begin, end and strides need ")
           << shape->size() << " entries each, and no stride of 0";
  SmallVector<int64_t> &result = shapes.emplace_back();
  for (const SliceRange &range : *ranges)
    result.push_back(range.size);
  return success();
}

LogicalResult
StridedSliceDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferSlice(*this, getX(), sliceRanges(*this), shapes);
}

LogicalResult
StridedSliceOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  for (Value list : {getBegin(), getEnd(), getStrides()})
    if (!constantIntegers(list))
      return success();
  return inferSlice(*this, getX(), sliceRanges(*this), shapes);
}
