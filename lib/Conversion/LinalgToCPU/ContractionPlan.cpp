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
static int64_t pieceBytes(const VectorUnit &unit) {
  return unit.cacheBytes() * 3 / 8;
}
/// As much of a panel of b stays there, too. Longer reductions run in parts,
/// and the sums wait in memory meanwhile, which changes no bit.
static int64_t panelBytes(const VectorUnit &unit) {
  return unit.cacheBytes() * 5 / 16;
}

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
    if (!operand.memref || !llvm::all_of(operand.strides, getConstantIntValue))
      return false;
  if (!findLoops())
    return false;
  chooseProduct();
  return product != nullptr;
}

/// Fails to find one for all lanes or for none.
void ContractionLowering::chooseProduct() {
  auto elementOf = [&](Value value) {
    return cast<MemRefType>(value.getType()).getElementType();
  };
  lanes = std::min<int64_t>(unit.lanes(bytesOf(c)),
                            llvm::PowerOf2Ceil(sizeOf(columns)));
  product = InnerProduct::get({elementOf(op->getOperand(a)),
                               elementOf(op->getOperand(b)),
                               elementOf(op->getOperand(c)), /*packedK=*/1},
                              lanes, unit);
}

bool ContractionLowering::findLoops() {
  reductions = 0;
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
  row.reset();
  panels.reset();
  for (unsigned loop = 0; loop != columns; ++loop) {
    if (moves(a, loop) && !moves(b, loop))
      row = loop;
    if (moves(b, loop) && !moves(a, loop))
      panels = loop;
  }
  return true;
}

/// A loop of one row, where there is none.
void ContractionLowering::insertRow() {
  nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
  for (NestOperand &operand : nest.operands)
    operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
  row = 0;
  ++columns;
  ++reductions;
  if (panels)
    ++*panels;
}

/// Bytes of a that `length` iterations of the loop of pieces, all of the rows'
/// and all reductions read, which meet where windows overlap.
int64_t ContractionLowering::footprint(int64_t length) {
  SmallVector<std::pair<int64_t, int64_t>> moves;
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    if (loop == pieces || loop == *row || loop >= reductions)
      moves.push_back(
          {std::abs(*getConstantIntValue(nest.operands[a].strides[loop])),
           loop == pieces ? length : sizeOf(loop)});
  llvm::sort(moves);
  double elements = 1, span = 1;
  for (auto [stride, count] : moves) {
    double reach = double(count - 1) * stride;
    // What begins behind the last element lies by itself.
    elements *= stride > span ? count : (span + reach) / span;
    span += reach;
  }
  return elements * bytesOf(a);
}

Steps Steps::of(int64_t size, int64_t most) {
  int64_t count = llvm::divideCeil(size, most),
          step = llvm::divideCeil(size, count);
  return {step, count, count - (step * count - size)};
}

/// As many rows as there are registers for, and equally many in each tile.
void ContractionLowering::chooseTile() {
  // The registers also hold a row of b and an element of a.
  int64_t most = (unit.registers() - vectorsOfTile - 2) / vectorsOfTile;
  // The innermost loop around the rows that b does not move in, either.
  pieces = *row;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != *row && nest.hasStride(b, loop, 0) &&
        !nest.hasStride(a, loop, 0))
      pieces = loop;
  rowSteps = Steps::of(sizeOf(*row), most);
  if (pieces == *row)
    pieceSteps = rowSteps;
  else
    pieceSteps = Steps::of(sizeOf(pieces),
                           rowSteps.count == 1 ? most / rowSteps.step : 1);
  // Of the panels that a tile's vectors come from.
  int64_t depth = nest.iterations(reductions, nest.loops.size());
  int64_t bytes = depth * vectorsOfTile * lanes * bytesOf(b);
  runLength = llvm::divideCeil(sizeOf(reductions),
                               llvm::divideCeil(bytes, panelBytes(unit)));
}

/// Rows of the tiles that one step of the loop of pieces has, filled up.
int64_t ContractionLowering::rowsOfStep() const {
  return pieceSteps.step *
         (pieces == *row ? 1 : rowSteps.count * rowSteps.step);
}

/// Sums of a piece, of tiles of so many vectors.
int64_t ContractionLowering::bufferElements(int64_t vectors) const {
  return stepsOfPiece * rowsOfStep() * vectors * lanes;
}

void ContractionLowering::choosePieces(bool threads) {
  stepsOfPiece = pieceSteps.count;
  auto halve = [&] { stepsOfPiece = llvm::divideCeil(stepsOfPiece, 2); };
  while (stepsOfPiece > 1 &&
         footprint(std::min(sizeOf(pieces), stepsOfPiece * pieceSteps.step)) >
             pieceBytes(unit))
    halve();
  auto numPieces = [&] {
    int64_t count = llvm::divideCeil(pieceSteps.count, stepsOfPiece);
    for (unsigned loop = 0; loop != columns; ++loop)
      if (loop != *row && loop != pieces)
        count *= sizeOf(loop);
    return count * llvm::divideCeil(sizeOf(columns), lanes) / vectorsOfTile;
  };
  while (threads && stepsOfPiece > 1 && numPieces() < enoughPieces)
    halve();
  // Pieces of equal length.
  stepsOfPiece = llvm::divideCeil(
      pieceSteps.count, llvm::divideCeil(pieceSteps.count, stepsOfPiece));
  if (bufferElements(vectorsOfTile) * bytesOf(c) > mostStackBytes)
    runLength = sizeOf(reductions);
}
