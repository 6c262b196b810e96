//===- SeenWindows.h - Parts of windows -------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_SEENWINDOWS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_SEENWINDOWS_H

#include "Base/Generics.h"

namespace mlir::ascend::to_linalg {

/// Of `filter`, whose axes from `axis` on are those of the window, the box of
/// `window` elements from `first` on; all of it where there is no `first`.
Value takeElements(ImplicitLocOpBuilder &b, ShapeCode &math, Value filter,
                   ArrayRef<Extent> first, ArrayRef<int64_t> window,
                   unsigned axis);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_SEENWINDOWS_H
