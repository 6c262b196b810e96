//===- EntryChecks.h - What can be compiled ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYCHECKS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// Fails with an error for each of `ops`, all ops in `entry` but the ends of
/// blocks, that cannot be compiled: because of what it is, or of its types or
/// those of the entry's inputs.
LogicalResult checkEntry(func::FuncOp entry, ArrayRef<Operation *> ops);

/// An error for what stands next to the function of a model: a module, or code
/// of LLVM, would be compiled as if a pass had made it.
llvm::Error checkModel(ModuleOp module);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYCHECKS_H
