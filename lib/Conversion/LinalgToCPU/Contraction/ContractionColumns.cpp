//===- ContractionColumns.cpp - The pieces and columns of a product -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Where block `number` begins, the first of them at `at`.
Positions ContractionEmitter::blockAt(OpBuilder &builder, const Positions &at,
                                      const ColumnBlocks &blocks,
                                      OpFoldResult number) const {
  IndexMath math(builder, loc);
  Positions result = at;
  OpFoldResult inPanel = math.constant(blocks.inPanel),
               tile = math.constant(blocks.step);
  if (panels && plan.vectorLoop == columns) {
    result =
        advance(builder, loc, nest, *panels, math.div(number, inPanel), result);
    number = math.rem(number, inPanel);
  }
  return advance(builder, loc, nest, plan.vectorLoop, math.mul(number, tile),
                 result);
}

/// All tiles of `blocks`, piece after piece.
void ContractionEmitter::emitTiles(ArrayRef<TileVector> vectors,
                                   const ColumnBlocks &blocks,
                                   const Positions &from) const {
  IndexMath math(rewriter, loc);
  SmallVector<unsigned> grid;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != row && loop != plan.pieces && loop != panels)
      grid.push_back(loop);
  OpFoldResult steps = countSteps(math);
  OpFoldResult numPieces =
      math.div(math.add(steps, math.constant(plan.stepsOfPiece - 1)),
               math.constant(plan.stepsOfPiece));
  int64_t group = mostOfPiece(blocks);
  OpFoldResult numGroups = math.div(
      math.add(blocks.count, math.constant(group - 1)), math.constant(group));
  OpFoldResult count = math.mul(numPieces, numGroups);
  for (unsigned loop : grid)
    count = math.mul(count, nest.loops[loop].size);
  auto emitItem = [&](OpBuilder &builder, OpFoldResult number) {
    IndexMath math(builder, loc);
    auto take = [&](OpFoldResult count, int64_t step) {
      OpFoldResult index = math.rem(number, count);
      number = math.div(number, count);
      return math.mul(index, math.constant(step));
    };
    // Of lengths that differ by one at most: threads have as much to do.
    auto takePiece = [&](Piece &piece) {
      OpFoldResult index = take(numPieces, 1);
      auto begin = [&](OpFoldResult index) {
        return math.div(math.mul(index, steps), numPieces);
      };
      piece.first = begin(index);
      piece.count =
          math.sub(begin(math.add(index, math.constant(1))), piece.first);
    };
    Piece piece;
    if (plan.panelsPassAgain)
      piece.firstBlock = take(numGroups, group);
    takePiece(piece);
    if (!plan.panelsPassAgain)
      piece.firstBlock = take(numGroups, group);
    piece.blocks =
        clampChunk(builder, loc, blocks.count, piece.firstBlock, group);
    piece.at = from;
    for (unsigned loop : llvm::reverse(grid))
      piece.at = advance(builder, loc, nest, loop,
                         take(nest.loops[loop].size, 1), piece.at);
    emitPiece(builder, vectors, blocks, piece);
  };
  if (plan.threads)
    emitParallelFor(
        rewriter, loc, count,
        [&](OpBuilder &builder, Value number) { emitItem(builder, number); });
  else
    emitFor(rewriter, loc, count, 1, emitItem);
}

/// Of the loop of pieces.
OpFoldResult ContractionEmitter::countSteps(const IndexMath &math) const {
  if (!isOpen(plan.pieces))
    return math.constant(plan.pieceSteps.count);
  return math.div(math.add(nest.loops[plan.pieces].size,
                           math.constant(plan.pieceSteps.step - 1)),
                  math.constant(plan.pieceSteps.step));
}

/// Blocks that a piece has of `blocks`.
int64_t ContractionEmitter::mostOfPiece(const ColumnBlocks &blocks) const {
  return std::min(
      plan.blocksOfPiece,
      getConstantIntValue(blocks.count).value_or(plan.blocksOfPiece));
}

void ContractionEmitter::emit() const {
  if (isOpen(columns))
    emitOpenColumns();
  else
    emitColumns();
}

/// Whole vectors of columns, tile by tile; then one by one, or, where a tile
/// has many of them for few rows, as one more tile. The last may have idle
/// lanes.
void ContractionEmitter::emitOpenColumns() const {
  IndexMath math(rewriter, loc);
  OpFoldResult width = nest.loops[columns].size, full = math.constant(lanes);
  Positions at = startOf(nest);
  auto emit = [&](int64_t count, OpFoldResult blocks,
                  llvm::function_ref<OpFoldResult(int64_t)> active) {
    SmallVector<TileVector> vectors;
    for (int64_t number = 0; number != count; ++number)
      vectors.push_back({0, number * lanes, active(number * lanes)});
    emitTiles(vectors, {blocks, 1, count * lanes}, at);
    OpFoldResult done = math.mul(blocks, math.constant(count * lanes));
    at = advance(rewriter, loc, nest, columns, done, at);
    width = math.sub(width, done);
  };
  auto allActive = [&](int64_t) { return full; };
  int64_t last =
      plan.vectorsOfTile < CpuCosts::vectorsOfOpenTile ? 1 : plan.vectorsOfTile;
  auto restActive = [&](int64_t before) {
    OpFoldResult begin = math.constant(before);
    return last == 1 ? width
                     : math.min(math.sub(math.max(width, begin), begin), full);
  };
  emit(plan.vectorsOfTile,
       math.div(width, math.constant(plan.vectorsOfTile * lanes)), allActive);
  if (last < plan.vectorsOfTile)
    emit(last, math.div(width, full), allActive);
  emit(last, math.min(width, math.constant(1)), restActive);
}

/// Tiles of as many vectors as fit, and one of the rest of them, of which the
/// last may have idle lanes.
void ContractionEmitter::emitColumns() const {
  IndexMath math(rewriter, loc);
  Positions origin = startOf(nest);
  int64_t width = sizeOf(columns), length = sizeOf(plan.vectorLoop),
          step = plan.tileStep(), blocks = length / step;
  // Panels of which each has blocks of columns of its own.
  int64_t beside = panels && plan.vectorLoop == columns ? sizeOf(*panels) : 1;
  // Those that lie from iteration `at` on, up to `end`.
  auto vectorsFrom = [&](int64_t at, int64_t end) {
    SmallVector<TileVector> vectors;
    for (; at < end; at += plan.vectorStep) {
      if (plan.vectorLoop == columns)
        vectors.push_back({0, at, math.constant(std::min(lanes, width - at))});
      else if (plan.vectorsOfStep == 1)
        vectors.push_back({at, 0, math.constant(width),
                           std::min(plan.vector.panels, length - at)});
      else
        for (int64_t column = 0; column < width; column += lanes)
          vectors.push_back(
              {at, column, math.constant(std::min(lanes, width - column))});
    }
    return vectors;
  };
  if (blocks)
    emitTiles(vectorsFrom(0, step),
              {math.constant(blocks * beside), blocks, step}, origin);
  if (blocks * step < length)
    emitTiles(vectorsFrom(blocks * step, length),
              {math.constant(beside), 1, step}, origin);
}
