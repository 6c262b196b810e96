//===- GenericLowering.cpp - linalg.generic to vector loops ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GenericLowering.h"
#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

unsigned GenericLowering::firstReduction() {
  unsigned count = 0;
  while (count != nest.loops.size() && !nest.loops[count].reduction)
    ++count;
  return count;
}

/// Whether no operand jumps along loop `column`.
bool GenericLowering::isColumnContiguous(unsigned column) {
  for (unsigned operand = 0; operand != inputs + outputs; ++operand)
    if (nest.operands[operand].memref && !nest.hasStride(operand, column, 0) &&
        !nest.hasStride(operand, column, 1))
      return false;
  return true;
}

/// The reduction along which an input is contiguous. If everything is reduced,
/// any must do.
std::optional<unsigned> GenericLowering::findRowLoop() {
  for (unsigned loop = nest.loops.size(); loop-- > firstReduction();)
    for (unsigned operand = 0; operand != inputs; ++operand)
      if (nest.operands[operand].memref && nest.hasStride(operand, loop, 1))
        return loop;
  if (firstReduction() == 0)
    return nest.loops.size() - 1;
  return std::nullopt;
}

/// One combiner per output, if the body is that simple.
FailureOr<SmallVector<Combiner>> GenericLowering::matchCombiners() {
  SmallVector<Combiner> combiners;
  for (unsigned output = 0; output != outputs; ++output) {
    BlockArgument carried = op.getRegionOutputArgs()[output];
    auto fma = op.getBody()
                   ->getTerminator()
                   ->getOperand(output)
                   .getDefiningOp<math::FmaOp>();
    if (fma && fma.getC() == carried && carried.hasOneUse() &&
        op->hasAttr(kInLanes)) {
      combiners.push_back({fma, 2, FloatAttr::get(carried.getType(), -0.0)});
      continue;
    }
    SmallVector<Operation *> chain;
    if (!matchReduction(op.getRegionOutputArgs(), output, chain) ||
        chain.size() != 1)
      return failure();
    std::optional<TypedAttr> neutral = arith::getNeutralElement(chain[0]);
    if (!neutral || !carried.hasOneUse() || chain[0]->getNumOperands() != 2)
      return failure();
    combiners.push_back(
        {chain[0], carried.use_begin()->getOperandNumber(), *neutral});
  }
  return combiners;
}

/// Bytes of the widest element that the body computes with.
int64_t GenericLowering::widestElement() {
  int64_t bytes = 1;
  auto see = [&](Type type) {
    if (type.isIndex())
      bytes = std::max<int64_t>(bytes, 8);
    else if (type.isIntOrFloat())
      bytes = std::max<int64_t>(
          bytes, llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
  };
  for (BlockArgument argument : op.getBody()->getArguments())
    see(argument.getType());
  for (Operation &inner : op.getBody()->getOperations())
    for (Type type : inner.getResultTypes())
      see(type);
  return bytes;
}

/// Lanes of a block: more registers for short bodies, whose loop overhead
/// shows; one for long ones, whose intermediate values fill the registers.
int64_t GenericLowering::blockLanes(OpFoldResult size) {
  auto work =
      llvm::count_if(op.getBody()->without_terminator(), [](Operation &inner) {
        return !inner.hasTrait<OpTrait::ConstantLike>();
      });
  int64_t registers =
      work <= CpuCosts::shortBody    ? CpuCosts::registersOfShortBody
      : work <= CpuCosts::mediumBody ? CpuCosts::registersOfMediumBody
                                     : 1;
  int64_t lanes = registers * unit.lanes(widestElement());
  std::optional<int64_t> count = getConstantIntValue(size);
  if (!count)
    return lanes;
  // Half of a block again costs less than masks, unless a row does not fill a
  // register.
  bool repeats = mayRepeat && *count >= unit.lanes(widestElement());
  return std::min<int64_t>(lanes, repeats ? llvm::bit_floor(uint64_t(*count))
                                          : llvm::PowerOf2Ceil(*count));
}

double GenericLowering::nanosecondsOfIteration() {
  double bytes = 0;
  for (BlockArgument argument : op.getBody()->getArguments())
    bytes += argument.getType().getIntOrFloatBitWidth() / 8.0;
  double operations = double(op.getBody()->getOperations().size()) /
                      unit.lanes(widestElement());
  return std::max(bytes / CpuCosts::memoryBytesInNanosecond, operations);
}

bool GenericLowering::worthThreads() {
  if (!mayThread || !unit.mayThread())
    return false;
  int64_t iterations = nest.iterations(0, nest.loops.size());
  return ShapedType::isDynamic(iterations) ||
         unit.isWorthThreads(iterations * nanosecondsOfIteration());
}

void GenericLowering::emit() {
  for (NestLoop &loop : nest.loops)
    if (isZeroInteger(loop.size))
      return;
  nest.dropUnitLoops();
  nest.collapse(IndexMath(rewriter, loc));
  unsigned parallel = firstReduction();
  bool reduces = parallel != nest.loops.size();

  std::optional<unsigned> row = reduces ? findRowLoop() : std::nullopt;
  bool columns = parallel != 0 && isColumnContiguous(parallel - 1);
  if (reduces && !columns) {
    FailureOr<SmallVector<Combiner>> combiners = matchCombiners();
    if (row && succeeded(combiners)) {
      SmallVector<unsigned> order;
      for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
        if (loop != *row)
          order.push_back(loop);
      order.push_back(*row);
      nest.takeLoops(order);
      return emitRows(*combiners);
    }
  }
  if (parallel == 0) {
    // One element: a block of one lane.
    nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
    for (NestOperand &operand : nest.operands)
      operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
    parallel = 1;
  }
  if (std::optional<int64_t> range = findRange()) {
    if (std::optional<unsigned> across = findTransposedRanges(*range))
      return emitTransposedRanges(*across, *range);
    if (isInterleaved())
      return emitInterleaved(*range);
  }
  if (std::optional<unsigned> pair = findPairs())
    return emitPairs(*pair);
  if (std::optional<unsigned> across =
          reduces ? std::nullopt : findTransposedLoop(parallel - 1))
    emitTransposed(*across);
  else if (reduces && nest.loops.size() == parallel + 1)
    emitReducedColumns(parallel - 1);
  else
    emitColumns(parallel - 1);
}

//===----------------------------------------------------------------------===//
// Elementwise and column reductions
//===----------------------------------------------------------------------===//

StridedNest GenericLowering::readScalars(OpBuilder &builder,
                                         const StridedNest &part,
                                         unsigned begin,
                                         const Positions &positions) {
  StridedNest result = part;
  for (unsigned input = 0; input != inputs; ++input) {
    NestOperand &operand = result.operands[input];
    bool fixed = operand.memref && !operand.scalar;
    for (unsigned loop = begin; loop != part.loops.size(); ++loop)
      fixed &= part.hasStride(input, loop, 0);
    if (fixed)
      operand.scalar = memref::LoadOp::create(
          builder, loc, operand.memref,
          IndexMath(builder, loc).value(positions[input]));
  }
  return result;
}

void GenericLowering::emitColumnBlocks(OpBuilder &builder,
                                       const StridedNest &part, unsigned column,
                                       const Positions &positions,
                                       int64_t lanes) {
  StridedNest local = readScalars(builder, part, column, positions);
  bool reduces = column + 1 != part.loops.size();
  emitVectorLoop(
      builder, loc, local, column, positions, lanes, ValueRange(),
      [&](OpBuilder &nested, const Positions &at, const VectorBlock &block,
          ValueRange) {
        if (reduces)
          emitReducedBlock(nested, local, column, at, block);
        else
          emitBlock(nested, local, column, at, block,
                    [](unsigned) { return Value(); });
        return SmallVector<Value>();
      },
      mayRepeat && !reduces);
}

SmallVector<Value> GenericLowering::readOutputs(OpBuilder &builder,
                                                const StridedNest &part,
                                                unsigned column,
                                                const Positions &at,
                                                const VectorBlock &block) {
  SmallVector<Value> values;
  for (unsigned output = inputs; output != inputs + outputs; ++output) {
    const NestOperand &operand = part.operands[output];
    bool used =
        op.payloadUsesValueFromOperand(op.getDpsInitOperand(output - inputs));
    values.push_back(used ? readVector(builder, loc, operand, at[output],
                                       operand.strides[column], block)
                          : Value());
  }
  return values;
}

void GenericLowering::writeOutputs(OpBuilder &builder, ValueRange values,
                                   const StridedNest &part, unsigned column,
                                   const Positions &at,
                                   const VectorBlock &block) {
  for (auto [number, value] : llvm::enumerate(values)) {
    const NestOperand &operand = part.operands[inputs + number];
    writeVector(builder, loc, value, operand, at[inputs + number],
                operand.strides[column], block);
  }
}

SmallVector<Value>
GenericLowering::emitBody(OpBuilder &builder, const StridedNest &part,
                          unsigned column, const Positions &at,
                          const VectorBlock &block, ValueRange before,
                          llvm::function_ref<Value(unsigned)> known) {
  SmallVector<Value> arguments;
  for (unsigned input = 0; input != inputs; ++input) {
    Value value = known(input);
    if (!value)
      value = readVector(builder, loc, part.operands[input], at[input],
                         part.operands[input].strides[column], block);
    arguments.push_back(value);
  }
  llvm::append_range(arguments, before);
  SmallVector<Value> indices;
  for (unsigned operand = inputs + outputs; operand != part.operands.size();
       ++operand)
    indices.push_back(
        readVector(builder, loc, part.operands[operand], at[operand],
                   part.operands[operand].strides[column], block));
  return emitVectorBody(builder, op, arguments, indices, block);
}

void GenericLowering::emitBlock(OpBuilder &builder, const StridedNest &part,
                                unsigned column, const Positions &at,
                                const VectorBlock &block,
                                llvm::function_ref<Value(unsigned)> known) {
  SmallVector<Value> before = readOutputs(builder, part, column, at, block);
  writeOutputs(builder,
               emitBody(builder, part, column, at, block, before, known), part,
               column, at, block);
}

void GenericLowering::emitReducedBlock(OpBuilder &builder,
                                       const StridedNest &part, unsigned column,
                                       const Positions &at,
                                       const VectorBlock &block) {
  SmallVector<Value> before;
  for (unsigned output = inputs; output != inputs + outputs; ++output)
    before.push_back(
        castBits(builder, loc,
                 readVector(builder, loc, part.operands[output], at[output],
                            part.operands[output].strides[column], block),
                 op.getBody()->getArgument(output).getType()));
  unsigned elements = part.loops.size() - !groupCombiners.empty();
  auto accumulate = [&](OpBuilder &nested, const Positions &here,
                        ValueRange carried) {
    return emitBody(nested, part, column, here, block, carried,
                    [](unsigned) { return Value(); });
  };
  auto accumulateGroup = [&](OpBuilder &nested, const Positions &here,
                             ValueRange carried) {
    SmallVector<Value> group;
    for (auto [value, combiner] : llvm::zip_equal(carried, groupCombiners)) {
      auto type = cast<VectorType>(value.getType());
      group.push_back(arith::ConstantOp::create(
          nested, loc, DenseElementsAttr::get(type, combiner.neutral)));
    }
    group = emitLoops(nested, loc, part, elements, part.loops.size(), here,
                      group, accumulate);
    for (auto [sum, value, combiner] :
         llvm::zip_equal(group, carried, groupCombiners))
      sum = combine(nested, combiner, value, sum);
    return group;
  };
  LoopBody body = accumulate;
  if (!groupCombiners.empty())
    body = accumulateGroup;
  writeOutputs(
      builder,
      emitLoops(builder, loc, part, column + 1, elements, at, before, body),
      part, column, at, block);
}

/// One reduction: four terms are joined before they join the running value,
/// acc + (((x0 + x1) + x2) + x3), and what is left over follows one by one.
/// That cuts the chain of dependent operations to a quarter, loses less than a
/// running sum, and is the order of Eigen's row-wise sums, which others use.
void GenericLowering::emitReducedColumns(unsigned column) {
  FailureOr<SmallVector<Combiner>> combiners = matchCombiners();
  std::optional<int64_t> terms =
      getConstantIntValue(nest.loops[column + 1].size);
  // The order of a sum does not depend on whether the number of its terms is
  // static.
  if (failed(combiners) || (terms && *terms < kColumnTerms) ||
      op->hasAttr(kInOrder))
    return emitColumns(column);
  auto [whole, rest] =
      nest.split(IndexMath(rewriter, loc), column + 1, kColumnTerms);
  nest = whole;
  groupCombiners = *combiners;
  emitColumns(column);
  groupCombiners = {};
  nest = rest;
  if (!isZeroInteger(nest.loops[column + 1].size))
    emitColumns(column);
}

void GenericLowering::emitColumns(unsigned column) {
  IndexMath math(rewriter, loc);
  bool threads = worthThreads();
  int64_t lanes = blockLanes(nest.loops[column].size);
  if (emitSharedReads(column, lanes))
    return;
  auto emit = [&](const StridedNest &part, unsigned vectorLoop, bool parallel) {
    emitParallelLoops(rewriter, loc, part, vectorLoop, parallel,
                      [&](OpBuilder &builder, const Positions &positions) {
                        emitColumnBlocks(builder, part, vectorLoop, positions,
                                         lanes);
                      });
  };

  int64_t rows = nest.leastIterations(0, column);
  std::optional<int64_t> size = getConstantIntValue(nest.loops[column].size);
  if (!threads || rows >= CpuCosts::fewLongRows || (size && *size < 2 * lanes))
    return emit(nest, column, threads);
  if (!size)
    return emitPieces(column, lanes);

  // Few and long rows: pieces of them go to the threads, and what is left over
  // follows.
  int64_t piece =
      llvm::alignTo(llvm::divideCeil(*size, CpuCosts::piecesOfLongRow), lanes);
  auto [whole, rest] = nest.split(math, column, piece);
  emit(whole, column + 1, true);
  if (!isZeroInteger(rest.loops[column].size))
    emit(rest, column, false);
}

LogicalResult to_cpu::lowerGeneric(RewriterBase &rewriter, linalg::GenericOp op,
                                   const VectorUnit &unit) {
  if (failed(verifyVectorizable(op)))
    return failure();
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> nest = buildNest(rewriter, op);
  if (failed(nest))
    return failure();
  GenericLowering(rewriter, op, unit, std::move(*nest)).emit();
  rewriter.eraseOp(op);
  return success();
}
