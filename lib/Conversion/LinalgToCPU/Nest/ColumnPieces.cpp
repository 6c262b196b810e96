//===- ColumnPieces.cpp - Columns of dynamic length on threads ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GenericLowering.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

void GenericLowering::emitPieces(unsigned column, int64_t lanes) {
  double terms = nest.leastIterations(column + 1, nest.loops.size());
  int64_t length = llvm::alignTo(uint64_t(CpuCosts::openPieceNanoseconds /
                                          (terms * nanosecondsOfIteration())) +
                                     1,
                                 lanes);
  IndexMath math(rewriter, loc);
  OpFoldResult size = nest.loops[column].size, piece = math.constant(length);
  StridedNest pieces = nest;
  pieces.loops[column].size =
      math.div(math.add(size, math.constant(length - 1)), piece);
  for (NestOperand &operand : pieces.operands)
    operand.strides[column] = math.mul(operand.strides[column], piece);
  // Where a piece begins in its row is a position like those of the operands.
  SmallVector<OpFoldResult> steps(nest.loops.size(), math.constant(0));
  steps[column] = piece;
  pieces.operands.push_back(
      {Value(), Value(), math.constant(0), std::move(steps)});
  emitParallelLoops(
      rewriter, loc, pieces, column + 1, /*threads=*/true,
      [&](OpBuilder &builder, const Positions &positions) {
        StridedNest part = nest;
        part.loops[column].size =
            clampChunk(builder, loc, size, positions.back(), length);
        emitColumnBlocks(builder, part, column,
                         Positions(llvm::drop_end(positions)), lanes);
      });
}
