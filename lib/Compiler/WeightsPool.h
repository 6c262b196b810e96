//===- WeightsPool.h - A model's constants in one block ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_WEIGHTSPOOL_H
#define ASCEND_LIB_COMPILER_WEIGHTSPOOL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <memory>

namespace mlir::ascend {

/// The bytes that `ascend.weights` of an entry lists, each at its offset in a
/// block that starts at kBufferAlignment. Gaps are zero.
class WeightsPool {
public:
  static llvm::Expected<WeightsPool> of(func::FuncOp entry);

  /// Null if there are no weights.
  const void *data() const { return memory.get(); }
  uint64_t bytes() const { return size; }

private:
  struct Free {
    void operator()(char *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<char, Free> memory;
  uint64_t size = 0;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_WEIGHTSPOOL_H
