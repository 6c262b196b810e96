//===- AscendMoveShapes.cpp - Shapes of ops that move data ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

/// The product of extents, or nothing where one is unknown or it overflows.
static std::optional<int64_t> product(ArrayRef<int64_t> shape) {
  int64_t result = 1;
  for (int64_t extent : shape)
    if (extent < 0 || llvm::MulOverflow(result, extent, result))
      return std::nullopt;
  return result;
}

LogicalResult
ReshapeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  std::optional<SmallVector<int64_t>> wanted = constantIntegers(getShape());
  if (!x || !wanted)
    return success();
  bool allowZero = getGEInt("allowzero", 0) != 0;
  SmallVector<int64_t> result;
  std::optional<size_t> rest;
  for (auto [i, extent] : llvm::enumerate(*wanted)) {
    if (extent == -1) {
      if (rest)
        return emitOpError("shape has -1 twice");
      rest = i;
      result.push_back(1);
    } else if (extent == 0 && !allowZero) {
      if (i >= x->size())
        return emitOpError("shape copies extent ")
               << i << " of an operand of rank " << x->size();
      result.push_back((*x)[i]);
    } else if (extent < 0) {
      return emitOpError("shape has the negative extent ") << extent;
    } else {
      result.push_back(extent);
    }
  }
  std::optional<int64_t> have = product(*x), known = product(result);
  if (rest) {
    result[*rest] = kDynamic;
    if (have && known) {
      if (*known == 0 ? *have != 0 : *have % *known)
        return emitOpError("cannot reshape ")
               << *have << " elements to a shape with " << *known
               << " in the known extents";
      result[*rest] = *known == 0 ? 0 : *have / *known;
    }
  } else if (have && known && *have != *known) {
    return emitOpError("cannot reshape ") << *have << " elements to " << *known;
  }
  shapes.push_back(std::move(result));
  return success();
}

/// Removes extents of 1 at `axes`, or everywhere where `axes` is nothing.
static LogicalResult
inferSqueeze(Operation *op, Value x, std::optional<ArrayRef<int64_t>> axes,
             SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  SmallVector<int64_t> removed;
  if (axes) {
    std::optional<SmallVector<int64_t>> valid =
        normalizeAxes(*axes, shape->size());
    if (!valid)
      return op->emitOpError("axes repeat or lie outside rank ")
             << shape->size();
    removed = *valid;
    for (int64_t axis : removed)
      if ((*shape)[axis] != 1 && (*shape)[axis] != kDynamic)
        return op->emitOpError("cannot squeeze axis ")
               << axis << " of extent " << (*shape)[axis];
  } else {
    // Which unknown extents are 1 is not known, so nor is the rank.
    if (llvm::is_contained(*shape, kDynamic))
      return success();
    for (auto [axis, extent] : llvm::enumerate(*shape))
      if (extent == 1)
        removed.push_back(axis);
  }
  SmallVector<int64_t> &result = shapes.emplace_back();
  for (auto [axis, extent] : llvm::enumerate(*shape))
    if (!llvm::binary_search(removed, static_cast<int64_t>(axis)))
      result.push_back(extent);
  return success();
}

static LogicalResult
inferUnsqueeze(Operation *op, Value x, ArrayRef<int64_t> axes,
               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  int64_t rank = shape->size() + axes.size();
  std::optional<SmallVector<int64_t>> inserted = normalizeAxes(axes, rank);
  if (!inserted)
    return op->emitOpError("axes repeat or lie outside rank ") << rank;
  SmallVector<int64_t> &result = shapes.emplace_back();
  auto next = shape->begin();
  for (int64_t axis = 0; axis < rank; ++axis)
    result.push_back(llvm::binary_search(*inserted, axis) ? 1 : *next++);
  return success();
}

LogicalResult
SqueezeV3Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (getAxes().empty())
    return inferSqueeze(*this, getX(), std::nullopt, shapes);
  std::optional<SmallVector<int64_t>> axes =
      constantIntegers(getAxes().front());
  if (!axes)
    return success();
  return inferSqueeze(*this, getX(), ArrayRef<int64_t>(*axes), shapes);
}

LogicalResult
SqueezeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  SmallVector<int64_t> axes = getGEInts("axis", {});
  if (axes.empty())
    return inferSqueeze(*this, getX(), std::nullopt, shapes);
  return inferSqueeze(*this, getX(), ArrayRef<int64_t>(axes), shapes);
}

LogicalResult
UnsqueezeV3Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (getAxes().empty())
    return emitOpError("needs the operand 'axes'");
  std::optional<SmallVector<int64_t>> axes =
      constantIntegers(getAxes().front());
  if (!axes)
    return success();
  return inferUnsqueeze(*this, getX(), *axes, shapes);
}

LogicalResult
UnsqueezeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferUnsqueeze(*this, getX(), getGEInts("axes", {}), shapes);
}

LogicalResult
mlir::ascend::inferTranspose(Operation *op, Value x, ArrayRef<int64_t> perm,
                             SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  std::optional<SmallVector<int64_t>> sorted =
      normalizeAxes(perm, shape->size());
  if (!sorted || sorted->size() != shape->size())
    return op->emitOpError("perm is no permutation of the ")
           << shape->size() << " axes";
  SmallVector<int64_t> &result = shapes.emplace_back();
  for (int64_t axis : perm)
    result.push_back((*shape)[axis < 0 ? axis + shape->size() : axis]);
  return success();
}

LogicalResult
TransposeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<SmallVector<int64_t>> perm = constantIntegers(getPerm());
  return perm ? inferTranspose(*this, getX(), *perm, shapes) : success();
}

LogicalResult
mlir::ascend::inferExpand(Operation *op, Value x, ArrayRef<int64_t> wanted,
                          SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape)
    return success();
  for (int64_t extent : wanted)
    if (extent < 0)
      return op->emitOpError("shape has the negative extent ") << extent;
  return broadcastShapes(op, *shape, wanted, shapes.emplace_back());
}

LogicalResult
ExpandOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<SmallVector<int64_t>> wanted = constantIntegers(getShape());
  return wanted ? inferExpand(*this, getX(), *wanted, shapes) : success();
}

LogicalResult
ConcatDOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  SmallVector<int64_t> result;
  std::optional<int64_t> axis;
  for (Value operand : getX()) {
    std::optional<ArrayRef<int64_t>> shape = shapeOf(operand);
    if (!shape)
      return success();
    if (!axis) {
      auto valid = normalizeAxes({getGEInt("concat_dim", 0)}, shape->size());
      if (!valid)
        return emitOpError("'ge.concat_dim' lies outside rank ")
               << shape->size();
      axis = valid->front();
      result.assign(shape->begin(), shape->end());
      continue;
    }
    if (shape->size() != result.size())
      return emitOpError("operands have ranks ")
             << result.size() << " and " << shape->size();
    for (auto [i, extent] : llvm::enumerate(*shape)) {
      int64_t &known = result[i];
      if (static_cast<int64_t>(i) == *axis) {
        if (known == kDynamic || extent == kDynamic)
          known = kDynamic;
        else if (llvm::AddOverflow(known, extent, known))
          return emitOpError("the joined extent overflows");
      } else if (known == kDynamic) {
        known = extent;
      } else if (extent != known && extent != kDynamic) {
        return emitOpError("operands differ at axis ")
               << i << ": " << known << " against " << extent;
      }
    }
  }
  if (axis)
    shapes.push_back(std::move(result));
  return success();
}

/// The ranges of a slice along `axes`, which lie inside the rank; nothing where
/// a step is 0.
static std::optional<SmallVector<SliceRange>>
rangesOf(ArrayRef<int64_t> x, ArrayRef<int64_t> begin, ArrayRef<int64_t> end,
         ArrayRef<int64_t> axes, ArrayRef<int64_t> steps) {
  SmallVector<SliceRange> ranges;
  for (int64_t extent : x)
    ranges.push_back({0, 1, extent});
  for (auto [axis, first, last, step] : llvm::zip(axes, begin, end, steps)) {
    int64_t at = axis < 0 ? axis + x.size() : axis;
    int64_t extent = x[at];
    if (step == 0)
      return std::nullopt;
    if (extent == kDynamic) {
      ranges[at].size = kDynamic;
      continue;
    }
    if (extent == 0) {
      ranges[at] = {0, 1, 0};
      continue;
    }
    // ONNX Slice: negative positions count from the end, then clamp. A
    // backward slice that begins before the first element begins at it, unlike
    // in numpy; only its end may stand before it.
    auto clamp = [extent](int64_t position, int64_t low, int64_t high) {
      if (position < 0)
        position = position < -extent ? -1 : position + extent;
      return std::clamp(position, low, high);
    };
    bool forward = step > 0;
    int64_t from = clamp(first, 0, forward ? extent : extent - 1);
    int64_t to = clamp(last, forward ? 0 : -1, forward ? extent : extent - 1);
    // Wide steps could overflow the rounding division: they take one element.
    int64_t distance = step > 0 ? to - from : from - to;
    uint64_t width = step > 0 ? uint64_t(step) : 0 - uint64_t(step);
    int64_t size =
        distance <= 0 ? 0 : int64_t((uint64_t(distance) - 1) / width + 1);
    ranges[at] = {from, step, size};
  }
  return ranges;
}

std::optional<SmallVector<SliceRange>>
mlir::ascend::sliceRanges(StridedSliceV2Op op) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(op.getX());
  std::optional<SmallVector<int64_t>> begin = constantIntegers(op.getBegin());
  std::optional<SmallVector<int64_t>> end = constantIntegers(op.getEnd());
  if (!x || !begin || !end || begin->size() != end->size())
    return std::nullopt;
  auto optional = [&](unsigned index,
                      auto otherwise) -> std::optional<SmallVector<int64_t>> {
    if (Value value = optionalOperand(op, index))
      return constantIntegers(value);
    return otherwise();
  };
  auto axes = optional(
      3, [&] { return llvm::to_vector(llvm::seq<int64_t>(0, begin->size())); });
  auto steps =
      optional(4, [&] { return SmallVector<int64_t>(begin->size(), 1); });
  if (!axes || !steps || axes->size() != begin->size() ||
      steps->size() != begin->size() || !normalizeAxes(*axes, x->size()))
    return std::nullopt;
  return rangesOf(*x, *begin, *end, *axes, *steps);
}

/// The ranges of a slice along every axis of x.
static std::optional<SmallVector<SliceRange>>
rangesOfAllAxes(Value x, ArrayRef<int64_t> begin, ArrayRef<int64_t> end,
                ArrayRef<int64_t> strides) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape || begin.size() != shape->size() || end.size() != shape->size() ||
      strides.size() != shape->size())
    return std::nullopt;
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, shape->size()));
  return rangesOf(*shape, begin, end, axes, strides);
}

std::optional<SmallVector<SliceRange>>
mlir::ascend::sliceRanges(StridedSliceDOp op) {
  return rangesOfAllAxes(op.getX(), op.getGEInts("begin", {}),
                         op.getGEInts("end", {}), op.getGEInts("strides", {}));
}

std::optional<SmallVector<SliceRange>>
mlir::ascend::sliceRanges(StridedSliceOp op) {
  std::optional<SmallVector<int64_t>> begin = constantIntegers(op.getBegin());
  std::optional<SmallVector<int64_t>> end = constantIntegers(op.getEnd());
  std::optional<SmallVector<int64_t>> strides =
      constantIntegers(op.getStrides());
  if (!begin || !end || !strides)
    return std::nullopt;
  return rangesOfAllAxes(op.getX(), *begin, *end, *strides);
}

LogicalResult
StridedSliceV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x || !constantIntegers(getBegin()) || !constantIntegers(getEnd()))
    return success();
  for (unsigned i : {3u, 4u})
    if (Value value = optionalOperand(*this, i))
      if (!constantIntegers(value))
        return success();
  std::optional<SmallVector<SliceRange>> ranges = sliceRanges(*this);
  if (!ranges)
    return emitOpError("begin, end, axes and strides differ in length, name "
                       "an axis outside rank ")
           << x->size() << " or twice, or step by 0";
  SmallVector<int64_t> &result = shapes.emplace_back();
  for (const SliceRange &range : *ranges)
    result.push_back(range.size);
  return success();
}

LogicalResult
ShapeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (std::optional<ArrayRef<int64_t>> x = shapeOf(getX()))
    shapes.push_back({static_cast<int64_t>(x->size())});
  return success();
}
