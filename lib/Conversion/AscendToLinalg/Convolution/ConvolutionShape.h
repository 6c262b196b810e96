//===- ConvolutionShape.h - What a convolution is asked for -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"
#include "TransposedParts.h"

namespace mlir::ascend::to_linalg {

/// All of a convolution but its values.
struct ConvolutionShape {
  /// That of `op` on x of extents `x`, with a result of extents `y`, both in
  /// whatever format they are. Nothing where its types have no lowering; an
  /// error on the op where its attributes are wrong.
  static std::optional<ConvolutionShape>
  of(Operation *op, ShapeMath &math, ArrayRef<Extent> x, ArrayRef<Extent> y);
  /// As far as types say.
  static std::optional<ConvolutionShape> of(Operation *op);

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

  /// The ranges of one that is Seen, the axes of one ByElements.
  SmallVector<SmallVector<SeenRange>> ranges() const;
  SmallVector<PartedAxis> elements() const;
};

/// The form of an ordinary convolution of geometry `g` outside of NC1HWC0, or
/// of a part of one (`isPart`): Depthwise, ByteDots, Direct or Packed.
ConvolutionForm formOf(Operation *op, const Geometry &g, Type x, Type w,
                       const CubeNumerics &numerics, const CubeTile &tile,
                       bool isPart);

/// Along which axis the columns of the product run; of a pointwise convolution
/// that is not Direct as it is, all pixels are one row.
void layOut(ShapeMath &math, Geometry &g, const CubeNumerics &numerics,
            bool isPart);

/// What the plan of the graph says of `op`, which has to fit `shape`, or, where
/// there is none, what a plan of the op alone does. Nothing where no form fits.
std::optional<ConvolutionForm> formOf(ConvolutionFormAttr planned,
                                      Operation *op,
                                      const ConvolutionShape &shape,
                                      const CubeTile &tile);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONSHAPE_H
