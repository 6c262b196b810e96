//===- ShortRanges.cpp - Moves whose last loop is a few elements ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The packs of dots end in two or four elements that stand together, too few to
// be a vector. Where the input has them side by side, too, they are one word,
// and squares of words are transposed; where each stands in a row of its own,
// rows are interleaved. The other way round, an input of such pairs is split
// into rows.

#include "GenericLowering.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Whether the op maps one input to one output, both in memory.
bool GenericLowering::isMove() {
  return firstReduction() == nest.loops.size() && inputs == 1 && outputs == 1 &&
         nest.operands.size() == 2 && nest.operands[0].memref &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// The elements of the last loop where these forms take the op.
std::optional<int64_t> GenericLowering::findRange() {
  unsigned loops = nest.loops.size();
  if (loops < 2 || !isMove())
    return std::nullopt;
  std::optional<int64_t> range = getConstantIntValue(nest.loops.back().size);
  if (!range || (*range != 2 && *range != 4) ||
      !nest.hasStride(1, loops - 1, 1) || !nest.hasStride(1, loops - 2, *range))
    return std::nullopt;
  return range;
}

static int64_t bitsOf(const NestOperand &operand) {
  return cast<MemRefType>(operand.memref.getType()).getElementTypeBitWidth();
}

/// The loop along which the input has such rows one after the other, if squares
/// of it and the output's are to be transposed.
std::optional<unsigned> GenericLowering::findTransposedRanges(int64_t range) {
  unsigned loops = nest.loops.size(), column = loops - 2;
  auto isLong = [&](unsigned loop) {
    std::optional<int64_t> size = getConstantIntValue(nest.loops[loop].size);
    return size && *size >= CpuCosts::leastSquare;
  };
  if (!nest.hasStride(0, loops - 1, 1) || nest.hasStride(0, column, range) ||
      nest.hasStride(0, column, 0) || !isLong(column) ||
      range * bitsOf(nest.operands[0]) > 32)
    return std::nullopt;
  for (unsigned loop = 0; loop != column; ++loop)
    if (nest.hasStride(0, loop, range) && isLong(loop))
      return loop;
  return std::nullopt;
}

/// `count` of `block`'s iterations, of a loop of `size`, for each of them.
static VectorBlock widen(OpBuilder &builder, Location loc,
                         const VectorBlock &block, int64_t count,
                         OpFoldResult size) {
  IndexMath math(builder, loc);
  OpFoldResult active = ShapedType::isDynamic(block.active)
                            ? math.rem(size, math.constant(block.lanes))
                            : math.constant(block.active);
  return makeBlock(builder, loc, block.lanes * count,
                   math.mul(active, math.constant(count)));
}

void GenericLowering::emitTransposedRanges(unsigned across, int64_t range) {
  bool threads = worthThreads();
  unsigned last = nest.loops.size() - 1;
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop + 1 < last; ++loop)
    if (loop != across)
      order.push_back(loop);
  order.append({across, last - 1});
  nest.takeLoops(order);

  int64_t side = std::min(CpuCosts::mostSquare, unit.lanes(4));
  Type word = rewriter.getIntegerType(range * bitsOf(nest.operands[0]));
  auto emitSquare = [&](OpBuilder &builder, const StridedNest &part,
                        const Positions &at, const VectorBlock &block) {
    unsigned column = part.loops.size() - 1;
    int64_t rows = *getConstantIntValue(part.loops[column - 1].size);
    IndexMath math(builder, loc);
    const NestOperand &in = part.operands[0], &out = part.operands[1];
    VectorBlock along =
        makeBlock(builder, loc, side * range, math.constant(rows * range));
    SmallVector<Value> square;
    for (int64_t lane = 0; lane != block.active; ++lane) {
      OpFoldResult from =
          math.add(at[0], math.mul(in.strides[column], math.constant(lane)));
      Value row = readVector(builder, loc, in, from, math.constant(1), along);
      square.push_back(vector::BitCastOp::create(
          builder, loc, VectorType::get({side}, word), row));
    }
    square.resize(side, square.front());
    transposeSquare(builder, loc, square);
    VectorBlock words =
        widen(builder, loc, block, range, part.loops[column].size);
    Type element = cast<MemRefType>(in.memref.getType()).getElementType();
    for (int64_t row = 0; row != rows; ++row) {
      Value vector = square[row];
      if (block.lanes != side)
        vector = vector::ExtractStridedSliceOp::create(
            builder, loc, vector, ArrayRef<int64_t>{0},
            ArrayRef<int64_t>{block.lanes}, ArrayRef<int64_t>{1});
      vector = vector::BitCastOp::create(
          builder, loc, VectorType::get({block.lanes * range}, element),
          vector);
      vector = emitVectorBody(builder, op, {vector, Value()}, {}, words)[0];
      OpFoldResult to = math.add(
          at[1], math.mul(out.strides[column - 1], math.constant(row)));
      writeVector(builder, loc, vector, out, to, math.constant(1), words);
    }
  };
  auto emit = [&](const StridedNest &part) {
    unsigned column = part.loops.size() - 1;
    emitParallelLoops(rewriter, loc, part, column - 1, threads,
                      [&](OpBuilder &builder, const Positions &positions) {
                        emitVectorLoop(
                            builder, loc, part, column, positions, side,
                            ValueRange(),
                            [&](OpBuilder &nested, const Positions &at,
                                const VectorBlock &block, ValueRange) {
                              emitSquare(nested, part, at, block);
                              return SmallVector<Value>();
                            });
                      });
  };
  unsigned acrossNow = nest.loops.size() - 2;
  auto [whole, rest] = nest.split(IndexMath(rewriter, loc), acrossNow, side);
  if (!isZeroInteger(whole.loops[acrossNow].size))
    emit(whole);
  if (!isZeroInteger(rest.loops[acrossNow].size))
    emit(rest);
}

bool GenericLowering::isInterleaved() {
  unsigned loops = nest.loops.size();
  return nest.hasStride(0, loops - 2, 1) && !nest.hasStride(0, loops - 1, 1) &&
         !nest.hasStride(0, loops - 1, 0);
}

void GenericLowering::emitInterleaved(int64_t range) {
  bool threads = worthThreads();
  unsigned column = nest.loops.size() - 2;
  OpFoldResult apart = nest.operands[0].strides[column + 1];
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(column + 1));
  nest.takeLoops(order);
  const NestOperand &in = nest.operands[0], &out = nest.operands[1];
  int64_t lanes = std::max<int64_t>(unit.lanes(widestElement()), 4);
  emitParallelLoops(
      rewriter, loc, nest, column, threads,
      [&](OpBuilder &builder, const Positions &positions) {
        emitVectorLoop(
            builder, loc, nest, column, positions, lanes, ValueRange(),
            [&](OpBuilder &nested, const Positions &at,
                const VectorBlock &block, ValueRange) {
              IndexMath math(nested, loc);
              SmallVector<Value> rows;
              for (int64_t row = 0; row != range; ++row)
                rows.push_back(readVector(
                    nested, loc, in,
                    math.add(at[0], math.mul(apart, math.constant(row))),
                    math.constant(1), block));
              auto interleave = [&](Value first, Value second) -> Value {
                return vector::InterleaveOp::create(nested, loc, first, second);
              };
              Value vector = range == 2
                                 ? interleave(rows[0], rows[1])
                                 : interleave(interleave(rows[0], rows[2]),
                                              interleave(rows[1], rows[3]));
              VectorBlock elements =
                  widen(nested, loc, block, range, nest.loops[column].size);
              vector = emitVectorBody(nested, op, {vector, Value()}, {},
                                      elements)[0];
              writeVector(nested, loc, vector, out, at[1], math.constant(1),
                          elements);
              return SmallVector<Value>();
            });
      });
}

/// The loop over the two elements of the input's pairs, where the last loop
/// goes from pair to pair and the output has a row for each of the two.
std::optional<unsigned> GenericLowering::findPairs() {
  unsigned loops = nest.loops.size();
  if (loops < 2 || !isMove() || !nest.hasStride(0, loops - 1, 2) ||
      !nest.hasStride(1, loops - 1, 1))
    return std::nullopt;
  for (unsigned loop = 0; loop + 1 != loops; ++loop)
    if (nest.hasStride(0, loop, 1) &&
        getConstantIntValue(nest.loops[loop].size) == 2)
      return loop;
  return std::nullopt;
}

void GenericLowering::emitPairs(unsigned pair) {
  bool threads = worthThreads();
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    if (loop != pair)
      order.push_back(loop);
  OpFoldResult apart = nest.operands[1].strides[pair];
  nest.takeLoops(order);
  unsigned column = nest.loops.size() - 1;
  int64_t lanes = blockLanes(nest.loops[column].size);
  emitParallelLoops(
      rewriter, loc, nest, column, threads,
      [&](OpBuilder &builder, const Positions &positions) {
        emitVectorLoop(
            builder, loc, nest, column, positions, lanes, ValueRange(),
            [&](OpBuilder &nested, const Positions &at,
                const VectorBlock &block, ValueRange) {
              IndexMath math(nested, loc);
              Value both = readVector(nested, loc, nest.operands[0], at[0],
                                      math.constant(1),
                                      widen(nested, loc, block, /*count=*/2,
                                            nest.loops[column].size));
              auto rows = vector::DeinterleaveOp::create(nested, loc, both);
              for (auto [row, vector] : llvm::enumerate(rows.getResults()))
                writeVector(
                    nested, loc,
                    emitVectorBody(nested, op, {vector, Value()}, {}, block)[0],
                    nest.operands[1],
                    math.add(at[1], math.mul(apart, math.constant(row))),
                    math.constant(1), block);
              return SmallVector<Value>();
            },
            mayRepeat);
      });
}
