//===- TransposedParts.h - Ordinary ones in a transposed one ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Pixels of the result of a transposed convolution that lie a stride apart see
// the same elements of the window: they are a convolution of step 1 with these
// elements, turned round. Neighbours with windows of one size are convolved
// together. The sums are those of a convolution of x with zeros between its
// pixels, without the zeros.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_TRANSPOSEDPARTS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_TRANSPOSEDPARTS_H

#include "ConvolutionForms.h"

namespace mlir::ascend::to_linalg {

/// Which neighbouring residue classes are one part.
enum class Join {
  None,
  SamePixels, ///< Those that see the same pixels of x.
  SameWindow, ///< Those with windows of one size.
};

/// All axes in parts, or none where those are too many for one kernel.
SmallVector<PartedAxis> divideAxes(const Geometry &g,
                                   const ConvAttributes &attributes, Join join);

/// The border of x that all parts need.
ConvAttributes borderOf(ShapeMath &math, ArrayRef<Extent> x,
                        ArrayRef<PartedAxis> axes);

/// What `part` sees of x with its border.
Value slicePixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                  const ConvAttributes &border, ArrayRef<PartedAxis> axes,
                  Parts part);

/// The element of the window along each axis that is read for pixel `pixels` of
/// the part at place `places` of its window.
SmallVector<AffineExpr> elementsAt(Parts part, ArrayRef<AffineExpr> pixels,
                                   ArrayRef<AffineExpr> places);

/// The result of extents `leading`, those of `axes` (two of each that is split)
/// and `trailing`, from those of all parts, which `convolve` makes.
Value joinResults(ImplicitLocOpBuilder &b, ShapeCode &math,
                  ArrayRef<Extent> leading, ArrayRef<PartedAxis> axes,
                  ArrayRef<Extent> trailing, Type type,
                  llvm::function_ref<Value(Parts)> convolve);

/// `value`, the elements of [leading…, count…, periods…] of `part` in any shape
/// of these, as [leading…, (periods, count | periods)…]: an axis has two where
/// it is split. `leading` are two extents.
Value interleave(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                 ArrayRef<Extent> leading, ArrayRef<PartedAxis> axes,
                 Parts part);

/// A transposed convolution with its result in NC1HWC0: whether there is one,
/// of how many ordinary ones it consists (0 where those would be too many), and
/// its code.
bool fitsTransposedInBlocks(const ConvolutionShape &shape);
size_t countTransposedInBlocks(const ConvolutionShape &shape);
Value convolveTransposedInBlocks(const ConvolutionSite &site);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_TRANSPOSEDPARTS_H
