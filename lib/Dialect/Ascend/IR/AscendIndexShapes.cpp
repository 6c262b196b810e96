//===- AscendIndexShapes.cpp - Shapes of ops that use indices -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

static bool differ(int64_t a, int64_t b) {
  return a != b && a != kDynamic && b != kDynamic;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

LogicalResult
GatherV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   indices = shapeOf(getIndices());
  if (!x || !indices || !constantIntegers(getAxis()))
    return success();
  if (getGEInt("batch_dims", 0) != 0)
    return emitOpError("'ge.batch_dims' must be 0");
  std::optional<int64_t> axis = constantAxis(getAxis(), x->size());
  if (!axis)
    return emitOpError("axis is no axis of rank ") << x->size();
  SmallVector<int64_t> &result = shapes.emplace_back(x->take_front(*axis));
  llvm::append_range(result, *indices);
  llvm::append_range(result, x->drop_front(*axis + 1));
  return success();
}

/// The axis `ge.ATTRIBUTE` of indices along which they pick elements of
/// `data`; an error where there is none or another extent is too large.
static FailureOr<int64_t> elementAxis(AscendOpInterface op, StringRef attribute,
                                      ArrayRef<int64_t> data,
                                      ArrayRef<int64_t> indices) {
  auto axis = normalizeAxes(op.getGEInt(attribute, 0), data.size());
  if (!axis)
    return op->emitOpError("'ge.")
           << attribute << "' is no axis of rank " << data.size();
  if (indices.size() != data.size())
    return op->emitOpError("indices have rank ")
           << indices.size() << ", what they pick from " << data.size();
  for (auto [i, extent] : llvm::enumerate(indices))
    if (static_cast<int64_t>(i) != axis->front() && extent != kDynamic &&
        data[i] != kDynamic && extent > data[i])
      return op->emitOpError("indices have ")
             << extent << " elements along axis " << i
             << ", what they pick from " << data[i];
  return axis->front();
}

LogicalResult
GatherElementsOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   index = shapeOf(getIndex());
  if (!x || !index)
    return success();
  if (failed(elementAxis(*this, "dim", *x, *index)))
    return failure();
  shapes.emplace_back(*index);
  return success();
}

LogicalResult
GatherNdOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   indices = shapeOf(getIndices());
  if (!x || !indices)
    return success();
  int64_t batch = getGEInt("batch_dims", 0), rank = x->size();
  if (indices->empty() || batch < 0 ||
      batch >= std::min<int64_t>(rank, indices->size()))
    return emitOpError("'ge.batch_dims' must be less than the ranks, ")
           << rank << " and " << indices->size();
  for (int64_t axis = 0; axis < batch; ++axis)
    if (differ((*x)[axis], (*indices)[axis]))
      return emitOpError("operands differ at the shared axis ") << axis;
  int64_t depth = indices->back();
  if (depth == kDynamic)
    return success();
  if (depth < 1 || depth > rank - batch)
    return emitOpError("tuples of ")
           << depth << " indices for " << rank - batch << " axes";
  SmallVector<int64_t> &result = shapes.emplace_back(indices->drop_back());
  llvm::append_range(result, x->drop_front(batch + depth));
  return success();
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

LogicalResult ScatterElementsOp::verify() {
  auto word = dyn_cast_or_null<StringAttr>(getGEAttr("reduction"));
  if (word && !llvm::is_contained({"none", "add", "mul", "max", "min"},
                                  word.getValue()))
    return emitOpError("'ge.reduction' is none of none, add, mul, max and min");
  return success();
}

LogicalResult
ScatterElementsOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> data = shapeOf(getData()),
                                   indices = shapeOf(getIndices()),
                                   updates = shapeOf(getUpdates());
  if (!data || !indices || !updates)
    return success();
  if (failed(elementAxis(*this, "axis", *data, *indices)))
    return failure();
  if (updates->size() != indices->size() ||
      llvm::any_of(llvm::zip(*updates, *indices), [](auto pair) {
        return differ(std::get<0>(pair), std::get<1>(pair));
      }))
    return emitOpError("needs an update per index");
  shapes.emplace_back(*data);
  return success();
}

/// The shape of var, where each tuple of indices has its slice of updates.
static LogicalResult
inferScatterNd(Operation *op, SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> var = shapeOf(op->getOperand(0)),
                                   indices = shapeOf(op->getOperand(1)),
                                   updates = shapeOf(op->getOperand(2));
  if (!var || !indices || !updates)
    return success();
  if (indices->empty())
    return op->emitOpError("indices are no tuples");
  int64_t depth = indices->back(), rank = var->size();
  if (depth != kDynamic) {
    if (depth < 1 || depth > rank)
      return op->emitOpError("tuples of ")
             << depth << " indices for " << rank << " axes";
    SmallVector<int64_t> wanted(indices->drop_back());
    llvm::append_range(wanted, var->drop_front(depth));
    if (wanted.size() != updates->size() ||
        llvm::any_of(llvm::zip(wanted, *updates), [](auto pair) {
          return differ(std::get<0>(pair), std::get<1>(pair));
        }))
      return op->emitOpError("needs a slice of updates per tuple of indices");
  }
  shapes.emplace_back(*var);
  return success();
}

LogicalResult
ScatterNdUpdateOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferScatterNd(*this, shapes);
}

LogicalResult
ScatterNdAddOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferScatterNd(*this, shapes);
}

LogicalResult
ScatterNdMulOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferScatterNd(*this, shapes);
}

LogicalResult
ScatterNdMaxOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferScatterNd(*this, shapes);
}

LogicalResult
ScatterNdMinOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferScatterNd(*this, shapes);
}

//===----------------------------------------------------------------------===//
// Indices as values
//===----------------------------------------------------------------------===//

LogicalResult
OneHotOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x)
    return success();
  for (Value value : {getOnValue(), getOffValue()})
    if (auto shape = shapeOf(value))
      if (llvm::any_of(*shape,
                       [](int64_t extent) { return differ(extent, 1); }))
        return emitOpError("on_value and off_value must have one element");
  int64_t rank = x->size() + 1, axis = getGEInt("axis", -1);
  std::optional<SmallVector<int64_t>> position = normalizeAxes(axis, rank);
  if (!position)
    return emitOpError("'ge.axis' is no axis of rank ") << rank;
  std::optional<SmallVector<int64_t>> depth = constantIntegers(getDepth());
  if (depth && (depth->size() != 1 || depth->front() < 0))
    return emitOpError("depth is no extent");
  SmallVector<int64_t> &result = shapes.emplace_back(*x);
  result.insert(result.begin() + position->front(),
                depth ? depth->front() : kDynamic);
  return success();
}
