//===- ConvolutionForms.h - Which convolutions lower how --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONFORMS_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONFORMS_H

#include <cstdint>

namespace mlir::ascend {

/// C0 of so many channels: a convolution sums up C1 after C1, in each the
/// window, in that C0, whatever the format. As many as the widest vectors have
/// lanes, or half of them; 1 where neither divides the channels.
inline int64_t channelBlockFor(int64_t channels) {
  return channels % 16 == 0 ? 16 : channels % 8 == 0 ? 8 : 1;
}

/// The largest window of a depthwise convolution that is written out in the
/// body of one loop; a longer one makes a long body.
inline constexpr int64_t kLargestDepthwiseWindow = 32;

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_CONVOLUTIONFORMS_H
