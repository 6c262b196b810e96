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
#include <variant>

namespace mlir::ascend {

/// The constants that `ascend.weights` of an entry lists, each at its offset in
/// a block that starts at kBufferAlignment. Gaps are zero.
class WeightsPool {
public:
  /// What lies at one offset: a constant, or the bytes themselves.
  struct Part {
    uint64_t offset = 0, bytes = 0;
    std::variant<ElementsAttr, llvm::ArrayRef<char>> content;
  };

  /// The parts of an entry that ascend-pack-weights has been at.
  static llvm::SmallVector<Part> partsOf(func::FuncOp entry);

  /// A pool of `bytes`. The parts come in the order of their offsets, do not
  /// overlap and end within it.
  static llvm::Expected<WeightsPool> make(uint64_t bytes,
                                          llvm::ArrayRef<Part> parts);

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
