//===- Transforms.h - Sums of products with small matrices ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Algorithms with fewer products (Winograd.cpp, Strassen.cpp) transform both
// factors, multiply what they get and transform that again, each time by a
// small matrix of constants.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_TRANSFORMS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_TRANSFORMS_H

#include "Packing.h"

namespace mlir::ascend::to_linalg {

/// Emits sums of products over named dims.
class Transforms {
public:
  Transforms(ImplicitLocOpBuilder &b, const CubeNumerics &numerics)
      : b(b), numerics(numerics) {}

  AffineExpr dim(unsigned number) { return b.getAffineDimExpr(number); }

  /// Adds up left[readLeft] right[readRight] over the last `reductions` of the
  /// dims; those before are the axes of the result, of `shape`.
  Value sum(Value left, ArrayRef<AffineExpr> readLeft, Value right,
            ArrayRef<AffineExpr> readRight, ArrayRef<int64_t> shape,
            unsigned reductions);

  /// A constant of float32.
  Value matrix(ArrayRef<float> elements, ArrayRef<int64_t> shape);

private:
  ImplicitLocOpBuilder &b;
  const CubeNumerics &numerics;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_TRANSFORMS_H
