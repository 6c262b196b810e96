//===- Strassen.h - Products of matrices with fewer products ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_STRASSEN_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_STRASSEN_H

#include "Packing.h"

namespace mlir::ascend::to_linalg {

/// Whether the algorithm takes a product of m x k and k x n whose rows are
/// multiplied in place, on every CPU: m and k are even, and n is a multiple of
/// two panels.
bool fitsStrassen(int64_t m, int64_t n, int64_t k);
/// Whether that is faster, where it fits: an eighth of the products takes
/// longer than the sums of quarters that stand for it, those of the left factor
/// and the result, and of the right one where it is no constant.
bool isWorthStrassen(int64_t m, int64_t n, int64_t k, bool rightIsConstant);

/// The sums of products of `left` [m, k] and `right` [n / panel, k, panel],
/// both of the accumulator's type, as [2, m / 2, 2, n / panel / 2, panel], with
/// seven products of halves instead of eight and a larger error: for
/// emulation=fast.
Value multiplyByStrassen(ImplicitLocOpBuilder &b, Value left, Value right,
                         const CubeNumerics &numerics);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_STRASSEN_H
