//===- Reshape.cpp - Tensors in other shapes, known or not ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static SmallVector<int64_t> staticSizes(ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [](OpFoldResult size) {
    return getConstantIntValue(size).value_or(ShapedType::kDynamic);
  });
}

/// `value` with other extents known than its type knows.
static Value castTo(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<int64_t> shape) {
  Type type = typeOf(value).clone(shape);
  return type == value.getType() ? value
                                 : tensor::CastOp::create(b, type, value);
}

/// The product of extents, kDynamic where one is not known.
static int64_t staticProduct(ArrayRef<int64_t> shape) {
  return ShapedType::isDynamicShape(shape) ? ShapedType::kDynamic
                                           : ShapedType::getNumElements(shape);
}

/// One group for each of `before` and `after` axes, and one of the `count` axes
/// between them.
static SmallVector<ReassociationIndices>
groupAxes(int64_t before, int64_t count, int64_t after) {
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (; next < before; ++next)
    groups.push_back({next});
  ReassociationIndices &middle = groups.emplace_back();
  for (; count != 0; --count)
    middle.push_back(next++);
  for (; after != 0; --after)
    groups.push_back({next++});
  return groups;
}

/// A scalar from or to tensors whose extents are all 1.
static Value reshapeScalar(ImplicitLocOpBuilder &b, Value value,
                           ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type = typeOf(value);
  if (sizes.empty()) {
    value = castTo(b, value, SmallVector<int64_t>(type.getRank(), 1));
    return tensor::CollapseShapeOp::create(b, type.clone(ArrayRef<int64_t>()),
                                           value,
                                           ArrayRef<ReassociationIndices>());
  }
  SmallVector<int64_t> ones(sizes.size(), 1);
  value = tensor::ExpandShapeOp::create(b, type.clone(ones), value,
                                        ArrayRef<ReassociationIndices>());
  return castTo(b, value, staticSizes(sizes));
}

Value mlir::ascend::reshapeTo(ImplicitLocOpBuilder &b, Value value,
                              ArrayRef<OpFoldResult> to) {
  SmallVector<OpFoldResult> from = sizesOf(b, value);
  if (from.empty() != to.empty())
    return reshapeScalar(b, value, to);
  auto isSame = [&](size_t i, size_t j) {
    return isEqualConstantIntOrValue(from[i], to[j]);
  };
  size_t least = std::min(from.size(), to.size()), before = 0, after = 0;
  while (before < least && isSame(before, before))
    ++before;
  while (after < least - before &&
         isSame(from.size() - 1 - after, to.size() - 1 - after))
    ++after;
  if (before + after == from.size() && from.size() == to.size())
    return castTo(b, value, staticSizes(to));
  // Axes of 1 that come or go are of one group with a neighbour.
  if (before + after == least)
    --(before ? before : after);
  size_t old = from.size() - before - after, made = to.size() - before - after;

  SmallVector<int64_t> shape = staticSizes(from), result = staticSizes(to);
  int64_t wanted = staticProduct(ArrayRef(result).slice(before, made));
  auto withMiddle = [&](int64_t middle) {
    SmallVector<int64_t> flat(ArrayRef(shape).take_front(before));
    flat.push_back(middle);
    llvm::append_range(flat, ArrayRef(shape).take_back(after));
    return flat;
  };
  value = castTo(b, value, shape);
  if (old != 1) {
    int64_t middle = staticProduct(ArrayRef(shape).slice(before, old));
    value = tensor::CollapseShapeOp::create(
        b, typeOf(value).clone(withMiddle(middle)), value,
        groupAxes(before, old, after));
  }
  value = castTo(b, value, withMiddle(wanted));
  if (made == 1)
    return castTo(b, value, result);
  return tensor::ExpandShapeOp::create(b, typeOf(value).clone(result), value,
                                       groupAxes(before, made, after), to);
}
