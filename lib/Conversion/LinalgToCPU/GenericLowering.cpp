//===- GenericLowering.cpp - linalg.generic to vector loops ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Three forms, all of which give the same bits on every CPU and for any number
// of threads:
//
//   elementwise       the last loop of the output is the vector;
//   column reduction  so it is, and the reductions run inside, each lane its
//   own
//                     sum in the order of the loops;
//   row reduction     the innermost reduction is the vector: a fixed number of
//                     lanes, then a tree of halves.

#include "KernelLowering.h"
#include "LoopBuilder.h"
#include "StridedNest.h"
#include "VectorBody.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Lanes of a row reduction of 4-byte elements. It is part of the result (the
/// order of a sum), so the same on every CPU: four registers of the widest one,
/// which hide the latency of an addition there.
static constexpr int64_t reductionLanes = 64;

namespace {

/// How a reduction joins two values.
struct Combiner {
  Operation *op;
  /// Which operand of `op` is the running value.
  unsigned carriedOperand;
  TypedAttr neutral;
};

class GenericLowering {
public:
  GenericLowering(RewriterBase &rewriter, linalg::GenericOp op,
                  const VectorUnit &unit, StridedNest nest)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit),
        nest(std::move(nest)), inputs(op.getNumDpsInputs()),
        outputs(op.getNumDpsInits()) {}

  LogicalResult lower();

private:
  unsigned firstReduction();
  bool isColumnContiguous(unsigned column);
  std::optional<unsigned> findRowLoop();
  FailureOr<SmallVector<Combiner>> matchCombiners();

  int64_t widestElement();
  int64_t blockLanes(OpFoldResult size);
  bool worthThreads();

  void emitColumns(unsigned column);
  void emitColumnBlocks(OpBuilder &builder, const StridedNest &part,
                        unsigned column, const Positions &positions,
                        int64_t lanes);
  void emitRows(ArrayRef<Combiner> combiners);

  SmallVector<Value> readIndices(OpBuilder &builder, const StridedNest &part,
                                 unsigned loop, const Positions &positions,
                                 const VectorBlock &block);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  Location loc;
  const VectorUnit &unit;
  StridedNest nest;
  unsigned inputs;
  unsigned outputs;
};

} // namespace

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

/// The reduction along which an input is contiguous.
std::optional<unsigned> GenericLowering::findRowLoop() {
  for (unsigned loop = nest.loops.size(); loop-- > firstReduction();)
    for (unsigned operand = 0; operand != inputs; ++operand)
      if (nest.operands[operand].memref && nest.hasStride(operand, loop, 1))
        return loop;
  return std::nullopt;
}

/// One combiner per output, if the body is that simple.
FailureOr<SmallVector<Combiner>> GenericLowering::matchCombiners() {
  SmallVector<Combiner> combiners;
  for (unsigned output = 0; output != outputs; ++output) {
    SmallVector<Operation *> chain;
    if (!matchReduction(op.getRegionOutputArgs(), output, chain) ||
        chain.size() != 1)
      return failure();
    std::optional<TypedAttr> neutral = arith::getNeutralElement(chain[0]);
    BlockArgument carried = op.getRegionOutputArgs()[output];
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
  int64_t registers = work <= 8 ? 4 : work <= 24 ? 2 : 1;
  int64_t lanes = registers * unit.lanes(widestElement());
  if (std::optional<int64_t> count = getConstantIntValue(size))
    lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(*count));
  return lanes;
}

/// Whether the op takes long enough to wake other threads for it. The rates are
/// rough: 20 bytes of memory, or one vector operation, per nanosecond.
bool GenericLowering::worthThreads() {
  int64_t iterations = nest.iterations(0, nest.loops.size());
  if (ShapedType::isDynamic(iterations))
    return true;
  double bytes = 0;
  for (BlockArgument argument : op.getBody()->getArguments())
    bytes += argument.getType().getIntOrFloatBitWidth() / 8.0;
  double operations = double(op.getBody()->getOperations().size()) /
                      unit.lanes(widestElement());
  return iterations * std::max(bytes / 20, operations) >=
         threadsFromNanoseconds;
}

LogicalResult GenericLowering::lower() {
  for (NestLoop &loop : nest.loops)
    if (isZeroInteger(loop.size)) {
      rewriter.eraseOp(op);
      return success();
    }
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
      emitRows(*combiners);
      rewriter.eraseOp(op);
      return success();
    }
    if (parallel == 0)
      return op.emitOpError("reduces everything by a body that is not one "
                            "commutative operation; it has no vector form");
  }
  if (parallel == 0) {
    // One element: a block of one lane.
    nest.loops.push_back({rewriter.getIndexAttr(1), false});
    for (NestOperand &operand : nest.operands)
      operand.strides.push_back(rewriter.getIndexAttr(0));
    parallel = 1;
  }
  emitColumns(parallel - 1);
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Elementwise and column reductions
//===----------------------------------------------------------------------===//

SmallVector<Value> GenericLowering::readIndices(OpBuilder &builder,
                                                const StridedNest &part,
                                                unsigned loop,
                                                const Positions &positions,
                                                const VectorBlock &block) {
  SmallVector<Value> indices;
  for (unsigned operand = inputs + outputs; operand != part.operands.size();
       ++operand)
    indices.push_back(readVector(builder, loc, part.operands[operand],
                                 positions[operand],
                                 part.operands[operand].strides[loop], block));
  return indices;
}

void GenericLowering::emitColumnBlocks(OpBuilder &builder,
                                       const StridedNest &part, unsigned column,
                                       const Positions &positions,
                                       int64_t lanes) {
  // What stays the same along the row is read once, before it.
  StridedNest local = part;
  unsigned loops = local.loops.size();
  for (unsigned input = 0; input != inputs; ++input) {
    NestOperand &operand = local.operands[input];
    bool fixed = bool(operand.memref);
    for (unsigned loop = column; loop != loops; ++loop)
      fixed &= local.hasStride(input, loop, 0);
    if (fixed)
      operand.scalar = memref::LoadOp::create(
          builder, loc, operand.memref,
          IndexMath(builder, loc).value(positions[input]));
  }

  auto strideOf = [&](unsigned operand) {
    return local.operands[operand].strides[column];
  };
  auto emitBody = [&](OpBuilder &nested, const Positions &at,
                      const VectorBlock &block, ValueRange carried) {
    SmallVector<Value> arguments;
    for (unsigned input = 0; input != inputs; ++input)
      arguments.push_back(readVector(nested, loc, local.operands[input],
                                     at[input], strideOf(input), block));
    llvm::append_range(arguments, carried);
    return emitVectorBody(nested, op, arguments,
                          readIndices(nested, local, column, at, block), block);
  };

  emitVectorLoop(
      builder, loc, local, column, positions, lanes, ValueRange(),
      [&](OpBuilder &nested, const Positions &at, const VectorBlock &block,
          ValueRange) {
        bool reduces = column + 1 != loops;
        SmallVector<Value> values;
        for (unsigned output = inputs; output != inputs + outputs; ++output) {
          OpOperand *init = op.getDpsInitOperand(output - inputs);
          values.push_back(reduces || op.payloadUsesValueFromOperand(init)
                               ? readVector(nested, loc, local.operands[output],
                                            at[output], strideOf(output), block)
                               : Value());
        }
        values =
            reduces
                ? emitLoops(nested, loc, local, column + 1, loops, at, values,
                            [&](OpBuilder &innermost, const Positions &here,
                                ValueRange carried) {
                              return emitBody(innermost, here, block, carried);
                            })
                : emitBody(nested, at, block, values);
        for (unsigned output = inputs; output != inputs + outputs; ++output)
          writeVector(nested, loc, values[output - inputs],
                      local.operands[output], at[output], strideOf(output),
                      block);
        return SmallVector<Value>();
      });
}

void GenericLowering::emitColumns(unsigned column) {
  IndexMath math(rewriter, loc);
  bool threads = worthThreads();
  int64_t lanes = blockLanes(nest.loops[column].size);
  auto emit = [&](const StridedNest &part, unsigned vectorLoop, bool parallel) {
    emitParallelLoops(rewriter, loc, part, vectorLoop, parallel,
                      [&](OpBuilder &builder, const Positions &positions) {
                        emitColumnBlocks(builder, part, vectorLoop, positions,
                                         lanes);
                      });
  };

  int64_t rows = nest.iterations(0, column);
  std::optional<int64_t> size = getConstantIntValue(nest.loops[column].size);
  constexpr int64_t enoughRows = 8, pieces = 32;
  if (!threads || !size || ShapedType::isDynamic(rows) || rows >= enoughRows ||
      *size < 2 * lanes)
    return emit(nest, column, threads);

  // Few and long rows: pieces of them go to the threads, and what is left over
  // follows.
  int64_t piece = llvm::alignTo(llvm::divideCeil(*size, pieces), lanes);
  int64_t count = *size / piece;
  StridedNest whole = nest, rest = nest;
  whole.loops[column].size = math.constant(count);
  whole.loops.insert(whole.loops.begin() + column + 1,
                     {math.constant(piece), false});
  rest.loops[column].size = math.constant(*size - count * piece);
  for (auto [wholeOperand, restOperand] :
       llvm::zip_equal(whole.operands, rest.operands)) {
    OpFoldResult stride = wholeOperand.strides[column];
    wholeOperand.strides[column] = math.mul(stride, math.constant(piece));
    wholeOperand.strides.insert(wholeOperand.strides.begin() + column + 1,
                                stride);
    restOperand.offset = math.add(
        restOperand.offset, math.mul(stride, math.constant(count * piece)));
  }
  emit(whole, column + 1, true);
  if (count * piece != *size)
    emit(rest, column, false);
}

//===----------------------------------------------------------------------===//
// Row reductions
//===----------------------------------------------------------------------===//

/// `combiner` of two values of any one shape.
static Value combine(OpBuilder &builder, const Combiner &combiner,
                     Value carried, Value other) {
  Operation *op = combiner.op;
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

void GenericLowering::emitRows(ArrayRef<Combiner> combiners) {
  unsigned parallel = firstReduction();
  unsigned row = nest.loops.size() - 1;
  int64_t lanes = widestElement() == 8 ? reductionLanes / 2 : reductionLanes;
  if (std::optional<int64_t> size = getConstantIntValue(nest.loops[row].size))
    lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(*size));

  auto emitBlock = [&](OpBuilder &builder, const Positions &at,
                       const VectorBlock &block, ValueRange carried) {
    SmallVector<Value> arguments;
    for (unsigned input = 0; input != inputs; ++input)
      arguments.push_back(readVector(builder, loc, nest.operands[input],
                                     at[input],
                                     nest.operands[input].strides[row], block));
    llvm::append_range(arguments, carried);
    SmallVector<Value> values =
        emitVectorBody(builder, op, arguments,
                       readIndices(builder, nest, row, at, block), block);
    if (block.mask)
      for (auto [value, before] : llvm::zip_equal(values, carried))
        value =
            arith::SelectOp::create(builder, loc, block.mask, value, before);
    return values;
  };

  emitParallelLoops(
      rewriter, loc, nest, parallel, worthThreads(),
      [&](OpBuilder &builder, const Positions &positions) {
        SmallVector<Value> totals;
        for (const Combiner &combiner : combiners) {
          auto type = VectorType::get({lanes}, combiner.neutral.getType());
          totals.push_back(arith::ConstantOp::create(
              builder, loc, DenseElementsAttr::get(type, combiner.neutral)));
        }
        totals = emitLoops(
            builder, loc, nest, parallel, row, positions, totals,
            [&](OpBuilder &nested, const Positions &at, ValueRange carried) {
              return emitVectorLoop(nested, loc, nest, row, at, lanes, carried,
                                    emitBlock);
            });
        for (auto [output, combiner] : llvm::enumerate(combiners)) {
          Value total = combineLanes(builder, loc, combiner, totals[output]);
          Value memref = nest.operands[inputs + output].memref;
          Value at = IndexMath(builder, loc).value(positions[inputs + output]);
          Value init = memref::LoadOp::create(builder, loc, memref, at);
          memref::StoreOp::create(builder, loc,
                                  combine(builder, combiner, init, total),
                                  memref, at);
        }
      });
}

LogicalResult mlir::ascend::lowerGeneric(RewriterBase &rewriter,
                                         linalg::GenericOp op,
                                         const VectorUnit &unit) {
  if (failed(verifyVectorizable(op)))
    return failure();
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> nest = buildNest(rewriter, op);
  if (failed(nest))
    return failure();
  return GenericLowering(rewriter, op, unit, std::move(*nest)).lower();
}
