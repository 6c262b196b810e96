//===- Mmt4dLowering.cpp - Packed matrix products to micro-kernels --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "KernelLowering.h"
#include "LocalPanels.h"
#include "MicroKernel.h"
#include "Nest/LoopBuilder.h"
#include "Nest/StridedView.h"
#include "Nest/VectorBody.h"
#include "ProductEpilogue.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

namespace {

class Mmt4dLowering {
public:
  Mmt4dLowering(RewriterBase &rewriter, linalg::LinalgOp op,
                const VectorUnit &unit)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit),
        batched(isa<linalg::BatchMmt4DOp>(op)), kernel{loc, {}} {}

  LogicalResult lower();

private:
  int64_t panelsAtOnce() const;
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
  FailureOr<bool> emitLocalPanels(LocalPanels &local);
  SumTile makeBuffer(OpBuilder &builder, int64_t tiles);
  void emitEpilogue(OpBuilder &builder, OpFoldResult batch, OpFoldResult row,
                    OpFoldResult panel, const SumTile &tile);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  const VectorUnit &unit;
  unsigned batched;

  MicroKernel kernel;
  Packed c;
  /// The number of the first panel that kernel.b has.
  OpFoldResult firstPanel;
  std::optional<ProductEpilogue> epilogue;
  OpFoldResult rowTiles, columnTiles, depth;
  int64_t pieceRows;
};

} // namespace

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

/// Room for so many tiles, one of each thread that runs the kernel.
SumTile Mmt4dLowering::makeBuffer(OpBuilder &builder, int64_t tiles) {
  Value buffer = makeThreadBuffer(builder, loc,
                                  tiles * kernel.tileRows * kernel.tileColumns,
                                  typeOf(2).getElementType());
  IndexMath math(builder, loc);
  return {buffer, math.constant(0), math.constant(kernel.tileColumns),
          math.constant(kernel.tileRows * kernel.tileColumns), Value()};
}

void Mmt4dLowering::emitEpilogue(OpBuilder &builder, OpFoldResult batch,
                                 OpFoldResult row, OpFoldResult panel,
                                 const SumTile &tile) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(builder.getInsertionBlock(),
                             builder.getInsertionPoint());
  IndexMath math(rewriter, loc);
  OpFoldResult rows = math.add(math.mul(batch, rowTiles), row);
  OpFoldResult first = math.add(math.mul(rows, columnTiles), panel);
  for (int64_t number = 0; number != kernel.panels; ++number)
    epilogue->emit(rewriter, math.add(first, math.constant(number)),
                   tile.memref,
                   math.add(tile.start,
                            math.mul(math.constant(number), tile.panelStride)));
}

/// `rows` tiles of the kernel's panels from `panel` on: chunk after chunk of k,
/// so that the B panels' share of it is read from cache by every tile.
void Mmt4dLowering::emitPiece(OpBuilder &builder, OpFoldResult batch,
                              OpFoldResult panel, OpFoldResult firstRow,
                              OpFoldResult rows) {
  // A panel of a chunk stays in the second-level cache; longer products pass
  // through C once per chunk, which changes no bit. A chunk ends where a block
  // does.
  int64_t chunk = kernel.kBlock
                      ? llvm::alignTo(CpuCosts::packedChunk, kernel.kBlock)
                      : CpuCosts::packedChunk;
  std::optional<int64_t> k = getConstantIntValue(depth);
  bool isOneChunk = k && *k <= chunk;
  int64_t elements = kernel.panels * kernel.tileRows * kernel.tileColumns;
  SumTile buffer;
  if (epilogue)
    buffer = makeBuffer(builder, kernel.panels * (isOneChunk ? 1 : pieceRows));
  if (epilogue && isOneChunk) {
    buffer.initial = epilogue->start();
  } else if (epilogue) {
    IndexMath math(builder, loc);
    Value initial = splat(builder, loc, epilogue->start(), kernel.lanes);
    emitFor(builder, loc, math.mul(rows, math.constant(elements)), kernel.lanes,
            [&](OpBuilder &nested, OpFoldResult index) {
              vector::StoreOp::create(nested, loc, initial, buffer.memref,
                                      IndexMath(nested, loc).value(index));
            });
  }
  auto tileOf = [&](OpBuilder &nested, OpFoldResult row, OpFoldResult index) {
    if (!epilogue)
      return SumTile{c.flat.memref, tileAt(nested, c, batch, row, panel),
                     c.stride(2), c.stride(1), Value()};
    SumTile tile = buffer;
    IndexMath math(nested, loc);
    if (!isOneChunk)
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

  emitFor(builder, loc, depth, chunk,
          [&](OpBuilder &inChunk, OpFoldResult first) {
            OpFoldResult length = clampChunk(inChunk, loc, depth, first, chunk);
            SmallVector<Value> corrections;
            OpFoldResult b =
                tileAt(inChunk, kernel.b, batch,
                       IndexMath(inChunk, loc).sub(panel, firstPanel), first);
            if (kernel.offset && !kernel.correctsAlong)
              corrections = kernel.emitCorrections(inChunk, b, length);
            forEachTile(inChunk, [&](OpBuilder &inTile, OpFoldResult row,
                                     SumTile tile) {
              tile.corrections = corrections;
              kernel.emit(inTile, tileAt(inTile, kernel.a, batch, row, first),
                          b, tile, length);
              if (epilogue && isOneChunk)
                emitEpilogue(inTile, batch, row, panel, tile);
            });
          });
  if (epilogue && !isOneChunk)
    forEachTile(builder,
                [&](OpBuilder &nested, OpFoldResult row, const SumTile &tile) {
                  emitEpilogue(nested, batch, row, panel, tile);
                });
}

/// As many panels as the registers hold the sums of, up to four: that many
/// streams keep memory busy.
int64_t Mmt4dLowering::panelsAtOnce() const {
  int64_t sums = (kernel.tileRows + kernel.correctsAlong) *
                 (kernel.tileColumns / kernel.lanes);
  if (kernel.kBlock)
    return 1;
  return llvm::bit_floor(uint64_t(
      std::clamp<int64_t>((unit.registers() - CpuCosts::otherRegisters) / sums,
                          1, CpuCosts::panelsAtOnce)));
}

/// Pieces of panels, which pack what they multiply all rows with. False where
/// that would be too much at once or for too few threads.
FailureOr<bool> Mmt4dLowering::emitLocalPanels(LocalPanels &local) {
  int64_t together = local.panelsAtOnce(unit);
  if (together == 0)
    return false;
  FailureOr<bool> ready = local.prepare(rewriter);
  if (failed(ready) || !*ready)
    return ready;
  rewriter.setInsertionPoint(op);
  IndexMath math(rewriter, loc);
  int64_t groups = llvm::divideCeil(local.getPanels(), together);
  emitParallelFor(
      rewriter, loc, math.constant(local.getBatches() * groups),
      [&](OpBuilder &builder, Value number) {
        IndexMath math(builder, loc);
        OpFoldResult batch = math.constant(0), group = number;
        if (local.getBatches() != 1) {
          batch = math.div(number, math.constant(groups));
          group = math.rem(number, math.constant(groups));
        }
        OpFoldResult first = math.mul(group, math.constant(together)),
                     panels = math.constant(local.getPanels()),
                     count = local.getPanels() % together == 0
                                 ? math.constant(together)
                                 : clampChunk(builder, loc, panels, first,
                                              together);
        kernel.b.flat.memref =
            local.emit(rewriter, builder, batch, first, count, together, unit);
        kernel.b.flat.offset = math.constant(0);
        if (batched)
          kernel.b.flat.strides.front() = math.constant(0);
        firstPanel = first;
        emitFor(builder, loc, rowTiles, pieceRows,
                [&](OpBuilder &inRows, OpFoldResult row) {
                  OpFoldResult rows =
                      clampChunk(inRows, loc, rowTiles, row, pieceRows);
                  emitFor(inRows, loc, count, 1,
                          [&](OpBuilder &nested, OpFoldResult panel) {
                            emitPiece(nested, batch,
                                      IndexMath(nested, loc).add(first, panel),
                                      row, rows);
                          });
                });
      });
  return true;
}

LogicalResult Mmt4dLowering::lower() {
  if (failed(kernel.choose(op, unit)))
    return failure();
  rewriter.setInsertionPoint(op);
  rowTiles = sizeOf(0, 0);
  columnTiles = sizeOf(1, 0);
  depth = sizeOf(0, 1);
  OpFoldResult batches =
      batched ? viewOf(rewriter, loc, op->getOperand(0)).sizes.front()
              : OpFoldResult(rewriter.getIndexAttr(1));
  // Nothing to add up: what the tiles hold stays.
  if (kernel.tileRows == 0 || kernel.tileColumns == 0 ||
      isZeroInteger(batches) || isZeroInteger(columnTiles) ||
      isZeroInteger(rowTiles) || isZeroInteger(depth)) {
    rewriter.eraseOp(op);
    return success();
  }
  // Before what reads the sums is done along.
  std::optional<LocalPanels> local = LocalPanels::find(op);
  int64_t bufferBytes = std::max(CpuCosts::packedRowsOfPiece, kernel.tileRows) *
                        kernel.tileColumns *
                        typeOf(2).getElementTypeBitWidth() / 8;
  if (bufferBytes <= CpuCosts::mostStackBytes)
    epilogue = ProductEpilogue::find(op, unit);
  if (epilogue && failed(epilogue->prepare(rewriter)))
    return failure();
  rewriter.setInsertionPoint(op);
  kernel.a = {flatten(rewriter, loc, op->getOperand(0)), batched};
  kernel.b = {flatten(rewriter, loc, op->getOperand(1)), batched};
  if (!epilogue)
    c = {flatten(rewriter, loc, op->getOperand(2)), batched};

  IndexMath math(rewriter, loc);
  std::optional<int64_t> panels =
      getConstantIntValue(math.mul(batches, columnTiles));
  std::optional<int64_t> rows = getConstantIntValue(rowTiles);
  std::optional<int64_t> k = getConstantIntValue(depth);
  bool threads = unit.mayThread() &&
                 (!panels || !rows || !k ||
                  unit.areWorthThreads(double(*panels) * *rows * *k *
                                           kernel.tileRows * kernel.tileColumns,
                                       kernel.lanes));

  kernel.correctsAlong = kernel.offset && rows == 1;

  // Pieces in the order of their rows, so that a thread's share those of A.
  int64_t rowBytes =
      (k ? std::min(*k, CpuCosts::packedChunk) : CpuCosts::packedChunk) *
      typeOf(0).getShape().back() * typeOf(0).getElementTypeBitWidth() / 8;
  pieceRows = std::clamp<int64_t>(unit.pieceBytes() / rowBytes, 1,
                                  CpuCosts::packedRowsOfPiece) /
              kernel.tileRows;
  pieceRows = std::max<int64_t>(pieceRows, 1);
  // Pieces of equal length.
  if (rows)
    pieceRows = llvm::divideCeil(*rows, llvm::divideCeil(*rows, pieceRows));
  firstPanel = math.constant(0);
  if (local && threads && rows && *rows > 1 && k) {
    FailureOr<bool> done = emitLocalPanels(*local);
    if (failed(done))
      return failure();
    if (*done) {
      if (epilogue)
        epilogue->erase(rewriter);
      rewriter.eraseOp(op);
      local->erase(rewriter);
      return success();
    }
  }
  while (threads && panels && rows && pieceRows > 1 &&
         *panels * llvm::divideCeilSigned(*rows, pieceRows) <
             CpuCosts::enoughPieces)
    pieceRows = llvm::divideCeilSigned(pieceRows, 2);
  OpFoldResult pieces =
      math.div(math.add(rowTiles, math.constant(pieceRows - 1)),
               math.constant(pieceRows));

  // All groups of `width` panels from panel `first` on.
  auto emitPanels = [&](OpFoldResult first, OpFoldResult groups,
                        int64_t width) {
    if (isZeroInteger(groups))
      return;
    kernel.panels = width;
    auto emitNumber = [&](OpBuilder &builder, OpFoldResult number) {
      IndexMath math(builder, loc);
      OpFoldResult group = math.rem(number, groups),
                   block = math.div(number, groups),
                   firstRow = math.mul(math.rem(block, pieces),
                                       math.constant(pieceRows));
      emitPiece(builder, math.div(block, pieces),
                math.add(first, math.mul(group, math.constant(width))),
                firstRow,
                clampChunk(builder, loc, rowTiles, firstRow, pieceRows));
    };
    OpFoldResult count = math.mul(math.mul(batches, groups), pieces);
    if (!threads)
      return emitFor(rewriter, loc, count, 1, emitNumber);
    emitParallelFor(rewriter, loc, count, [&](OpBuilder &builder, Value index) {
      emitNumber(builder, index);
    });
  };
  int64_t width = rows == 1 ? panelsAtOnce() : 1;
  OpFoldResult rest = math.rem(columnTiles, math.constant(width)),
               whole = math.sub(columnTiles, rest);
  emitPanels(math.constant(0), math.div(whole, math.constant(width)), width);
  if (std::optional<int64_t> left = getConstantIntValue(rest))
    emitPanels(whole, math.constant(*left != 0), *left);
  else
    emitPanels(whole, rest, 1);
  if (epilogue)
    epilogue->erase(rewriter);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult to_cpu::lowerMmt4d(RewriterBase &rewriter, linalg::LinalgOp op,
                                 const VectorUnit &unit) {
  return Mmt4dLowering(rewriter, op, unit).lower();
}
