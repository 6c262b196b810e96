//===- ContractionPlan.cpp - How a product is cut into tiles --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Bytes of a that `length` iterations of the loop of pieces, all of the rows',
/// a chunk of `chunk` turns of the outermost reduction and all of the others
/// read, which meet where windows overlap.
int64_t ContractionLowering::footprint(int64_t length, int64_t chunk) {
  SmallVector<std::pair<int64_t, int64_t>> moves;
  auto move = [&](OpFoldResult stride, int64_t count) {
    moves.push_back({plannedStride(stride), count});
  };
  int64_t ofLine = length;
  if (lineLength) {
    if (std::optional<int64_t> known = getConstantIntValue(*lineLength))
      ofLine = std::min(length, *known);
    move(lineStrides[a], llvm::divideCeil(length, ofLine));
  }
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    if (loop == pieces || loop == *row || loop >= reductions)
      move(nest.operands[a].strides[loop], lineLength && loop == *row ? ofLine
                                           : loop == pieces           ? length
                                           : loop == reductions ? chunk
                                                                : sizeOf(loop));
  llvm::sort(moves);
  double elements = packedK, span = packedK;
  for (auto [stride, count] : moves) {
    double reach = double(count - 1) * stride;
    // What begins behind the last element lies by itself.
    elements *= stride > span ? count : (span + reach) / span;
    span += reach;
  }
  return elements * bytesOf(a);
}

/// Bytes of b that all columns read.
int64_t ContractionLowering::rightBytes() const {
  double elements = packedK * double(plannedColumns()) *
                    (panels ? sizeOf(*panels) : 1) *
                    nest.iterations(reductions, nest.loops.size());
  return elements * bytesOf(b);
}

Steps Steps::of(int64_t size, int64_t most) {
  int64_t count = llvm::divideCeil(size, most),
          step = llvm::divideCeil(size, count);
  return {step, count, count - (step * count - size)};
}

/// How many rows there are registers for, which also hold a row of b and an
/// element of a. Tiles of one vector would have more of them than the CPU
/// foresees streams, of which b is one.
int64_t ContractionLowering::mostRows() const {
  bool isOneVector = plannedColumns() <= lanes && !panels;
  int64_t most = isOneVector
                     ? CpuCosts::foreseenStreams - 1
                     : (unit.registers() - vectorsOfTile - 2) / vectorsOfTile,
          tuned = unit.schedule ? unit.schedule.getRows() : 0;
  return std::max<int64_t>(tuned ? std::min(tuned, most) : most, 1);
}

/// Joins the loop of rows with the one around it that b does not move in,
/// either, where tiles of whole lines, or within one, have so few rows that
/// they would wait for their own sums, or may have: 7x7 pixels are 49 rows.
void ContractionLowering::joinPixels() {
  std::optional<unsigned> lines;
  for (unsigned loop = 0; loop != *row; ++loop)
    if (nest.hasStride(b, loop, 0) && !nest.hasStride(a, loop, 0))
      lines = loop;
  if (!lines)
    return;
  if (!isOpen(*row)) {
    int64_t most = mostRows(), length = sizeOf(*row),
            count = isOpen(*lines) ? CpuCosts::openRowsOfPiece : sizeOf(*lines);
    Steps steps = Steps::of(length, most);
    // On average.
    double rows = double(length) / steps.count;
    if (steps.count == 1)
      rows *= std::min(count, most / length);
    if (rows >= CpuCosts::fullTileShare * most || length * count <= rows)
      return;
  }
  lineLength = nest.loops[*row].size;
  for (const NestOperand &operand : nest.operands)
    lineStrides.push_back(operand.strides[*lines]);
  nest.loops[*row].size =
      IndexMath(rewriter, loc).mul(nest.loops[*lines].size, *lineLength);
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    if (loop != *lines)
      order.push_back(loop);
  nest.takeLoops(order);
  findLoops();
}

/// Whether b comes from memory once, for the only tile of rows, and has rows
/// that are longer than a block: a chunk of few of them goes through all
/// blocks, so that each is a stream.
bool ContractionLowering::readsFarRows() const {
  return rowSteps.count == 1 && pieces == *row && !isOpen(*row) &&
         reductions + 1 == nest.loops.size() && !panels && !isOpen(columns) &&
         sizeOf(columns) > vectorsOfTile * lanes &&
         rightBytes() > unit.caches.secondBytes;
}

/// Gives a tile of few rows more vectors, so that it does not wait for its own
/// sums: an FMA takes four cycles, in each of which two begin.
void ContractionLowering::widenTile() {
  int64_t rows = rowsOfStep() / tilesOfStep(),
          most = std::min<int64_t>(llvm::divideCeil(CpuCosts::enoughSums, rows),
                                   (unit.registers() - 1) / (rows + 1));
  if (most > vectorsOfTile)
    vectorsOfTile = std::max(
        vectorsOfTile,
        Steps::of(llvm::divideCeil(plannedVectors(), vectorStep), most).step);
}

/// As many rows as there are registers for, and equally many in each tile.
void ContractionLowering::chooseTile() {
  int64_t most = mostRows();
  // The innermost loop around the rows that b does not move in, either.
  pieces = *row;
  for (unsigned loop = 0; !lineLength && loop != columns; ++loop)
    if (loop != *row && !isOpen(loop) && nest.hasStride(b, loop, 0) &&
        !nest.hasStride(a, loop, 0))
      pieces = loop;
  if (isOpen(*row)) {
    int64_t count = llvm::divideCeil(CpuCosts::openRowsOfPiece, most);
    rowSteps = {most, count, count};
  } else {
    rowSteps = Steps::of(sizeOf(*row), most);
  }
  if (pieces == *row)
    pieceSteps = rowSteps;
  else
    pieceSteps = Steps::of(sizeOf(pieces),
                           rowSteps.count == 1 ? most / rowSteps.step : 1);
  bool alongColumns = plannedColumns() > lanes || !panels;
  vectorLoop = alongColumns ? columns : *panels;
  vectorStep = alongColumns ? lanes : panelsOfVector;
  if (!readsFarRows() && !tunedVectors())
    widenTile();
  // Of the panels that a tile's vectors come from.
  int64_t depth = nest.iterations(reductions, nest.loops.size());
  int64_t bytes = depth * packedK * vectorsOfTile * lanes * bytesOf(b);
  chunkLength = llvm::divideCeil(sizeOf(reductions),
                                 llvm::divideCeil(bytes, unit.panelBytes()));
  // What the CPU does not foresee comes from the nearest cache.
  if (int64_t scattered = scatteredBytes())
    chunkLength = std::min(
        chunkLength,
        Steps::of(sizeOf(reductions),
                  std::max<int64_t>(unit.scatteredBytes() / scattered, 1))
            .step);
  if (readsFarRows())
    chunkLength = std::min(chunkLength, CpuCosts::foreseenStreams);
}

/// Tiles that one step of the loop of pieces has.
int64_t ContractionLowering::tilesOfStep() const {
  return pieces == *row ? 1 : rowSteps.count;
}

/// Their rows, filled up.
int64_t ContractionLowering::rowsOfStep() const {
  return pieceSteps.step * (pieces == *row ? 1 : tilesOfStep() * rowSteps.step);
}

/// Sums of a piece, of tiles of so many vectors.
int64_t ContractionLowering::bufferElements(int64_t vectors) const {
  return stepsOfPiece * rowsOfStep() * vectors * lanes;
}

/// The most steps of a piece of which a chunk of so many iterations of the
/// outermost reduction reads no more of a than fits.
int64_t ContractionLowering::fittingSteps(int64_t chunk) {
  auto fits = [&](int64_t steps) {
    return footprint(std::min(mostPieces(), steps * pieceSteps.step), chunk) <=
           unit.pieceBytes();
  };
  return *llvm::partition_point(llvm::seq<int64_t>(2, pieceSteps.count + 1),
                                fits) -
         1;
}

void ContractionLowering::choosePieces(bool threads) {
  // Where fewer rows of the whole reduction fit, b would pass by too often: a
  // chunk of it runs at a time, of many rows.
  int64_t depth = sizeOf(reductions), others = 1,
          blocks =
              llvm::divideCeil(plannedVectors(), vectorsOfTile * vectorStep);
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != *row && loop != pieces && loop != panels && !isOpen(loop))
      others *= sizeOf(loop);
  blocks *= panelsBeside();
  auto stepsOf = [&](int64_t rows) {
    return std::min<int64_t>(pieceSteps.count,
                             llvm::divideCeil(rows, rowsOfStep()));
  };
  if (blocks > 1 && fittingSteps(depth) < stepsOf(CpuCosts::fewRowsOfWhole))
    for (int64_t chunks = llvm::divideCeil(depth, chunkLength);
         chunks < depth &&
         fittingSteps(chunkLength) < stepsOf(CpuCosts::manyRowsOfChunk);)
      chunkLength = llvm::divideCeil(depth, ++chunks);
  stepsOfPiece = fittingSteps(chunkLength);
  auto bufferBytes = [&] { return bufferElements(vectorsOfTile) * bytesOf(c); };
  blocksOfPiece = 1;
  if (bufferBytes() > CpuCosts::mostStackBytes)
    chunkLength = depth;
  else if (chunkLength != depth)
    blocksOfPiece =
        std::min<int64_t>(blocks, CpuCosts::mostStackBytes / bufferBytes());
  int64_t enough =
      readsFarRows() ? CpuCosts::piecesOfFarRows : CpuCosts::enoughPieces;
  auto isTooFew = [&] {
    int64_t count = others * llvm::divideCeil(pieceSteps.count, stepsOfPiece) *
                    llvm::divideCeil(blocks, blocksOfPiece);
    return threads && count < enough;
  };
  while (blocksOfPiece > 1 && isTooFew())
    blocksOfPiece = llvm::divideCeil(blocksOfPiece, 2);
  while (stepsOfPiece > 1 && isTooFew())
    stepsOfPiece = llvm::divideCeil(stepsOfPiece, 2);
  // Pieces of equal length.
  stepsOfPiece = Steps::of(pieceSteps.count, stepsOfPiece).step;
  blocksOfPiece = Steps::of(blocks, blocksOfPiece).step;
  panelsPassAgain = rightBytes() <= footprint(mostPieces(), depth);
}
