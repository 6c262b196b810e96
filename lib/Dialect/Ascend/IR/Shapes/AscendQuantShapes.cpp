//===- AscendQuantShapes.cpp - Shapes of scaled sums ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// The shape of x, where `scale` has one element or one for each channel.
template <typename Op>
static LogicalResult inferScaled(Op op, ShapeMath &math, Value scale,
                                 SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op.getX());
  if (!x)
    return success();
  extents.push_back(*x);
  std::optional<Extents> given = math.shapeOf(scale);
  if (!given || given->empty())
    return success();
  if (given->size() > 1)
    return op->emitOpError("its scale has rank ")
           << given->size() << ", needs one element or one for each channel";
  Extent length = given->front();
  if (length.is(1))
    return success();
  if (x->empty())
    return op->emitOpError("x has no channels, its scale has rank 1");
  Extent channels = (*x)[op.getChannelAxis(length.number())];
  return math.require(
      op,
      math.either(math.equal(length, channels), math.equal(length, Extent(1))),
      "its scale has {} elements, x has {} channels", {length, channels});
}

LogicalResult AscendDequantOp::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return inferScaled(*this, math, getDeqScale(), extents);
}

LogicalResult AscendRequantOp::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return inferScaled(*this, math, getReqScale(), extents);
}
