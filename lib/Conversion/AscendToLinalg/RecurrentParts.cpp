//===- RecurrentParts.cpp - Products and slices of a loop over steps ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Recurrent.h"
#include "Scalars.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Sums of products of floats in f32.
static CubeNumerics floatNumerics(ImplicitLocOpBuilder &b) {
  CubeNumerics numerics;
  numerics.accumulator = b.getF32Type();
  return numerics;
}

PackedFactor mlir::ascend::packFactor(ImplicitLocOpBuilder &b, Value factor,
                                      Type type, int64_t rows, CubeTile tile) {
  ArrayRef<int64_t> shape = shapeOf(factor);
  PackedFactor result{Value(), shape[0], shape[1],
                      fitTile(tile, rows, shape[0])};
  ShapeCode math(b, /*checks=*/false);
  if (result.inner != 0 && result.columns != 0)
    result.packed =
        packMatrix(b, math, factor, type, {}, /*tiledAxis=*/0, /*kAxis=*/1,
                   result.tile.columns, floatNumerics(b));
  return result;
}

Value mlir::ascend::multiplyBy(ImplicitLocOpBuilder &b, Value x, Type type,
                               const PackedFactor &factor) {
  int64_t rows = shapeOf(x)[0];
  CubeNumerics numerics = floatNumerics(b);
  if (!factor.packed || rows == 0)
    return fillTensor(b, constantF32(b, 0),
                      emptyTensor(b, {rows, factor.columns}, b.getF32Type()));
  ProductShape shape{1, rows, factor.columns};
  shape.tile = fitTile(factor.tile, rows, factor.columns);
  ShapeCode math(b, /*checks=*/false);
  Value left = packMatrix(b, math, x, type, {}, /*tiledAxis=*/0, /*kAxis=*/1,
                          shape.tile.rows, numerics);
  Value product = multiplyTiles(b, left, factor.packed, numerics);
  return unpackTiles(b, math, product, shape, Value(), Type(),
                     /*biasRows=*/false, b.getF32Type());
}

namespace {

/// A slice of one place along an axis.
struct PlaceSlice {
  PlaceSlice(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape, OpFoldResult at,
             int64_t axis)
      : offsets(shape.size(), b.getIndexAttr(0)),
        sizes(getAsIndexOpFoldResult(b.getContext(), shape)),
        strides(shape.size(), b.getIndexAttr(1)) {
    offsets[axis] = at;
    sizes[axis] = b.getIndexAttr(1);
  }
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

} // namespace

Value mlir::ascend::takeAt(ImplicitLocOpBuilder &b, Value value,
                           OpFoldResult at, int64_t axis) {
  auto type = cast<RankedTensorType>(value.getType());
  PlaceSlice slice(b, type.getShape(), at, axis);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  return tensor::ExtractSliceOp::create(
      b, type.clone(shape), value, slice.offsets, slice.sizes, slice.strides);
}

Value mlir::ascend::putAt(ImplicitLocOpBuilder &b, Value value,
                          Value destination, OpFoldResult at, int64_t axis) {
  PlaceSlice slice(b, shapeOf(destination), at, axis);
  return tensor::InsertSliceOp::create(b, value, destination, slice.offsets,
                                       slice.sizes, slice.strides);
}
