//===- LowerDynamicEntry.h - Entries with run-time sizes --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_LOWERDYNAMICENTRY_H
#define ASCEND_LIB_COMPILER_ENTRY_LOWERDYNAMICENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::ascend::compiler {

/// Whether the bufferized entry is more than a straight line of calls on
/// buffers of static shape.
bool isDynamicEntry(func::FuncOp entry);

/// Makes the entry the function `name` of `target` with the runtime's
/// signature, in upstream dialects that the kernels' pipeline lowers: control
/// flow becomes branches, and what may fail leaves the function. `failing` are
/// the kernels that can end the run: the runtime is told their nodes' names.
LogicalResult lowerDynamicEntry(func::FuncOp entry, ModuleOp target,
                                StringRef name,
                                const llvm::StringSet<> &failing);

/// Gives `kernel`, alone in its module, a pointer for each buffer of dynamic
/// shape, whose sizes are the arguments that `ascend.sizes` names, and takes
/// its buffers from the runtime. An error where a size has no such argument.
LogicalResult lowerDynamicBuffers(func::FuncOp kernel);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_LOWERDYNAMICENTRY_H
