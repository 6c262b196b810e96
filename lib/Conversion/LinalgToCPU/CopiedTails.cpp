//===- CopiedTails.cpp - Lanes that no mask can choose --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// LLVM makes a branch for each lane of a masked load or store that the CPU has
// no instruction for: 64 of them for 64 bytes, which take longer to compile
// than the rest of the kernel, and longer to run than a copy.

#include "KernelLowering.h"
#include "Nest/LoopBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// How many first lanes the mask of `op` chooses, where that is dynamic and the
/// CPU has no such mask for elements of `type`; else null.
template <typename OpT>
static Value openCount(OpT op, VectorType type, const VectorUnit &unit) {
  auto made = op.getMask().template getDefiningOp<vector::CreateMaskOp>();
  Type element = type.getElementType();
  if (!made || type.getRank() != 1 || op.getIndices().size() != 1 ||
      !element.isIntOrFloat() ||
      unit.hasMasks(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)))
    return {};
  return made.getOperands().front();
}

/// A copy of `vector` on the stack.
static Value copyVector(OpBuilder &builder, Location loc, Value vector,
                        Value zero) {
  auto type = cast<VectorType>(vector.getType());
  Value copy = makeThreadBuffer(builder, loc, type.getNumElements(),
                                type.getElementType());
  vector::StoreOp::create(builder, loc, vector, copy, zero);
  return copy;
}

/// Copies `count` elements. LLVM calls memcpy for it.
static void copyElements(OpBuilder &builder, Location loc, Value count,
                         Value from, Value fromStart, Value to, Value toStart) {
  emitFor(builder, loc, count, 1, [&](OpBuilder &nested, OpFoldResult index) {
    IndexMath math(nested, loc);
    Value element = memref::LoadOp::create(
        nested, loc, from, math.value(math.add(fromStart, index)));
    memref::StoreOp::create(nested, loc, element, to,
                            math.value(math.add(toStart, index)));
  });
}

void to_cpu::copyMaskedTails(RewriterBase &rewriter, Operation *root,
                             const VectorUnit &unit) {
  root->walk([&](vector::MaskedLoadOp load) {
    VectorType type = load.getVectorType();
    Value count = openCount(load, type, unit);
    if (!count)
      return;
    Location loc = load.getLoc();
    rewriter.setInsertionPoint(load);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value copy = copyVector(rewriter, loc, load.getPassThru(), zero);
    copyElements(rewriter, loc, count, load.getBase(),
                 load.getIndices().front(), copy, zero);
    rewriter.replaceOpWithNewOp<vector::LoadOp>(load, type, copy, zero);
  });
  root->walk([&](vector::MaskedStoreOp store) {
    Value count = openCount(store, store.getVectorType(), unit);
    if (!count)
      return;
    Location loc = store.getLoc();
    rewriter.setInsertionPoint(store);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value copy = copyVector(rewriter, loc, store.getValueToStore(), zero);
    copyElements(rewriter, loc, count, copy, zero, store.getBase(),
                 store.getIndices().front());
    rewriter.eraseOp(store);
  });
}
