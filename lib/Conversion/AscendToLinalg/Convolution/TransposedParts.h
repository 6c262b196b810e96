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

#include "Convolution.h"

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

/// Which neighbouring residue classes are one part.
enum class Join {
  None,
  SamePixels, ///< Those that see the same pixels of x.
  SameWindow, ///< Those with windows of one size.
};

using Parts = ArrayRef<Part>;

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

/// The axes of a convolution of few outputs of x of extents `x`, transposed or
/// of step 1, in the parts with which convolveByElements takes it; none where
/// it does not.
SmallVector<PartedAxis> divideByElements(const Geometry &g, ArrayRef<Extent> x,
                                         const ConvAttributes &attributes,
                                         bool isTransposed,
                                         const CubeNumerics &numerics);

/// Such a convolution, [images, groups * outputs, output…]. The pixels are
/// [images, groups * channels, …] without a border, the filter is that of the
/// op, the epilogue's bias has groups * outputs elements or is null.
Value convolveByElements(ImplicitLocOpBuilder &b, ShapeCode &math,
                         const Factors &factors, const Geometry &g,
                         ArrayRef<PartedAxis> axes, bool isTransposed,
                         const Epilogue &epilogue,
                         const CubeNumerics &numerics);

/// Sums of no products, of `shape`, with the bias that `readBias` reads.
Value finishZeros(ImplicitLocOpBuilder &b, ShapeCode &math,
                  ArrayRef<Extent> shape, const Epilogue &epilogue,
                  ArrayRef<AffineExpr> readBias, const CubeNumerics &numerics);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_TRANSPOSEDPARTS_H
