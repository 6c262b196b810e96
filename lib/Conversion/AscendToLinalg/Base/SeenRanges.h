//===- SeenRanges.h - Windows that see the same elements --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SEENRANGES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SEENRANGES_H

#include "mlir/Support/LLVM.h"

namespace mlir::ascend::to_linalg {

/// `count` windows along an axis, from window `first` on, that see `window`
/// elements of their own from `element` on, and no border.
struct SeenRange {
  int64_t first, count, element, window;
};

/// Windows of `size` elements, `dilation` apart, that begin every `stride`
/// elements from `before` elements before the first of an axis on.
struct WindowAxis {
  int64_t size, stride, dilation, before;
};

/// The ranges of `windows` windows on an axis of `extent` elements; none where
/// they are too many (FormCosts), or one sees nothing.
SmallVector<SeenRange> seenRanges(const WindowAxis &axis, int64_t extent,
                                  int64_t windows);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SEENRANGES_H
