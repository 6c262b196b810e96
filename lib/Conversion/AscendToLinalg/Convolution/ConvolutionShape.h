//===- ConvolutionShape.h - What a convolution is asked for -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H

#include "Base/SeenRanges.h"
#include "Geometry.h"
#include "PartedAxis.h"
#include "Product/Packing.h"

namespace mlir::ascend::to_linalg {

/// All of a convolution but its values: what says which forms fit.
struct ConvolutionShape {
  /// That of `op` on x of extents `x`, with a result of extents `y`, both in
  /// whatever format they are, on a CPU of tile `tile`. Nothing where its types
  /// have no lowering; an error on the op where its attributes are wrong.
  static std::optional<ConvolutionShape> of(Operation *op, const CubeTile &tile,
                                            ShapeMath &math, ArrayRef<Extent> x,
                                            ArrayRef<Extent> y);
  /// As far as types say.
  static std::optional<ConvolutionShape> of(Operation *op,
                                            const CubeTile &tile);

  Operation *op;
  CubeTile tile;
  bool isTransposed;
  /// GE element types.
  Type x, w, y;
  CubeNumerics numerics;
  ConvAttributes attributes;
  /// A transposed convolution is an ordinary one of x with zeros between its
  /// elements, with the filter turned round.
  Geometry g;
  /// x in NCHW, and its type's shape.
  Extents extents;
  SmallVector<int64_t> shape;
  /// C0 of the result in NC1HWC0, else 0.
  int64_t block;
  /// Whether it is an ordinary one that another form consists of
  /// (ConvolutionSite::convolvePart), and whether its pixels are a slice.
  bool isPart = false, isSliced = false;

  /// Whether x is in blocks of channels, too.
  bool readsBlocks() const { return shape.size() == 5; }
  /// Whether x and the result in NC1HWC0 have whole blocks, and sums that
  /// forms in blocks make.
  bool hasBlocks() const {
    return block != 0 && numerics.kBlock == 0 && g.outputs % block == 0 &&
           (!readsBlocks() || g.channels % shape.back() == 0);
  }
  /// Whether each channel is convolved by itself, with a window of few
  /// elements; and whether that is so in blocks of one size.
  bool isDepthwise() const;
  bool isDepthwiseInBlocks() const {
    return isDepthwise() && readsBlocks() && shape.back() == block;
  }

  /// The ranges along all axes of one that is Seen: so many elements of windows
  /// lie in the border that each part, of a range along each axis, is better
  /// convolved by itself. Else none.
  SmallVector<SmallVector<SeenRange>> ranges() const;
  /// The axes of one ByElements, in the parts of which its result consists;
  /// else none.
  SmallVector<PartedAxis> elements() const;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H
