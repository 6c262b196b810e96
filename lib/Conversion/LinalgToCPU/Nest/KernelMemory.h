//===- KernelMemory.h - Whose memory a memref is ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_KERNELMEMORY_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_KERNELMEMORY_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend::to_cpu {

/// What `memref` is a view of.
Value bufferOf(Value memref);

/// Whether `value` lies in an argument of the kernel, or is no memory at all.
bool isArgument(Value value);

/// Whether `memref` is dense, in memory of the kernel's own: a buffer, a part
/// of the arena, or what the run allocated.
bool isOwnMemory(Value memref);

/// Whether the op makes or frees memory and does nothing else.
bool isAllocation(Operation *op);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_KERNELMEMORY_H
