//===- ConvolutionPlan.h - How convolutions are computed --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// How a convolution is computed (docs/Kernels.md, Convolutions, has when and
/// why).
enum class ConvolutionForm {
  ByElements, ///< Products of pixels in place, one sum for each element of the
              ///< window.
  Transposed, ///< Ordinary ones, of each residue class of a transposed one's
              ///< pixels.
  Depthwise,  ///< Each channel by itself, no product of matrices.
  Winograd,   ///< In NC1HWC0, fewer products: results have a larger error.
  Seen,       ///< One of each part of the result that sees the same elements
              ///< of the window.
  Blocks,     ///< In NC1HWC0, x in place.
  ByteDots,   ///< By the CPU's dots of bytes, x in place.
  Direct,     ///< x in place, rows of pixels as columns of the product.
  Packed,     ///< A product of packed factors.
};

/// "by_elements", "transposed", "depthwise", "winograd", "seen", "blocks",
/// "byte_dots", "direct" or "packed".
llvm::StringRef stringify(ConvolutionForm form);
std::optional<ConvolutionForm> parseConvolutionForm(llvm::StringRef name);

/// Whether `op` is a Conv2D, Conv3D, or a transposed one of them.
bool isConvolution(Operation *op);

/// Whether `form` computes the convolution `op`, whether or not it is fast.
bool fitsConvolution(Operation *op, ConvolutionForm form, const CubeTile &tile);

/// The first form that fits `op`, a convolution, and is worth it, by its types
/// alone; nothing where its types have no lowering. Parts of one that is Seen
/// or Transposed outside of NC1HWC0 have forms of their own.
std::optional<ConvolutionForm> planConvolution(Operation *op,
                                               const CubeTile &tile);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONPLAN_H
