//===- ExactProduct.cpp - Products whose sums are exact block by block ----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A contraction of floats with `ascend.k_block`: so many products at a time
// join the sum, as their own exact sum that is rounded once (ExactSum.h). That
// takes so long that nothing else counts: vectors of columns, one after the
// other.

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "ContractionLowering.h"
#include "ExactSum.h"
#include "Nest/LoopBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// The products that are summed at once; an error where the op is none of them.
static FailureOr<int64_t> blockOf(linalg::GenericOp op) {
  Attribute attribute = op->getAttr(kKBlockAttrName);
  auto block = dyn_cast<IntegerAttr>(attribute);
  int64_t size = block ? block.getValue().getSExtValue() : 0;
  Type sums = getElementTypeOrSelf(op->getOperand(op.getNumDpsInputs()));
  if (!isContraction(op) || op.getNumReductionLoops() != 1 || !sums.isF32() ||
      size < 1 || size > 64)
    return op->emitOpError("has '")
           << kKBlockAttrName << "' = " << attribute
           << ": it takes 1 to 64, and a contraction of float32 in one loop";
  return size;
}

LogicalResult to_cpu::lowerExactProduct(RewriterBase &rewriter,
                                        linalg::GenericOp op,
                                        const VectorUnit &unit) {
  FailureOr<int64_t> kBlock = blockOf(op);
  if (failed(kBlock))
    return failure();
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> built = buildNest(rewriter, op);
  if (failed(built))
    return failure();
  StridedNest nest = std::move(*built);
  // The parallel loops, of which the last one is that of columns, and k.
  unsigned k = nest.loops.size() - 1, columns = k - 1;
  if (k == 0 || !nest.loops[k].reduction)
    return op->emitOpError("has no loop of columns in front of that of k");
  int64_t lanes = unit.lanes(sizeof(float));
  if (std::optional<int64_t> size =
          getConstantIntValue(nest.loops[columns].size))
    lanes = std::min<int64_t>(lanes,
                              llvm::PowerOf2Ceil(std::max<int64_t>(*size, 1)));

  // Vectors of both factors, k further on.
  auto read = [&](ImplicitLocOpBuilder &b, unsigned operand,
                  const Positions &at, const VectorBlock &block) {
    const NestOperand &factor = nest.operands[operand];
    Type stored = getElementTypeOrSelf(op->getOperand(operand));
    Value vector = castBits(
        b, loc,
        readVector(b, loc, factor, at[operand], factor.strides[columns], block),
        stored);
    return stored.isF32()
               ? vector
               : arith::ExtFOp::create(
                     b, VectorType::get({block.lanes}, b.getF32Type()), vector)
                     .getResult();
  };
  auto sumBlock = [&](ImplicitLocOpBuilder &b, Value first, const Positions &at,
                      const VectorBlock &block) {
    IndexMath math(b, loc);
    OpFoldResult size = clampChunk(b, loc, nest.loops[k].size, first, *kBlock);
    auto products = scf::ForOp::create(
        b, math.value(math.constant(0)), math.value(size),
        math.value(math.constant(1)), ExactSum::start(b, block.lanes, *kBlock),
        [&](OpBuilder &nested, Location, Value index, ValueRange carried) {
          ImplicitLocOpBuilder b(loc, nested);
          Positions here =
              advance(b, loc, nest, k, IndexMath(b, loc).add(first, index), at);
          Value x = read(b, 0, here, block), y = read(b, 1, here, block);
          scf::YieldOp::create(b, ExactSum::add(b, carried, x, y));
        });
    return ExactSum::round(b, products.getResults());
  };
  auto emitVector = [&](OpBuilder &builder, const Positions &at,
                        const VectorBlock &block, ValueRange) {
    IndexMath math(builder, loc);
    const NestOperand &sums = nest.operands[2];
    OpFoldResult stride = sums.strides[columns];
    Value before = readVector(builder, loc, sums, at[2], stride, block);
    auto blocks = scf::ForOp::create(
        builder, loc, math.value(math.constant(0)),
        math.value(nest.loops[k].size), math.value(math.constant(*kBlock)),
        before,
        [&](OpBuilder &nested, Location, Value first, ValueRange carried) {
          ImplicitLocOpBuilder b(loc, nested);
          Value sum = arith::AddFOp::create(b, carried[0],
                                            sumBlock(b, first, at, block));
          scf::YieldOp::create(b, sum);
        });
    writeVector(builder, loc, blocks.getResult(0), sums, at[2], stride, block);
    return SmallVector<Value>();
  };
  emitParallelLoops(rewriter, loc, nest, columns, unit.mayThread(),
                    [&](OpBuilder &builder, const Positions &at) {
                      emitVectorLoop(builder, loc, nest, columns, at, lanes, {},
                                     emitVector);
                    });
  rewriter.eraseOp(op);
  return success();
}
