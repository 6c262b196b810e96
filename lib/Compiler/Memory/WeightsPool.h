//===- WeightsPool.h - A model's constants in one block ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A compilation says where each constant lies and what it is of. The bytes are
// made once, at the end of it, in the memory or the file that they are for.

#ifndef ASCEND_LIB_COMPILER_MEMORY_WEIGHTSPOOL_H
#define ASCEND_LIB_COMPILER_MEMORY_WEIGHTSPOOL_H

#include "Ascend/Compiler/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <variant>

namespace mlir::ascend::compiler {

class PackingModel;

/// The constants that `ascend.weights` of an entry lists, each at its offset in
/// a block that starts at kBufferAlignment. Gaps are zero.
class WeightsPool {
public:
  /// A result of the model that packs.
  struct Packed {
    uint64_t result = 0;
  };
  /// A constant, the bytes themselves, or what is made of others.
  using Content = std::variant<ElementsAttr, llvm::ArrayRef<char>, Packed>;
  /// What lies at one offset.
  struct Part {
    uint64_t offset = 0, bytes = 0;
    Content content;
  };
  using Memory = WeightMemory;
  /// A pool that was made.
  struct Made {
    /// Where an entry finds its weights; null if there are none.
    const char *data = nullptr;
    ModelWeights weights;
  };

  /// The parts of an entry that ascend-pack-weights has been at.
  static llvm::SmallVector<Part> partsOf(func::FuncOp entry);

  /// Writes all of it to `out`, of `bytes` bytes.
  llvm::Error write(llvm::MutableArrayRef<char> out, unsigned threads) const;
  /// The same in memory of its own; null if there are no weights.
  llvm::Expected<Memory> make(unsigned threads) const;
  /// The same, where what the table reaches and `store` knows lies once.
  llvm::Expected<Made> makeIn(WeightStore &store, unsigned threads) const;

  uint64_t bytes = 0;
  /// So many of the last parts are reached by addresses: a table of them stands
  /// before the first part, which the writer of the block leaves zero.
  uint64_t numTabled = 0;
  /// In the order of their offsets; they do not overlap and end within `bytes`.
  llvm::SmallVector<Part> parts;
  /// What makes the parts that are packed; null if there are none.
  std::shared_ptr<const PackingModel> packing;
  /// Where raw bytes lie, if not in the module's context.
  std::shared_ptr<const llvm::MemoryBuffer> owner;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_MEMORY_WEIGHTSPOOL_H
