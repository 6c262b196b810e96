//===- ContractionPrefetch.cpp - What a product reads next ----------------===//
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

/// The first-level cache, and the second.
static constexpr unsigned nearest = 3, second = 2;

static void prefetch(OpBuilder &builder, Location loc, Value memref,
                     OpFoldResult position, unsigned locality) {
  memref::PrefetchOp::create(builder, loc, memref,
                             IndexMath(builder, loc).value(position),
                             /*isWrite=*/false, locality,
                             /*isDataCache=*/true);
}

/// Asks for what the rows of a tile read of a in the next iteration of `loop`.
/// The CPU does not foresee steps so long, and what runs in between is too much
/// to be looked past.
void ContractionEmitter::prefetchRows(OpBuilder &builder, unsigned loop,
                                      const RowTile &tile) const {
  IndexMath math(builder, loc);
  std::optional<int64_t> stride =
      getConstantIntValue(nest.operands[a].strides[loop]);
  if (stride && std::abs(*stride) * bytesOf(a) < CpuCosts::farStepBytes)
    return;
  Positions next = advance(builder, loc, nest, loop, math.constant(1), tile.at);
  forEachVector(
      builder, TileVector{0, 0, math.constant(lanes)},
      {next, tile.outer, tile.lines, {}}, [&](unsigned, const Positions &at) {
        prefetch(builder, loc, nest.operands[a].memref, at[a], nearest);
      });
}

/// The operands of the nest that the readers take an element of for each sum,
/// and that the nearest cache does not hold beside what the tiles read.
SmallVector<unsigned> ContractionEmitter::farReads() const {
  SmallVector<unsigned> reads;
  if (!of.readers)
    return reads;
  unsigned first = c + 1;
  for (ProductReaders::Reader reader : of.readers->get()) {
    unsigned inputs = reader.op.getNumDpsInputs();
    for (unsigned input = 0; input != inputs; ++input) {
      const NestOperand &operand = nest.operands[first + input];
      if (input == reader.operand || !operand.memref ||
          !nest.hasStride(first + input, columns, 1) ||
          isZeroInteger(operand.strides[row]))
        continue;
      auto type = cast<MemRefType>(reader.op->getOperand(input).getType());
      int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
      if (!type.hasStaticShape() ||
          type.getNumElements() * bytes > CpuCosts::nearReadBytes)
        reads.push_back(first + input);
    }
    first += reader.op->getNumOperands();
  }
  return reads;
}

/// Asks for what the readers of a tile take beside its sums: where the
/// reductions are short, the tile's end would wait for each line of it.
void ContractionEmitter::prefetchReads(OpBuilder &builder,
                                       ArrayRef<TileVector> vectors,
                                       const RowTile &tile) const {
  SmallVector<unsigned> reads = farReads();
  if (reads.empty())
    return;
  forEachVector(
      builder, vectors, tile, [&](unsigned number, const Positions &here) {
        // The one before in the same line asks for it.
        if (vectors[number].column * bytesOf(c) % CpuCosts::lineBytes != 0)
          return;
        forEachPanel(builder, here, vectors[number],
                     [&](const Positions &at, const VectorBlock &) {
                       for (unsigned read : reads)
                         prefetch(builder, loc, nest.operands[read].memref,
                                  at[read], nearest);
                     });
      });
}

/// Where the block after block `number` of the chunk `piece` begins: behind the
/// last one, the next chunk's first.
Positions ContractionEmitter::nextBlock(OpBuilder &builder,
                                        const ColumnBlocks &blocks,
                                        const Piece &piece,
                                        OpFoldResult number) const {
  IndexMath math(builder, loc);
  Positions first = blockAt(builder,
                            advance(builder, loc, nest, reductions,
                                    math.constant(plan.chunkLength), piece.at),
                            blocks, piece.firstBlock);
  if (plan.blocksOfPiece == 1)
    return first;
  OpFoldResult after = math.add(number, math.constant(1));
  Positions next =
      blockAt(builder, piece.at, blocks, math.add(piece.firstBlock, after));
  Value isLast =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            math.value(after), math.value(piece.blocks));
  next[b] = arith::SelectOp::create(builder, loc, isLast, math.value(first[b]),
                                    math.value(next[b]))
                .getResult();
  return next;
}

/// Whether the reductions pass through b without gaps, `stride` elements in
/// each step of the innermost.
bool ContractionEmitter::isDenseFrom(int64_t stride) const {
  for (unsigned loop = nest.loops.size(); loop-- != reductions;) {
    if (!nest.hasStride(b, loop, stride))
      return false;
    if (loop != reductions)
      stride *= sizeOf(loop);
  }
  return true;
}

/// How far apart lines of b begin, in iterations of the reductions, if it is
/// dense along all of them; else 0.
int64_t ContractionEmitter::iterationsOfLine() const {
  std::optional<int64_t> stride =
      getConstantIntValue(nest.operands[b].strides.back());
  if (!stride || !isDenseFrom(*stride))
    return 0;
  return std::max<int64_t>(1, CpuCosts::lineBytes / (*stride * bytesOf(b)));
}

/// Tiles of a block of which each asks for as much of the next one, a power of
/// two not above their number: the last ones may ask for more than there is.
int64_t ContractionEmitter::tilesThatShare() const {
  return llvm::bit_floor<uint64_t>(plan.stepsOfPiece * plan.tilesOfStep());
}

/// Whether what a block of `vectors` reads of b lies without gaps.
bool ContractionEmitter::isDense(ArrayRef<TileVector> vectors) const {
  int64_t dense = 0;
  for (const TileVector &vector : vectors) {
    std::optional<int64_t> active = getConstantIntValue(vector.active);
    if (!active || vector.panel != 0 || vector.panels != 1 ||
        vector.column * of.packedK != dense)
      return false;
    dense += *active * of.packedK;
  }
  return isDenseFrom(dense);
}

/// Where the share of a dense block that begins at `next` lies for which `tile`
/// of the one before it asks while it runs. The first tile of a block would
/// wait for memory while the others leave it idle; asked for at once, before a
/// tile, it would be more than memory brings meanwhile. Null where the block
/// has gaps, or so many tiles that they do not notice.
OpFoldResult ContractionEmitter::shareOf(OpBuilder &builder,
                                         ArrayRef<TileVector> vectors,
                                         OpFoldResult next,
                                         const RowTile &tile) const {
  int64_t tiles = tilesThatShare();
  if (tiles > CpuCosts::tilesThatPrefetch || !isDense(vectors))
    return {};
  IndexMath math(builder, loc);
  int64_t elements = *getConstantIntValue(nest.operands[b].strides.back()) *
                     nest.iterations(reductions + 1, nest.loops.size()) *
                     plan.chunkLength;
  return math.add(next, math.mul(tile.number, math.constant(elements / tiles)));
}

/// Asks for the lines of `share` that one step of the reductions of a tile is
/// to bring, which has `moved` on in its own block.
void ContractionEmitter::prefetchStep(OpBuilder &builder, OpFoldResult share,
                                      OpFoldResult moved) const {
  IndexMath math(builder, loc);
  int64_t tiles = tilesThatShare(),
          bytes = *getConstantIntValue(nest.operands[b].strides.back()) *
                  bytesOf(b);
  OpFoldResult first = math.add(share, math.div(moved, math.constant(tiles)));
  int64_t lines = llvm::divideCeil(bytes, tiles * CpuCosts::lineBytes);
  for (int64_t line = 0; line != lines; ++line)
    prefetch(
        builder, loc, nest.operands[b].memref,
        math.add(first, math.constant(line * CpuCosts::lineBytes / bytesOf(b))),
        second);
}

/// Asks for a share of what the block that begins at `next` reads of b: each
/// tile of the one before it for as much. The CPU foresees how a block goes on,
/// but not where the next one begins, and its first tile would wait for memory.
void ContractionEmitter::prefetchBlock(OpBuilder &builder,
                                       ArrayRef<TileVector> vectors,
                                       const Positions &next,
                                       const RowTile &tile) const {
  int64_t tiles = plan.stepsOfPiece * plan.tilesOfStep(),
          depth = plan.chunkLength *
                  nest.iterations(reductions + 1, nest.loops.size()),
          apart = iterationsOfLine();
  int64_t lines = apart ? llvm::divideCeil(depth, apart * tiles) : 0;
  // Few tiles would ask for more than memory brings meanwhile.
  if (lines > CpuCosts::linesBeforeTile)
    return;
  IndexMath math(builder, loc);
  OpFoldResult stride =
      math.mul(nest.operands[b].strides.back(), math.constant(apart));
  OpFoldResult share =
      math.mul(tile.number, math.mul(stride, math.constant(lines)));
  for (const TileVector &vector : vectors) {
    // The one before in the same line asks for it.
    if (vector.column * of.packedK * bytesOf(b) % CpuCosts::lineBytes != 0)
      continue;
    forEachPanel(builder, positionOf(builder, next, vector), vector,
                 [&](const Positions &at, const VectorBlock &) {
                   OpFoldResult first = math.add(at[b], share);
                   for (int64_t line = 0; line != lines; ++line)
                     prefetch(
                         builder, loc, nest.operands[b].memref,
                         math.add(first, math.mul(stride, math.constant(line))),
                         second);
                 });
  }
}
