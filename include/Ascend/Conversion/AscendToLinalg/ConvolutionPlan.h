//===- ConvolutionPlan.h - How convolutions are computed --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"

namespace mlir::ascend {

/// Whether `op` is a Conv2D, Conv3D, or a transposed one of them.
bool isConvolution(Operation *op);

/// The first form that fits `op`, a convolution, and is worth it, by its types
/// alone, or `wanted` where that fits, whether or not it is fast; null where
/// its types have no lowering.
/// Parts of one that is Seen or Transposed outside of NC1HWC0 have forms of
/// their own.
ConvolutionFormAttr planConvolution(Operation *op, const CubeTile &tile,
                                    std::optional<ConvolutionForm> wanted = {});

/// Whether on each CPU there is a form for `op`, a Conv2D or a transposed one
/// in NCHW, with a result in blocks of `outer` channels, and x in blocks of
/// `inner`, or in NCHW where that is 0.
bool fitsBlocks(Operation *op, int64_t inner, int64_t outer);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H
