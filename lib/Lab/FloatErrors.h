//===- FloatErrors.h - Errors of floats ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Most tensors are of float32 and narrower floats. Their errors are computed in
// float32, of which a vector has twice as many: |value - reference| is rounded
// once, and exact where the two are within a factor of two; sums of eight of
// each lane are float32, and sums of those float64. The order is that of all
// CPUs.

#ifndef ASCEND_LIB_LAB_FLOATERRORS_H
#define ASCEND_LIB_LAB_FLOATERRORS_H

#include "Ascend/Lab/ErrorSums.h"

#include <algorithm>
#include <cmath>

namespace mlir::ascend {

/// Floats come in multiples of so many.
inline constexpr size_t kFloatLanes = 16;
/// At most so many at once.
inline constexpr size_t kMostFloats = Numbers::kMost;

/// Some floats of a reference, and what errors are divided by.
struct ReferenceFloats {
  /// Errors are counted in last places of `format`.
  ReferenceFloats(llvm::ArrayRef<float> values, const FloatFormat &format);

  llvm::ArrayRef<float> values;
  /// 1 / |value|, 0 for 0, and 2^-e for a value of exponent e.
  alignas(64) float inverse[kMostFloats], places[kMostFloats];
  std::array<double, 8> squares{};
  int64_t nonzero = 0;
  /// Whether the squares are float32.
  bool isFit = false;
};

/// What the errors of some floats add to the sums of all.
struct FloatErrors {
  FloatErrors(llvm::ArrayRef<float> values, const ReferenceFloats &reference);

  /// Whether all of it was in the range of float32: else the sums say nothing,
  /// as where a value is not finite or its square underflows.
  bool isFit = false;
  std::array<double, 8> errors, squares, relatives, products, values2;
  /// The last one is |value - reference| 2^-e.
  float largest, largestRelative, largestPlaces;
  /// How many are 0 where the reference is not.
  int64_t flushed;
  /// Those of ErrorSteps.
  alignas(64) uint16_t steps[kMostFloats];
  /// The first of them whose error is the largest.
  size_t findLargest(llvm::ArrayRef<float> values,
                     const ReferenceFloats &reference) const;
};

/// The least and the largest of some floats, and how many are subnormal where
/// `leastNormal` is the least number that is not.
struct FloatRange {
  FloatRange(llvm::ArrayRef<float> values, float leastNormal);

  float largest() const { return std::max(std::fabs(least), std::fabs(most)); }

  float least, most;
  int64_t subnormal = 0;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_FLOATERRORS_H
