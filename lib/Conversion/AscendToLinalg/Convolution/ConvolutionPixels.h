//===- ConvolutionPixels.h - Pixels and filters as products -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// How x and the filter of a convolution in NCHW are laid out for its product.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H

#include "ConvolutionForms.h"

namespace mlir::ascend::to_linalg {

/// `whole` with `value` in each element that is not in the box of `sizes` at
/// `at`: along each axis before and behind the box, as far as the axes before
/// it have the box.
Value fillBorder(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                 Value whole, ArrayRef<Extent> at, ArrayRef<Extent> sizes);

/// x, [images, channels, …], with the border that the attributes say.
Value padPixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                const ConvAttributes &attributes);

/// Along which axis the columns of the product of a convolution run; of a
/// pointwise one that is not Direct as it is, all pixels are one row.
void layOut(ShapeMath &math, Geometry &g, const ConvolutionShape &shape);

/// Lays out `g`, the site's geometry, and its factors: the pixels with their
/// border as [images, groups, channels, …], the filter in the order of the
/// sums.
Factors orderFactors(const ConvolutionSite &site, Geometry &g);

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

/// Cuts off what lies past the window of an axis that has only one:
/// packPixels reads such an axis by the window's dim alone, which then has to
/// be as long as the axis.
Value cutToWindows(ImplicitLocOpBuilder &b, ShapeCode &math, Value pixels,
                   Geometry &g);

/// The columns of the product: [groups, images, rows, tiles, channels * window,
/// tile], read from x by an affine map.
Value packPixels(ImplicitLocOpBuilder &b, ShapeCode &math,
                 const Factors &factors, const Geometry &g, int64_t tile,
                 const CubeNumerics &numerics);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONPIXELS_H
