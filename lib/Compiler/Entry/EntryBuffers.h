//===- EntryBuffers.h - What an entry reads, as buffers ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYBUFFERS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// Lets launches, `tensor.extract` and copies into results of `entry` take
/// buffers of what they read. One-shot analysis compares all uses of a tensor
/// for each of them, which takes time by their square; but here only who makes
/// a tensor writes its buffer. Tensors that control flow hands over are left to
/// the analysis.
void readBuffers(func::FuncOp entry);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYBUFFERS_H
