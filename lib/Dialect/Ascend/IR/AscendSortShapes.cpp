//===- AscendSortShapes.cpp - Shapes of order, scans and ranges -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

LogicalResult
TopKOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x)
    return success();
  auto axis = normalizeAxes(getGEInt("dim", -1), x->size());
  if (!axis)
    return emitOpError("'ge.dim' is no axis of rank ") << x->size();
  SmallVector<int64_t> result(*x);
  int64_t &extent = result[axis->front()];
  std::optional<SmallVector<int64_t>> k = constantIntegers(getK());
  if (k && (k->size() != 1 || k->front() < 0 ||
            (extent != kDynamic && k->front() > extent)))
    return emitOpError("k lies outside of 0 to the extent of axis ")
           << axis->front();
  extent = k ? k->front() : kDynamic;
  shapes.assign(2, result);
  return success();
}

LogicalResult
CumprodOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x)
    return success();
  if (constantIntegers(getAxis()) && !constantAxis(getAxis(), x->size()))
    return emitOpError("'axis' is no axis of rank ") << x->size();
  shapes.emplace_back(*x);
  return success();
}

LogicalResult
RangeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  int64_t numbers[3];
  for (auto [value, number] :
       llvm::zip_equal(ValueRange{getStart(), getLimit(), getDelta()},
                       MutableArrayRef(numbers))) {
    std::optional<SmallVector<int64_t>> known = constantIntegers(value);
    if (known && known->size() != 1)
      return emitOpError("start, limit and delta must have one element");
    if (!known) {
      shapes.push_back({kDynamic});
      return success();
    }
    number = known->front();
  }
  auto [start, limit, delta] = numbers;
  if (delta == 0)
    return emitOpError("delta is 0");
  // As unsigned numbers no difference overflows.
  bool up = delta > 0;
  uint64_t room = up ? uint64_t(limit) - uint64_t(start)
                     : uint64_t(start) - uint64_t(limit);
  uint64_t step = up ? uint64_t(delta) : 0 - uint64_t(delta);
  bool empty = up ? limit <= start : limit >= start;
  uint64_t count = empty ? 0 : (room - 1) / step + 1;
  if (count > uint64_t(INT64_MAX))
    return emitOpError("has too many numbers");
  shapes.push_back({int64_t(count)});
  return success();
}

LogicalResult
BitcastOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (std::optional<ArrayRef<int64_t>> x = shapeOf(getX()))
    shapes.emplace_back(*x);
  return success();
}
