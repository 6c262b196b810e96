//===- ContractionChunks.cpp - A piece of a product, chunk by chunk -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// The sums of a tile that were there before, in the order of its vectors.
SmallVector<Value> ContractionEmitter::readSums(OpBuilder &builder,
                                                ArrayRef<TileVector> vectors,
                                                const RowTile &tile) const {
  SmallVector<Value> sums;
  forEachVector(
      builder, vectors, tile, [&](unsigned number, const Positions &here) {
        SmallVector<Value> parts;
        forEachPanel(builder, here, vectors[number],
                     [&](const Positions &at, const VectorBlock &block) {
                       parts.push_back(readVector(
                           builder, loc, nest.operands[c], at[c],
                           nest.operands[c].strides[columns], block));
                     });
        sums.push_back(joinPanels(builder, std::move(parts)));
      });
  return sums;
}

void ContractionEmitter::finishTile(OpBuilder &builder,
                                    ArrayRef<TileVector> vectors,
                                    const RowTile &tile,
                                    ValueRange sums) const {
  unsigned index = 0;
  forEachVector(
      builder, vectors, tile, [&](unsigned number, const Positions &here) {
        Value sum = sums[index++];
        int64_t part = lanes / plan.vector.panels, first = 0;
        forEachPanel(builder, here, vectors[number],
                     [&](const Positions &at, const VectorBlock &block) {
                       Value own = sum;
                       if (part != lanes)
                         own = vector::ExtractStridedSliceOp::create(
                             builder, loc, sum, first, part, 1);
                       finish(builder, at, block, own);
                       first += part;
                     });
      });
}

/// Block after block of the piece, with its number among them.
void ContractionEmitter::forEachBlock(
    OpBuilder &builder, const ColumnBlocks &blocks, const Piece &piece,
    llvm::function_ref<void(OpBuilder &, const Piece &, OpFoldResult)> body)
    const {
  emitFor(builder, loc, piece.blocks, 1,
          [&](OpBuilder &nested, OpFoldResult number) {
            Piece block = piece;
            block.firstBlock =
                IndexMath(nested, loc).add(piece.firstBlock, number);
            block.at = blockAt(nested, piece.at, blocks, block.firstBlock);
            body(nested, block, number);
          });
}

void ContractionEmitter::emitPiece(OpBuilder &builder,
                                   ArrayRef<TileVector> vectors,
                                   const ColumnBlocks &blocks,
                                   const Piece &piece) const {
  if (isOpen(reductions) || plan.chunkLength != sizeOf(reductions))
    return emitChunks(builder, vectors, blocks, piece);
  forEachBlock(builder, blocks, piece,
               [&](OpBuilder &inBlock, Piece block, OpFoldResult) {
                 if (!plan.packsPanels)
                   return emitBlock(inBlock, vectors, blocks, piece, block);
                 ContractionEmitter packed = *this;
                 packed.nest.operands[b] =
                     packPanel(inBlock, vectors, block.at);
                 block.at[b] = inBlock.getIndexAttr(-vectors.front().column);
                 packed.emitBlock(inBlock, vectors, blocks, piece, block);
               });
}

/// `block` of `piece`, with the whole of the reductions.
void ContractionEmitter::emitBlock(OpBuilder &builder,
                                   ArrayRef<TileVector> vectors,
                                   const ColumnBlocks &blocks,
                                   const Piece &piece,
                                   const Piece &block) const {
  SmallVector<Value> corrections =
      emitCorrections(builder, nest, vectors, block.at);
  OpFoldResult next;
  if (!plan.packsPanels)
    next = blockAt(builder, piece.at, blocks,
                   IndexMath(builder, loc)
                       .add(block.firstBlock, builder.getIndexAttr(1)))[b];
  forEachTile(builder, block, [&](OpBuilder &nested, const RowTile &tile) {
    prefetchReads(nested, vectors, tile);
    SmallVector<Value> sums;
    if (of.start)
      sums.assign(vectors.size() * tile.rows(),
                  splat(nested, loc, of.start, lanes));
    else
      sums = readSums(nested, vectors, tile);
    OpFoldResult share;
    if (!plan.packsPanels)
      share = shareOf(nested, vectors, next, tile);
    finishTile(nested, vectors, tile,
               multiply(nested, nest, vectors, tile, sums, corrections, share));
  });
}

/// A piece whose reductions run in chunks. Between chunks the sums wait, one
/// vector after the other, block after block, in a buffer; or in c, where they
/// were before.
void ContractionEmitter::emitChunks(OpBuilder &builder,
                                    ArrayRef<TileVector> vectors,
                                    const ColumnBlocks &blocks,
                                    const Piece &piece) const {
  Value buffer;
  int64_t tileVectors = plan.rowsOfStep() / plan.tilesOfStep() * vectors.size();
  int64_t blockElements = plan.bufferElements(vectors.size());
  if (of.start)
    buffer = makeThreadBuffer(builder, loc, blockElements * mostOfPiece(blocks),
                              of.start.getType());
  auto slotOf = [&](OpBuilder &nested, OpFoldResult block, const RowTile &tile,
                    int64_t index) {
    IndexMath math(nested, loc);
    OpFoldResult first = math.mul(block, math.constant(blockElements));
    first = math.add(first,
                     math.mul(tile.number, math.constant(tileVectors * lanes)));
    if (tile.before)
      first = math.add(
          first, math.mul(tile.before,
                          math.constant(tile.outer * vectors.size() * lanes)));
    return math.value(math.add(first, math.constant(index * lanes)));
  };
  auto load = [&](OpBuilder &nested, OpFoldResult block, const RowTile &tile,
                  Value isFirst) -> SmallVector<Value> {
    if (!buffer)
      return readSums(nested, vectors, tile);
    SmallVector<Value> initial(vectors.size() * tile.rows(),
                               splat(nested, loc, of.start, lanes));
    auto loaded = scf::IfOp::create(
        nested, loc, isFirst,
        [&](OpBuilder &then, Location) {
          scf::YieldOp::create(then, loc, initial);
        },
        [&](OpBuilder &otherwise, Location) {
          SmallVector<Value> sums;
          for (auto [i, sum] : llvm::enumerate(initial))
            sums.push_back(
                vector::LoadOp::create(otherwise, loc, sum.getType(), buffer,
                                       slotOf(otherwise, block, tile, i)));
          scf::YieldOp::create(otherwise, loc, sums);
        });
    return SmallVector<Value>(loaded.getResults());
  };
  auto put = [&](OpBuilder &nested, OpFoldResult block, const RowTile &tile,
                 Value isLast, ValueRange sums) {
    if (!buffer)
      return finishTile(nested, vectors, tile, sums);
    scf::IfOp::create(
        nested, loc, isLast,
        [&](OpBuilder &then, Location) {
          finishTile(then, vectors, tile, sums);
          scf::YieldOp::create(then, loc);
        },
        [&](OpBuilder &otherwise, Location) {
          for (auto [i, sum] : llvm::enumerate(sums))
            vector::StoreOp::create(otherwise, loc, sum, buffer,
                                    slotOf(otherwise, block, tile, i));
          scf::YieldOp::create(otherwise, loc);
        });
  };
  // Where nothing is summed, a chunk of that writes what sums begin with.
  OpFoldResult depth = nest.loops[reductions].size, turns = depth;
  if (isOpen(reductions))
    turns = IndexMath(builder, loc).max(depth, builder.getIndexAttr(1));
  emitFor(
      builder, loc, turns, plan.chunkLength,
      [&](OpBuilder &inChunk, OpFoldResult first) {
        IndexMath math(inChunk, loc);
        StridedNest part = nest;
        part.loops[reductions].size = clampChunk(
            inChunk, loc, nest.loops[reductions].size, first, plan.chunkLength);
        Piece here = piece;
        here.at = advance(inChunk, loc, nest, reductions, first, piece.at);
        auto compare = [&](arith::CmpIPredicate predicate, OpFoldResult number,
                           OpFoldResult other) {
          return arith::CmpIOp::create(inChunk, loc, predicate,
                                       math.value(number), math.value(other));
        };
        OpFoldResult length = math.constant(plan.chunkLength);
        Value isFirst =
                  compare(arith::CmpIPredicate::eq, first, math.constant(0)),
              isLast = isOpen(reductions)
                           ? compare(arith::CmpIPredicate::uge,
                                     math.add(first, length), depth)
                           : compare(arith::CmpIPredicate::uge, first,
                                     math.sub(depth, length));
        forEachBlock(
            inChunk, blocks, here,
            [&](OpBuilder &inBlock, const Piece &block, OpFoldResult number) {
              SmallVector<Value> corrections =
                  emitCorrections(inBlock, part, vectors, block.at);
              Positions next = nextBlock(inBlock, blocks, here, number);
              forEachTile(inBlock, block,
                          [&](OpBuilder &nested, const RowTile &tile) {
                            OpFoldResult share =
                                shareOf(nested, vectors, next[b], tile);
                            if (!share)
                              prefetchBlock(nested, vectors, next, tile);
                            put(nested, number, tile, isLast,
                                multiply(nested, part, vectors, tile,
                                         load(nested, number, tile, isFirst),
                                         corrections, share));
                          });
            });
      });
}
