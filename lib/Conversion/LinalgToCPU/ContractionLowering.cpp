//===- ContractionLowering.cpp - Products of operands as they lie ---------===//
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

/// All tiles of the columns that `blocks` counts, piece after piece.
void ContractionLowering::emitTiles(ArrayRef<TileVector> vectors,
                                    GridLoop blocks, const Positions &from,
                                    bool threads) {
  IndexMath math(rewriter, loc);
  SmallVector<GridLoop> grid;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != *row && loop != pieces && loop != blocks.loop)
      grid.push_back({loop, nest.loops[loop].size, 1});
  OpFoldResult steps = countSteps(math);
  grid.push_back({pieces,
                  math.div(math.add(steps, math.constant(stepsOfPiece - 1)),
                           math.constant(stepsOfPiece)),
                  stepsOfPiece});
  grid.push_back(blocks);
  OpFoldResult count = math.constant(1);
  for (const GridLoop &each : grid)
    count = math.mul(count, each.count);
  auto emitItem = [&](OpBuilder &builder, OpFoldResult number) {
    IndexMath math(builder, loc);
    Piece piece{from, {}, {}};
    for (const GridLoop &each : llvm::reverse(grid)) {
      OpFoldResult index =
          math.mul(math.rem(number, each.count), math.constant(each.step));
      number = math.div(number, each.count);
      if (each.loop != pieces) {
        piece.at = advance(builder, loc, nest, each.loop, index, piece.at);
        continue;
      }
      piece.first = index;
      piece.count = clampRun(builder, loc, steps, index, stepsOfPiece);
    }
    emitPiece(builder, vectors, piece);
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

/// Merges neighbours, but none whose size only a run tells: those come first.
void ContractionLowering::collapseStatic() {
  SmallVector<unsigned> open, known;
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    (isOpen(loop) ? open : known).push_back(loop);
  StridedNest inner = nest;
  inner.takeLoops(known);
  inner.collapse(IndexMath(rewriter, loc));
  nest.takeLoops(open);
  llvm::append_range(nest.loops, inner.loops);
  for (auto [all, own] : llvm::zip_equal(nest.operands, inner.operands))
    llvm::append_range(all.strides, own.strides);
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
  collapseStatic();
  findLoops();
  if (!row)
    insertRow();
  joinPixels();
  chooseProduct();
  chooseTile();
  bool threads = isOpen(*row) || productsAreWorthThreads(
                                     leastIterations(nest.loops.size()), lanes);
  choosePieces(threads);
  if (readers)
    start = readers->start();
  else if (runLength == sizeOf(reductions) && fill)
    start = fill.getInputs().front();
  rewriter.setInsertionPoint(op);
  IndexMath math(rewriter, loc);
  Positions origin = startOf(nest);

  // The vectors of a tile lie along the columns or, where those are one vector,
  // in neighbouring panels.
  int64_t width = sizeOf(columns);
  bool alongColumns = width > lanes || !panels;
  int64_t step = alongColumns ? lanes : 1;
  unsigned loop = alongColumns ? columns : *panels;
  int64_t whole = sizeOf(loop) / step, blocks = whole / vectorsOfTile;
  auto vectorAt = [&](int64_t number) {
    int64_t at = number * step;
    return TileVector{alongColumns ? 0 : at, alongColumns ? at : 0,
                      alongColumns ? std::min(lanes, width - at) : width};
  };
  SmallVector<TileVector> vectors;
  for (int64_t number = 0; number != vectorsOfTile; ++number)
    vectors.push_back(vectorAt(number));
  if (blocks)
    emitTiles(vectors, {loop, math.constant(blocks), vectorsOfTile * step},
              origin, threads);
  // The rest, as a tile of fewer vectors, of which the last may have idle
  // lanes.
  int64_t done = blocks * vectorsOfTile;
  vectors.clear();
  for (int64_t number = done; number * step < sizeOf(loop); ++number)
    vectors.push_back(vectorAt(number));
  if (!vectors.empty())
    emitTiles(vectors, {loop, math.constant(1), 1}, origin, threads);
  if (readers)
    readers->erase(rewriter);
  else if (start)
    rewriter.eraseOp(fill);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::ascend::lowerContraction(RewriterBase &rewriter,
                                             linalg::GenericOp op,
                                             const VectorUnit &unit) {
  ContractionLowering lowering(rewriter, op, unit);
  FailureOr<bool> matches = lowering.matches();
  if (failed(matches))
    return failure();
  return *matches ? lowering.lower() : lowerGeneric(rewriter, op, unit);
}
