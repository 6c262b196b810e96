//===- VectorProduct.h - Products with a vector or a few --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H

#include "Ascend/Costs/FormCosts.h"
#include "RowProduct.h"

namespace mlir::ascend::to_linalg {

/// A product of so few columns has no vectors of them.
inline bool hasFewColumns(Extent n) {
  return n.isNumber() && n.number() <= FormCosts::fewColumns;
}

/// Sums so short have no vectors, either.
inline bool isShallow(Extent k) {
  return k.isNumber() && k.number() < FormCosts::leastTermsInLanes;
}

/// The product of `factors`, [batch…, m, n], both in place, with an epilogue
/// whose bias is [n], or null. Where there are few columns, or the right
/// factor is stored by columns, its sums run along both factors' rows, in as
/// many lanes (SumOrder.h); else in the order of k.
Value multiplyAsTheyLie(ImplicitLocOpBuilder &b, ShapeCode &math,
                        const MatrixFactors &factors, Extent m, Extent n,
                        const CubeNumerics &numerics,
                        const RowProduct::Types &types,
                        const Epilogue &epilogue);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H
