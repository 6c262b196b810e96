//===- AscendSortShapes.cpp - Shapes of order, scans and ranges -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// Both results of TopK and TopKD of `count` elements.
static LogicalResult topKExtents(AscendOpInterface op, ShapeMath &math,
                                 Extent count,
                                 SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x)
    return success();
  auto axis = normalizeAxes(op.getGEInt("dim"), x->size());
  if (!axis)
    return op->emitOpError("'ge.dim' is no axis of rank ") << x->size();
  Extent &extent = (*x)[axis->front()];
  Extent isInside =
      math.select(math.less(extent, count), 0, math.less(-1, count));
  if (failed(math.require(op, isInside,
                          "k lies outside of 0 to the extent of axis " +
                              Twine(axis->front()))))
    return failure();
  extent = count;
  extents.assign(2, *x);
  return success();
}

LogicalResult TopKOp::inferExtents(ShapeMath &math,
                                   SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> k = math.integersOf(getK());
  if (k && k->size() != 1)
    return emitOpError("k must have one element");
  return topKExtents(*this, math, k ? k->front() : Extent(), extents);
}

LogicalResult TopKDOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return topKExtents(*this, math, std::max<int64_t>(getK().value_or(-1), -1),
                     extents);
}

LogicalResult CumprodOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  if (constantIntegers(getAxis()) && !constantAxis(getAxis(), x->size()))
    return emitOpError("'axis' is no axis of rank ") << x->size();
  extents.push_back(std::move(*x));
  return success();
}

/// How many integers there are from `start` to before `limit`, or an error.
static FailureOr<Extent> countSteps(RangeOp op, ShapeMath &math, Extent start,
                                    Extent limit, Extent delta) {
  if (failed(math.require(op, math.select(math.equal(delta, 0), 0, 1),
                          "delta is 0")))
    return failure();
  // A step of the least integer: its magnitude is none.
  if (delta.is(INT64_MIN))
    delta = INT64_MIN + 1;
  Extent up = math.less(0, delta);
  Extent first = math.select(up, start, limit),
         last = math.select(up, limit, start);
  Extent isSome = math.less(first, last);
  if (isSome.is(0))
    return Extent(0);
  Extent room = math.sub(last, first),
         step = math.select(up, delta, math.sub(0, delta));
  // A difference that overflows is below 0, or unknown where both are numbers.
  bool areNumbers = first.isNumber() && last.isNumber();
  Extent fits = areNumbers ? Extent(room.isNumber()) : math.less(-1, room);
  if (failed(math.require(op, math.select(isSome, fits, 1),
                          "has too many numbers")))
    return failure();
  return math.ceilDiv(math.max(room, 0), step);
}

LogicalResult RangeOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  Extent numbers[3];
  bool areIntegers = true;
  for (auto [value, number] :
       llvm::zip_equal(ValueRange{getStart(), getLimit(), getDelta()},
                       MutableArrayRef(numbers))) {
    std::optional<Extents> known = math.integersOf(value);
    if (known && known->size() != 1)
      return emitOpError("start, limit and delta must have one element");
    areIntegers &= known.has_value();
    if (known)
      number = known->front();
  }
  if (!areIntegers) {
    extents.push_back({Extent()});
    return success();
  }
  FailureOr<Extent> count =
      countSteps(*this, math, numbers[0], numbers[1], numbers[2]);
  if (failed(count))
    return failure();
  extents.push_back({*count});
  return success();
}

LogicalResult BitcastOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  if (std::optional<Extents> x = math.shapeOf(getX()))
    extents.push_back(std::move(*x));
  return success();
}
