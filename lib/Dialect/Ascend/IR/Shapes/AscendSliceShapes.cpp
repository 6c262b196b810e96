//===- AscendSliceShapes.cpp - Shapes of slices ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// One axis of `extent`, sliced as ONNX does: negative positions count from the
/// end, then clamp. A backward slice that begins before the first element
/// begins at it, unlike in numpy; only its end may stand before it.
static SliceExtents rangeOf(ShapeMath &math, Extent extent, Extent begin,
                            Extent end, int64_t step) {
  if (extent.is(0))
    return {0, 1, 0};
  bool forward = step > 0;
  Extent last = forward ? extent : math.sub(extent, 1);
  auto clamp = [&](Extent position, int64_t low) {
    Extent counted = math.select(math.less(position, 0),
                                 math.add(position, extent), position);
    return math.min(math.max(counted, low), last);
  };
  Extent from = clamp(begin, 0), to = clamp(end, forward ? 0 : -1);
  Extent distance = forward ? math.sub(to, from) : math.sub(from, to);
  // The magnitude of the least int64 is none; such a step takes one element.
  int64_t width = forward ? step : step == INT64_MIN ? INT64_MAX : -step;
  return {from, step, math.ceilDiv(math.max(distance, 0), width)};
}

/// The lists of a slice, as far as they are there.
namespace {
struct SliceLists {
  Value x;
  std::optional<Extents> begin, end;
  std::optional<SmallVector<int64_t>> axes, steps;
};
} // namespace

template <typename OpTy>
static SliceLists listsOfSomeAxes(OpTy op, ShapeMath &math) {
  SliceLists lists{op.getX(),
                   math.integersOf(op.getBegin()),
                   math.integersOf(op.getEnd()),
                   {},
                   {}};
  auto optional = [&](unsigned index, SmallVector<int64_t> otherwise) {
    Value value = optionalOperand(op, index);
    return value ? constantIntegers(value) : std::optional(otherwise);
  };
  size_t count = lists.begin ? lists.begin->size() : 0;
  lists.axes = optional(3, llvm::to_vector(llvm::seq<int64_t>(0, count)));
  lists.steps = optional(4, SmallVector<int64_t>(count, 1));
  return lists;
}

/// Of an op whose lists have an entry for every axis.
static SliceLists listsOfAllAxes(Value x, std::optional<Extents> begin,
                                 std::optional<Extents> end,
                                 std::optional<SmallVector<int64_t>> steps) {
  SliceLists lists{x, std::move(begin), std::move(end), {}, std::move(steps)};
  if (std::optional<ArrayRef<int64_t>> shape = rankedShapeOf(x))
    lists.axes = llvm::to_vector(llvm::seq<int64_t>(0, shape->size()));
  return lists;
}

static SliceLists listsOf(StridedSliceOp op, ShapeMath &math) {
  return listsOfAllAxes(op.getX(), math.integersOf(op.getBegin()),
                        math.integersOf(op.getEnd()),
                        constantIntegers(op.getStrides()));
}

static SliceLists listsOf(StridedSliceDOp op, ShapeMath &) {
  return listsOfAllAxes(op.getX(), toExtents(op.getGEInts("begin")),
                        toExtents(op.getGEInts("end")),
                        op.getGEInts("strides"));
}

/// The slice that reverses axes is one with steps of -1.
static SmallVector<SliceExtents> reversal(ReverseV2DOp op, ArrayRef<Extent> x,
                                          ShapeMath &math) {
  SmallVector<SliceExtents> ranges;
  for (const Extent &extent : x)
    ranges.push_back({0, 1, extent});
  for (int64_t axis : op.getGEInts("axis")) {
    SliceExtents &range = ranges[axis < 0 ? axis + x.size() : axis];
    range = {math.sub(range.size, 1), -1, range.size};
  }
  return ranges;
}

FailureOr<std::optional<SmallVector<SliceExtents>>>
mlir::ascend::sliceExtents(Operation *op, ShapeMath &math) {
  using Result = std::optional<SmallVector<SliceExtents>>;
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x)
    return Result();
  if (auto reverse = dyn_cast<ReverseV2DOp>(op))
    return Result(reversal(reverse, *x, math));
  SliceLists lists;
  if (auto slice = dyn_cast<StridedSliceV2Op>(op))
    lists = listsOfSomeAxes(slice, math);
  else if (auto slice = dyn_cast<StridedSliceV3Op>(op))
    lists = listsOfSomeAxes(slice, math);
  else if (auto slice = dyn_cast<StridedSliceOp>(op))
    lists = listsOf(slice, math);
  else
    lists = listsOf(cast<StridedSliceDOp>(op), math);
  if (!lists.begin || !lists.end || !lists.axes || !lists.steps)
    return Result();
  size_t count = lists.axes->size();
  if (lists.begin->size() != count || lists.end->size() != count ||
      lists.steps->size() != count || llvm::is_contained(*lists.steps, 0) ||
      !normalizeAxes(*lists.axes, x->size())) {
    if (!isa<StridedSliceV2Op, StridedSliceV3Op>(op))
      return op->emitOpError("begin, end and strides need ")
             << x->size() << " entries each, and no stride of 0";
    return op->emitOpError("begin, end, axes and strides differ in length, "
                           "name an axis outside rank ")
           << x->size() << " or twice, or step by 0";
  }
  SmallVector<SliceExtents> ranges;
  for (const Extent &extent : *x)
    ranges.push_back({0, 1, extent});
  for (auto [axis, begin, end, step] :
       llvm::zip_equal(*lists.axes, *lists.begin, *lists.end, *lists.steps)) {
    int64_t at = axis < 0 ? axis + x->size() : axis;
    ranges[at] = rangeOf(math, (*x)[at], begin, end, step);
  }
  return Result(std::move(ranges));
}

std::optional<SmallVector<SliceRange>>
mlir::ascend::sliceRanges(Operation *op) {
  ShapeMath math;
  ScopedDiagnosticHandler quiet(op->getContext(),
                                [](mlir::Diagnostic &) { return success(); });
  auto ranges = sliceExtents(op, math);
  if (failed(ranges) || !*ranges)
    return std::nullopt;
  SmallVector<SliceRange> result;
  for (const SliceExtents &range : **ranges) {
    if (!range.begin.isNumber() || !range.size.isNumber())
      return std::nullopt;
    result.push_back({range.begin.number(), range.step, range.size.number()});
  }
  return result;
}

/// Masks count positions in other ways, which nobody needs here.
static LogicalResult checkMasks(AscendOpInterface op) {
  for (StringRef mask : {"begin_mask", "end_mask", "ellipsis_mask",
                         "new_axis_mask", "shrink_axis_mask"})
    if (op.getGEInt(mask) != 0)
      return op->emitOpError("'ge.") << mask << "' must be 0";
  return success();
}

static LogicalResult inferSlice(Operation *op, ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  auto ranges = sliceExtents(op, math);
  if (failed(ranges))
    return failure();
  if (!*ranges)
    return success();
  Extents &result = extents.emplace_back();
  for (const SliceExtents &range : **ranges)
    result.push_back(range.size);
  return success();
}

LogicalResult StridedSliceDOp::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return failed(checkMasks(*this)) ? failure()
                                   : inferSlice(*this, math, extents);
}

LogicalResult StridedSliceOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return failed(checkMasks(*this)) ? failure()
                                   : inferSlice(*this, math, extents);
}

LogicalResult
StridedSliceV2Op::inferExtents(ShapeMath &math,
                               SmallVectorImpl<Extents> &extents) {
  return inferSlice(*this, math, extents);
}

LogicalResult
StridedSliceV3Op::inferExtents(ShapeMath &math,
                               SmallVectorImpl<Extents> &extents) {
  return inferSlice(*this, math, extents);
}
