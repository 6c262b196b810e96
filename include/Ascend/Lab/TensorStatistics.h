//===- TensorStatistics.h - A tensor in a few numbers -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_TENSORSTATISTICS_H
#define ASCEND_LAB_TENSORSTATISTICS_H

#include "Ascend/Runtime/ascendrt.h"

namespace mlir::ascend {

struct TensorStatistics {
  /// Of the finite elements; 0 where there is none.
  double max = 0, min = 0, mean = 0;
  /// The root of the sum of their squares.
  double norm = 0;
  int64_t nans = 0, negativeInfinities = 0, positiveInfinities = 0;
  /// Those whose magnitude is the largest that the dtype has; 0 for integers.
  int64_t largest = 0;
};

/// Of `count` elements in C order. Sums are in double. All zeros for dtypes of
/// less than a byte and complex ones.
TensorStatistics statisticsOf(ascendrt_dtype dtype, const void *data,
                              int64_t count);

} // namespace mlir::ascend

#endif // ASCEND_LAB_TENSORSTATISTICS_H
