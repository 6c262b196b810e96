//===- AscendReduceShapes.cpp - Shapes of reductions ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

std::optional<SmallVector<int64_t>>
mlir::ascend::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    if (axis < -rank || axis >= rank)
      return std::nullopt;
    result.push_back(axis < 0 ? axis + rank : axis);
  }
  llvm::sort(result);
  if (llvm::adjacent_find(result) != result.end())
    return std::nullopt;
  return result;
}

/// The axes as they are given, or nothing where they are not constant.
static std::optional<SmallVector<int64_t>> givenAxes(AscendOpInterface op) {
  if (op->getNumOperands() > 1)
    return constantIntegers(op->getOperand(1));
  return op.getGEInts("axes", op.getGEInts("axis"));
}

std::optional<SmallVector<int64_t>> mlir::ascend::reducedAxes(Operation *op) {
  auto node = cast<AscendOpInterface>(op);
  std::optional<ArrayRef<int64_t>> x = rankedShapeOf(op->getOperand(0));
  std::optional<SmallVector<int64_t>> axes = givenAxes(node);
  if (!x || !axes)
    return std::nullopt;
  if (axes->empty() && !node.getGEBool("noop_with_empty_axes"))
    return llvm::to_vector(llvm::seq<int64_t>(0, x->size()));
  return normalizeAxes(*axes, x->size());
}

LogicalResult mlir::ascend::inferReduction(Operation *op, ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  auto node = cast<AscendOpInterface>(op);
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x || !givenAxes(node))
    return success();
  std::optional<SmallVector<int64_t>> axes = reducedAxes(op);
  if (!axes)
    return op->emitOpError("axes repeat or lie outside rank ") << x->size();
  bool keep = node.getGEBool("keep_dims") || node.getGEBool("keepdim");
  Extents &result = extents.emplace_back();
  for (auto [axis, extent] : llvm::enumerate(*x)) {
    if (!llvm::binary_search(*axes, static_cast<int64_t>(axis)))
      result.push_back(extent);
    else if (keep)
      result.push_back(1);
  }
  return success();
}

LogicalResult
GlobalAveragePoolOp::inferExtents(ShapeMath &math,
                                  SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  if (x->size() < 3)
    return emitOpError("x has rank ") << x->size() << " and no spatial axes";
  Extents &result = extents.emplace_back(x->size(), 1);
  llvm::copy(ArrayRef(*x).take_front(2), result.begin());
  return success();
}

std::optional<int64_t> mlir::ascend::constantAxis(Value axis, int64_t rank) {
  std::optional<SmallVector<int64_t>> given = constantIntegers(axis);
  if (!given || given->size() != 1)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> valid = normalizeAxes(*given, rank);
  return valid ? std::optional(valid->front()) : std::nullopt;
}

/// Whether `axis` is a constant that is no axis of that rank.
static bool isWrongAxis(Value axis, int64_t rank) {
  return constantIntegers(axis) && !constantAxis(axis, rank);
}

LogicalResult
mlir::ascend::inferWithoutAxis(Operation *op, ShapeMath &math,
                               ArrayRef<Extent> shape, int64_t axis,
                               SmallVectorImpl<Extents> &extents) {
  if (failed(math.require(op, math.less(0, shape[axis]),
                          "axis " + Twine(axis) + " has no elements")))
    return failure();
  Extents &result = extents.emplace_back(shape);
  result.erase(result.begin() + axis);
  return success();
}

static LogicalResult inferArg(Operation *op, ShapeMath &math, Value x,
                              Value dimension,
                              SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  int64_t rank = shape->size();
  if (isWrongAxis(dimension, rank))
    return op->emitOpError("'dimension' is no axis of rank ") << rank;
  std::optional<int64_t> axis = constantAxis(dimension, rank);
  if (!axis)
    return success();
  return inferWithoutAxis(op, math, *shape, *axis, extents);
}

LogicalResult ArgMaxV2Op::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  return inferArg(*this, math, getX(), getDimension(), extents);
}

LogicalResult ArgMinOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  return inferArg(*this, math, getX(), getDimension(), extents);
}

LogicalResult CumsumOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  if (isWrongAxis(getAxis(), x->size()))
    return emitOpError("'axis' is no axis of rank ") << x->size();
  extents.push_back(*x);
  return success();
}

LogicalResult ExpandDimsOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  int64_t rank = x->size() + 1;
  if (isWrongAxis(getAxis(), rank))
    return emitOpError("'axis' is no axis of rank ") << rank;
  if (std::optional<int64_t> axis = constantAxis(getAxis(), rank)) {
    Extents &result = extents.emplace_back(*x);
    result.insert(result.begin() + *axis, 1);
  }
  return success();
}
