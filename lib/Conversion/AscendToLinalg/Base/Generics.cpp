//===- Generics.cpp - Builders of linalg ops on tensors -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static SmallVector<OpFoldResult> toFold(ImplicitLocOpBuilder &b,
                                        ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(b.getContext(), values);
}

static bool areSame(ArrayRef<OpFoldResult> a, ArrayRef<OpFoldResult> b) {
  return llvm::all_of_zip(a, b, [](OpFoldResult x, OpFoldResult y) {
    return isEqualConstantIntOrValue(x, y);
  });
}

Value to_linalg::emptyTensor(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape,
                             Type type) {
  return tensor::EmptyOp::create(b, shape, type);
}

Value to_linalg::emptyTensor(ImplicitLocOpBuilder &b,
                             ArrayRef<OpFoldResult> sizes, Type type) {
  return tensor::EmptyOp::create(b, sizes, type);
}

Value to_linalg::fillTensor(ImplicitLocOpBuilder &b, Value scalar,
                            Value destination) {
  return linalg::FillOp::create(b, scalar, destination).getResult(0);
}

Value to_linalg::turnTensor(ImplicitLocOpBuilder &b, Value value,
                            Value destination) {
  unsigned rank = shapeOf(value).size();
  auto axes = llvm::to_vector(llvm::seq<unsigned>(rank));
  std::swap(axes[rank - 2], axes[rank - 1]);
  return parallelGeneric(
      b, value, AffineMap::getPermutationMap(axes, b.getContext()), destination,
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
}

Value to_linalg::turnTensor(ImplicitLocOpBuilder &b, Value value) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, value);
  std::swap(sizes[sizes.size() - 2], sizes.back());
  return turnTensor(
      b, value, emptyTensor(b, sizes, getElementTypeOrSelf(value.getType())));
}

Value to_linalg::parallelGeneric(ImplicitLocOpBuilder &b, ValueRange inputs,
                                 ArrayRef<AffineMap> maps, Value destination,
                                 ElementBody body) {
  RankedTensorType type = typeOf(destination);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, TypeRange(type), inputs, ValueRange(destination), allMaps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder nested(loc, inner);
        Value result = body(nested, elements.drop_back());
        linalg::YieldOp::create(nested, result);
      });
  return generic.getResult(0);
}

AffineMap to_linalg::broadcastMap(MLIRContext *context, ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> result) {
  SmallVector<AffineExpr> exprs;
  unsigned leading = result.size() - shape.size();
  for (auto [i, extent] : llvm::enumerate(shape)) {
    bool broadcast = extent == 1 && result[leading + i] != 1;
    exprs.push_back(broadcast ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(leading + i, context));
  }
  return AffineMap::get(result.size(), 0, exprs, context);
}

static Value collapse(ImplicitLocOpBuilder &b, Value value,
                      RankedTensorType type,
                      ArrayRef<ReassociationIndices> groups) {
  return tensor::CollapseShapeOp::create(b, type, value, groups);
}

static Value expand(ImplicitLocOpBuilder &b, Value value, RankedTensorType type,
                    ArrayRef<ReassociationIndices> groups) {
  return tensor::ExpandShapeOp::create(b, type, value, groups);
}

Value to_linalg::reshapeTensor(ImplicitLocOpBuilder &b, Value value,
                               ArrayRef<int64_t> shape) {
  RankedTensorType from = typeOf(value);
  RankedTensorType to = from.clone(shape);
  if (from == to)
    return value;
  if (!from.hasStaticShape())
    return reshapeTo(b, value, toFold(b, shape));
  if (from.getRank() > to.getRank()) {
    if (auto groups =
            getReassociationIndicesForCollapse(from.getShape(), shape))
      return collapse(b, value, to, *groups);
  } else if (from.getRank() < to.getRank()) {
    if (auto groups =
            getReassociationIndicesForCollapse(shape, from.getShape()))
      return expand(b, value, to, *groups);
  }
  // Through one axis: all axes of one shape are one group of the other.
  auto all = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups(1);
    llvm::append_range(groups[0], llvm::seq<int64_t>(0, rank));
    return groups;
  };
  RankedTensorType flat = from.clone({from.getNumElements()});
  if (from.getRank() == 0)
    value = expand(b, value, flat, {});
  else if (from.getRank() > 1)
    value = collapse(b, value, flat, all(from.getRank()));
  if (to.getRank() == 0)
    return collapse(b, value, to, {});
  return to.getRank() == 1 ? value : expand(b, value, to, all(to.getRank()));
}

Value to_linalg::reshapeTensorTo(ImplicitLocOpBuilder &b, Value value,
                                 ArrayRef<OpFoldResult> sizes) {
  std::optional<SmallVector<int64_t>> shape = getConstantIntValues(sizes);
  return shape ? reshapeTensor(b, value, *shape) : reshapeTo(b, value, sizes);
}

Value to_linalg::reshapeTensorTo(ImplicitLocOpBuilder &b, Value value,
                                 ArrayRef<Extent> shape) {
  ShapeCode math(b, /*checks=*/false);
  return reshapeTensorTo(b, value, math.fold(shape));
}

/// The groups of axes by which the axes in `axes` of a tensor of `rank` are
/// two.
static SmallVector<ReassociationIndices> splitGroups(int64_t rank,
                                                     ArrayRef<int64_t> axes) {
  SmallVector<ReassociationIndices> groups(rank);
  int64_t next = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    groups[axis].push_back(next++);
    if (llvm::is_contained(axes, axis))
      groups[axis].push_back(next++);
  }
  return groups;
}

Value to_linalg::splitAxes(ImplicitLocOpBuilder &b, ShapeCode &math,
                           Value value, ArrayRef<int64_t> axes,
                           ArrayRef<Extent> shape) {
  RankedTensorType from = typeOf(value);
  return tensor::ExpandShapeOp::create(b, from.clone(toShape(shape)), value,
                                       splitGroups(from.getRank(), axes),
                                       math.fold(shape));
}

Value to_linalg::mergeAxes(ImplicitLocOpBuilder &b, ShapeCode &, Value value,
                           ArrayRef<int64_t> axes, ArrayRef<Extent> shape) {
  RankedTensorType from = typeOf(value);
  return collapse(b, value, from.clone(toShape(shape)),
                  splitGroups(shape.size(), axes));
}

Value to_linalg::splitAxes(ImplicitLocOpBuilder &b, Value value,
                           ArrayRef<int64_t> axes, ArrayRef<int64_t> shape) {
  ShapeCode math(b, /*checks=*/false);
  return splitAxes(b, math, value, axes, toExtents(shape));
}

Value to_linalg::mergeAxes(ImplicitLocOpBuilder &b, Value value,
                           ArrayRef<int64_t> axes, ArrayRef<int64_t> shape) {
  ShapeCode math(b, /*checks=*/false);
  return mergeAxes(b, math, value, axes, toExtents(shape));
}

Value to_linalg::sliceTensor(ImplicitLocOpBuilder &b, ShapeCode &math,
                             Value value, ArrayRef<Extent> offsets,
                             ArrayRef<Extent> sizes) {
  SmallVector<OpFoldResult> own = sizesOf(b, value), box = math.fold(sizes);
  if (areSame(own, box))
    return value;
  // MLIR takes no slice from the end of an axis on.
  if (llvm::any_of(sizes, [](const Extent &size) { return size.is(0); }))
    return emptyTensor(b, box, getElementTypeOrSelf(value.getType()));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, value, math.fold(offsets), box,
                                        strides);
}

Value to_linalg::sliceTensor(ImplicitLocOpBuilder &b, Value value,
                             ArrayRef<int64_t> offsets,
                             ArrayRef<int64_t> sizes) {
  ShapeCode math(b, /*checks=*/false);
  return sliceTensor(b, math, value, toExtents(offsets), toExtents(sizes));
}

Value to_linalg::insertTensor(ImplicitLocOpBuilder &b, Value value,
                              Value destination, ArrayRef<int64_t> offsets) {
  return insertTensor(b, value, destination, toFold(b, offsets));
}

Value to_linalg::insertTensor(ImplicitLocOpBuilder &b, Value value,
                              Value destination,
                              ArrayRef<OpFoldResult> offsets) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, value);
  if (areSame(sizes, sizesOf(b, destination)))
    return value;
  if (llvm::any_of(sizes, isZeroInteger))
    return destination;
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(b, value, destination, offsets, sizes,
                                       strides);
}

Value to_linalg::insertTensor(ImplicitLocOpBuilder &b, ShapeCode &math,
                              Value value, Value destination,
                              ArrayRef<Extent> offsets,
                              ArrayRef<Extent> sizes) {
  if (areSame(math.fold(sizes), sizesOf(b, destination)))
    return value;
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(
      b, value, destination, math.fold(offsets), math.fold(sizes), strides);
}

SmallVector<OpFoldResult>
to_linalg::denseStrides(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes) {
  ShapeCode math(b, /*checks=*/false);
  SmallVector<OpFoldResult> strides(sizes.size());
  Extent step = 1;
  for (int64_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = math.fold(step);
    step = math.mul(step, ShapeCode::extent(sizes[axis]));
  }
  return strides;
}

Value to_linalg::viewTensor(ImplicitLocOpBuilder &b, Value value,
                            OpFoldResult offset, ArrayRef<OpFoldResult> sizes,
                            ArrayRef<OpFoldResult> strides) {
  RankedTensorType type = typeOf(value);
  Type element = type.getElementType();
  auto numbers = [](ArrayRef<OpFoldResult> list) {
    return llvm::map_to_vector(list, [](OpFoldResult number) {
      return getConstantIntValue(number).value_or(ShapedType::kDynamic);
    });
  };
  Value buffer = bufferization::ToBufferOp::create(
      b, MemRefType::get(type.getShape(), element), value, /*read_only=*/true);
  auto layout = StridedLayoutAttr::get(b.getContext(), numbers(offset).front(),
                                       numbers(strides));
  Value view = memref::ReinterpretCastOp::create(
      b, MemRefType::get(numbers(sizes), element, layout), buffer, offset,
      sizes, strides);
  return bufferization::ToTensorOp::create(b, type.clone(numbers(sizes)), view,
                                           /*restrict=*/true);
}
