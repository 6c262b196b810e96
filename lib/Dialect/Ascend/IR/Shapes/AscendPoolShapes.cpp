//===- AscendPoolShapes.cpp - Shapes of pools -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many windows there are. As onnxruntime counts them, by a division that
/// truncates: one that begins less than a step past the last place where it
/// would fit counts, if it is the first one. An error on the op where there are
/// fewer than none.
static FailureOr<Extent> countWindows(Operation *op, ShapeMath &math,
                                      const PoolAxis &axis, Extent extent,
                                      bool ceil, size_t position) {
  Extent room = math.sub(math.add(extent, math.add(axis.before, axis.after)),
                         axis.reach());
  // Extents have quotients, which have bounds where these have them. One of
  // both is 0.
  Extent fits = math.max(room, 0), lacks = 0;
  if (!math.less(room, 0).is(0))
    lacks = math.max(math.sub(0, room), 0);
  Extent steps =
      ceil ? math.ceilDiv(fits, axis.stride) : math.div(fits, axis.stride);
  steps = math.sub(steps, math.div(lacks, axis.stride));
  Extent windows = math.add(steps, 1);
  if (failed(math.require(op, math.less(-1, windows),
                          "the window is larger than the padded input at "
                          "axis " +
                              Twine(position))))
    return failure();
  if (!ceil)
    return windows;
  // A window may not begin in the border after the elements.
  Extent last = math.mul(steps, axis.stride);
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
  bool ceil = op.getGEBool("ceil_mode");
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
    // No window has nothing but border; of no images there are none.
    Extent hasElements =
        math.either(math.less(0, extents[i]), math.equal(extents[0], 0));
    if (failed(math.require(op, hasElements,
                            "x has no elements at axis " + Twine(i))))
      return failure();
    setAutoPad(op, math, extents[i], axis.reach(), axis.stride, axis.before,
               axis.after);
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
  if (extents.empty())
    return success();
  extents.push_back(Extents(extents.front()));
  Extents x = *math.shapeOf(getX());
  Extent volume = math.product(ArrayRef(x).drop_front(2));
  if (!getElementTypeOrSelf(getArgmax()).isInteger(32))
    return success();
  return math.require(*this, math.less(volume, int64_t(1) << 31),
                      "positions among {} elements do not fit int32", volume);
}
