//===- NarrowColumns.cpp - Blocks of channels and their weights -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GenericLowering.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Few columns that some inputs read alike in every turn of the loop around
/// them, as blocks of channels read their weights: those are read before it,
/// for as many columns as they stay in registers for.
bool GenericLowering::emitNarrowColumns(unsigned column, int64_t lanes) {
  std::optional<int64_t> size = getConstantIntValue(nest.loops[column].size);
  if (column == 0 || column + 1 != nest.loops.size() || !size ||
      *size > lanes || *size == 1)
    return false;
  unsigned row = column - 1;
  SmallVector<unsigned> fixed;
  for (unsigned input = 0; input != inputs; ++input)
    if (nest.operands[input].memref && nest.hasStride(input, row, 0) &&
        !nest.hasStride(input, column, 0))
      fixed.push_back(input);
  // Some registers are for what changes.
  int64_t most = unit.registers() - 4, own = unit.lanes(widestElement());
  auto registers = [&] {
    return int64_t(fixed.size() * llvm::divideCeil(lanes, own));
  };
  if (registers() > most)
    lanes = std::min(lanes, own);
  if (fixed.empty() || registers() > most)
    return false;
  emitParallelLoops(
      rewriter, loc, nest, row, worthThreads(),
      [&](OpBuilder &builder, const Positions &positions) {
        emitVectorLoop(
            builder, loc, nest, column, positions, lanes, ValueRange(),
            [&](OpBuilder &inBlock, const Positions &first,
                const VectorBlock &block, ValueRange) {
              SmallVector<Value> known(inputs);
              for (unsigned input : fixed)
                known[input] =
                    readVector(inBlock, loc, nest.operands[input], first[input],
                               nest.operands[input].strides[column], block);
              emitLoops(
                  inBlock, loc, nest, row, column, first, ValueRange(),
                  [&](OpBuilder &nested, const Positions &at, ValueRange) {
                    emitBlock(nested, nest, column, at, block,
                              [&](unsigned input) { return known[input]; });
                    return SmallVector<Value>();
                  });
              return SmallVector<Value>();
            },
            mayRepeat);
      });
  return true;
}
