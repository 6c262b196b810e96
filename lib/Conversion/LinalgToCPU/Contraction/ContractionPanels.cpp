//===- ContractionPanels.cpp - A right factor that is copied --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <numeric>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Bytes of the cache lines that a tile's vectors read of b in an iteration of
/// the outermost reduction, where these are not one after the other and more
/// than one tile of rows reads them; else 0.
int64_t ContractionLowering::scatteredBytes() const {
  if (vectorLoop != columns || tilesOfStep() * pieceSteps.count == 1)
    return 0;
  SmallVector<std::pair<int64_t, int64_t>> moves;
  for (unsigned loop = reductions; loop != nest.loops.size(); ++loop)
    moves.push_back(
        {plannedStride(nest.operands[b].strides[loop]), sizeOf(loop)});
  llvm::sort(moves);
  // Of elements that lie side by side, and how often there are such.
  int64_t span = vectorsOfTile * lanes * packedK, count = 1;
  for (auto [stride, size] : moves)
    if (stride <= span)
      span += (size - 1) * stride;
    else
      count *= size;
  // Each begins within a line.
  int64_t bytes = count * (span * bytesOf(b) + CpuCosts::lineBytes);
  return count == 1 ? 0 : llvm::divideCeil(bytes, sizeOf(reductions));
}

/// Whether what a tile's vectors read of b is copied once for all tiles of
/// rows: its rows lie so far apart that they would push each other out of the
/// few sets of a cache that they share.
bool ContractionLowering::packsPanels() const {
  std::optional<int64_t> stride =
      getConstantIntValue(nest.operands[b].strides.back());
  int64_t depth = nest.iterations(reductions, nest.loops.size()),
          bytes = depth * vectorsOfTile * lanes * bytesOf(b);
  if (packedK != 1 || vectorLoop != columns || !stride ||
      stepsOfPiece * tilesOfStep() == 1 || bytes > CpuCosts::mostStackBytes)
    return false;
  int64_t way = unit.collidingBytes() / CpuCosts::collidingWays;
  return CpuCosts::collidingWays * (way / std::gcd(way, *stride * bytesOf(b))) <
         depth;
}

/// Copies what `vectors` read of b from `at` on, and makes b what was copied.
/// The result is its position there.
OpFoldResult ContractionLowering::packPanel(OpBuilder &builder,
                                            ArrayRef<TileVector> vectors,
                                            const Positions &at) {
  IndexMath math(builder, loc);
  int64_t stride = vectors.size() * lanes,
          elements = stride * nest.iterations(reductions, nest.loops.size());
  NestOperand &given = nest.operands[b];
  NestOperand packed{
      makeThreadBuffer(
          builder, loc, elements,
          cast<MemRefType>(given.memref.getType()).getElementType()),
      Value(), math.constant(0),
      Positions(nest.loops.size(), math.constant(0))};
  packed.strides[columns] = math.constant(1);
  for (unsigned loop = nest.loops.size(); loop-- != reductions;) {
    packed.strides[loop] = math.constant(stride);
    stride *= sizeOf(loop);
  }
  StridedNest copy = nest;
  copy.operands.push_back(packed);
  Positions from = at;
  from.push_back(math.constant(0));
  emitLoops(builder, loc, copy, reductions, copy.loops.size(), from, {},
            [&](OpBuilder &nested, const Positions &here, ValueRange) {
              IndexMath math(nested, loc);
              Positions there(ArrayRef(here).drop_back());
              SmallVector<Value> read;
              for (const TileVector &vector : vectors)
                read.push_back(readVector(
                    nested, loc, given, positionOf(nested, there, vector)[b],
                    given.strides[columns],
                    makeBlock(nested, loc, lanes, vector.active)));
              for (auto [number, value] : llvm::enumerate(read))
                writeVector(
                    nested, loc, value, packed,
                    math.add(here.back(), math.constant(number * lanes)),
                    math.constant(1),
                    makeBlock(nested, loc, lanes, math.constant(lanes)));
              return SmallVector<Value>();
            });
  given = packed;
  return math.constant(-vectors.front().column);
}
