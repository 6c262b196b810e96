//===- AscendPoolShapes.cpp - Shapes of pools -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many windows there are; nothing where not even one fits.
static std::optional<int64_t> countWindows(const PoolAxis &axis, int64_t extent,
                                           bool ceil) {
  int64_t reach = axis.dilation * (axis.size - 1) + 1;
  int64_t room = extent + axis.before + axis.after - reach;
  if (room < 0)
    return std::nullopt;
  int64_t windows = (room + (ceil ? axis.stride - 1 : 0)) / axis.stride + 1;
  // A window may not begin in the border after the elements.
  if (ceil && (windows - 1) * axis.stride >= extent + axis.before)
    --windows;
  return windows;
}

FailureOr<SmallVector<PoolAxis>>
mlir::ascend::poolAxes(AscendOpInterface op, ArrayRef<int64_t> extents) {
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
                  pads[2 * i - 4], pads[2 * i - 3], ShapedType::kDynamic};
    if (bad(axis.before, 0) || bad(axis.after, 0))
      return op->emitOpError("pads must not be negative");
    if (!ShapedType::isDynamic(extents[i])) {
      if (bad(extents[i], 0))
        return op->emitOpError("axis ") << i << " is too long";
      std::optional<int64_t> windows = countWindows(axis, extents[i], ceil);
      if (!windows)
        return op->emitOpError("the window is larger than the padded input at "
                               "axis ")
               << i;
      axis.outputs = *windows;
    }
    axes.push_back(axis);
  }
  return axes;
}

static LogicalResult inferPool(AscendOpInterface op,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0));
  if (!x)
    return success();
  FailureOr<SmallVector<PoolAxis>> axes = poolAxes(op, *x);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> &result = shapes.emplace_back(x->take_front(2));
  for (const PoolAxis &axis : *axes)
    result.push_back(axis.outputs);
  return success();
}

LogicalResult
AvgPool3DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPool(*this, shapes);
}
LogicalResult
AvgPoolV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPool(*this, shapes);
}
LogicalResult
MaxPool3DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPool(*this, shapes);
}
LogicalResult
MaxPoolV3Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPool(*this, shapes);
}
