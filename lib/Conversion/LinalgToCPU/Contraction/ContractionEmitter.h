//===- ContractionEmitter.h - The code of a planned product -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A tile of rows and columns is in registers while the reductions run. Tiles
// are those of a piece, block of columns after block; pieces are what threads
// take. All of it follows the plan.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONEMITTER_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONEMITTER_H

#include "Contraction.h"
#include "Nest/LoopBuilder.h"

namespace mlir::ascend::to_cpu {

/// A vector of a tile's row: so many steps of the loops of panels and columns
/// from the first, and how many of its lanes are columns; or the columns of
/// `panels` panels, one panel's behind the other's.
struct TileVector {
  int64_t panel, column;
  OpFoldResult active;
  int64_t panels = 1;
};

/// Rows of a tile: `outer` iterations of the loop of pieces, in each those of
/// the loop of rows that lie `lines` behind the first; `number` counts the
/// tiles of a piece. Of a tile that is taken in parts it may be one, which
/// begins `before` rows behind the tile's first; null: the whole tile.
struct RowTile {
  Positions at;
  int64_t outer;
  SmallVector<Positions> lines;
  OpFoldResult number;
  OpFoldResult before = {};

  int64_t rows() const { return outer * lines.size(); }
};

/// Blocks of columns, each `step` iterations of the loop of vectors wide, of
/// which so many are in one panel.
struct ColumnBlocks {
  OpFoldResult count;
  int64_t inPanel, step;
};

/// `count` steps of the loop of pieces from step `first` on, and of the columns
/// `blocks` blocks from `firstBlock` on; both begin at `at`.
struct Piece {
  Positions at;
  OpFoldResult first, count;
  OpFoldResult firstBlock, blocks;
};

class ContractionEmitter {
public:
  /// Emits where the rewriter stands, which it also lends to what reads the
  /// sums. `product` is of the plan's vectors.
  ContractionEmitter(RewriterBase &rewriter, const VectorUnit &unit,
                     const Contraction &contraction,
                     const ContractionPlan &plan, const InnerProduct &product)
      : rewriter(rewriter), unit(unit), of(contraction), plan(plan),
        product(product), nest(contraction.nest), loc(of.op->getLoc()),
        a(plan.roles.a), b(plan.roles.b), row(plan.row()),
        columns(plan.roles.columns), reductions(plan.roles.reductions),
        panels(plan.roles.panels), lanes(plan.vector.lanes) {}

  void emit() const;

private:
  static constexpr unsigned c = Contraction::c;

  int64_t sizeOf(unsigned loop) const {
    return *getConstantIntValue(nest.loops[loop].size);
  }
  /// Whether its size is dynamic.
  bool isOpen(unsigned loop) const {
    return !getConstantIntValue(nest.loops[loop].size);
  }
  int64_t bytesOf(unsigned operand) const {
    return llvm::divideCeil(of.elementOf(operand).getIntOrFloatBitWidth(), 8);
  }
  /// Blocks that a piece has of `blocks`.
  int64_t mostOfPiece(const ColumnBlocks &blocks) const;

  // Pieces and columns: ContractionColumns.cpp.
  void emitTiles(ArrayRef<TileVector> vectors, const ColumnBlocks &blocks,
                 const Positions &from) const;
  void emitOpenColumns() const;
  void emitColumns() const;
  OpFoldResult countSteps(const IndexMath &math) const;
  Positions blockAt(OpBuilder &builder, const Positions &at,
                    const ColumnBlocks &blocks, OpFoldResult number) const;

  // Rows and tiles: ContractionTiles.cpp.
  SmallVector<Positions> linesApart(OpBuilder &builder, int64_t height) const;
  SmallVector<Positions> linesOf(OpBuilder &builder, OpFoldResult first,
                                 int64_t height) const;
  SmallVector<Positions> linesOfPixels(OpBuilder &builder, OpFoldResult column,
                                       OpFoldResult left, int64_t height) const;
  Positions rowAt(OpBuilder &builder, const Positions &at,
                  OpFoldResult index) const;
  void emitSteps(OpBuilder &builder, unsigned loop, const Steps &steps,
                 OpFoldResult first, OpFoldResult count, const Positions &at,
                 llvm::function_ref<void(OpBuilder &, const Positions &,
                                         int64_t, OpFoldResult, OpFoldResult)>
                     body) const;
  void emitTileOfLine(
      OpBuilder &builder, const Positions &from, RowTile tile,
      OpFoldResult first, int64_t height,
      llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const;
  void
  emitParts(OpBuilder &builder, const Positions &from, RowTile tile,
            OpFoldResult first, int64_t height,
            llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const;
  void forEachTile(
      OpBuilder &builder, const Piece &piece,
      llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const;
  void forEachVector(
      OpBuilder &builder, ArrayRef<TileVector> vectors, const RowTile &tile,
      llvm::function_ref<void(unsigned, const Positions &)> body) const;
  SmallVector<Value> multiply(OpBuilder &builder, const StridedNest &part,
                              ArrayRef<TileVector> vectors, const RowTile &tile,
                              ValueRange sums, ValueRange corrections,
                              OpFoldResult share) const;
  SmallVector<Value> emitCorrections(OpBuilder &builder,
                                     const StridedNest &part,
                                     ArrayRef<TileVector> vectors,
                                     const Positions &at) const;
  void finish(OpBuilder &builder, const Positions &at, const VectorBlock &block,
              Value sum) const;

  // Pieces, chunk by chunk: ContractionChunks.cpp.
  SmallVector<Value> readSums(OpBuilder &builder, ArrayRef<TileVector> vectors,
                              const RowTile &tile) const;
  void finishTile(OpBuilder &builder, ArrayRef<TileVector> vectors,
                  const RowTile &tile, ValueRange sums) const;
  void forEachBlock(
      OpBuilder &builder, const ColumnBlocks &blocks, const Piece &piece,
      llvm::function_ref<void(OpBuilder &, const Piece &, OpFoldResult)> body)
      const;
  void emitPiece(OpBuilder &builder, ArrayRef<TileVector> vectors,
                 const ColumnBlocks &blocks, const Piece &piece) const;
  void emitBlock(OpBuilder &builder, ArrayRef<TileVector> vectors,
                 const ColumnBlocks &blocks, const Piece &piece,
                 const Piece &block) const;
  void emitChunks(OpBuilder &builder, ArrayRef<TileVector> vectors,
                  const ColumnBlocks &blocks, const Piece &piece) const;

  // The right factor's panels and vectors: ContractionPanels.cpp and
  // ContractionVectors.cpp.
  NestOperand packPanel(OpBuilder &builder, ArrayRef<TileVector> vectors,
                        const Positions &at) const;
  Value loadColumns(OpBuilder &builder, const Positions &at,
                    const TileVector &vector) const;
  void forEachPanel(
      OpBuilder &builder, const Positions &at, const TileVector &vector,
      llvm::function_ref<void(const Positions &, const VectorBlock &)> body)
      const;
  Value joinPanels(OpBuilder &builder, SmallVector<Value> parts) const;
  Positions positionOf(OpBuilder &builder, const Positions &at,
                       const TileVector &vector) const;

  // What is read next: ContractionPrefetch.cpp.
  void prefetchRows(OpBuilder &builder, unsigned loop,
                    const RowTile &tile) const;
  SmallVector<unsigned> farReads() const;
  void prefetchReads(OpBuilder &builder, ArrayRef<TileVector> vectors,
                     const RowTile &tile) const;
  Positions nextBlock(OpBuilder &builder, const ColumnBlocks &blocks,
                      const Piece &piece, OpFoldResult number) const;
  bool isDenseFrom(int64_t stride) const;
  int64_t iterationsOfLine() const;
  void prefetchBlock(OpBuilder &builder, ArrayRef<TileVector> vectors,
                     const Positions &next, const RowTile &tile) const;
  int64_t tilesThatShare() const;
  bool isDense(ArrayRef<TileVector> vectors) const;
  OpFoldResult shareOf(OpBuilder &builder, ArrayRef<TileVector> vectors,
                       OpFoldResult next, const RowTile &tile) const;
  void prefetchStep(OpBuilder &builder, OpFoldResult share,
                    OpFoldResult moved) const;

  RewriterBase &rewriter;
  const VectorUnit &unit;
  const Contraction &of;
  const ContractionPlan &plan;
  const InnerProduct &product;
  /// Of the contraction, but for a right factor that was packed.
  StridedNest nest;
  Location loc;
  // Of the plan.
  unsigned a, b, row, columns, reductions;
  std::optional<unsigned> panels;
  int64_t lanes;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONEMITTER_H
