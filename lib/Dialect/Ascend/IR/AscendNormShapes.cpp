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
      return op->emitOpError(
          "scale, offset, mean and variance must be vectors");
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
