//===- AscendStaticShapes.cpp - Shapes of ops with constants as attributes ===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

LogicalResult TransposeDOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  return inferTranspose(*this, math, getX(), getPerm(), extents);
}

LogicalResult ExpandDOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferExpand(*this, math, getX(), toExtents(getShape()), extents);
}

LogicalResult TileDOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  return x ? inferTile(*this, math, *x, toExtents(getMultiples()), extents)
           : success();
}

LogicalResult FillDOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return inferFill(*this, math, getValue(), toExtents(getDims()), extents);
}

LogicalResult
ResizeNearestNeighborV2DOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  return inferResizedImages(*this, math, getX(), toExtents(getSize()), extents);
}

LogicalResult ReverseV2DOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxis(), "axis", extents);
}

//===----------------------------------------------------------------------===//
// Along one axis
//===----------------------------------------------------------------------===//

static LogicalResult inferArg(AscendOpInterface op, ShapeMath &math, Value x,
                              SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  auto axis = normalizeAxes(op.getGEInt("dimension"), shape->size());
  if (!axis)
    return op->emitOpError("'ge.dimension' is no axis of rank ")
           << shape->size();
  return inferWithoutAxis(op, math, *shape, axis->front(), extents);
}

LogicalResult ArgMaxDOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferArg(*this, math, getX(), extents);
}

LogicalResult ArgMinDOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferArg(*this, math, getX(), extents);
}

LogicalResult CumsumDOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxis(), "axis", extents);
}

LogicalResult CumprodDOp::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxis(), "axis", extents);
}
