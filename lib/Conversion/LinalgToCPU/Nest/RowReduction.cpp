//===- RowReduction.cpp - Reductions along contiguous rows ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "GenericLowering.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

Value to_cpu::combine(OpBuilder &builder, const Combiner &combiner,
                      Value carried, Value other) {
  Operation *op = combiner.op;
  if (isa<math::FmaOp>(op))
    return arith::AddFOp::create(builder, op->getLoc(), carried, other);
  SmallVector<Value> operands{carried, other};
  if (combiner.carriedOperand == 1)
    std::swap(operands[0], operands[1]);
  OperationState state(op->getLoc(), op->getName(), operands,
                       {carried.getType()},
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state)->getResult(0);
}

/// All lanes of `vector` in one: the upper half into the lower, again and
/// again.
static Value combineLanes(OpBuilder &builder, Location loc,
                          const Combiner &combiner, Value vector) {
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  for (; lanes != 1; lanes /= 2) {
    auto half = [&](int64_t offset) -> Value {
      return vector::ExtractStridedSliceOp::create(
          builder, loc, vector, ArrayRef<int64_t>{offset},
          ArrayRef<int64_t>{lanes / 2}, ArrayRef<int64_t>{1});
    };
    vector = combine(builder, combiner, half(0), half(lanes / 2));
  }
  return vector::ExtractOp::create(builder, loc, vector, 0);
}

/// Makes the shortest loop in which a factor stays where it is the innermost
/// parallel one.
void GenericLowering::moveSharingLoop() {
  unsigned parallel = firstReduction();
  std::optional<unsigned> shortest;
  auto sizeOf = [&](unsigned loop) {
    return getConstantIntValue(nest.loops[loop].size)
        .value_or(std::numeric_limits<int64_t>::max());
  };
  for (unsigned loop = 0; loop != parallel; ++loop)
    if ((nest.hasStride(0, loop, 0) || nest.hasStride(1, loop, 0)) &&
        (!shortest || sizeOf(loop) <= sizeOf(*shortest)))
      shortest = loop;
  if (!shortest)
    return;
  auto order = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
  std::rotate(order.begin() + *shortest, order.begin() + *shortest + 1,
              order.begin() + parallel);
  nest.takeLoops(order);
}

/// How many rows of the innermost parallel loop are reduced at once: those of
/// products share what they read of one factor, and memory brings what they
/// read of the other one as so many streams.
int64_t GenericLowering::rowsTogether(int64_t lanes) {
  unsigned parallel = firstReduction();
  if (parallel == 0)
    return 1;
  std::optional<int64_t> size =
      getConstantIntValue(nest.loops[parallel - 1].size);
  int64_t registers = llvm::divideCeil(lanes, unit.lanes(widestElement()));
  return std::min(
      {CpuCosts::rowsInLanes, size.value_or(1),
       unit.registers() / CpuCosts::registersOfLaneSum / registers});
}

void GenericLowering::emitRows(ArrayRef<Combiner> combiners) {
  unsigned parallel = firstReduction(), row = nest.loops.size() - 1;
  bool multiplies = op->hasAttr(kInLanes);
  if (multiplies)
    moveSharingLoop();
  int64_t lanes = multiplies             ? kProductLanes
                  : widestElement() == 8 ? kRowLanes / 2
                                         : kRowLanes;
  if (std::optional<int64_t> size = getConstantIntValue(nest.loops[row].size))
    lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(*size));
  int64_t together = multiplies ? rowsTogether(lanes) : 1;
  if (together <= 1)
    return emitRows(combiners, nest, parallel, lanes);
  auto [whole, rest] =
      nest.split(IndexMath(rewriter, loc), parallel - 1, together);
  emitRows(combiners, whole, parallel, lanes);
  if (!isZeroInteger(rest.loops[parallel - 1].size))
    emitRows(combiners, rest, parallel - 1, lanes);
}

/// The same of `part`, in whose first `end` loops nothing is shared; the next
/// one, if it is parallel, goes through rows that are reduced at once.
void GenericLowering::emitRows(ArrayRef<Combiner> combiners,
                               const StridedNest &part, unsigned end,
                               int64_t lanes) {
  unsigned row = part.loops.size() - 1, reductions = end;
  int64_t together = 1;
  if (!part.loops[end].reduction) {
    together = *getConstantIntValue(part.loops[end].size);
    ++reductions;
  }
  // Of one of them, or all.
  auto rowAt = [&](OpBuilder &builder, const Positions &at, int64_t number) {
    return number == 0 ? at
                       : advance(builder, loc, part, end,
                                 builder.getIndexAttr(number), at);
  };
  auto emitRowBlock = [&](OpBuilder &builder, const Positions &at,
                          const VectorBlock &block, ValueRange carried) {
    SmallVector<Value> values;
    for (int64_t number = 0; number != together; ++number)
      llvm::append_range(
          values, emitBody(builder, part, row, rowAt(builder, at, number),
                           block, carried.slice(number * outputs, outputs),
                           [](unsigned) { return Value(); }));
    if (block.mask)
      for (auto [value, before] : llvm::zip_equal(values, carried))
        value =
            arith::SelectOp::create(builder, loc, block.mask, value, before);
    return values;
  };

  emitParallelLoops(
      rewriter, loc, part, end, worthThreads(),
      [&](OpBuilder &builder, const Positions &first) {
        SmallVector<Value> totals;
        for (int64_t number = 0; number != together; ++number)
          for (const Combiner &combiner : combiners) {
            auto type = VectorType::get({lanes}, combiner.neutral.getType());
            totals.push_back(arith::ConstantOp::create(
                builder, loc, DenseElementsAttr::get(type, combiner.neutral)));
          }
        totals = emitLoops(
            builder, loc, part, reductions, row, first, totals,
            [&](OpBuilder &nested, const Positions &at, ValueRange carried) {
              return emitVectorLoop(nested, loc, part, row, at, lanes, carried,
                                    emitRowBlock);
            });
        for (auto [index, lanesOfTotal] : llvm::enumerate(totals)) {
          unsigned output = index % outputs;
          const Combiner &combiner = combiners[output];
          Positions at = rowAt(builder, first, index / outputs);
          Value total = combineLanes(builder, loc, combiner, lanesOfTotal);
          Value memref = part.operands[inputs + output].memref;
          Value position = IndexMath(builder, loc).value(at[inputs + output]);
          Value init = memref::LoadOp::create(builder, loc, memref, position);
          Type stored = init.getType();
          init = castBits(builder, loc, init, total.getType());
          total = combine(builder, combiner, init, total);
          memref::StoreOp::create(builder, loc,
                                  castBits(builder, loc, total, stored), memref,
                                  position);
        }
      });
}
