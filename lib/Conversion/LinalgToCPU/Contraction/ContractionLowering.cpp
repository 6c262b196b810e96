//===- ContractionLowering.cpp - Contractions in place --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionLowering.h"
#include "Contraction.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Where block `number` begins, the first of them at `at`.
Positions ContractionLowering::blockAt(OpBuilder &builder, const Positions &at,
                                       const ColumnBlocks &blocks,
                                       OpFoldResult number) {
  IndexMath math(builder, loc);
  Positions result = at;
  OpFoldResult inPanel = math.constant(blocks.inPanel),
               tile = math.constant(blocks.step);
  if (panels && vectorLoop == columns) {
    result =
        advance(builder, loc, nest, *panels, math.div(number, inPanel), result);
    number = math.rem(number, inPanel);
  }
  return advance(builder, loc, nest, vectorLoop, math.mul(number, tile),
                 result);
}

/// All tiles of `blocks`, piece after piece.
void ContractionLowering::emitTiles(ArrayRef<TileVector> vectors,
                                    const ColumnBlocks &blocks,
                                    const Positions &from, bool threads) {
  IndexMath math(rewriter, loc);
  SmallVector<unsigned> grid;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != *row && loop != pieces && loop != panels)
      grid.push_back(loop);
  OpFoldResult steps = countSteps(math);
  OpFoldResult numPieces =
      math.div(math.add(steps, math.constant(stepsOfPiece - 1)),
               math.constant(stepsOfPiece));
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
    if (panelsPassAgain)
      piece.firstBlock = take(numGroups, group);
    takePiece(piece);
    if (!panelsPassAgain)
      piece.firstBlock = take(numGroups, group);
    piece.blocks =
        clampChunk(builder, loc, blocks.count, piece.firstBlock, group);
    piece.at = from;
    for (unsigned loop : llvm::reverse(grid))
      piece.at = advance(builder, loc, nest, loop,
                         take(nest.loops[loop].size, 1), piece.at);
    emitPiece(builder, vectors, blocks, piece);
  };
  if (threads)
    emitParallelFor(
        rewriter, loc, count,
        [&](OpBuilder &builder, Value number) { emitItem(builder, number); });
  else
    emitFor(rewriter, loc, count, 1, emitItem);
}

/// Of the loop of pieces.
OpFoldResult ContractionLowering::countSteps(const IndexMath &math) const {
  if (!isOpen(pieces))
    return math.constant(pieceSteps.count);
  return math.div(
      math.add(nest.loops[pieces].size, math.constant(pieceSteps.step - 1)),
      math.constant(pieceSteps.step));
}

/// Merges neighbours, but none of dynamic size with one of static size inside
/// of it, of which tiles are equally long.
void ContractionLowering::collapse() {
  StridedNest whole = nest;
  nest.takeLoops({});
  unsigned first = 0, end = 0, count = whole.loops.size();
  auto isOpen = [&](unsigned loop) {
    return !getConstantIntValue(whole.loops[loop].size);
  };
  for (; first != count; first = end) {
    while (end != count && (end == first || !isOpen(end - 1) || isOpen(end)))
      ++end;
    StridedNest part = whole;
    part.takeLoops(llvm::to_vector(llvm::seq(first, end)));
    part.collapse(IndexMath(rewriter, loc));
    llvm::append_range(nest.loops, part.loops);
    for (auto [all, own] : llvm::zip_equal(nest.operands, part.operands))
      llvm::append_range(all.strides, own.strides);
  }
}

LogicalResult ContractionLowering::lower() {
  if (readers && !readers->followLoops(op))
    readers.reset();
  if (readers) {
    if (failed(readers->prepare(rewriter)))
      return failure();
    rewriter.setInsertionPoint(op);
    if (failed(readers->appendTo(rewriter, op, nest))) {
      nest.operands.truncate(c + 1);
      readers.reset();
    }
  }
  // What all operands pass in one stride is one loop: pixels are rows.
  collapse();
  findLoops();
  if (!row)
    insertRow();
  chooseProduct();
  if (int64_t tuned = tunedVectors())
    vectorsOfTile = tuned;
  joinPixels();
  chooseTile();
  double products = nest.leastIterations(0, nest.loops.size());
  bool isAnyOpen = llvm::any_of(llvm::seq(reductions),
                                [&](unsigned loop) { return isOpen(loop); }),
       threads = unit.mayThread() &&
                 (isAnyOpen ||
                  unit.areWorthThreads(
                      readsFarRows() ? products / CpuCosts::slowdownOfFarParts
                                     : products,
                      lanes));
  choosePieces(threads);
  if (readers)
    start = readers->start();
  else if (fill)
    start = fill.getInputs().front();
  rewriter.setInsertionPoint(op);
  if (isOpen(columns))
    emitOpenColumns(threads);
  else
    emitColumns(threads);
  if (readers)
    readers->erase(rewriter);
  else if (start)
    rewriter.eraseOp(fill);
  rewriter.eraseOp(op);
  return success();
}

/// Whole vectors of columns, tile by tile; then one by one, or, where a tile
/// has many of them for few rows, as one more tile. The last may have idle
/// lanes.
void ContractionLowering::emitOpenColumns(bool threads) {
  IndexMath math(rewriter, loc);
  OpFoldResult width = nest.loops[columns].size, full = math.constant(lanes);
  Positions at = startOf(nest);
  auto emit = [&](int64_t count, OpFoldResult blocks,
                  llvm::function_ref<OpFoldResult(int64_t)> active) {
    SmallVector<TileVector> vectors;
    for (int64_t number = 0; number != count; ++number)
      vectors.push_back({0, number * lanes, active(number * lanes)});
    emitTiles(vectors, {blocks, 1, count * lanes}, at, threads);
    OpFoldResult done = math.mul(blocks, math.constant(count * lanes));
    at = advance(rewriter, loc, nest, columns, done, at);
    width = math.sub(width, done);
  };
  auto allActive = [&](int64_t) { return full; };
  int64_t last =
      vectorsOfTile < CpuCosts::vectorsOfOpenTile ? 1 : vectorsOfTile;
  auto restActive = [&](int64_t before) {
    OpFoldResult begin = math.constant(before);
    return last == 1 ? width
                     : math.min(math.sub(math.max(width, begin), begin), full);
  };
  emit(vectorsOfTile, math.div(width, math.constant(vectorsOfTile * lanes)),
       allActive);
  if (last < vectorsOfTile)
    emit(last, math.div(width, full), allActive);
  emit(last, math.min(width, math.constant(1)), restActive);
}

/// Tiles of as many vectors as fit, and one of the rest of them, of which the
/// last may have idle lanes.
void ContractionLowering::emitColumns(bool threads) {
  IndexMath math(rewriter, loc);
  Positions origin = startOf(nest);
  int64_t width = sizeOf(columns), whole = sizeOf(vectorLoop) / vectorStep,
          blocks = whole / vectorsOfTile;
  auto vectorAt = [&](int64_t number) {
    int64_t at = number * vectorStep;
    return vectorLoop == columns
               ? TileVector{0, at, math.constant(std::min(lanes, width - at))}
               : TileVector{at, 0, math.constant(width),
                            std::min(panelsOfVector, sizeOf(vectorLoop) - at)};
  };
  SmallVector<TileVector> vectors;
  for (int64_t number = 0; number != vectorsOfTile; ++number)
    vectors.push_back(vectorAt(number));
  if (blocks)
    emitTiles(vectors,
              {math.constant(blocks * panelsBeside()), blocks,
               vectorsOfTile * vectorStep},
              origin, threads);
  int64_t done = blocks * vectorsOfTile;
  vectors.clear();
  for (int64_t number = done; number * vectorStep < sizeOf(vectorLoop);
       ++number)
    vectors.push_back(vectorAt(number));
  if (!vectors.empty())
    emitTiles(vectors,
              {math.constant(panelsBeside()), 1, vectorsOfTile * vectorStep},
              origin, threads);
}

LogicalResult to_cpu::lowerContraction(RewriterBase &rewriter,
                                       linalg::GenericOp op,
                                       const VectorUnit &unit) {
  ContractionLowering lowering(rewriter, op, unit);
  FailureOr<bool> matches = lowering.matches();
  if (failed(matches))
    return failure();
  return *matches ? lowering.lower() : lowerGeneric(rewriter, op, unit);
}
