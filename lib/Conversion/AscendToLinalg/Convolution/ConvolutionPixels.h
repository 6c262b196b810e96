//===- ConvolutionPixels.h - Pixels and filters as products -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// How a convolution in NCHW becomes a product of packed operands.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H

#include "Convolution.h"

namespace mlir::ascend::to_linalg {

inline Extents operator+(Extents a, ArrayRef<Extent> b) {
  llvm::append_range(a, b);
  return a;
}

/// What the windows see, [images, groups, channels * window, output pixels], of
/// which the convolution is a pointwise one. Where rows are short, or of
/// dynamic length, tiles within them might be next to empty; those of the
/// pixels of an image are not.
Value unfold(ImplicitLocOpBuilder &b, ShapeCode &math, Value pixels,
             Geometry &g);

/// The filter, [groups * outputs, channels, …], in the order of the sums:
/// [groups * outputs, channels / block, window, block].
Value orderAsSums(ImplicitLocOpBuilder &b, Value filter, const Geometry &g);

/// Cuts off what lies past the window of an axis that has only one:
/// packPixels reads such an axis by the window's dim alone, which then has to
/// be as long as the axis.
Value cutToWindows(ImplicitLocOpBuilder &b, ShapeCode &math, Value pixels,
                   Geometry &g);

/// The columns of the product: [groups, images * rows * tiles, channels *
/// window, tile], read from x by an affine map.
Value packPixels(ImplicitLocOpBuilder &b, ShapeCode &math,
                 const Factors &factors, const Geometry &g, int64_t tile,
                 const CubeNumerics &numerics);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H
