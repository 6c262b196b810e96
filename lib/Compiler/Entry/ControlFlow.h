//===- ControlFlow.h - Loops and branches of the entry ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A tensor that crosses the border of a region has a buffer of its own, with
// one owner: what a block yields or gives to a loop as a beginning is not used
// any more by the block, and the arguments of a block and the results of an op
// are its own. So a buffer is freed where its owner used it last.

#ifndef ASCEND_LIB_COMPILER_ENTRY_CONTROLFLOW_H
#define ASCEND_LIB_COMPILER_ENTRY_CONTROLFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// Whether the op is control flow that the entry may have: scf.if, scf.for and
/// scf.while.
bool isControlFlow(Operation *op);

/// Whether the op computes with integers and sizes besides the tensors, which
/// needs no kernel.
bool isScalarCode(Operation *op);

/// The operands that `op` hands over: those of a yield, and the first values of
/// a loop.
SmallVector<OpOperand *> handedOver(Operation *op);

/// Copies the tensors that `op` hands over and that are not its block's own, or
/// that somebody else uses.
void copyHandedOver(Operation *op);

/// Frees the buffers of `entry` that are allocations of their own where their
/// owners used them last; an error where one has two owners. `isAllocation`
/// says which allocations that is; the others are in the arena.
LogicalResult
freeBuffers(func::FuncOp entry,
            llvm::function_ref<bool(Operation *alloc)> isAllocation);

/// Whether `buffer`, or a view of it, is handed over.
bool isHandedOver(Value buffer);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_CONTROLFLOW_H
