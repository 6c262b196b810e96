//===- InBlocks.h - Convolutions to NC1HWC0 ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_INBLOCKS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_INBLOCKS_H

#include "ConvolutionForms.h"

namespace mlir::ascend::to_linalg {

/// x, [images, channels, …] of GE type `element`, with its elements packed as
/// those of the left factor and with the border that the attributes say.
Value padAndWiden(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                  Type element, const ConvAttributes &attributes,
                  const CubeNumerics &numerics);

/// The filter [G O, C, R, S] as [G, O1, C1, R, S, C0, O0], packed as the right
/// factor, with a C0 of `inner` and an O0 of `block`; for dots of d channels
/// [G, O1, C1, R, S, C0/d, O0, d]. A G of 1 has no axis.
Value packFilterBlocks(ImplicitLocOpBuilder &b, const Factors &factors,
                       const Geometry &g, int64_t inner, int64_t block,
                       const CubeNumerics &numerics);

/// The numerics of a convolution that convolveInBlocks takes.
CubeNumerics numericsInBlocks(const ConvolutionShape &shape);

/// Where the geometry's window is a part of the filter's.
struct SeenElements {
  /// The first element along each axis; none where it is the whole window.
  Extents first;
  /// The filter as packFilterBlocks has it, where several parts share it.
  Value packed;
};

/// A convolution in two axes with its result in blocks, [images, groups *
/// outputs / block, …, block]; the pixels are [images, groups * channels, …],
/// or in blocks of their own.
Value convolveInBlocks(const ConvolutionSite &site,
                       const SeenElements &seen = {});

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_INBLOCKS_H
