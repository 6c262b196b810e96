//===- BlockedSums.h - Sums of images in NC1HWC0 ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_BLOCKEDSUMS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_BLOCKEDSUMS_H

#include "Base/Generics.h"

namespace mlir::ascend::to_linalg {

/// The sums of `element` of x, a static [N, C1, H, W, C0], over H and W:
/// [N, C1, C0] of `type`, a float of at most 32 bits. They have the order in
/// which the rows H W of an NCHW are summed.
Value sumImagesInBlocks(ImplicitLocOpBuilder &b, Value x, Type type,
                        ElementBody element);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_BLOCKEDSUMS_H
