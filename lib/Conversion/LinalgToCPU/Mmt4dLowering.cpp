//===- Mmt4dLowering.cpp - Packed matrix products to micro-kernels --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "ExactSum.h"
#include "InnerProduct.h"
#include "KernelLowering.h"
#include "LoopBuilder.h"
#include "ProductEpilogue.h"
#include "StridedView.h"
#include "VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// The longest run of k in one go: a B panel of it stays in the second-level
/// cache. Longer products pass through C once per run, which changes no bit.
static constexpr int64_t longestRun = 1024;
/// Rows of C that one thread takes of a panel, unless that gives too few
/// pieces.
static constexpr int64_t rowsPerPiece = 128;
static constexpr int64_t enoughPieces = 16;

namespace {

/// One of A, B, C as [batch][tile row]…[tile column]…, flat.
struct Packed {
  FlatMemRef flat;
  unsigned batched;
  OpFoldResult stride(unsigned dim) const {
    return flat.strides[batched + dim];
  }
};

/// A tile of C, in memory or in a buffer of the thread.
struct SumTile {
  Value memref;
  OpFoldResult start, rowStride;
  /// What the sums begin with; null where the tile holds it.
  Value initial;
};

class Mmt4dLowering {
public:
  Mmt4dLowering(RewriterBase &rewriter, linalg::LinalgOp op,
                const VectorUnit &unit)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit),
        batched(isa<linalg::BatchMmt4DOp>(op)) {}

  LogicalResult lower();

private:
  MemRefType typeOf(unsigned operand) const {
    return cast<MemRefType>(op->getOperand(operand).getType());
  }
  OpFoldResult sizeOf(unsigned operand, unsigned dim) {
    return viewOf(rewriter, loc, op->getOperand(operand)).sizes[batched + dim];
  }
  /// Where tile (`row`, `column`) of `packed` in `batch` begins.
  OpFoldResult tileAt(OpBuilder &builder, const Packed &packed,
                      OpFoldResult batch, OpFoldResult row,
                      OpFoldResult column) const;
  void emitPiece(OpBuilder &builder, OpFoldResult batch, OpFoldResult panel,
                 OpFoldResult firstRow, OpFoldResult rows);
  Value loadSums(OpBuilder &builder, const SumTile &tile, OpFoldResult row,
                 OpFoldResult column);
  void emitTile(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
                const SumTile &tile, OpFoldResult length);
  void emitTileInBlocks(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
                        const SumTile &tile, OpFoldResult length);
  SumTile makeBuffer(OpBuilder &builder, int64_t tiles);
  void emitEpilogue(OpBuilder &builder, OpFoldResult batch, OpFoldResult row,
                    OpFoldResult panel, const SumTile &tile);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  const VectorUnit &unit;
  unsigned batched;

  std::unique_ptr<InnerProduct> product;
  Packed a, b, c;
  std::optional<ProductEpilogue> epilogue;
  OpFoldResult rowTiles, columnTiles, depth;
  int64_t tileRows, tileColumns, lanes, pieceRows;
  /// Products that join a sum at once (kBlockAttr); 0: one by one.
  int64_t kBlock = 0;
};

} // namespace

/// for (i = 0; i < size; i += step).
static void emitFor(OpBuilder &builder, Location loc, OpFoldResult size,
                    int64_t step,
                    llvm::function_ref<void(OpBuilder &, OpFoldResult)> body) {
  IndexMath math(builder, loc);
  std::optional<int64_t> count = getConstantIntValue(size);
  if (count && *count <= step)
    return body(builder, math.constant(0));
  scf::ForOp::create(builder, loc, math.value(math.constant(0)),
                     math.value(size), math.value(math.constant(step)),
                     ValueRange(),
                     [&](OpBuilder &nested, Location, Value index, ValueRange) {
                       body(nested, index);
                       scf::YieldOp::create(nested, loc);
                     });
}

/// min(step, size - done).
static OpFoldResult clampRun(OpBuilder &builder, Location loc,
                             OpFoldResult size, OpFoldResult done,
                             int64_t step) {
  IndexMath math(builder, loc);
  std::optional<int64_t> count = getConstantIntValue(size);
  if (count && *count <= step)
    return size;
  if (count && *count % step == 0)
    return math.constant(step);
  Value rest = math.value(math.sub(size, done));
  return arith::MinUIOp::create(builder, loc, rest,
                                math.value(math.constant(step)))
      .getResult();
}

OpFoldResult Mmt4dLowering::tileAt(OpBuilder &builder, const Packed &packed,
                                   OpFoldResult batch, OpFoldResult row,
                                   OpFoldResult column) const {
  IndexMath math(builder, loc);
  OpFoldResult position = packed.flat.offset;
  if (batched)
    position = math.add(position, math.mul(batch, packed.flat.strides.front()));
  position = math.add(position, math.mul(row, packed.stride(0)));
  return math.add(position, math.mul(column, packed.stride(1)));
}

/// Where the sums of `row` from `column` on lie.
static Value positionIn(OpBuilder &builder, Location loc, const SumTile &tile,
                        OpFoldResult row, OpFoldResult column) {
  IndexMath math(builder, loc);
  return math.value(
      math.add(tile.start, math.add(math.mul(row, tile.rowStride), column)));
}

Value Mmt4dLowering::loadSums(OpBuilder &builder, const SumTile &tile,
                              OpFoldResult row, OpFoldResult column) {
  if (tile.initial)
    return splat(builder, loc, tile.initial, lanes);
  Type element = cast<MemRefType>(tile.memref.getType()).getElementType();
  return vector::LoadOp::create(builder, loc, VectorType::get({lanes}, element),
                                tile.memref,
                                positionIn(builder, loc, tile, row, column));
}

/// The micro-kernel: C tile += A tiles * B tiles over `length` packed k.
void Mmt4dLowering::emitTile(OpBuilder &builder, OpFoldResult aStart,
                             OpFoldResult bStart, const SumTile &tile,
                             OpFoldResult length) {
  IndexMath math(builder, loc);
  int64_t vectors = tileColumns / lanes;
  SmallVector<Value> sums;
  for (int64_t row = 0; row != tileRows; ++row)
    for (int64_t vector = 0; vector != vectors; ++vector)
      sums.push_back(loadSums(builder, tile, math.constant(row),
                              math.constant(vector * lanes)));

  auto loop = scf::ForOp::create(
      builder, loc, math.value(math.constant(0)), math.value(length),
      math.value(math.constant(1)), sums,
      [&](OpBuilder &nested, Location, Value k, ValueRange carried) {
        IndexMath math(nested, loc);
        OpFoldResult aRow = math.add(aStart, math.mul(k, a.stride(1)));
        OpFoldResult bRow = math.add(bStart, math.mul(k, b.stride(1)));
        SmallVector<Value> columns, next;
        for (int64_t vector = 0; vector != vectors; ++vector)
          columns.push_back(product->loadB(
              nested, loc, b.flat.memref,
              math.value(math.add(bRow, math.constant(vector * lanes))),
              lanes));
        for (int64_t row = 0; row != tileRows; ++row) {
          Value factor = product->loadA(
              nested, loc, a.flat.memref,
              math.value(
                  math.add(aRow, math.mul(math.constant(row), a.stride(2)))),
              lanes);
          for (int64_t vector = 0; vector != vectors; ++vector)
            next.push_back(product->step(nested, loc, factor, columns[vector],
                                         carried[next.size()]));
        }
        scf::YieldOp::create(nested, loc, next);
      });

  for (int64_t row = 0; row != tileRows; ++row)
    for (int64_t vector = 0; vector != vectors; ++vector)
      vector::StoreOp::create(
          builder, loc, loop.getResult(row * vectors + vector), tile.memref,
          positionIn(builder, loc, tile, math.constant(row),
                     math.constant(vector * lanes)));
}

/// The same where `kBlock` products at a time join C, as their exact sum that
/// is rounded once.
void Mmt4dLowering::emitTileInBlocks(OpBuilder &builder, OpFoldResult aStart,
                                     OpFoldResult bStart, const SumTile &tile,
                                     OpFoldResult length) {
  IndexMath math(builder, loc);
  auto emitVector = [&](OpBuilder &inVector, OpFoldResult row,
                        OpFoldResult column) {
    IndexMath math(inVector, loc);
    OpFoldResult aRow = math.add(aStart, math.mul(row, a.stride(2)));
    OpFoldResult bColumn = math.add(bStart, column);
    auto sumBlock = [&](ImplicitLocOpBuilder &inBlock, Value first) {
      IndexMath math(inBlock, loc);
      Value size = math.value(clampRun(inBlock, loc, length, first, kBlock));
      auto products = scf::ForOp::create(
          inBlock, math.value(math.constant(0)), size,
          math.value(math.constant(1)), ExactSum::start(inBlock, lanes, kBlock),
          [&](OpBuilder &nested, Location, Value index, ValueRange carried) {
            ImplicitLocOpBuilder b(loc, nested);
            IndexMath math(b, loc);
            OpFoldResult k = math.add(first, index);
            Value x = product->loadA(
                b, loc, a.flat.memref,
                math.value(math.add(aRow, math.mul(k, a.stride(1)))), lanes);
            Value y = product->loadB(
                b, loc, this->b.flat.memref,
                math.value(math.add(bColumn, math.mul(k, this->b.stride(1)))),
                lanes);
            scf::YieldOp::create(b, ExactSum::add(b, carried, x, y));
          });
      return ExactSum::round(inBlock, products.getResults());
    };
    Value start = loadSums(inVector, tile, row, column);
    auto blocks = scf::ForOp::create(
        inVector, loc, math.value(math.constant(0)), math.value(length),
        math.value(math.constant(kBlock)), start,
        [&](OpBuilder &nested, Location, Value first, ValueRange carried) {
          ImplicitLocOpBuilder b(loc, nested);
          Value sum = arith::AddFOp::create(b, carried[0], sumBlock(b, first));
          scf::YieldOp::create(b, sum);
        });
    vector::StoreOp::create(inVector, loc, blocks.getResult(0), tile.memref,
                            positionIn(inVector, loc, tile, row, column));
  };
  emitFor(builder, loc, math.constant(tileRows), 1,
          [&](OpBuilder &inRow, OpFoldResult row) {
            emitFor(inRow, loc, math.constant(tileColumns), lanes,
                    [&](OpBuilder &inVector, OpFoldResult column) {
                      emitVector(inVector, row, column);
                    });
          });
}

/// Room for so many tiles, one of each thread that runs the kernel.
SumTile Mmt4dLowering::makeBuffer(OpBuilder &builder, int64_t tiles) {
  auto type = MemRefType::get({tiles * tileRows * tileColumns},
                              typeOf(2).getElementType());
  Value buffer = memref::AllocaOp::create(builder, loc, type,
                                          builder.getI64IntegerAttr(64));
  IndexMath math(builder, loc);
  return {buffer, math.constant(0), math.constant(tileColumns), Value()};
}

void Mmt4dLowering::emitEpilogue(OpBuilder &builder, OpFoldResult batch,
                                 OpFoldResult row, OpFoldResult panel,
                                 const SumTile &tile) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(builder.getInsertionBlock(),
                             builder.getInsertionPoint());
  IndexMath math(rewriter, loc);
  OpFoldResult rows = math.add(math.mul(batch, rowTiles), row);
  epilogue->emit(rewriter, math.add(math.mul(rows, columnTiles), panel),
                 tile.memref, tile.start);
}

/// `rows` tiles of one panel: run after run of k, so that the run's part of the
/// B panel is read from cache by every tile.
void Mmt4dLowering::emitPiece(OpBuilder &builder, OpFoldResult batch,
                              OpFoldResult panel, OpFoldResult firstRow,
                              OpFoldResult rows) {
  // A run ends where a block does.
  int64_t run = kBlock ? llvm::alignTo(longestRun, kBlock) : longestRun;
  std::optional<int64_t> k = getConstantIntValue(depth);
  bool isOneRun = k && *k <= run;
  int64_t elements = tileRows * tileColumns;
  SumTile buffer;
  if (epilogue)
    buffer = makeBuffer(builder, isOneRun ? 1 : pieceRows);
  if (epilogue && isOneRun) {
    buffer.initial = epilogue->start();
  } else if (epilogue) {
    IndexMath math(builder, loc);
    Value initial = splat(builder, loc, epilogue->start(), lanes);
    emitFor(builder, loc, math.mul(rows, math.constant(elements)), lanes,
            [&](OpBuilder &nested, OpFoldResult index) {
              vector::StoreOp::create(nested, loc, initial, buffer.memref,
                                      IndexMath(nested, loc).value(index));
            });
  }
  auto tileOf = [&](OpBuilder &nested, OpFoldResult row, OpFoldResult index) {
    if (!epilogue)
      return SumTile{c.flat.memref, tileAt(nested, c, batch, row, panel),
                     c.stride(2), Value()};
    SumTile tile = buffer;
    IndexMath math(nested, loc);
    if (!isOneRun)
      tile.start = math.mul(index, math.constant(elements));
    return tile;
  };
  auto forEachTile =
      [&](OpBuilder &outer,
          llvm::function_ref<void(OpBuilder &, OpFoldResult, SumTile)> body) {
        emitFor(outer, loc, rows, 1, [&](OpBuilder &nested, OpFoldResult at) {
          OpFoldResult row = IndexMath(nested, loc).add(firstRow, at);
          body(nested, row, tileOf(nested, row, at));
        });
      };

  emitFor(builder, loc, depth, run, [&](OpBuilder &inRun, OpFoldResult first) {
    OpFoldResult length = clampRun(inRun, loc, depth, first, run);
    forEachTile(inRun, [&](OpBuilder &inTile, OpFoldResult row, SumTile tile) {
      auto emit =
          kBlock ? &Mmt4dLowering::emitTileInBlocks : &Mmt4dLowering::emitTile;
      (this->*emit)(inTile, tileAt(inTile, a, batch, row, first),
                    tileAt(inTile, b, batch, panel, first), tile, length);
      if (epilogue && isOneRun)
        emitEpilogue(inTile, batch, row, panel, tile);
    });
  });
  if (epilogue && !isOneRun)
    forEachTile(builder,
                [&](OpBuilder &nested, OpFoldResult row, SumTile tile) {
                  emitEpilogue(nested, batch, row, panel, tile);
                });
}

LogicalResult Mmt4dLowering::lower() {
  ArrayRef<int64_t> aTile = typeOf(0).getShape().take_back(2);
  ArrayRef<int64_t> bTile = typeOf(1).getShape().take_back(2);
  if (ShapedType::isDynamicShape(aTile) || ShapedType::isDynamicShape(bTile))
    return op.emitOpError("needs packed tiles of static size");
  product =
      InnerProduct::get(typeOf(0).getElementType(), typeOf(1).getElementType(),
                        typeOf(2).getElementType(), aTile[1]);
  if (!product)
    return op.emitOpError("has no micro-kernel for ")
           << typeOf(0).getElementType() << " x " << typeOf(1).getElementType()
           << " -> " << typeOf(2).getElementType() << " packed by " << aTile[1];
  for (unsigned operand = 0; operand != 3; ++operand)
    if (typeOf(operand).getStridesAndOffset().first.back() != 1)
      return op.emitOpError("needs tiles whose rows are contiguous");

  tileRows = aTile[0];
  tileColumns = bTile[0];
  int64_t accumulatorBytes = typeOf(2).getElementTypeBitWidth() / 8;
  lanes = std::min<int64_t>(unit.lanes(accumulatorBytes),
                            tileColumns & -tileColumns);

  if (auto block = op->getAttrOfType<IntegerAttr>(kBlockAttr)) {
    kBlock = block.getInt();
    if (!typeOf(2).getElementType().isF32() || kBlock < 1 || kBlock > 64)
      return op.emitOpError("has '")
             << kBlockAttr << "' = " << kBlock
             << ": it takes 1 to 64, and a product of float32";
  }

  rewriter.setInsertionPoint(op);
  rowTiles = sizeOf(0, 0);
  columnTiles = sizeOf(1, 0);
  depth = sizeOf(0, 1);
  OpFoldResult batches =
      batched ? viewOf(rewriter, loc, op->getOperand(0)).sizes.front()
              : OpFoldResult(rewriter.getIndexAttr(1));
  // Nothing to add up: what the tiles hold stays.
  if (isZeroInteger(batches) || isZeroInteger(columnTiles) ||
      isZeroInteger(rowTiles) || isZeroInteger(depth)) {
    rewriter.eraseOp(op);
    return success();
  }
  epilogue = ProductEpilogue::find(op, unit);
  if (epilogue && failed(epilogue->prepare(rewriter)))
    return failure();
  rewriter.setInsertionPoint(op);
  a = {flatten(rewriter, loc, op->getOperand(0)), batched};
  b = {flatten(rewriter, loc, op->getOperand(1)), batched};
  if (!epilogue)
    c = {flatten(rewriter, loc, op->getOperand(2)), batched};

  IndexMath math(rewriter, loc);
  std::optional<int64_t> panels =
      getConstantIntValue(math.mul(batches, columnTiles));
  std::optional<int64_t> rows = getConstantIntValue(rowTiles);
  std::optional<int64_t> k = getConstantIntValue(depth);
  // About eight products and sums per lane and nanosecond.
  bool threads =
      !panels || !rows || !k ||
      double(*panels) * *rows * *k * tileRows * tileColumns / (8.0 * lanes) >=
          threadsFromNanoseconds;

  // Pieces in the order of their rows, so that a thread's share those of A.
  pieceRows = std::max<int64_t>(1, rowsPerPiece / tileRows);
  if (rows)
    pieceRows = threads ? std::min(pieceRows, *rows) : *rows;
  while (threads && panels && rows && pieceRows > 1 &&
         *panels * llvm::divideCeilSigned(*rows, pieceRows) < enoughPieces)
    pieceRows = llvm::divideCeilSigned(pieceRows, 2);
  OpFoldResult pieces =
      math.div(math.add(rowTiles, math.constant(pieceRows - 1)),
               math.constant(pieceRows));

  auto emitAt = [&](OpBuilder &builder, OpFoldResult batch, OpFoldResult panel,
                    OpFoldResult piece) {
    IndexMath math(builder, loc);
    OpFoldResult firstRow = math.mul(piece, math.constant(pieceRows));
    emitPiece(builder, batch, panel, firstRow,
              clampRun(builder, loc, rowTiles, firstRow, pieceRows));
  };

  OpFoldResult count = math.mul(math.mul(batches, columnTiles), pieces);
  auto emitNumber = [&](OpBuilder &builder, OpFoldResult number) {
    IndexMath math(builder, loc);
    OpFoldResult block = math.div(number, columnTiles);
    emitAt(builder, math.div(block, pieces), math.rem(number, columnTiles),
           math.rem(block, pieces));
  };
  if (threads)
    emitParallelFor(rewriter, loc, count, [&](OpBuilder &builder, Value index) {
      emitNumber(builder, index);
    });
  else
    emitFor(rewriter, loc, count, 1, emitNumber);
  if (epilogue)
    epilogue->erase(rewriter);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::ascend::lowerMmt4d(RewriterBase &rewriter,
                                       linalg::LinalgOp op,
                                       const VectorUnit &unit) {
  return Mmt4dLowering(rewriter, op, unit).lower();
}
