//===- EntryGuards.h - What the entry's own code may do ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYGUARDS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYGUARDS_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend::compiler {

/// Whether the entry may hold a number of `type`: an index, an integer of at
/// most 64 bits, or what is an element of a tensor.
bool isNumber(Type type);

/// Whether `op` is one of the ops on numbers that may stand in an entry: each
/// has a result for all operands, or one that `guard` checks. They compute
/// index, integers of at most 64 bits, f32 and f64; constants and arith.select
/// may be of any number.
bool isNumberOp(Operation *op);

/// Emits checks (`ascend.require`) in front of `op`, of the entry's own code,
/// so that the run ends with an error where the op would read outside of a
/// tensor, give a tensor a shape that it does not have, divide by zero, or not
/// end; and drops flags that let a result be anything. An error on the op where
/// that is known now.
LogicalResult guard(Operation *op);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYGUARDS_H
