//===- PartedAxis.h - An axis of a result in parts --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_PARTEDAXIS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_PARTEDAXIS_H

#include "Base/Lowering.h"

namespace mlir::ascend::to_linalg {

/// Along one axis a residue class of the result's pixels, or several
/// neighbouring ones: pixels `first` to `first + count - 1` of each period of
/// `stride`. Number j of them, of period q, sees pixel q + from + j fromStep +
/// t dilation of x through element element + j elementStep + (window - 1 - t)
/// distance of the window.
struct Part {
  int64_t first, count;
  int64_t window, element, elementStep, distance;
  int64_t from, fromStep, dilation;

  /// x from pixel `from` on that `runs` periods see.
  Extent reach(ShapeMath &math, Extent runs) const {
    int64_t more = (count - 1) * fromStep + (window - 1) * dilation;
    return math.max(math.add(runs, more), 0);
  }
};

/// One axis in parts. Where some have several pixels, the stride divides the
/// extent of the result, which then is two axes, of periods and of pixels.
struct PartedAxis {
  int64_t stride;
  Extent output;
  bool isSplit = false;
  SmallVector<Part> parts;

  Extent runs(ShapeMath &math, const Part &part) const {
    return math.ceilDiv(math.max(math.sub(output, part.first), 0), stride);
  }
};

using Parts = ArrayRef<Part>;

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_PARTEDAXIS_H
