//===- AscendStaticShapes.cpp - Shapes of ops with constants as attributes ===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

#define ASCEND_REDUCE_D_OP(Op)                                                 \
  std::optional<SmallVector<int64_t>> Op::getReducedAxes() {                   \
    return reducedAxesOf(*this, getX(), getGEInts("axes", {}));                \
  }                                                                            \
  LogicalResult Op::inferShapes(                                               \
      SmallVectorImpl<SmallVector<int64_t>> &shapes) {                         \
    return inferReduction(*this, getX(), getReducedAxes(), shapes);            \
  }
ASCEND_REDUCE_D_OP(ReduceMaxDOp)
ASCEND_REDUCE_D_OP(ReduceMeanDOp)
ASCEND_REDUCE_D_OP(ReduceSumDOp)
#undef ASCEND_REDUCE_D_OP

LogicalResult
TransposeDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferTranspose(*this, getX(), getGEInts("perm", {}), shapes);
}

LogicalResult
ExpandDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferExpand(*this, getX(), getGEInts("shape", {}), shapes);
}

/// Appends the shape of x where `axes` are different axes of it.
static LogicalResult inferAlong(Operation *op, Value x, ArrayRef<int64_t> axes,
                                StringRef attribute,
                                SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  if (!normalizeAxes(axes, shape->size()))
    return op->emitOpError("'ge.")
           << attribute << "' names an axis twice or outside rank "
           << shape->size();
  shapes.emplace_back(*shape);
  return success();
}

LogicalResult
ReverseV2DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axis", {}), "axis", shapes);
}

LogicalResult
SoftmaxV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axes", {-1}), "axes", shapes);
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

LogicalResult MulsOp::verify() {
  if (!isa_and_nonnull<FloatAttr>(
          getOperation()->getDiscardableAttr("ge.value")))
    return emitOpError("needs the number 'ge.value'");
  return success();
}
