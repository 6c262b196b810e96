//===- FormCosts.h - The cost table of forms of ops -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The numbers by which Conversion/AscendToLinalg takes one form of an op or
// another, and packs operands, on every CPU alike. Those of the last section
// are part of results. How each is described: CpuCosts.h.

#ifndef ASCEND_COSTS_FORMCOSTS_H
#define ASCEND_COSTS_FORMCOSTS_H

#include <cstddef>
#include <cstdint>

namespace mlir::ascend {

struct FormCosts {
  //===--------------------------------------------------------------------===//
  // Products of matrices
  //===--------------------------------------------------------------------===//

  /// Columns that the narrowest panel of pixels, or of a recurrent factor, has,
  /// filled up.
  /// Measured: the same time with half and with twice as many (AVX-512).
  /// Again: bench/cube conv --types f32 --only "100x2->100 1x1"
  static constexpr int64_t leastPackedColumns = 16;

  /// Elements of room behind each row of a copied left factor: at a distance of
  /// many bytes that are a power of two, rows share a few sets of the
  /// first-level cache, which have room for about eight lines.
  /// Measured: 1024x1024x1024 takes the same time with half and with twice as
  /// many.
  /// Again: bench/cube gemm --types f32 --only 1024x1024x1024
  static constexpr int64_t roomBehindRow = 16;

  /// Elements of float32 of which a row has a multiple where it needs room; and
  /// from how many rows of the plan, or columns, it gets some that is not
  /// copied anyway.
  /// Measured: with fewer, to copy rows takes longer than they lose.
  /// Again: bench/cube gemm --types f32 --only 1024x1024x1024
  static constexpr int64_t rowStepThatCollides = 512, tileRowsForRoom = 8,
                           columnsForRoom = 2048;

  //===--------------------------------------------------------------------===//
  // Convolutions
  //===--------------------------------------------------------------------===//

  /// Outputs are taken by dots of bytes from one in so many columns of a panel
  /// on: a quarter of a panel takes as long as the same outputs without dots.
  /// Measured: the figure above.
  /// Again: bench/cube conv --types int8
  static constexpr int64_t dotColumnsOfOutput = 4;

  /// Outputs from which rows of pixels are read in place although windows go in
  /// steps, so that they are unfolded first.
  /// Measured: to unfold them takes longer than fewer outputs do.
  /// Again: bench/cube conv --types f32 --only "3x224->64 7x7 /2"
  static constexpr int64_t leastOutputsInSteps = 4;

  /// Outputs up to which single pixels are read in place, and not packed.
  /// Measured: 64x112->4 1x1 takes 0.4 times the time, 64x112->21 1x1 nine
  /// tenths.
  /// Again: bench/cube conv --types f32 --only "64x112->21 1x1"
  static constexpr int64_t mostOutputsOfPixels = 24;

  /// Rows of pixels are unfolded where they are shorter than one in so many
  /// columns of a panel: panels within rows would be less than half full.
  /// Measured: 100x7->100 3x3 takes 1.08 of the time with twice as many (AVX2;
  /// with AVX-512 it has the same code).
  /// Again: bench/cube conv --types f32 --only "100x7->100 3x3"
  static constexpr int64_t tilesOfShortRow = 2;

  //===--------------------------------------------------------------------===//
  // Dilated convolutions
  //===--------------------------------------------------------------------===//

  /// Pixels of the longest axis, and the ranges on it, that are looked at.
  /// Measured: they bound code and compile time.
  /// Again: bench/compile
  static constexpr int64_t mostSeenPixels = 1 << 12;
  static constexpr size_t mostSeenRanges = 5;

  /// Parts that see the same elements, each in loops of its own, at most.
  /// Measured: they bound code and compile time.
  /// Again: bench/compile
  static constexpr size_t mostSeenParts = 16;

  /// To read a part's elements of the filter anew takes as long as to multiply
  /// so many pixels with them; and the work of all parts is at most that share
  /// of the whole.
  /// Measured: without the first, 512x3->512 3x3 took up to twice as long;
  /// 256x33->256 3x3 of dilation 18 takes a fifth of the time.
  /// Again: bench/cube conv --types f32 --only "512x3->512 3x3"
  static constexpr double pixelsOfFilter = 16, mostSeenWork = 0.75;

  //===--------------------------------------------------------------------===//
  // Recurrent steps
  //===--------------------------------------------------------------------===//

  /// Bytes of the recurrent factor up to which parts of a batch go through all
  /// steps: it stays in a core's cache meanwhile.
  /// Measured: with a second-level cache of 1 MiB, whatever this CPU's is.
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr int64_t splitFactorBytes = 1 << 20;

  /// Sequences of such a part, and of a part of a dynamic batch.
  /// Measured: layers take 1.01 to 1.04 of the time with twice of the first;
  /// with half of the second 0.94 to 1.01, with twice 1.00 to 1.04 (AVX-512).
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr int64_t sequencesOfPart = 8, openSequencesOfPart = 4;

  /// Bytes for products of the inputs that are made some steps ahead, and of
  /// how many steps at most.
  /// Measured: 128 hidden elements, 500 steps, batch 8 take 0.85 times the
  /// time.
  /// Again: .venv/bin/python bench/models --recurrent "lstm 1x128" "gru 1x128"
  static constexpr int64_t inputProductBytes = 128 << 10, stepsAhead = 64;

  /// Rows of steps that share what is read of the inputs' factor where fewer
  /// steps are left than that.
  /// Measured: recurrent layers take 1.01 to 1.16 of the time with half as
  /// many, 1.07 to 1.40 with twice (AVX-512).
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr int64_t inputRowsAtOnce = 8;

  /// Sequences of a piece, whose sums wait in the nearest cache; of a dynamic
  /// batch as many as have a tile, and the others one by one.
  /// Measured: for a batch of one that is dynamic, a tile of many rows took
  /// four times as long as single rows.
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr int64_t sequencesOfPiece = 32, openSequencesOfPiece = 8;

  /// Gates with a tile's columns each that a block has at least, so that the
  /// sums of one row do not wait for each other.
  /// Measured: with twice as many it takes 1.09 of the time (AVX-512).
  /// Again: .venv/bin/python bench/models --recurrent "gru 1x512" --threads 1
  static constexpr int64_t gatesOfBlock = 3;

  //===--------------------------------------------------------------------===//
  // Part of results: a change changes bits
  //===--------------------------------------------------------------------===//
  // They choose the algorithm, or the order of sums, and so are the same on
  // every CPU. docs/Numerics.md says what they mean.

  /// Rows up to which a product takes as long as to read its right factor: sums
  /// in lanes, and 16-bit weights that are packed as such.
  /// Measured: 1x4096x4096, right factor not constant: 2.6 to 3.7 ms instead of
  /// 11 to 22.
  /// Again: bench/cube given
  static constexpr int64_t fewRows = 4;

  /// Columns up to which a product has no vectors of them and sums in lanes;
  /// and the terms from which on it does.
  /// Measured: 512x1x512 takes 0.03 ms instead of 0.14.
  /// Again: bench/cube narrow
  static constexpr int64_t fewColumns = 4, leastTermsInLanes = 8;

  /// Rows that fill the tiles of them, or most of one: a product of fewer ends
  /// in no elementwise op and has no form for Strassen's algorithm.
  /// Measured: with two ops behind, 16*6x768x768 takes 0.97 of the time with
  /// half, 16*12x768x768 1.07 with twice (AVX-512).
  /// Again: bench/cube behind --types f32 --only "x768x768 then 2"
  static constexpr int64_t rowsThatFillTiles = 8;

  /// Columns of panels that are at least half of any CPU's tile.
  /// Measured: a fact of the plans (CpuTarget.cpp).
  /// Again: bench/cube fast --types f32
  static constexpr int64_t columnsOfAnyPanel = 16;

  /// Products that an element takes as long as that moves through the caches
  /// for Strassen's algorithm.
  /// Measured: 384x4096x1024 takes 11 % less time, 128x768x768 8 %.
  /// Again: bench/cube fast --types f32 --only 384x4096x1024
  static constexpr double productsOfMove = 11;

  /// Tiles of 4x4 results from which Winograd's algorithm takes a convolution:
  /// fewer read the larger filter too seldom.
  /// Measured: 512x14->512 3x3 takes 1.28 of the time with twice as many
  /// (AVX-512).
  /// Again: bench/cube fast --types f32 --only "512x14->512 3x3"
  static constexpr int64_t tilesOfWinograd = 12;

  /// Its channels, and its outputs, from which it does.
  /// Measured: 8x56->8 3x3 takes 0.6 of the time with half as many (AVX-512).
  /// Again: bench/cube fast --types f32 --only "8x56->8 3x3"
  static constexpr int64_t channelsOfWinograd = 16;

  /// Pixels from which a row of them has vectors: it is read in place, and
  /// convolved element by element where outputs are few.
  /// Measured: vectors along shorter rows would be half empty.
  /// Again: bench/cube conv --types f32 --only 512x7
  static constexpr int64_t leastPixelsOfRow = 8;

  /// Outputs up to which a convolution is summed element by element of its
  /// window; and a transposed one, whose parts see few elements each.
  /// Measured: 64x112->1 3x3 takes half the time, 64x112->1 4x4 /2 up 0.45 to
  /// 0.5 times the time.
  /// Again: bench/cube transposed --only "64x112->1"
  static constexpr int64_t mostOutputsByElements = 4,
                           mostTransposedByElements = 7;

  /// Ordinary convolutions that a transposed one is, each in loops of its own,
  /// at most: they bound code and compile time.
  /// Measured: 64x16->64 7x7 /5 up takes 23 times as long with half as many
  /// (AVX-512).
  /// Again: bench/cube transposed --only "64x16->64 7x7 /5 up"
  static constexpr size_t mostTransposedParts = 16;

  /// Its strides, at most: of larger ones most pixels see nothing.
  /// Measured: 8x4->8 64x64 /64 up takes 1,600 times as long with half
  /// (AVX-512).
  /// Again: bench/cube transposed --only "8x4->8 64x64 /64 up"
  static constexpr int64_t mostTransposedStride = 64;

  /// Elements of the largest window of a depthwise convolution or a pool that
  /// is written out in the body of one loop; longer ones make long bodies.
  /// Measured: a maximum pool is 1.3 to 10 times as fast so.
  /// Again: bench/cube depthwise
  static constexpr int64_t mostWrittenWindow = 64;

  /// A maximum of windows is taken along one axis after the other where all at
  /// once reads at least so many times as much; elements that are converted
  /// when they are read, such as f16, cost more.
  /// Measured: 3x3 of stride 2 (as many reads) 1.04 to 2.8 times as fast, 5x5
  /// 3.3 to 4.9, 13x13 of 192x13x13 6.7; 2x2 of stride 2 (0.67) 0.84 to 1.3 in
  /// f32, 1.4 to 2.1 in f16 (Zen 5, both forms).
  /// Again: bench/models --time yolox open-nsfw
  static constexpr double poolPassGain = 0.9, convertedPoolPassGain = 0.6;

  /// Bytes of an image (all spatial axes of one channel, or block of them) up
  /// to which its copy with a border stays in a near cache; of a larger one,
  /// windows that see the same elements are parts by themselves, so many at
  /// most.
  /// Measured: 8x64x112x112 3x3 of stride 2 takes 1.4 ms in place of 3 (Zen 5).
  /// Again: bench/models --time open-nsfw
  static constexpr int64_t copiedImageBytes = 128 << 10;
  static constexpr size_t mostPoolParts = 9;
};

} // namespace mlir::ascend

#endif // ASCEND_COSTS_FORMCOSTS_H
