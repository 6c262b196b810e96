//===- LoopBuilder.cpp - The loops around vector blocks -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Costs/CpuCosts.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

Positions to_cpu::startOf(const StridedNest &nest) {
  return llvm::map_to_vector(
      nest.operands, [](const NestOperand &operand) { return operand.offset; });
}

Positions to_cpu::advance(OpBuilder &builder, Location loc,
                          const StridedNest &nest, unsigned loop,
                          OpFoldResult count, const Positions &positions) {
  IndexMath math(builder, loc);
  Positions moved;
  for (auto [position, operand] : llvm::zip_equal(positions, nest.operands))
    moved.push_back(math.add(position, math.mul(count, operand.strides[loop])));
  return moved;
}

/// emitFor with values that the turns hand on.
static SmallVector<Value>
emitCarryingFor(OpBuilder &builder, Location loc, OpFoldResult size,
                int64_t step, ValueRange carried,
                llvm::function_ref<SmallVector<Value>(OpBuilder &, OpFoldResult,
                                                      ValueRange)>
                    body) {
  IndexMath math(builder, loc);
  if (isZeroInteger(size))
    return SmallVector<Value>(carried);
  std::optional<int64_t> count = getConstantIntValue(size);
  if (count && *count <= step)
    return body(builder, math.constant(0), carried);
  auto loop = scf::ForOp::create(
      builder, loc, math.value(math.constant(0)), math.value(size),
      math.value(math.constant(step)), carried,
      [&](OpBuilder &nested, Location, Value index, ValueRange arguments) {
        scf::YieldOp::create(nested, loc, body(nested, index, arguments));
      });
  return SmallVector<Value>(loop.getResults());
}

void to_cpu::emitFor(OpBuilder &builder, Location loc, OpFoldResult size,
                     int64_t step,
                     llvm::function_ref<void(OpBuilder &, OpFoldResult)> body) {
  emitCarryingFor(builder, loc, size, step, ValueRange(),
                  [&](OpBuilder &nested, OpFoldResult index, ValueRange) {
                    body(nested, index);
                    return SmallVector<Value>();
                  });
}

int64_t to_cpu::divisorUpTo(int64_t count, int64_t most) {
  while (count % most != 0)
    --most;
  return most;
}

OpFoldResult to_cpu::clampChunk(OpBuilder &builder, Location loc,
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

SmallVector<Value> to_cpu::emitLoops(OpBuilder &builder, Location loc,
                                     const StridedNest &nest, unsigned begin,
                                     unsigned end, const Positions &positions,
                                     ValueRange carried, LoopBody body) {
  if (begin == end)
    return body(builder, positions, carried);
  return emitCarryingFor(
      builder, loc, nest.loops[begin].size, 1, carried,
      [&](OpBuilder &nested, OpFoldResult index, ValueRange arguments) {
        return emitLoops(nested, loc, nest, begin + 1, end,
                         advance(nested, loc, nest, begin, index, positions),
                         arguments, body);
      });
}

SmallVector<Value> to_cpu::emitVectorLoop(OpBuilder &builder, Location loc,
                                          const StridedNest &nest,
                                          unsigned loop,
                                          const Positions &positions,
                                          int64_t lanes, ValueRange carried,
                                          BlockBody body, bool mayRepeat) {
  IndexMath math(builder, loc);
  OpFoldResult size = nest.loops[loop].size;
  OpFoldResult rest = math.rem(size, math.constant(lanes));
  OpFoldResult whole = math.sub(size, rest);
  SmallVector<Value> values = emitCarryingFor(
      builder, loc, whole, lanes, carried,
      [&](OpBuilder &nested, OpFoldResult index, ValueRange arguments) {
        return body(nested, advance(nested, loc, nest, loop, index, positions),
                    VectorBlock{lanes, lanes, nullptr}, arguments);
      });
  if (isZeroInteger(rest))
    return values;
  std::optional<int64_t> left = getConstantIntValue(rest),
                         all = getConstantIntValue(size);
  if (mayRepeat && left && !llvm::isPowerOf2_64(*left) && *all >= lanes)
    return body(builder,
                advance(builder, loc, nest, loop,
                        math.sub(size, math.constant(lanes)), positions),
                VectorBlock{lanes, lanes, nullptr}, values);
  // Carried vectors have the lanes of all blocks; others need no idle lanes.
  if (left && carried.empty())
    lanes = llvm::PowerOf2Ceil(*left);
  return body(builder, advance(builder, loc, nest, loop, whole, positions),
              makeBlock(builder, loc, lanes, rest), values);
}

void to_cpu::emitParallelFor(
    OpBuilder &builder, Location loc, OpFoldResult count,
    llvm::function_ref<void(OpBuilder &, Value)> body) {
  IndexMath math(builder, loc);
  scf::ParallelOp::create(
      builder, loc, ValueRange{math.value(math.constant(0))},
      ValueRange{math.value(count)}, ValueRange{math.value(math.constant(1))},
      [&](OpBuilder &nested, Location, ValueRange indices) {
        body(nested, indices.front());
      });
}

/// How many of the first `end` loops keep threads busy together. A loop of
/// dynamic length, such as that of images, may have a single turn, but two of
/// them hardly do both.
static unsigned loopsForThreads(const StridedNest &nest, unsigned end) {
  unsigned shared = 0, numDynamic = 0;
  do {
    numDynamic += !getConstantIntValue(nest.loops[shared].size);
    ++shared;
  } while (shared != end && numDynamic < 2 &&
           nest.leastIterations(0, shared) < CpuCosts::enoughPieces);
  return shared;
}

void to_cpu::emitParallelLoops(OpBuilder &builder, Location loc,
                               const StridedNest &nest, unsigned end,
                               bool threads, ParallelBody body) {
  auto inner = [&](OpBuilder &nested, unsigned begin,
                   const Positions &positions) {
    emitLoops(nested, loc, nest, begin, end, positions, ValueRange(),
              [&](OpBuilder &innermost, const Positions &at, ValueRange) {
                body(innermost, at);
                return SmallVector<Value>();
              });
  };
  if (!threads || end == 0)
    return inner(builder, 0, startOf(nest));

  unsigned shared = loopsForThreads(nest, end);
  IndexMath math(builder, loc);
  OpFoldResult count = math.constant(1);
  for (unsigned loop = 0; loop != shared; ++loop)
    count = math.mul(count, nest.loops[loop].size);
  emitParallelFor(builder, loc, count, [&](OpBuilder &nested, Value index) {
    IndexMath math(nested, loc);
    Positions positions = startOf(nest);
    OpFoldResult rest = index;
    for (unsigned loop = shared; loop-- > 0;) {
      OpFoldResult size = nest.loops[loop].size;
      OpFoldResult own = loop == 0 ? rest : math.rem(rest, size);
      positions = advance(nested, loc, nest, loop, own, positions);
      if (loop != 0)
        rest = math.div(rest, size);
    }
    inner(nested, shared, positions);
  });
}

Value to_cpu::makeThreadBuffer(OpBuilder &builder, Location loc,
                               int64_t elements, Type type) {
  auto buffer =
      memref::AllocaOp::create(builder, loc, MemRefType::get({elements}, type),
                               builder.getI64IntegerAttr(64));
  buffer->setAttr(kThreadBufferAttrName, builder.getUnitAttr());
  return buffer;
}
