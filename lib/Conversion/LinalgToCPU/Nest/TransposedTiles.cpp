//===- TransposedTiles.cpp - Reads across the vector, by squares ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A transpose that gathers reads one element per instruction; one that reads
// vectors along the input's own rows and turns a square of them reads all of a
// cache line at once.

#include "GenericLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// The transpose of a square of `rows`: at each step two rows that are `half`
/// apart swap every second group of `half` lanes.
void to_cpu::transposeSquare(OpBuilder &builder, Location loc,
                             MutableArrayRef<Value> rows) {
  int64_t side = rows.size();
  for (int64_t half = side / 2; half != 0; half /= 2) {
    SmallVector<int64_t> upper(side), lower(side);
    for (int64_t lane = 0; lane != side; ++lane) {
      bool second = lane & half;
      upper[lane] = second ? side + lane - half : lane;
      lower[lane] = second ? side + lane : lane + half;
    }
    for (int64_t row = 0; row != side; ++row) {
      if (row & half)
        continue;
      Value first = rows[row], other = rows[row + half];
      rows[row] = vector::ShuffleOp::create(builder, loc, first, other, upper);
      rows[row + half] =
          vector::ShuffleOp::create(builder, loc, first, other, lower);
    }
  }
}

/// The parallel loop along which an input is contiguous that is not so along
/// `column`.
std::optional<unsigned> GenericLowering::findTransposedLoop(unsigned column) {
  auto isLong = [&](unsigned loop) {
    std::optional<int64_t> size = getConstantIntValue(nest.loops[loop].size);
    return !size || *size >= CpuCosts::leastSquare;
  };
  if (!isLong(column))
    return std::nullopt;
  for (unsigned input = 0; input != inputs; ++input) {
    if (!nest.operands[input].memref || nest.hasStride(input, column, 0) ||
        nest.hasStride(input, column, 1))
      continue;
    for (unsigned loop = 0; loop != column; ++loop)
      if (nest.hasStride(input, loop, 1) && isLong(loop))
        return loop;
  }
  return std::nullopt;
}

/// All blocks of `part` along its last loop, each over all of the loop before
/// it.
void GenericLowering::emitSquares(OpBuilder &builder, const StridedNest &part,
                                  const Positions &positions, int64_t side) {
  unsigned column = part.loops.size() - 1, across = column - 1;
  int64_t rows = *getConstantIntValue(part.loops[across].size);
  auto strideOf = [&](unsigned operand) {
    return part.operands[operand].strides[column];
  };
  auto crosses = [&](unsigned input) {
    return part.operands[input].memref && part.hasStride(input, across, 1) &&
           !part.hasStride(input, column, 0) &&
           !part.hasStride(input, column, 1);
  };
  emitVectorLoop(
      builder, loc, part, column, positions, side, ValueRange(),
      [&](OpBuilder &nested, const Positions &at, const VectorBlock &block,
          ValueRange) {
        IndexMath math(nested, loc);
        SmallVector<SmallVector<Value>> squares(inputs);
        VectorBlock along = makeBlock(nested, loc, side, math.constant(rows));
        for (unsigned input = 0; input != inputs; ++input) {
          if (!crosses(input))
            continue;
          for (int64_t lane = 0; lane != block.active; ++lane)
            squares[input].push_back(
                readVector(nested, loc, part.operands[input],
                           math.add(at[input], math.mul(strideOf(input),
                                                        math.constant(lane))),
                           math.constant(1), along));
          squares[input].resize(side, squares[input].front());
          transposeSquare(nested, loc, squares[input]);
        }
        for (int64_t row = 0; row != rows; ++row)
          emitBlock(nested, part, column,
                    advance(nested, loc, part, across, math.constant(row), at),
                    block, [&](unsigned input) -> Value {
                      if (squares[input].empty())
                        return nullptr;
                      Value vector = squares[input][row];
                      if (block.lanes == side)
                        return vector;
                      return vector::ExtractStridedSliceOp::create(
                          nested, loc, vector, ArrayRef<int64_t>{0},
                          ArrayRef<int64_t>{block.lanes}, ArrayRef<int64_t>{1});
                    });
        return SmallVector<Value>();
      });
}

void GenericLowering::emitTransposed(unsigned across) {
  IndexMath math(rewriter, loc);
  bool threads = worthThreads();
  unsigned column = nest.loops.size() - 1;
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop != column; ++loop)
    if (loop != across)
      order.push_back(loop);
  order.append({across, column});
  nest.takeLoops(order);

  int64_t side = std::min(CpuCosts::mostSquare,
                          unit.lanes(std::max<int64_t>(4, widestElement())));
  side = std::max(side, CpuCosts::leastSquare);
  auto emitTiles = [&](const StridedNest &part) {
    emitParallelLoops(rewriter, loc, part, part.loops.size() - 2, threads,
                      [&](OpBuilder &builder, const Positions &positions) {
                        emitSquares(builder, part, positions, side);
                      });
  };
  // What is left over in number `loop`, of dynamic length, has no square: its
  // elements are gathered. Threads do not wake where there is nothing.
  auto emitRest = [&](const StridedNest &part, unsigned loop) {
    Value isThere = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ne,
        math.value(part.loops[loop].size), math.value(math.constant(0)));
    OpBuilder::InsertionGuard guard(rewriter);
    auto conditional = scf::IfOp::create(rewriter, loc, isThere);
    rewriter.setInsertionPoint(conditional.thenYield());
    unsigned last = part.loops.size() - 1;
    emitParallelLoops(rewriter, loc, part, last, threads,
                      [&](OpBuilder &builder, const Positions &positions) {
                        emitColumnBlocks(builder, part, last, positions, side);
                      });
  };
  if (!getConstantIntValue(nest.loops[column].size)) {
    auto [whole, rest] = nest.split(math, column, side);
    emitRest(rest, column);
    order = llvm::to_vector(llvm::seq(column - 1));
    order.append({column, column - 1, column + 1});
    whole.takeLoops(order);
    nest = std::move(whole);
  }
  across = nest.loops.size() - 2;
  auto [whole, rest] = nest.split(math, across, side);
  std::optional<int64_t> left = getConstantIntValue(rest.loops[across].size);
  if (!isZeroInteger(whole.loops[across].size))
    emitTiles(whole);
  if (!left)
    emitRest(rest, across);
  else if (*left != 0)
    emitTiles(rest);
}
