//===- RecurrentParts.cpp - Products and slices of a loop over steps ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Scalars.h"
#include "Recurrent.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

CubeNumerics to_linalg::floatNumerics(ImplicitLocOpBuilder &b) {
  CubeNumerics numerics;
  numerics.accumulator = b.getF32Type();
  return numerics;
}

PackedFactor to_linalg::packFactor(ImplicitLocOpBuilder &b, Value factor,
                                   Type type, bool columnsLast, CubeTile tile) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(factor.getType()).getShape();
  int64_t columns = shape[columnsLast];
  PackedFactor result{Value(), columns, shape[!columnsLast],
                      filledPanel(tile, columns)};
  ShapeCode math(b, /*checks=*/false);
  if (result.inner != 0 && result.columns != 0)
    result.packed =
        packMatrix(b, math, factor, type, {},
                   /*tiledAxis=*/columnsLast,
                   /*kAxis=*/!columnsLast, result.panel, floatNumerics(b));
  return result;
}

Value to_linalg::multiplyPanels(ImplicitLocOpBuilder &b, Value x, Extent rows,
                                Value panels) {
  ArrayRef<int64_t> shape = shapeOf(panels);
  // Of the nest: row, panel, column, k.
  AffineExpr m, p, n, k;
  bindDims(b.getContext(), m, p, n, k);
  auto mapOf = [&](ArrayRef<AffineExpr> at) {
    return AffineMap::get(4, 0, at, b.getContext());
  };
  SmallVector<utils::IteratorType> kinds(4, utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  return contract(b, x, panels,
                  {mapOf({m, k}), mapOf({p, k, n}), mapOf({m, p, n})}, kinds,
                  {rows, Extent(shape[0]), Extent(shape[2])}, floatNumerics(b));
}

Value to_linalg::multiplyBy(ImplicitLocOpBuilder &b, Value x, Type type,
                            const PackedFactor &factor) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, x);
  if (!factor.packed || isZeroInteger(sizes[0]))
    return fillTensor(b, constantF32(b, 0),
                      emptyTensor(b, {sizes[0], b.getIndexAttr(factor.columns)},
                                  b.getF32Type()));
  x = floatNumerics(b).widenTensor(b, x, type);
  int64_t panels = llvm::divideCeil(factor.columns, factor.panel);
  Value right = reshapeTensorTo(
      b, factor.packed,
      {Extent(panels), Extent(factor.inner), Extent(factor.panel)});
  Value sums = multiplyPanels(b, x, ShapeCode::extent(sizes[0]), right);
  return reshapeTo(b, sums, {sizes[0], b.getIndexAttr(panels * factor.panel)});
}

namespace {

/// A slice of one place along an axis of a tensor.
struct PlaceSlice {
  PlaceSlice(ImplicitLocOpBuilder &b, Value tensor, OpFoldResult at,
             int64_t axis)
      : sizes(sizesOf(b, tensor)), offsets(sizes.size(), b.getIndexAttr(0)),
        strides(sizes.size(), b.getIndexAttr(1)) {
    offsets[axis] = at;
    sizes[axis] = b.getIndexAttr(1);
  }
  /// MLIR takes no slice from the end of an axis on.
  bool isEmpty() const { return llvm::any_of(sizes, isZeroInteger); }
  SmallVector<OpFoldResult> sizes, offsets, strides;
};

} // namespace

Value to_linalg::takeAt(ImplicitLocOpBuilder &b, Value value, OpFoldResult at,
                        int64_t axis) {
  auto type = cast<RankedTensorType>(value.getType());
  PlaceSlice slice(b, value, at, axis);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  if (slice.isEmpty()) {
    slice.sizes.erase(slice.sizes.begin() + axis);
    return emptyTensor(b, slice.sizes, type.getElementType());
  }
  return tensor::ExtractSliceOp::create(
      b, type.clone(shape), value, slice.offsets, slice.sizes, slice.strides);
}

Value to_linalg::putAt(ImplicitLocOpBuilder &b, Value value, Value destination,
                       OpFoldResult at, int64_t axis) {
  PlaceSlice slice(b, destination, at, axis);
  if (slice.isEmpty())
    return destination;
  return tensor::InsertSliceOp::create(b, value, destination, slice.offsets,
                                       slice.sizes, slice.strides);
}
