//===- CpuCosts.h - The cost table of loops on the CPU ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The numbers by which Conversion/LinalgToCPU cuts loops: chosen because they
// are faster, or keep code small. None of them changes a bit of a result. What
// depends on the CPU, the sizes of its caches, is in DataCaches.h, and the
// order of sums in SumOrder.h.
//
// Of each: what it is, and in which unit; `Measured:`, what is known of how it
// was found; `Again:`, the command that measures it, before and after a change
// (docs/Kernels.md, Measuring). The sections are in the order of
// docs/Kernels.md. Figures of caches are of a machine with 48 KiB of
// first-level and 1 MiB of second-level cache, on one thread, where AVX-512 and
// AVX2 both run.

#ifndef ASCEND_COSTS_CPUCOSTS_H
#define ASCEND_COSTS_CPUCOSTS_H

#include <cstdint>

namespace mlir::ascend {

/// A part of a cache.
struct CacheShare {
  int64_t numerator, denominator;

  constexpr int64_t of(int64_t bytes) const {
    return bytes * numerator / denominator;
  }
};

struct CpuCosts {
  //===--------------------------------------------------------------------===//
  // Caches and memory
  //===--------------------------------------------------------------------===//

  /// Bytes of a line of any cache: what memory brings at once.
  /// Measured: a fact of the CPUs of all forms.
  /// Again: bench/cube vector --types f32
  static constexpr int64_t lineBytes = 64;

  /// The share of the first-level cache that is for lines of a right factor
  /// whose rows lie apart, which the CPU does not prefetch by itself.
  /// Measured: 16 KiB, half of an assumed 32 KiB: 100x56->200 3x3 takes a tenth
  /// less time than with chunks that are not cut, and as much with half of the
  /// 48 KiB that the machine has.
  /// Again: bench/cube conv --types f32 --only "100x56->200 3x3"
  static constexpr CacheShare scatteredShare{1, 2};

  /// The share of the second-level cache that is for the rows of the left
  /// factor that a piece reads while panels of the right one pass by.
  /// Measured: with 1 MiB (avx512) and an assumed 512 KiB (avx2). On a machine
  /// that has 1 MiB, products of 1024 to 2048 rows take 1 % more to 1 % less
  /// time where 512 KiB or 2 MiB are assumed; one with 2 MiB was not measured.
  /// Again: bench/cube gemm --types f32
  static constexpr CacheShare pieceShare{3, 8};

  /// The share of it that is for what a tile reads of the right factor. Longer
  /// reductions run in chunks.
  /// Measured: as the one before.
  /// Again: bench/cube gemm --types f32 --only 2048
  static constexpr CacheShare panelShare{5, 16};

  /// Bytes and ways of the cache that decides whether rows of a right factor
  /// that lie apart push each other out and are copied: with vectors of 64
  /// bytes, and with shorter ones. It is not this CPU's.
  /// Measured: 64x64->1 5x5, whose channels lie 16 KiB apart, in a second-level
  /// cache of 1 MiB for both: AVX2 0.17 ms copied, 0.20 in place; AVX-512 0.10
  /// and 0.08. 64x112->3 3x3 would take 6 % more, copied.
  /// Again: bench/cube conv --types f32 --only "64x64->1 5x5"
  static constexpr int64_t wideCollidingBytes = 1 << 20,
                           collidingBytes = 512 << 10, collidingWays = 8;

  /// Bytes of the largest buffer that one thread gets on its stack.
  /// Measured: 2048x2048x2048 takes the same time with half and with twice as
  /// many; threads have stacks of some MiB.
  /// Again: bench/cube gemm --types f32 --only 2048
  static constexpr int64_t mostStackBytes = 128 << 10;

  //===--------------------------------------------------------------------===//
  // Tiles of products
  //===--------------------------------------------------------------------===//

  /// Streams of memory that the CPU prefetches by itself.
  /// Measured: about; 1x4096x4096 took a fifth longer with one stream than with
  /// several.
  /// Again: bench/cube given --only 1x4096x4096
  static constexpr int64_t foreseenStreams = 8;

  /// Vectors of a tile's row: each element of the left factor is used as often.
  /// Measured: products take 1.10 to 1.20 of the time with one, 1.00 to 1.03
  /// with four (AVX-512).
  /// Again: bench/cube gemm --types f32
  static constexpr int64_t vectorsOfTile = 2;

  /// Sums of a tile that do not wait for each other: an FMA takes four cycles,
  /// and two begin in each. Tiles of few rows get more vectors up to that.
  /// Measured: 2x1024x1024 takes 1.18 of the time with half as many, 0.98 with
  /// twice (AVX-512).
  /// Again: bench/cube gemm --types f32 --only 2x1024x1024
  static constexpr int64_t enoughSums = 12;

  /// Of the rows that a tile has registers for, the share below which the loop
  /// of rows joins the one around it: 7x7 pixels are 49 rows.
  /// Measured: 512x7->512 3x3 takes 1.12 of the time where no tile is full
  /// enough (AVX-512).
  /// Again: bench/cube conv --types f32 --only 512x7
  static constexpr double fullTileShare = 5.0 / 6;

  /// Rows of a tile of which each may lie anywhere, or a dynamic distance from
  /// the next: x86-64 has 16 registers for addresses, and loops need some.
  /// Measured: convolutions whose lines are joined are twice as fast with
  /// AVX-512 as with whole tiles; 64x64x500 with a dynamic K 1.4 times.
  /// Again: bench/cube conv --types f32 --only 512x7
  static constexpr int64_t addressedRows = 10;

  /// Rows of a piece, where their number is dynamic, and columns that are
  /// planned for.
  /// Measured: half and twice are within 1 % (AVX-512).
  /// Again: .venv/bin/python bench/models --time ocr-det
  static constexpr int64_t openRowsOfPiece = 128, openColumns = 128;

  /// Terms of a sum, where their number is dynamic, that are planned for.
  /// Measured: half and twice are within 1 % (AVX-512).
  /// Again: .venv/bin/python bench/models --time minilm
  static constexpr int64_t openDepth = 256;

  /// Vectors of a tile from which on dynamic columns behind the whole tiles are
  /// one more tile, and not taken one by one.
  /// Measured: half is within 1 % (AVX-512).
  /// Again: .venv/bin/python bench/models --time ocr-det
  static constexpr int64_t vectorsOfOpenTile = 4;

  /// Registers that are left for other values than a tile's sums, or than what
  /// iterations share.
  /// Measured: 5x5 windows of ocr-cls take 0.99 to 1.02 of the time with twice
  /// as many (AVX-512), and have the same code with half.
  /// Again: .venv/bin/python bench/models --time ocr-cls
  static constexpr int64_t otherRegisters = 4;

  /// Panels that a tile of few rows takes at once, as so many streams.
  /// Measured: 1x4096x4096 takes a fifth longer with one of them.
  /// Again: bench/cube vector --types f32
  static constexpr int64_t panelsAtOnce = 4;

  /// Rows that are summed in lanes at once, and share what they read.
  /// Measured: 512x1x512 takes 0.03 ms, 0.14 with a packed right factor.
  /// Again: bench/cube narrow --only 512x1x512
  static constexpr int64_t rowsInLanes = 4;

  /// One in so many registers is for their sums.
  /// Measured: 512x1x512 takes 1.01 of the time with twice as many (AVX2; with
  /// AVX-512 it has the same code).
  /// Again: bench/cube narrow --types f32 --only 512x1x512
  static constexpr int64_t registersOfLaneSum = 2;

  //===--------------------------------------------------------------------===//
  // How a product is cut
  //===--------------------------------------------------------------------===//

  /// Rows of the whole reduction: where fewer stay in the cache, it runs in
  /// chunks.
  /// Measured: 2048x2048x2048 takes 8 % less time; chunks of any reduction
  /// would make 1024x1024x1024 4 % slower.
  /// Again: bench/cube gemm --types f32 --only 2048
  static constexpr int64_t fewRowsOfWhole = 48;

  /// Rows of a piece of which a chunk is short enough to fit.
  /// Measured: with the one before.
  /// Again: bench/cube gemm --types f32 --only 2048
  static constexpr int64_t manyRowsOfChunk = 128;

  /// Pieces of what reads a right factor from memory once: two threads bring as
  /// much as more of them would.
  /// Measured: with one it takes 1.29 of the time, with four 1.01 (AVX-512).
  /// Again: bench/cube given --only 1x4096x4096 --threads 2
  static constexpr int64_t piecesOfFarRows = 2;

  /// By how much longer parts of such rows take together: they are shorter
  /// streams.
  /// Measured: 1x2048x3072 takes 0.55 of the time that it took with 5 on two
  /// threads, and 1.11 on one (AVX-512); 1x1536x2048 0.65 and 1.12, and 0.68
  /// and 1.17 with AVX2.
  /// Again: bench/cube given --only "1x1536x2048 given" --threads 2
  static constexpr double slowdownOfFarParts = 2;

  //===--------------------------------------------------------------------===//
  // Prefetching
  //===--------------------------------------------------------------------===//

  /// Bytes of a step that the CPU does not foresee.
  /// Measured: the same time with twice as many (AVX-512).
  /// Again: bench/cube conv --types f32 --only "256x14->256 3x3"
  static constexpr int64_t farStepBytes = 1024;

  /// Tiles of rows in a piece up to which each of them brings a share of the
  /// next panel; of more, the first does not notice that it waits.
  /// Measured: 1.2 to 1.9 times the speed where weights come from memory.
  /// Again: bench/cube gemm --types f32 --only 128x
  static constexpr int64_t tilesThatPrefetch = 64;

  /// Bytes up to which a tensor that is added to a product is in the nearest
  /// cache when a tile ends.
  /// Measured: 8x56x56x32->128 1x1 with an addition takes half the time, Zen 5.
  /// Again: .venv/bin/python bench/models --time open-nsfw
  static constexpr int64_t nearReadBytes = 16 << 10;

  /// Lines that a tile asks for before it begins, at most: more is more than
  /// memory brings meanwhile.
  /// Measured: 127x769x767 takes 0.97 of the time with twice as many
  /// (AVX-512), and 1.00 with half (AVX2).
  /// Again: bench/cube remainders --types f32 --only 127x769x767
  static constexpr int64_t linesBeforeTile = 64;

  //===--------------------------------------------------------------------===//
  // Windows of one channel
  //===--------------------------------------------------------------------===//

  /// Iterations whose windows overlap that are computed at once.
  /// Measured: with half of them depthwise convolutions take 0.98 to 1.14 of
  /// the time (in the mean 1.03 with AVX-512, 1.05 with AVX2). Again:
  /// bench/cube depthwise
  static constexpr int64_t turnsAtOnce = 8;

  /// The operations that their bodies have together, at most.
  /// Measured: with two thirds ocr-cls takes 1.07 to 1.14 of the time, and
  /// depthwise convolutions of 5x5 1.04 to 1.25; with twice those of 7x7 take
  /// 0.7 to 0.9 of it, but ocr-cls with AVX2 1.2.
  /// Again: bench/cube depthwise --only "32x112->32 7x7 dw"
  static constexpr int64_t operationsAtOnce = 240;

  /// Bytes of the largest local copy: the nearest cache also holds what is
  /// written.
  /// Measured: 16x150->16 5x5 dw takes 1.08 of the time with half (AVX-512).
  /// Again: bench/cube depthwise --only "16x150->16 5x5 dw"
  static constexpr int64_t localCopyBytes = 128 << 10;

  /// Bytes up to which small copies are made some at a time: what is read of a
  /// vector and a half must wait until both are in the cache.
  /// Measured: depthwise convolutions take 0.93 (AVX-512) and 0.97 (AVX2) of
  /// the time with half, 1.09 with twice; models the same.
  /// Again: bench/cube depthwise --only 960x7
  static constexpr int64_t smallCopiesBytes = 8 << 10;

  //===--------------------------------------------------------------------===//
  // Other loops
  //===--------------------------------------------------------------------===//

  /// Operations of a body up to which a block has four registers, or two: loop
  /// overhead shows in short bodies, and values of long ones fill registers.
  /// Measured: half and twice are within 2 % (AVX-512).
  /// Again: .venv/bin/python bench/models --time minilm
  static constexpr int64_t shortBody = 8, registersOfShortBody = 4,
                           mediumBody = 24, registersOfMediumBody = 2;

  /// Elements from a lane to the next up to which vectors are read of which
  /// shuffles take the lanes; from further apart they are gathered.
  /// Measured: 1.3 to 3.2 times the speed of gathers, two types, AVX2 and
  /// AVX-512.
  /// Again: .venv/bin/python bench/models --time pnet open-nsfw
  static constexpr int64_t longestShuffledStride = 4;

  /// Rows and columns of a square that is transposed in registers, at least: of
  /// shorter loops it would be mostly idle.
  /// Measured: rnet takes 1.01 to 1.02 of the time with half (AVX-512).
  /// Again: .venv/bin/python bench/models --time rnet
  static constexpr int64_t leastSquare = 4;

  /// At most: larger ones do not fit.
  /// Measured: with half 0.98 to 1.04 of the time (AVX-512).
  /// Again: .venv/bin/python bench/models --time minilm
  static constexpr int64_t mostSquare = 16;

  //===--------------------------------------------------------------------===//
  // Recurrent steps
  //===--------------------------------------------------------------------===//

  /// Iterations that a loop with a dynamic number of them is taken to have.
  /// Measured: none of the networks has other code with a tenth or twenty times
  /// as many (AVX-512).
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr double openTurns = 16;

  /// Bytes that the second-level cache brings of a right factor in a
  /// nanosecond.
  /// Measured: about; lstm 1x128 takes 0.96 of the time with half, gru 1x256
  /// 1.02 with twice (AVX-512).
  /// Again: .venv/bin/python bench/models --recurrent "lstm 1x128" "gru 1x256"
  /// --threads 2
  static constexpr double cacheBytesInNanosecond = 150;

  /// Nanoseconds of a loop from which threads take it that meet at its end
  /// alone; and of one inside of another, at whose end they meet each time.
  /// Measured: threads that meet often have just worked and begin at once.
  /// Again: .venv/bin/python bench/models --recurrent
  static constexpr double outerLoopNanoseconds = 3e3,
                          innerLoopNanoseconds = 20e3;

  //===--------------------------------------------------------------------===//
  // Threads
  //===--------------------------------------------------------------------===//

  /// Nanoseconds of work from which threads take it: for less, what others have
  /// computed is in their caches.
  /// Measured: a worker that has just worked begins at once, one that sleeps
  /// takes 50 us.
  /// Again: bench/cube --threads 2
  static constexpr double threadNanoseconds = 10e3;

  /// Products and sums of each lane in a nanosecond.
  /// Measured: with half 1.01 to 1.02 of the time, with twice 0.92 to 1.26
  /// (small LSTMs and GRUs, AVX-512); it is two FMA in each cycle, at 4 GHz.
  /// Again: .venv/bin/python bench/models --recurrent "lstm 1x64" "lstm 1x128"
  /// "gru 1x256" --threads 2
  static constexpr double productsInNanosecond = 8;

  /// Bytes of memory that other loops read and write in a nanosecond, in which
  /// they do one operation on a vector.
  /// Measured: with half 0.98 of the time, with twice 0.96 to 1.02 (AVX-512).
  /// Again: .venv/bin/python bench/models --time minilm
  static constexpr double memoryBytesInNanosecond = 20;

  /// Iterations that keep a few threads evenly busy, which do not end at the
  /// same time: what they share is cut into so many, if it can be.
  /// Measured: with half 0.95 to 1.08 of the time, with twice 0.96 to 1.02
  /// (AVX-512).
  /// Again: bench/cube --threads 2
  static constexpr int64_t enoughPieces = 16;

  /// Rows below which long ones are cut for threads.
  /// Measured: ocr-cls takes the same time with half and with twice as many
  /// (AVX-512).
  /// Again: .venv/bin/python bench/models --time ocr-cls --threads 2
  static constexpr int64_t fewLongRows = 8;

  /// Pieces that a long row is cut into.
  /// Measured: with half 1.00 to 1.04 of the time, with twice 1.00 (AVX-512).
  /// Again: .venv/bin/python bench/models --time minilm --threads 2
  static constexpr int64_t piecesOfLongRow = 32;

  /// Nanoseconds of a piece of a row of dynamic length, half of what threads
  /// take: fewer than two pieces are not worth them, and then the one runs
  /// where it is.
  /// Measured: PP-OCRv3 recognition's own code takes 3.8 ms on two threads,
  /// with the other changes for dynamic lengths, and took 4.4.
  /// Again: .venv/bin/python bench/models --time ocr-rec-v3 --threads 2
  static constexpr double openPieceNanoseconds = threadNanoseconds / 2;
};

} // namespace mlir::ascend

#endif // ASCEND_COSTS_CPUCOSTS_H
