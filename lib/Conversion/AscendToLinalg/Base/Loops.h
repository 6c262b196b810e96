//===- Loops.h - Loops that carry values ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// For what has no form as a linalg op: what a step does depends on the data
// that the steps before it have seen.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOOPS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOOPS_H

#include "Generics.h"

namespace mlir::ascend::to_linalg {

/// Makes the next values of what a loop carries.
using LoopBody = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, Value at, ValueRange carried)>;

/// The loop from `from` to before `to` in steps of `step` (indices); gives the
/// last values.
SmallVector<Value> loop(ImplicitLocOpBuilder &b, Value from, Value to,
                        Value step, ValueRange carried, LoopBody body);

/// From 0 by 1.
SmallVector<Value> loop(ImplicitLocOpBuilder &b, Value to, ValueRange carried,
                        LoopBody body);

/// What `body` makes of `carried` where `condition` holds, else `carried`.
SmallVector<Value>
when(ImplicitLocOpBuilder &b, Value condition, ValueRange carried,
     llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)> body);

/// `carried` in a tensor of its own, in which the kernel's result may lie.
Value copyTensor(ImplicitLocOpBuilder &b, Value tensor);

/// `destination` with the elements of `tensor`, which has the same sizes.
Value copyInto(ImplicitLocOpBuilder &b, Value tensor, Value destination);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOOPS_H
