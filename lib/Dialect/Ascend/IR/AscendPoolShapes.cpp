//===- AscendPoolShapes.cpp - Shapes of pools -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many windows there are; an error on the op where not even one fits.
static FailureOr<Extent> countWindows(Operation *op, ShapeMath &math,
                                      const PoolAxis &axis, Extent extent,
                                      bool ceil, size_t position) {
  int64_t reach = axis.dilation * (axis.size - 1) + 1;
  Extent padded = math.add(extent, math.add(axis.before, axis.after));
  if (failed(math.require(op, math.less(reach - 1, padded),
                          "the window is larger than the padded input at "
                          "axis " +
                              Twine(position))))
    return failure();
  Extent room = math.sub(padded, reach);
  Extent windows = math.add(
      ceil ? math.ceilDiv(room, axis.stride) : math.div(room, axis.stride), 1);
  if (!ceil)
    return windows;
  // A window may not begin in the border after the elements.
  Extent last = math.mul(math.sub(windows, 1), axis.stride);
  return math.select(math.less(last, math.add(extent, axis.before)), windows,
                     math.sub(windows, 1));
}

FailureOr<SmallVector<PoolAxis>>
mlir::ascend::poolAxes(AscendOpInterface op, ShapeMath &math,
                       ArrayRef<Extent> extents) {
  size_t rank = extents.size();
  if (rank < 3)
    return op->emitOpError("x has rank ") << rank << " and no spatial axes";
  SmallVector<int64_t> ones(rank, 1), none(2 * (rank - 2), 0);
  SmallVector<int64_t> sizes = op.getGEInts("ksize", ones),
                       strides = op.getGEInts("strides", ones),
                       dilations = op.getGEInts("dilations", ones),
                       pads = op.getGEInts("pads", none);
  if (sizes.size() != rank || strides.size() != rank ||
      dilations.size() != rank || pads.size() != none.size())
    return op->emitOpError("'ge.ksize', 'ge.strides' and 'ge.dilations' need ")
           << rank << " entries each, 'ge.pads' " << none.size();
  bool ceil = op.getGEBool("ceil_mode", false);
  // 2^31 bounds keep every product in range.
  auto bad = [](int64_t value, int64_t least) {
    return value < least || value > INT32_MAX;
  };
  SmallVector<PoolAxis> axes;
  for (size_t i = 0; i < rank; ++i) {
    if (bad(sizes[i], 1) || bad(strides[i], 1) || bad(dilations[i], 1))
      return op->emitOpError("windows, strides and dilations must be positive");
    if (i < 2) {
      if (sizes[i] != 1 || strides[i] != 1)
        return op->emitOpError("pools over N or C");
      continue;
    }
    PoolAxis axis{sizes[i],        strides[i],      dilations[i],
                  pads[2 * i - 4], pads[2 * i - 3], {}};
    if (bad(pads[2 * i - 4], 0) || bad(pads[2 * i - 3], 0))
      return op->emitOpError("pads must not be negative");
    if (extents[i].isNumber() && bad(extents[i].number(), 0))
      return op->emitOpError("axis ") << i << " is too long";
    if (failed(setAutoPad(op, math, extents[i],
                          axis.dilation * (axis.size - 1) + 1, axis.stride,
                          axis.before, axis.after)))
      return failure();
    FailureOr<Extent> windows =
        countWindows(op, math, axis, extents[i], ceil, i);
    if (failed(windows))
      return failure();
    axis.outputs = *windows;
    axes.push_back(axis);
  }
  return axes;
}

static LogicalResult inferPool(AscendOpInterface op, ShapeMath &math,
                               SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x)
    return success();
  FailureOr<SmallVector<PoolAxis>> axes = poolAxes(op, math, *x);
  if (failed(axes))
    return failure();
  Extents &result = extents.emplace_back(ArrayRef(*x).take_front(2));
  for (const PoolAxis &axis : *axes)
    result.push_back(axis.outputs);
  return success();
}

LogicalResult AvgPool3DOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferPool(*this, math, extents);
}
LogicalResult AvgPoolV2Op::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferPool(*this, math, extents);
}
LogicalResult MaxPool3DOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferPool(*this, math, extents);
}
LogicalResult MaxPoolV3Op::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferPool(*this, math, extents);
}
LogicalResult
MaxPool3DWithArgmaxV2Op::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  if (failed(inferPool(*this, math, extents)))
    return failure();
  if (!extents.empty())
    extents.push_back(Extents(extents.front()));
  return success();
}
