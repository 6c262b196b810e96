//===- VectorProduct.h - Products with a vector or a few --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H

#include "RowProduct.h"

namespace mlir::ascend::to_linalg {

/// Whether the product of `factors`, [batch…, m, n], reads both in place: where
/// it has few columns, or few rows and a right factor that `readsRight`
/// says is to be read so. It takes no longer than to read the other factor, and
/// packs nothing.
bool readsAsTheyLie(const MatrixFactors &factors, Extent n, Extent k,
                    const CubeNumerics &numerics, bool readsRight);

/// That product, with `bias`, [n] of GE type `biasType`, or null. Where there
/// are few columns, or the right factor is stored by columns, its sums run
/// along both factors' rows, in as many lanes (SumOrder.h); else in the order
/// of k.
Value multiplyAsTheyLie(ImplicitLocOpBuilder &b, ShapeCode &math,
                        const MatrixFactors &factors, Extent m, Extent n,
                        const CubeNumerics &numerics,
                        const RowProduct::Types &types, Value bias,
                        Type biasType);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_VECTORPRODUCT_H
