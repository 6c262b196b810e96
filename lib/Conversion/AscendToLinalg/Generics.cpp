//===- Generics.cpp - Builders of linalg ops on tensors -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::ascend;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static SmallVector<OpFoldResult> toFold(ImplicitLocOpBuilder &b,
                                        ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(b.getContext(), values);
}

Value mlir::ascend::emptyTensor(ImplicitLocOpBuilder &b,
                                ArrayRef<int64_t> shape, Type type) {
  return tensor::EmptyOp::create(b, shape, type);
}

Value mlir::ascend::fillTensor(ImplicitLocOpBuilder &b, Value scalar,
                               Value destination) {
  return linalg::FillOp::create(b, scalar, destination).getResult(0);
}

Value mlir::ascend::parallelGeneric(ImplicitLocOpBuilder &b, ValueRange inputs,
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

AffineMap mlir::ascend::broadcastMap(MLIRContext *context,
                                     ArrayRef<int64_t> shape,
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

Value mlir::ascend::mapElements(ImplicitLocOpBuilder &b,
                                RankedTensorType result, ValueRange inputs,
                                ElementBody body) {
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(broadcastMap(b.getContext(), typeOf(input).getShape(),
                                result.getShape()));
  Value destination =
      emptyTensor(b, result.getShape(), result.getElementType());
  return parallelGeneric(b, inputs, maps, destination, body);
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

Value mlir::ascend::reshapeTensor(ImplicitLocOpBuilder &b, Value value,
                                  ArrayRef<int64_t> shape) {
  RankedTensorType from = typeOf(value);
  RankedTensorType to = from.clone(shape);
  if (from == to)
    return value;
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

Value mlir::ascend::splitAxes(ImplicitLocOpBuilder &b, Value value,
                              ArrayRef<int64_t> axes, ArrayRef<int64_t> shape) {
  RankedTensorType from = typeOf(value);
  return expand(b, value, from.clone(shape), splitGroups(from.getRank(), axes));
}

Value mlir::ascend::mergeAxes(ImplicitLocOpBuilder &b, Value value,
                              ArrayRef<int64_t> axes, ArrayRef<int64_t> shape) {
  RankedTensorType from = typeOf(value);
  return collapse(b, value, from.clone(shape), splitGroups(shape.size(), axes));
}

Value mlir::ascend::sliceTensor(ImplicitLocOpBuilder &b, Value value,
                                ArrayRef<int64_t> offsets,
                                ArrayRef<int64_t> sizes) {
  if (typeOf(value).getShape() == sizes)
    return value;
  SmallVector<int64_t> strides(sizes.size(), 1);
  return tensor::ExtractSliceOp::create(b, value, toFold(b, offsets),
                                        toFold(b, sizes), toFold(b, strides));
}

Value mlir::ascend::insertTensor(ImplicitLocOpBuilder &b, Value value,
                                 Value destination, ArrayRef<int64_t> offsets) {
  ArrayRef<int64_t> sizes = typeOf(value).getShape();
  if (typeOf(destination).getShape() == sizes)
    return value;
  SmallVector<int64_t> strides(sizes.size(), 1);
  return tensor::InsertSliceOp::create(b, value, destination,
                                       toFold(b, offsets), toFold(b, sizes),
                                       toFold(b, strides));
}
