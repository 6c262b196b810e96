//===- ExactSum.h - Sums of products that are rounded once ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_EXACTSUM_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_EXACTSUM_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_cpu {

/// Emits the sum of up to a known number of products of f32 vectors, lane by
/// lane: exact, then rounded once to f32, to nearest even. Infinities and NaN
/// are as in a sum of doubles.
///
/// The sum is an expansion of as many doubles as there are products, of growing
/// size, none of which touches the bits of another (Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic", 1997, section 2.4: Grow-Expansion;
/// with ties to even it stays nonadjacent). Added up from the smallest, each
/// sum with its last bit odd where it is inexact, they give a double that
/// rounds to f32 as the exact sum does (Boldo and Melquiond, "Emulation of a
/// FMA and Correctly Rounded Sums", 2008).
class ExactSum {
public:
  /// The values that stand for an empty sum with room for `products`.
  static SmallVector<Value> start(ImplicitLocOpBuilder &b, int64_t lanes,
                                  int64_t products);

  /// `sum` with the product of vectors `x` and `y` of f32, which a double
  /// holds.
  static SmallVector<Value> add(ImplicitLocOpBuilder &b, ValueRange sum,
                                Value x, Value y);

  /// A vector of f32.
  static Value round(ImplicitLocOpBuilder &b, ValueRange sum);
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_EXACTSUM_H
