//===- KernelMemory.cpp - Whose memory a memref is ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelMemory.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

Value to_cpu::bufferOf(Value memref) {
  while (isa_and_nonnull<memref::SubViewOp, memref::CastOp,
                         memref::CollapseShapeOp, memref::ExpandShapeOp,
                         memref::ReinterpretCastOp>(memref.getDefiningOp()))
    memref = memref.getDefiningOp()->getOperand(0);
  return memref;
}

bool to_cpu::isArgument(Value value) {
  if (!isa<MemRefType>(value.getType()))
    return true;
  auto argument = dyn_cast<BlockArgument>(bufferOf(value));
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

bool to_cpu::isOwnMemory(Value memref) {
  return cast<MemRefType>(memref.getType()).getLayout().isIdentity() &&
         isa_and_nonnull<memref::AllocOp, memref::AllocaOp, memref::ViewOp,
                         UnrealizedConversionCastOp>(
             bufferOf(memref).getDefiningOp());
}

bool to_cpu::isAllocation(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return isa<memref::AllocOp, memref::DeallocOp>(op) ||
         (call && call.getCallee() == "ascendrt_release");
}
