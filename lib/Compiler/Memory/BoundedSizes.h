//===- BoundedSizes.h - The most that sizes may be --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_MEMORY_BOUNDEDSIZES_H
#define ASCEND_LIB_COMPILER_MEMORY_BOUNDEDSIZES_H

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::ascend::compiler {

/// What `ascend.ranges` of the inputs of an entry, which it checks before all
/// else, say of the sizes that it computes.
class BoundedSizes {
public:
  explicit BoundedSizes(func::FuncOp entry);

  /// The most bytes that `alloc` can have; nothing where no bound follows, or
  /// where it passes kMaxBytes.
  std::optional<int64_t> bytesOf(memref::AllocOp alloc);

private:
  bool hasEnd = false; ///< some range
  DataFlowSolver solver;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_MEMORY_BOUNDEDSIZES_H
