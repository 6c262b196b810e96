//===- BufferWriters.cpp - What fills a buffer of a kernel ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BufferWriters.h"
#include "KernelMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Whether `op` writes each element that it writes once, from arguments alone.
static bool isCopyOfArguments(linalg::LinalgOp op) {
  return op.getNumReductionLoops() == 0 && op.getNumDpsInits() == 1 &&
         op.getIndexingMapsArray().back().isPermutation() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(op.getDpsInputs(), isArgument);
}

std::optional<SmallVector<linalg::LinalgOp>>
to_cpu::findWriters(linalg::LinalgOp reader, Value buffer) {
  llvm::SetVector<Operation *> writers;
  SmallVector<Value> views{buffer};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (OpOperand &use : view.getUses()) {
      Operation *user = use.getOwner();
      if (user->getBlock() != reader->getBlock())
        return std::nullopt;
      auto writer = dyn_cast<linalg::LinalgOp>(user);
      if (isa<memref::SubViewOp, memref::CastOp, memref::CollapseShapeOp,
              memref::ExpandShapeOp>(user))
        views.push_back(user->getResult(0));
      else if (writer && writer != reader && writer->isBeforeInBlock(reader) &&
               writer.isDpsInit(&use) && isCopyOfArguments(writer))
        writers.insert(writer);
      else if (!(writer == reader && reader.isDpsInput(&use)) &&
               !isa<memref::DimOp, memref::DeallocOp>(user))
        return std::nullopt;
    }
  }
  if (writers.empty())
    return std::nullopt;
  SmallVector<linalg::LinalgOp> result;
  for (Operation *writer : writers)
    result.push_back(cast<linalg::LinalgOp>(writer));
  llvm::sort(result, [](linalg::LinalgOp left, linalg::LinalgOp right) {
    return left->isBeforeInBlock(right);
  });
  return result;
}

bool to_cpu::canRunLater(ArrayRef<linalg::LinalgOp> writers,
                         linalg::LinalgOp reader) {
  llvm::SmallPtrSet<Value, 4> read;
  for (linalg::LinalgOp writer : writers)
    for (Value input : writer.getDpsInputs())
      read.insert(bufferOf(input));
  bool isBefore = true;
  for (Operation *each = writers.front(); each; each = each->getNextNode()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(each);
    if (linalgOp && !llvm::is_contained(writers, linalgOp) &&
        llvm::any_of(linalgOp.getDpsInits(), [&](Value output) {
          return read.contains(bufferOf(output));
        }))
      return false;
    isBefore &= each != reader;
    // Behind `reader`, only linalg ops may be done along with it.
    if (isBefore && !linalgOp && !isMemoryEffectFree(each) &&
        !isAllocation(each))
      return false;
  }
  return true;
}

SmallVector<unsigned> to_cpu::operandsIn(linalg::LinalgOp op, Value buffer) {
  SmallVector<unsigned> result;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()) &&
        bufferOf(operand.get()) == buffer)
      result.push_back(operand.getOperandNumber());
  return result;
}

std::optional<int64_t> to_cpu::reachOf(const StridedNest &nest,
                                       unsigned operand, unsigned first) {
  std::optional<int64_t> reach =
      getConstantIntValue(nest.operands[operand].offset);
  if (!reach || *reach < 0)
    return std::nullopt;
  for (unsigned loop = first; loop != nest.loops.size(); ++loop) {
    std::optional<int64_t> size = getConstantIntValue(nest.loops[loop].size),
                           stride = getConstantIntValue(
                               nest.operands[operand].strides[loop]);
    if (!size || !stride || *size <= 0 || *stride < 0)
      return std::nullopt;
    reach = *reach + (*size - 1) * *stride;
  }
  return *reach + 1;
}
