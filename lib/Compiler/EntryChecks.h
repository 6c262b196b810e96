//===- EntryChecks.h - What can be compiled ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRYCHECKS_H
#define ASCEND_LIB_COMPILER_ENTRYCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {

/// Fails with an error for each of `ops`, all ops in `entry` but the ends of
/// blocks, that cannot be compiled: because of what it is, or of its types or
/// those of the entry's inputs.
LogicalResult checkEntry(func::FuncOp entry, ArrayRef<Operation *> ops);

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_ENTRYCHECKS_H
