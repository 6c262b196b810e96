//===- WeightBlob.h - Memory of a constant ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_WEIGHTBLOB_H
#define ASCEND_DIALECT_ASCEND_IR_WEIGHTBLOB_H

#include "mlir/IR/AsmState.h"

namespace mlir::ascend {

/// Memory for the elements of a constant, `bytes` bytes at an alignment of 64,
/// to be written; that of many may be a file (allocateWeightMemory).
AsmResourceBlob allocateWeightBlob(uint64_t bytes);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_WEIGHTBLOB_H
