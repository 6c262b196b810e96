//===- GraphCosts.h - The cost table of graphs ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The numbers by which Transforms/Graph gives formats and Compiler/Kernels
// makes kernels of ops, on every CPU alike. None of them changes a bit of a
// result. How each is described: CpuCosts.h.

#ifndef ASCEND_COSTS_GRAPHCOSTS_H
#define ASCEND_COSTS_GRAPHCOSTS_H

#include <cstddef>
#include <cstdint>

namespace mlir::ascend {

struct GraphCosts {
  //===--------------------------------------------------------------------===//
  // Convolutions
  //===--------------------------------------------------------------------===//

  /// Channels up to which they are read one by one: blocks of so few would be
  /// almost empty. It is that of CANN's enable_small_channel.
  /// Measured: it takes 1.02 of the time with half as many (AVX-512).
  /// Again: bench/cube conv --types f32 --only "3x224->64 7x7 /2"
  static constexpr int64_t smallChannels = 4;

  /// A convolution of whole planes between ops that have no blocks stays in
  /// NCHW where few ops read it: where planes have so many pixels (of smaller
  /// ones a good part of the columns would be idle), and there are at most so
  /// many channels for each output (with fewer outputs, packing the columns
  /// takes as long as to change formats).
  /// Measured: with half of the first 1.03 to 1.06 of the time, with half of
  /// the second 1.01 to 1.03 (AVX-512).
  /// Again: bench/cube conv --types f32 --only 1x1
  static constexpr int64_t manyPixels = 256, channelsOfOutput = 2;

  /// So few ops: before the function ends, and through each other.
  /// Measured: 64x56->64 1x1 with 20 to 60 ops behind takes 0.86 of the time
  /// that it took with 16 (AVX-512; AVX2 0.87).
  /// Again: bench/cube behind --types f32 --only 1x1
  static constexpr size_t fewReaders = 64;

  //===--------------------------------------------------------------------===//
  // Weights
  //===--------------------------------------------------------------------===//

  /// How many times as many bytes as a weight what is packed of it at compile
  /// time has at most: it may be widened to twice its size and filled up to
  /// whole tiles, or be a filter of 3x3 as one of 6x6.
  /// Measured: 512x14->512 3x3 takes 2.1 (AVX2) to 2.3 times as long with
  /// half.
  /// Again: bench/cube fast --types f32 --only "512x14->512 3x3"
  static constexpr int64_t mostGrowth = 4;

  //===--------------------------------------------------------------------===//
  // Kernels and threads
  //===--------------------------------------------------------------------===//

  /// Ops of a kernel of elementwise ops, at most: code and registers of one
  /// loop. No model's chain is longer.
  /// Measured: 64x56->64 1x1 with 60 ops behind takes 1.02 of the time with
  /// half as many, and 1.00 with twice (AVX-512; AVX2 1.00 and 1.05).
  /// Again: bench/cube behind --types f32 --only 1x1
  static constexpr size_t mostOpsOfKernel = 48;

  /// Kernels that may be passed by those behind them: what is made early lives
  /// longer.
  /// Measured: with half as many a running sum does not get past 40 kernels to
  /// the convolution that it runs beside, and both take 1.33 of the time.
  /// Again: bench/parallel
  static constexpr size_t mostPassed = 64;

  /// Bytes of a kernel's largest tensor from which it runs beside others: a
  /// smaller one is done before another thread has heard of it.
  /// Measured: 8 products of 16x256x64 side by side take 0.81 times the time.
  /// Again: bench/parallel
  static constexpr int64_t sideBySideBytes = 1 << 14;
};

} // namespace mlir::ascend

#endif // ASCEND_COSTS_GRAPHCOSTS_H
