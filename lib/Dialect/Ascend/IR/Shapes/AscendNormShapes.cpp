//===- AscendNormShapes.cpp - Shapes of normalizations --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

LogicalResult mlir::ascend::inferAlong(Operation *op, ShapeMath &math, Value x,
                                       ArrayRef<int64_t> axes,
                                       StringRef attribute,
                                       SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  if (!normalizeAxes(axes, shape->size()))
    return op->emitOpError("'ge.")
           << attribute << "' names an axis twice or outside rank "
           << shape->size();
  extents.push_back(*shape);
  return success();
}

/// The shape of x, where `vectors` have an element for each of its channels: in
/// NC1HWC0 they are [C1, C0].
static LogicalResult inferChannels(Operation *op, ShapeMath &math, Value x,
                                   ValueRange vectors,
                                   SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  if (shape->size() < 2)
    return op->emitOpError("x has rank ")
           << shape->size() << " and no channels";
  Extent channels = (*shape)[1], block = shape->back();
  for (Value vector : vectors) {
    std::optional<Extents> length = math.shapeOf(vector);
    if (!length)
      continue;
    bool inBlocks = isa<BatchNormOp, BNInferenceOp, BNInferOp>(op) &&
                    length->size() == 2 && shape->size() == 5;
    if (length->size() != 1 && !inBlocks)
      return op->emitOpError("a parameter has rank ")
             << length->size()
             << ", needs a vector with an element per channel";
    if (inBlocks &&
        failed(math.require(op, math.equal(length->back(), block),
                            "a vector has blocks of {} channels, x of {}",
                            {length->back(), block})))
      return failure();
    if (failed(math.require(op, math.equal(length->front(), channels),
                            "a vector has {} elements, x has {} channels",
                            {length->front(), channels})))
      return failure();
  }
  extents.push_back(*shape);
  return success();
}

LogicalResult BatchNormOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferChannels(*this, math, getX(), getOperands().drop_front(),
                       extents);
}

LogicalResult BNInferOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferChannels(*this, math, getX(), getOperands().drop_front(),
                       extents);
}

LogicalResult BNInferenceOp::inferExtents(ShapeMath &math,
                                          SmallVectorImpl<Extents> &extents) {
  return inferChannels(*this, math, getX(),
                       {getMean(), getVariance(), getScale(), getOffset()},
                       extents);
}

LogicalResult LayerNormOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  auto axes = normalizeAxes(getBeginNormAxis(), x->size());
  if (!axes)
    return emitOpError("'ge.begin_norm_axis' is no axis of rank ") << x->size();
  ArrayRef<Extent> normalized = ArrayRef(*x).drop_front(axes->front());
  std::string list(normalized.size() ? "{}" : "");
  for (size_t i = 1; i < normalized.size(); ++i)
    list += ", {}";
  for (Value parameter : {getGamma(), getBeta()}) {
    std::optional<Extents> shape = math.shapeOf(parameter);
    if (!shape)
      continue;
    bool sameRank = shape->size() == normalized.size();
    for (size_t i = 0; i < normalized.size(); ++i)
      if (failed(math.require(
              *this, sameRank ? math.equal((*shape)[i], normalized[i]) : 0,
              "gamma and beta need the extents [" + list +
                  "] of the normalized axes",
              normalized)))
        return failure();
  }
  Extents statistics(*x);
  llvm::fill(MutableArrayRef(statistics).drop_front(axes->front()), 1);
  extents.push_back(*x);
  extents.push_back(statistics);
  extents.push_back(std::move(statistics));
  return success();
}

LogicalResult SoftmaxV2Op::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxes(), "axes", extents);
}

LogicalResult LogSoftmaxV2Op::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxes(), "axes", extents);
}

LogicalResult HardMaxOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxis(), "axis", extents);
}

LogicalResult MVNV2Op::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxes(), "axes", extents);
}

LogicalResult L2NormalizeOp::inferExtents(ShapeMath &math,
                                          SmallVectorImpl<Extents> &extents) {
  return inferAlong(*this, math, getX(), getAxis(), "axis", extents);
}

LogicalResult LRNOp::inferExtents(ShapeMath &math,
                                  SmallVectorImpl<Extents> &extents) {
  int64_t radius = getDepthRadius();
  if (radius < 0 || radius > INT32_MAX)
    return emitOpError("'ge.depth_radius' is ") << radius;
  int64_t size = getLocalSize().value_or(2 * radius + 1);
  if (size < 1 || (size - 1) / 2 != radius)
    return emitOpError("'ge.local_size' is ")
           << size << ", which does not have 'ge.depth_radius' = " << radius
           << " channels before each";
  return inferChannels(*this, math, getX(), {}, extents);
}

LogicalResult InstanceNormOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  if (failed(
          inferChannels(*this, math, getX(), {getGamma(), getBeta()}, extents)))
    return failure();
  if (extents.empty())
    return success();
  Extents statistics(extents.front());
  llvm::fill(MutableArrayRef(statistics).drop_front(2), Extent(1));
  extents.push_back(statistics);
  extents.push_back(std::move(statistics));
  return success();
}

LogicalResult GroupNormOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  if (failed(
          inferChannels(*this, math, getX(), {getGamma(), getBeta()}, extents)))
    return failure();
  if (extents.empty())
    return success();
  int64_t groups = getNumGroups();
  if (groups < 1)
    return emitOpError("'ge.num_groups' is ") << groups;
  Extent channels = extents.front()[1];
  if (failed(math.require(*this, math.equal(math.rem(channels, groups), 0),
                          "'ge.num_groups' is {}, x has {} channels",
                          {groups, channels})))
    return failure();
  Extents statistics{extents.front()[0], groups};
  extents.push_back(statistics);
  extents.push_back(std::move(statistics));
  return success();
}

LogicalResult RmsNormOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         gamma = math.shapeOf(getGamma());
  if (!x || !gamma)
    return success();
  size_t axes = gamma->size();
  if (axes == 0 || axes > x->size())
    return emitOpError("gamma has rank ")
           << axes << ", x has rank " << x->size();
  for (auto [have, wanted] :
       llvm::zip_equal(*gamma, ArrayRef(*x).take_back(axes)))
    if (failed(math.require(*this, math.equal(have, wanted),
                            "gamma has an extent of {} where x has {}",
                            {have, wanted})))
      return failure();
  Extents root(*x);
  llvm::fill(MutableArrayRef(root).take_back(axes), Extent(1));
  extents.push_back(std::move(*x));
  extents.push_back(std::move(root));
  return success();
}
