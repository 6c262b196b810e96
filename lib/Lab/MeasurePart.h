//===- MeasurePart.h - The errors of some elements --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_MEASUREPART_H
#define ASCEND_LIB_LAB_MEASUREPART_H

#include "Ascend/Lab/Comparison.h"

namespace mlir::ascend {

/// Where what is measured goes.
struct Measures {
  NumberRange &decidedRange, &referenceRange;
  ErrorSums &endToEnd;
  /// Null where it is what the decided model has.
  ErrorSums *isolated;
  /// Of both.
  StepCounter *counters;
};

/// Elements that are read at once, and those that one thread measures at once:
/// sums do not depend on how many threads there are.
inline constexpr int64_t kPiece = Numbers::kMost, kPart = 16 * kPiece;

/// Measures the elements of `shown` from `first` to `last`.
void measurePart(const ShownTensors &shown, int64_t first, int64_t last,
                 const Measures &to);

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_MEASUREPART_H
