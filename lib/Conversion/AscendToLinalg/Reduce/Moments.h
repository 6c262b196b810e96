//===- Moments.h - Means and variances over axes ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_MOMENTS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_MOMENTS_H

#include "Base/Generics.h"
#include "Base/Lowering.h"

namespace mlir::ascend::to_linalg {

/// Whether all operands and results (other than `none`) are f16, bf16 or f32.
bool areReal(Operation *op);

/// A tensor that is normalized over `axes` of `shape`; `type` is its GE element
/// type, and `outer` and `inner` are the maps that read a statistic (without
/// the axes) and a parameter (with the axes alone) in a loop nest over it.
struct Normalized {
  Normalized(ImplicitLocOpBuilder &b, Value x, Type type,
             ArrayRef<int64_t> axes);

  Value x;
  Type type;
  SmallVector<int64_t> shape, axes;
  SmallVector<OpFoldResult> sizes;
  AffineMap all, outer, inner;

  /// The mean, in f32, of what `element` makes of the elements of x (in f32)
  /// and those of `statistics` at the same place.
  Value mean(ImplicitLocOpBuilder &b, ValueRange statistics,
             ElementBody element) const;
  /// The mean of x, and that of the squared differences from it.
  std::pair<Value, Value> moments(ImplicitLocOpBuilder &b) const;
  /// The same of an f16 x, with every intermediate result in f16; the two as
  /// f32.
  std::pair<Value, Value> momentsInHalf(ImplicitLocOpBuilder &b) const;
  /// The mean of the squares.
  Value meanSquare(ImplicitLocOpBuilder &b) const;
  /// The sizes of x, 1 along the axes: those of a statistic in GE.
  SmallVector<OpFoldResult> keptSizes(OpBuilder &b) const;
};

/// `value` (f32) rounded to GE type `type`, with the element type of `result`
/// and in `sizes`, which may have other extents of 1.
Value roundTensor(ImplicitLocOpBuilder &b, Value value, RankedTensorType result,
                  Type type, ArrayRef<OpFoldResult> sizes);
/// The same in the static shape of `result`.
Value roundTensor(ImplicitLocOpBuilder &b, Value value, RankedTensorType result,
                  Type type);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_MOMENTS_H
