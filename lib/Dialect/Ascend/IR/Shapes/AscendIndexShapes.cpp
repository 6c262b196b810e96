//===- AscendIndexShapes.cpp - Shapes of ops that use indices -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

LogicalResult GatherV2Op::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         indices = math.shapeOf(getIndices());
  if (!x || !indices || !constantIntegers(getAxis()))
    return success();
  if (getBatchDims() != 0)
    return emitOpError("'ge.batch_dims' must be 0");
  std::optional<int64_t> axis = constantAxis(getAxis(), x->size());
  if (!axis)
    return emitOpError("axis is no axis of rank ") << x->size();
  Extents result(ArrayRef(*x).take_front(*axis));
  llvm::append_range(result, *indices);
  llvm::append_range(result, ArrayRef(*x).drop_front(*axis + 1));
  extents.push_back(std::move(result));
  return success();
}

/// The axis `ge.ATTRIBUTE` of indices along which they pick elements of
/// `data`; an error where there is none or another extent is too large.
static FailureOr<int64_t> elementAxis(AscendOpInterface op, ShapeMath &math,
                                      StringRef attribute,
                                      ArrayRef<Extent> data,
                                      ArrayRef<Extent> indices) {
  auto axis = normalizeAxes(op.getGEInt(attribute), data.size());
  if (!axis)
    return op->emitOpError("'ge.")
           << attribute << "' is no axis of rank " << data.size();
  if (indices.size() != data.size())
    return op->emitOpError("indices have rank ")
           << indices.size() << ", what they pick from " << data.size();
  for (auto [i, extent] : llvm::enumerate(indices))
    if (static_cast<int64_t>(i) != axis->front() &&
        failed(math.require(op, isAtMost(math, extent, data[i]),
                            "indices have {} elements along axis " + Twine(i) +
                                ", what they pick from {}",
                            {extent, data[i]})))
      return failure();
  return axis->front();
}

LogicalResult
GatherElementsOp::inferExtents(ShapeMath &math,
                               SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         index = math.shapeOf(getIndex());
  if (!x || !index)
    return success();
  if (failed(elementAxis(*this, math, "dim", *x, *index)))
    return failure();
  extents.push_back(std::move(*index));
  return success();
}

LogicalResult GatherNdOp::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         indices = math.shapeOf(getIndices());
  if (!x || !indices)
    return success();
  int64_t batch = getBatchDims(), rank = x->size();
  if (indices->empty() || batch < 0 ||
      batch >= std::min<int64_t>(rank, indices->size()))
    return emitOpError("'ge.batch_dims' must be less than the ranks, ")
           << rank << " and " << indices->size();
  for (int64_t axis = 0; axis < batch; ++axis)
    if (failed(
            math.require(*this, math.equal((*x)[axis], (*indices)[axis]),
                         "operands differ at the shared axis " + Twine(axis))))
      return failure();
  // The rank of the result.
  if (!indices->back().isNumber())
    return success();
  int64_t depth = indices->back().number();
  if (depth < 1 || depth > rank - batch)
    return emitOpError("tuples of ")
           << depth << " indices for " << rank - batch << " axes";
  Extents result(ArrayRef(*indices).drop_back());
  llvm::append_range(result, ArrayRef(*x).drop_front(batch + depth));
  extents.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Fails where `updates` has other extents than `wanted`.
static LogicalResult checkUpdates(Operation *op, ShapeMath &math,
                                  ArrayRef<Extent> updates,
                                  ArrayRef<Extent> wanted,
                                  const Twine &message) {
  if (updates.size() != wanted.size())
    return op->emitOpError(message);
  for (auto [update, extent] : llvm::zip_equal(updates, wanted))
    if (failed(math.require(op, math.equal(update, extent), message)))
      return failure();
  return success();
}

LogicalResult
ScatterElementsOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> data = math.shapeOf(getData()),
                         indices = math.shapeOf(getIndices()),
                         updates = math.shapeOf(getUpdates());
  if (!data || !indices || !updates)
    return success();
  if (failed(elementAxis(*this, math, "axis", *data, *indices)) ||
      failed(checkUpdates(*this, math, *updates, *indices,
                          "needs an update per index")))
    return failure();
  extents.push_back(std::move(*data));
  return success();
}

/// The shape of var, where each tuple of indices has its slice of updates.
static LogicalResult inferScatterNd(Operation *op, ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> var = math.shapeOf(op->getOperand(0)),
                         indices = math.shapeOf(op->getOperand(1)),
                         updates = math.shapeOf(op->getOperand(2));
  if (!var || !indices || !updates)
    return success();
  if (indices->empty())
    return op->emitOpError("indices are no tuples");
  int64_t rank = var->size();
  if (indices->back().isNumber()) {
    int64_t depth = indices->back().number();
    if (depth < 1 || depth > rank)
      return op->emitOpError("tuples of ")
             << depth << " indices for " << rank << " axes";
    Extents wanted(ArrayRef(*indices).drop_back());
    llvm::append_range(wanted, ArrayRef(*var).drop_front(depth));
    if (failed(checkUpdates(op, math, *updates, wanted,
                            "needs a slice of updates per tuple of indices")))
      return failure();
  }
  extents.push_back(std::move(*var));
  return success();
}

LogicalResult
ScatterNdUpdateOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  return inferScatterNd(*this, math, extents);
}

LogicalResult ScatterNdAddOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferScatterNd(*this, math, extents);
}

LogicalResult ScatterNdMulOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferScatterNd(*this, math, extents);
}

LogicalResult ScatterNdMaxOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferScatterNd(*this, math, extents);
}

LogicalResult ScatterNdMinOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferScatterNd(*this, math, extents);
}

//===----------------------------------------------------------------------===//
// Indices as values
//===----------------------------------------------------------------------===//

LogicalResult OneHotOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  for (Value value : {getOnValue(), getOffValue()})
    if (std::optional<Extents> shape = math.shapeOf(value))
      if (failed(math.require(*this, math.equal(math.product(*shape), 1),
                              "on_value and off_value must have one element")))
        return failure();
  int64_t rank = x->size() + 1, axis = getAxis();
  std::optional<SmallVector<int64_t>> position = normalizeAxes(axis, rank);
  if (!position)
    return emitOpError("'ge.axis' is no axis of rank ") << rank;
  Extent extent;
  if (std::optional<Extents> depth = math.integersOf(getDepth())) {
    if (depth->size() != 1)
      return emitOpError("depth is no extent");
    extent = depth->front();
    if (failed(
            math.require(*this, math.less(-1, extent), "depth is no extent")))
      return failure();
  }
  Extents result(*x);
  result.insert(result.begin() + position->front(), extent);
  extents.push_back(std::move(result));
  return success();
}
