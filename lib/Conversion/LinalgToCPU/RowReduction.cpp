//===- RowReduction.cpp - Reductions along contiguous rows ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "GenericLowering.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

Value mlir::ascend::combine(OpBuilder &builder, const Combiner &combiner,
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
  int64_t lanes = widestElement() == 8 ? kRowLanes / 2 : kRowLanes;
  if (std::optional<int64_t> size = getConstantIntValue(nest.loops[row].size))
    lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(*size));

  auto emitRowBlock = [&](OpBuilder &builder, const Positions &at,
                          const VectorBlock &block, ValueRange carried) {
    SmallVector<Value> values = emitBody(builder, nest, row, at, block, carried,
                                         [](unsigned) { return Value(); });
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
                                    emitRowBlock);
            });
        for (auto [output, combiner] : llvm::enumerate(combiners)) {
          Value total = combineLanes(builder, loc, combiner, totals[output]);
          Value memref = nest.operands[inputs + output].memref;
          Value at = IndexMath(builder, loc).value(positions[inputs + output]);
          Value init = memref::LoadOp::create(builder, loc, memref, at);
          Type stored = init.getType();
          init = castBits(builder, loc, init, total.getType());
          total = combine(builder, combiner, init, total);
          memref::StoreOp::create(
              builder, loc, castBits(builder, loc, total, stored), memref, at);
        }
      });
}
