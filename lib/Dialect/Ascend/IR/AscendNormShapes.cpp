//===- AscendNormShapes.cpp - Shapes of normalizations --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

LogicalResult
mlir::ascend::inferAlong(Operation *op, Value x, ArrayRef<int64_t> axes,
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

/// Whether two extents may be the same.
static bool mayEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// The shape of x, where `vectors` have an element for each of its channels.
static LogicalResult
inferChannels(Operation *op, Value x, ValueRange vectors,
              SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> extents = shapeOf(x);
  if (!extents)
    return success();
  if (extents->size() < 2)
    return op->emitOpError("x has rank ")
           << extents->size() << " and no channels";
  int64_t channels = (*extents)[1];
  for (Value vector : vectors) {
    std::optional<ArrayRef<int64_t>> shape = shapeOf(vector);
    if (!shape)
      continue;
    if (shape->size() != 1)
      return op->emitOpError("a parameter has rank ")
             << shape->size() << ", needs a vector with an element per channel";
    if (!mayEqual(shape->front(), channels))
      return op->emitOpError("a vector has ")
             << shape->front() << " elements, x has " << channels
             << " channels";
  }
  shapes.emplace_back(*extents);
  return success();
}

LogicalResult
BatchNormOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferChannels(*this, getX(), getOperands().drop_front(), shapes);
}

LogicalResult
BNInferOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferChannels(*this, getX(), getOperands().drop_front(), shapes);
}

LogicalResult
BNInferenceOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferChannels(*this, getX(),
                       {getMean(), getVariance(), getScale(), getOffset()},
                       shapes);
}

LogicalResult
LayerNormOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x)
    return success();
  auto axes = normalizeAxes(getGEInt("begin_norm_axis", 0), x->size());
  if (!axes)
    return emitOpError("'ge.begin_norm_axis' is no axis of rank ") << x->size();
  ArrayRef<int64_t> extents = x->drop_front(axes->front());
  for (Value parameter : {getGamma(), getBeta()}) {
    std::optional<ArrayRef<int64_t>> shape = shapeOf(parameter);
    if (shape && (shape->size() != extents.size() ||
                  !llvm::all_of_zip(*shape, extents, mayEqual)))
      return emitOpError("gamma and beta need the extents [")
             << extents << "] of the normalized axes";
  }
  SmallVector<int64_t> statistics(*x);
  llvm::fill(MutableArrayRef(statistics).drop_front(axes->front()), 1);
  shapes.emplace_back(*x);
  shapes.push_back(statistics);
  shapes.push_back(std::move(statistics));
  return success();
}

LogicalResult
SoftmaxV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axes", {-1}), "axes", shapes);
}

LogicalResult
LogSoftmaxV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axes", {-1}), "axes", shapes);
}

LogicalResult
HardMaxOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInt("axis", -1), "axis", shapes);
}

LogicalResult
MVNV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axes", {0, 2, 3}), "axes",
                    shapes);
}

LogicalResult
L2NormalizeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferAlong(*this, getX(), getGEInts("axis", {}), "axis", shapes);
}

LogicalResult
LRNOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  int64_t radius = getGEInt("depth_radius", 5);
  if (radius < 0 || radius > INT32_MAX)
    return emitOpError("'ge.depth_radius' is ") << radius;
  int64_t size = getGEInt("local_size", 2 * radius + 1);
  if (size < 1 || (size - 1) / 2 != radius)
    return emitOpError("'ge.local_size' is ")
           << size << ", which has not 'ge.depth_radius' = " << radius
           << " channels before each";
  auto region = dyn_cast_or_null<StringAttr>(getGEAttr("norm_region"));
  if (region && region.getValue() != "ACROSS_CHANNELS")
    return emitOpError("'ge.norm_region' must be \"ACROSS_CHANNELS\", is ")
           << region;
  return inferChannels(*this, getX(), {}, shapes);
}

LogicalResult
InstanceNormOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (failed(inferChannels(*this, getX(), {getGamma(), getBeta()}, shapes)))
    return failure();
  if (shapes.empty())
    return success();
  SmallVector<int64_t> statistics(shapes.front());
  llvm::fill(MutableArrayRef(statistics).drop_front(2), 1);
  shapes.push_back(statistics);
  shapes.push_back(std::move(statistics));
  return success();
}

LogicalResult
GroupNormOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (failed(inferChannels(*this, getX(), {getGamma(), getBeta()}, shapes)))
    return failure();
  if (shapes.empty())
    return success();
  int64_t groups = getGEInt("num_groups", 1), channels = shapes.front()[1];
  if (groups < 1 ||
      (!ShapedType::isDynamic(channels) && channels % groups != 0))
    return emitOpError("'ge.num_groups' is ")
           << groups << ", x has " << channels << " channels";
  SmallVector<int64_t> statistics{shapes.front()[0], groups};
  shapes.push_back(statistics);
  shapes.push_back(std::move(statistics));
  return success();
}

LogicalResult
RmsNormOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   gamma = shapeOf(getGamma());
  if (!x || !gamma)
    return success();
  if (gamma->empty() || gamma->size() > x->size() ||
      !llvm::all_of_zip(x->take_back(gamma->size()), *gamma, mayEqual))
    return emitOpError("gamma has the extents [")
           << *gamma << "], which are not the last ones of x, [" << *x << "]";
  SmallVector<int64_t> root(*x);
  llvm::fill(MutableArrayRef(root).take_back(gamma->size()), 1);
  shapes.emplace_back(*x);
  shapes.push_back(std::move(root));
  return success();
}
