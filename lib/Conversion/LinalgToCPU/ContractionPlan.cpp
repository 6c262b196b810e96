//===- ContractionPlan.cpp - How a product is cut into tiles --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "ContractionLowering.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;

/// What a piece of rows reads of a stays in the second-level cache while the
/// panels of b pass by.
static constexpr int64_t pieceBytes = 384 << 10;
/// As much of a panel of b stays there, too. Longer reductions run in parts,
/// and the sums wait in memory meanwhile, which changes no bit.
static constexpr int64_t panelBytes = 320 << 10;

/// Whether `value` is the argument `argument` of a body, widened or not.
static bool isWidened(Value value, BlockArgument argument) {
  while (isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value == argument;
}

bool mlir::ascend::isContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0)
    return false;
  Block *body = op.getBody();
  BlockArgument a = body->getArgument(0), b = body->getArgument(1),
                c = body->getArgument(2);
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (auto fma = dyn_cast_or_null<math::FmaOp>(sum))
    return fma.getC() == c && isWidened(fma.getA(), a) &&
           isWidened(fma.getB(), b);
  auto add = dyn_cast_or_null<arith::AddIOp>(sum);
  auto product = add && add.getLhs() == c
                     ? add.getRhs().getDefiningOp<arith::MulIOp>()
                     : arith::MulIOp();
  return product && isWidened(product.getLhs(), a) &&
         isWidened(product.getRhs(), b);
}

FailureOr<bool> ContractionLowering::matches() {
  // Before there are other views of what they read.
  fill = ProductReaders::findFill(op);
  readers = ProductReaders::find(
      op, [](Operation *view) { return isa<memref::CastOp>(view); });
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> built = buildNest(rewriter, op);
  if (failed(built))
    return failure();
  nest = std::move(*built);
  nest.dropUnitLoops();
  for (const NestLoop &loop : nest.loops)
    if (!getConstantIntValue(loop.size) || isZeroInteger(loop.size))
      return false;
  for (const NestOperand &operand : nest.operands)
    if (!operand.memref)
      return false;
  while (reductions != nest.loops.size() && !nest.loops[reductions].reduction)
    ++reductions;
  if (reductions == 0 || reductions == nest.loops.size())
    return false;
  columns = reductions - 1;
  if (!nest.hasStride(b, columns, 1))
    std::swap(a, b);
  if (!nest.hasStride(a, columns, 0) || !nest.hasStride(b, columns, 1) ||
      !nest.hasStride(c, columns, 1))
    return false;
  auto moves = [&](unsigned operand, unsigned loop) {
    return !nest.hasStride(operand, loop, 0);
  };
  std::optional<unsigned> row;
  for (unsigned loop = 0; loop != columns; ++loop) {
    if (moves(a, loop) && !moves(b, loop))
      row = loop;
    if (moves(b, loop) && !moves(a, loop))
      panels = loop;
  }
  auto elementOf = [&](Value value) {
    return cast<MemRefType>(value.getType()).getElementType();
  };
  lanes = std::min<int64_t>(unit.lanes(bytesOf(c)),
                            llvm::PowerOf2Ceil(sizeOf(columns)));
  product = InnerProduct::get({elementOf(op->getOperand(a)),
                               elementOf(op->getOperand(b)),
                               elementOf(op->getOperand(c)), /*packedK=*/1},
                              lanes, unit);
  if (!product)
    return false;
  rows = row.value_or(0);
  if (!row)
    insertRow();
  return true;
}

/// A loop of one row, where there is none.
void ContractionLowering::insertRow() {
  nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
  nest.loops.front().dim = op.getNumLoops();
  for (NestOperand &operand : nest.operands)
    operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
  ++columns;
  ++reductions;
  if (panels)
    ++*panels;
}

/// Bytes of a that `steps` iterations of `loop`, all of the rows' and all
/// reductions read: of each axis the part that they reach.
int64_t ContractionLowering::footprint(unsigned loop, int64_t steps) {
  AffineMap map = op.getIndexingMapsArray()[a];
  SmallVector<int64_t> reach(op.getNumLoops(), 0);
  for (auto [number, each] : llvm::enumerate(nest.loops)) {
    if (each.dim == op.getNumLoops())
      continue;
    if (each.reduction || number == rows)
      reach[each.dim] = sizeOf(number) - 1;
    if (number == loop)
      reach[each.dim] = steps - 1;
  }
  SmallVector<AffineExpr> last;
  for (int64_t step : reach)
    last.push_back(getAffineConstantExpr(step, op.getContext()));
  SmallVector<AffineExpr> none(reach.size(),
                               getAffineConstantExpr(0, op.getContext()));
  int64_t elements = 1;
  for (AffineExpr expr : map.getResults()) {
    auto at = [&](ArrayRef<AffineExpr> dims) {
      return cast<AffineConstantExpr>(expr.replaceDims(dims)).getValue();
    };
    elements *= std::abs(at(last) - at(none)) + 1;
  }
  return elements * bytesOf(a);
}

/// As many rows as there are registers for, and equally many in each tile.
void ContractionLowering::chooseTile() {
  // The registers also hold a row of b and an element of a.
  int64_t most = (unit.registers() - vectorsOfTile - 2) / vectorsOfTile;
  tileRows =
      llvm::divideCeil(sizeOf(rows), llvm::divideCeil(sizeOf(rows), most));
  // The innermost loop around the rows that b does not move in, either.
  pieces = rows;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != rows && nest.hasStride(b, loop, 0) &&
        !nest.hasStride(a, loop, 0))
      pieces = loop;
  if (pieces != rows && tileRows == sizeOf(rows))
    tileOuter = std::min(most / tileRows, sizeOf(pieces));
  // Of the panels that a tile's vectors come from.
  int64_t depth = nest.iterations(reductions, nest.loops.size());
  int64_t bytes = depth * vectorsOfTile * lanes * bytesOf(b);
  runLength =
      llvm::divideCeil(sizeOf(reductions), llvm::divideCeil(bytes, panelBytes));
}

/// Sums of a piece, of tiles of so many vectors.
int64_t ContractionLowering::bufferElements(int64_t vectors) const {
  int64_t tiles =
      llvm::divideCeil(pieceLength, pieces == rows ? tileRows : tileOuter);
  if (pieces != rows)
    tiles *= llvm::divideCeil(sizeOf(rows), tileRows);
  return tiles * tileOuter * tileRows * vectors * lanes;
}

void ContractionLowering::choosePieces(bool threads) {
  int64_t unitLength = pieces == rows ? tileRows : tileOuter;
  int64_t all = sizeOf(pieces);
  pieceLength = llvm::alignTo(all, unitLength);
  while (pieceLength > unitLength &&
         footprint(pieces, std::min(all, pieceLength)) > pieceBytes)
    pieceLength = llvm::alignTo(llvm::divideCeil(pieceLength, 2), unitLength);
  auto numPieces = [&] {
    int64_t count = llvm::divideCeil(all, pieceLength);
    for (unsigned loop = 0; loop != columns; ++loop)
      if (loop != rows && loop != pieces)
        count *= sizeOf(loop);
    return count * llvm::divideCeil(sizeOf(columns), lanes) / vectorsOfTile;
  };
  while (threads && pieceLength > unitLength && numPieces() < enoughPieces)
    pieceLength = llvm::alignTo(llvm::divideCeil(pieceLength, 2), unitLength);
  if (bufferElements(vectorsOfTile) * bytesOf(c) > mostStackBytes)
    runLength = sizeOf(reductions);
}
