//===- TensorStatistics.cpp - A tensor in a few numbers -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/TensorStatistics.h"
#include "Ascend/Lab/Elements.h"

#include <algorithm>
#include <cmath>

using namespace mlir::ascend;

TensorStatistics mlir::ascend::statisticsOf(ascendrt_dtype dtype,
                                            const void *data, int64_t count) {
  TensorStatistics result;
  if (!hasElements(dtype))
    return result;
  double largest = formatOf(dtype).largest;
  double sum = 0, squares = 0;
  int64_t finite = 0;
  double values[1024];
  for (int64_t first = 0; first < count; first += std::size(values)) {
    size_t part = std::min<int64_t>(std::size(values), count - first);
    readElements(dtype, data, first, llvm::MutableArrayRef(values, part));
    for (double value : llvm::ArrayRef(values, part)) {
      if (std::isnan(value)) {
        ++result.nans;
      } else if (std::isinf(value)) {
        ++(value < 0 ? result.negativeInfinities : result.positiveInfinities);
      } else {
        result.max = finite ? std::max(result.max, value) : value;
        result.min = finite ? std::min(result.min, value) : value;
        ++finite;
        sum += value;
        squares += value * value;
        result.largest += largest && std::fabs(value) == largest;
      }
    }
  }
  result.mean = finite ? sum / finite : 0;
  result.norm = std::sqrt(squares);
  return result;
}
