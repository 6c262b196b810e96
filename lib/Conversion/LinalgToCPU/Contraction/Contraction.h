//===- Contraction.h - A contraction of operands in place -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// c += a * b as a linalg.generic: b and c are contiguous along one loop, the
// columns, along which a stays where it is; a and c move along another, the
// rows, along which b stays. A tile of rows and columns is in registers while
// the reductions run. a is read by scalars, at any strides: the windows of a
// convolution, its steps and rows of a matrix are all the same, and none of
// them is copied. How long the parallel loops are, and how far the operands
// move in any loop but that of columns, may be dynamic.
//
// Integers of which both factors have two or four side by side along the
// innermost reduction are taken by dots, as are two bfloat16 where the CPU has
// one of them: what is said above is of such groups.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H

#include "InnerProduct.h"
#include "Nest/LoopBuilder.h"
#include "ProductReaders.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::ascend::to_cpu {

/// A vector of a tile's row: so many steps of the loops of panels and columns
/// from the first, and how many of its lanes are columns; or the columns of
/// `panels` panels, one panel's behind the other's.
struct TileVector {
  int64_t panel, column;
  OpFoldResult active;
  int64_t panels = 1;
};

/// A loop in so many steps: `large` ones of `step` iterations, then ones of one
/// less. No step is so short that its tile would wait for its own sums.
struct Steps {
  int64_t step = 1, count = 0, large = 0;

  /// The fewest steps that are not longer than `most`.
  static Steps of(int64_t size, int64_t most);
};

/// What a product takes of a factor: its elements widened, less a number.
struct ContractionFactor {
  bool isUnsigned = false;
  int64_t offset = 0;
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

class ContractionLowering {
public:
  ContractionLowering(RewriterBase &rewriter, linalg::GenericOp op,
                      const VectorUnit &unit)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit) {}

  /// Whether the loops have this form; changes nothing else than to add ops
  /// that compute positions.
  FailureOr<bool> matches();
  LogicalResult lower();

private:
  /// The operand of the nest that is the sums.
  static constexpr unsigned c = 2;

  int64_t sizeOf(unsigned loop) const {
    return *getConstantIntValue(nest.loops[loop].size);
  }
  /// Whether its size is dynamic.
  bool isOpen(unsigned loop) const {
    return !getConstantIntValue(nest.loops[loop].size);
  }
  /// A dynamic stride is taken to be long.
  static constexpr int64_t farStride = int64_t(1) << 32;
  static int64_t plannedStride(OpFoldResult stride) {
    return std::abs(getConstantIntValue(stride).value_or(farStride));
  }
  /// Blocks that a piece has of `blocks`.
  int64_t mostOfPiece(const ColumnBlocks &blocks) const {
    return std::min(blocksOfPiece,
                    getConstantIntValue(blocks.count).value_or(blocksOfPiece));
  }
  /// As far as is known.
  int64_t plannedColumns() const {
    return isOpen(columns) ? CpuCosts::openColumns : sizeOf(columns);
  }
  /// Iterations of the loop of vectors.
  int64_t plannedVectors() const {
    return vectorLoop == columns ? plannedColumns() : sizeOf(vectorLoop);
  }
  /// Panels of which each has blocks of columns of its own.
  int64_t panelsBeside() const {
    return panels && vectorLoop == columns ? sizeOf(*panels) : 1;
  }
  Type elementOf(unsigned operand) const {
    return cast<MemRefType>(op->getOperand(operand).getType()).getElementType();
  }
  int64_t bytesOf(unsigned operand) const {
    return llvm::divideCeil(elementOf(operand).getIntOrFloatBitWidth(), 8);
  }
  /// Reads off `nest` which loop is which; false where it has not the form.
  bool findLoops();
  bool sizesFit() const;
  SmallVector<Positions> linesApart(OpBuilder &builder, int64_t height);
  SmallVector<Positions> linesOf(OpBuilder &builder, OpFoldResult first,
                                 int64_t height);
  SmallVector<Positions> linesOfPixels(OpBuilder &builder, OpFoldResult column,
                                       OpFoldResult left, int64_t height);
  OpFoldResult countSteps(const IndexMath &math) const;
  void takeDots();
  void collapse();
  void chooseProduct();
  void insertRow();
  int64_t mostRows() const;
  /// What the kernel's schedule says, or 0.
  int64_t tunedVectors() const {
    return unit.schedule ? unit.schedule.getVectors() : 0;
  }
  void joinPixels();
  Positions rowAt(OpBuilder &builder, const Positions &at, OpFoldResult index);
  int64_t footprint(int64_t length, int64_t chunk);
  int64_t rightBytes() const;
  /// Iterations of the loop of pieces, as far as is known.
  int64_t mostPieces() const {
    return isOpen(pieces) ? CpuCosts::openRowsOfPiece : sizeOf(pieces);
  }
  bool readsFarRows() const;
  void chooseTile();
  void widenTile();
  int64_t fittingSteps(int64_t chunk);
  void choosePieces(bool threads);
  int64_t tilesOfStep() const;
  int64_t rowsOfStep() const;
  int64_t bufferElements(int64_t vectors) const;
  Positions blockAt(OpBuilder &builder, const Positions &at,
                    const ColumnBlocks &blocks, OpFoldResult number);
  void emitTiles(ArrayRef<TileVector> vectors, const ColumnBlocks &blocks,
                 const Positions &from, bool threads);
  void emitOpenColumns(bool threads);
  void emitColumns(bool threads);
  void emitSteps(OpBuilder &builder, unsigned loop, const Steps &steps,
                 OpFoldResult first, OpFoldResult count, const Positions &at,
                 llvm::function_ref<void(OpBuilder &, const Positions &,
                                         int64_t, OpFoldResult, OpFoldResult)>
                     body);
  void
  emitTileOfLine(OpBuilder &builder, const Positions &from, RowTile tile,
                 OpFoldResult first, int64_t height,
                 llvm::function_ref<void(OpBuilder &, const RowTile &)> body);
  void emitParts(OpBuilder &builder, const Positions &from, RowTile tile,
                 OpFoldResult first, int64_t height,
                 llvm::function_ref<void(OpBuilder &, const RowTile &)> body);
  void forEachTile(OpBuilder &builder, const Piece &piece,
                   llvm::function_ref<void(OpBuilder &, const RowTile &)> body);
  void
  forEachVector(OpBuilder &builder, ArrayRef<TileVector> vectors,
                const RowTile &tile,
                llvm::function_ref<void(unsigned, const Positions &)> body);
  SmallVector<Value> readSums(OpBuilder &builder, ArrayRef<TileVector> vectors,
                              const RowTile &tile);
  void finishTile(OpBuilder &builder, ArrayRef<TileVector> vectors,
                  const RowTile &tile, ValueRange sums);
  void forEachBlock(
      OpBuilder &builder, const ColumnBlocks &blocks, const Piece &piece,
      llvm::function_ref<void(OpBuilder &, const Piece &, OpFoldResult)> body);
  void emitPiece(OpBuilder &builder, ArrayRef<TileVector> vectors,
                 const ColumnBlocks &blocks, const Piece &piece);
  int64_t scatteredBytes() const;
  bool packsPanels() const;
  OpFoldResult packPanel(OpBuilder &builder, ArrayRef<TileVector> vectors,
                         const Positions &at);
  void emitChunks(OpBuilder &builder, ArrayRef<TileVector> vectors,
                  const ColumnBlocks &blocks, const Piece &piece);
  void prefetchRows(OpBuilder &builder, unsigned loop, const RowTile &tile);
  SmallVector<unsigned> farReads();
  void prefetchReads(OpBuilder &builder, ArrayRef<TileVector> vectors,
                     const RowTile &tile);
  Positions nextBlock(OpBuilder &builder, const ColumnBlocks &blocks,
                      const Piece &piece, OpFoldResult number);
  bool isDenseFrom(int64_t stride) const;
  int64_t iterationsOfLine() const;
  void prefetchBlock(OpBuilder &builder, ArrayRef<TileVector> vectors,
                     const Positions &next, const RowTile &tile);
  int64_t tilesThatShare() const;
  bool isDense(ArrayRef<TileVector> vectors) const;
  OpFoldResult shareOf(OpBuilder &builder, ArrayRef<TileVector> vectors,
                       OpFoldResult next, const RowTile &tile);
  void prefetchStep(OpBuilder &builder, OpFoldResult share, OpFoldResult moved);
  SmallVector<Value> multiply(OpBuilder &builder, const StridedNest &part,
                              ArrayRef<TileVector> vectors, const RowTile &tile,
                              ValueRange sums, ValueRange corrections,
                              OpFoldResult share);
  SmallVector<Value> emitCorrections(OpBuilder &builder,
                                     const StridedNest &part,
                                     ArrayRef<TileVector> vectors,
                                     const Positions &at);
  Value loadColumns(OpBuilder &builder, const Positions &at,
                    const TileVector &vector);
  void forEachPanel(
      OpBuilder &builder, const Positions &at, const TileVector &vector,
      llvm::function_ref<void(const Positions &, const VectorBlock &)> body);
  Value joinPanels(OpBuilder &builder, SmallVector<Value> parts);
  Positions positionOf(OpBuilder &builder, const Positions &at,
                       const TileVector &vector);
  void finish(OpBuilder &builder, const Positions &at, const VectorBlock &block,
              Value sum);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  Location loc;
  const VectorUnit &unit;
  /// The loops of the op; its operands, then those of each reader.
  StridedNest nest;
  /// Of the op's first and second operand.
  std::array<ContractionFactor, 2> factors;
  std::unique_ptr<InnerProduct> product;
  std::optional<ProductReaders> readers;
  /// What each sum begins with, and the op that says so; null where c holds it.
  Value start;
  linalg::FillOp fill;
  /// The operands of the nest that are a and b.
  unsigned a = 0, b = 1;
  unsigned columns = 0, reductions = 0;
  /// The k of a dot, which the innermost reduction was.
  int64_t packedK = 1;
  std::optional<unsigned> row;
  /// Where the loop of rows goes through pixels, how many a line has, and how
  /// far each operand's lines lie apart.
  std::optional<OpFoldResult> lineLength;
  SmallVector<OpFoldResult> lineStrides;
  /// The loop of which a piece takes some steps: that of rows, or one outside.
  /// Where it is open, `pieceSteps` are those of `openRowsOfPiece`.
  unsigned pieces = 0;
  Steps pieceSteps;
  int64_t stepsOfPiece = 0;
  /// Along which the vectors of a tile lie next to each other.
  std::optional<unsigned> panels;
  /// Of a vector, and how many panels it takes its columns from.
  int64_t lanes = 0, panelsOfVector = 1;
  /// The loop that a tile's vectors lie along, one every so many iterations: of
  /// columns or, where those are one vector, of panels.
  unsigned vectorLoop = 0;
  int64_t vectorStep = 1;
  /// Vectors of a tile's row: each element of a is used as often.
  int64_t vectorsOfTile = CpuCosts::vectorsOfTile;
  /// Of the rows in each step of the loop of pieces, if that is another one.
  Steps rowSteps;
  /// Iterations of the outermost reduction in a chunk.
  int64_t chunkLength = 0;
  /// Blocks of columns that share what a chunk of a piece reads of a.
  int64_t blocksOfPiece = 1;
  /// Whether all panels pass by a piece of rows before the next one, and not
  /// all pieces by a panel: what is read again and again is the smaller factor.
  bool panelsPassAgain = false;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H
