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
#include "StridedView.h"
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
  void emitTile(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
                OpFoldResult c, OpFoldResult length);
  void emitTileInBlocks(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
                        OpFoldResult c, OpFoldResult length);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  const VectorUnit &unit;
  unsigned batched;

  std::unique_ptr<InnerProduct> product;
  Packed a, b, c;
  OpFoldResult rowTiles, columnTiles, depth;
  int64_t tileRows, tileColumns, lanes;
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

/// The micro-kernel: C tile += A tiles * B tiles over `length` packed k.
void Mmt4dLowering::emitTile(OpBuilder &builder, OpFoldResult aStart,
                             OpFoldResult bStart, OpFoldResult cStart,
                             OpFoldResult length) {
  IndexMath math(builder, loc);
  int64_t vectors = tileColumns / lanes;
  auto type = VectorType::get(
      {lanes}, cast<MemRefType>(c.flat.memref.getType()).getElementType());
  auto tilePosition = [&](int64_t row, int64_t vector) {
    OpFoldResult inRow = math.mul(math.constant(row), c.stride(2));
    return math.value(
        math.add(cStart, math.add(inRow, math.constant(vector * lanes))));
  };
  SmallVector<Value> sums;
  for (int64_t row = 0; row != tileRows; ++row)
    for (int64_t vector = 0; vector != vectors; ++vector)
      sums.push_back(vector::LoadOp::create(builder, loc, type, c.flat.memref,
                                            tilePosition(row, vector)));

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
      vector::StoreOp::create(builder, loc,
                              loop.getResult(row * vectors + vector),
                              c.flat.memref, tilePosition(row, vector));
}

/// The same where `kBlock` products at a time join C, as their exact sum that
/// is rounded once.
void Mmt4dLowering::emitTileInBlocks(OpBuilder &builder, OpFoldResult aStart,
                                     OpFoldResult bStart, OpFoldResult cStart,
                                     OpFoldResult length) {
  IndexMath math(builder, loc);
  auto type = VectorType::get({lanes}, builder.getF32Type());
  auto emitVector = [&](OpBuilder &inVector, OpFoldResult row,
                        OpFoldResult column) {
    IndexMath math(inVector, loc);
    OpFoldResult aRow = math.add(aStart, math.mul(row, a.stride(2)));
    OpFoldResult bColumn = math.add(bStart, column);
    Value position = math.value(
        math.add(cStart, math.add(math.mul(row, c.stride(2)), column)));
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
    Value start =
        vector::LoadOp::create(inVector, loc, type, c.flat.memref, position);
    auto blocks = scf::ForOp::create(
        inVector, loc, math.value(math.constant(0)), math.value(length),
        math.value(math.constant(kBlock)), start,
        [&](OpBuilder &nested, Location, Value first, ValueRange carried) {
          ImplicitLocOpBuilder b(loc, nested);
          Value sum = arith::AddFOp::create(b, carried[0], sumBlock(b, first));
          scf::YieldOp::create(b, sum);
        });
    vector::StoreOp::create(inVector, loc, blocks.getResult(0), c.flat.memref,
                            position);
  };
  emitFor(builder, loc, math.constant(tileRows), 1,
          [&](OpBuilder &inRow, OpFoldResult row) {
            emitFor(inRow, loc, math.constant(tileColumns), lanes,
                    [&](OpBuilder &inVector, OpFoldResult column) {
                      emitVector(inVector, row, column);
                    });
          });
}

/// `rows` tiles of one panel: run after run of k, so that the run's part of the
/// B panel is read from cache by every tile.
void Mmt4dLowering::emitPiece(OpBuilder &builder, OpFoldResult batch,
                              OpFoldResult panel, OpFoldResult firstRow,
                              OpFoldResult rows) {
  // A run ends where a block does.
  int64_t run = kBlock ? llvm::alignTo(longestRun, kBlock) : longestRun;
  emitFor(builder, loc, depth, run, [&](OpBuilder &inRun, OpFoldResult k) {
    OpFoldResult length = clampRun(inRun, loc, depth, k, run);
    emitFor(inRun, loc, rows, 1, [&](OpBuilder &inTile, OpFoldResult index) {
      OpFoldResult row = IndexMath(inTile, loc).add(firstRow, index);
      auto emit =
          kBlock ? &Mmt4dLowering::emitTileInBlocks : &Mmt4dLowering::emitTile;
      (this->*emit)(inTile, tileAt(inTile, a, batch, row, k),
                    tileAt(inTile, b, batch, panel, k),
                    tileAt(inTile, c, batch, row, panel), length);
    });
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
  Packed *const operands[] = {&a, &b, &c};
  for (auto [operand, packed] : llvm::enumerate(operands))
    *packed = {flatten(rewriter, loc, op->getOperand(operand)), batched};

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

  if (panels == 0 || rows == 0 || k == 0) {
    rewriter.eraseOp(op);
    return success();
  }

  // Pieces in the order of their rows, so that a thread's share those of A.
  int64_t pieceRows = std::max<int64_t>(1, rowsPerPiece / tileRows);
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
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::ascend::lowerMmt4d(RewriterBase &rewriter,
                                       linalg::LinalgOp op,
                                       const VectorUnit &unit) {
  return Mmt4dLowering(rewriter, op, unit).lower();
}
