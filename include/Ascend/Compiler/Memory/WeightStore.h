//===- WeightStore.h - Weights that models share ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A model of open shapes has code for all of them and code for some, and most
// of their weights are packed alike. They lie in memory once.

#ifndef ASCEND_COMPILER_MEMORY_WEIGHTSTORE_H
#define ASCEND_COMPILER_MEMORY_WEIGHTSTORE_H

#include "Ascend/Support/WeightMemory.h"
#include "llvm/ADT/ArrayRef.h"

#include <mutex>
#include <unordered_map>

namespace mlir::ascend {

/// Memory with weights that do not change. It lives as long as a model uses any
/// of them.
struct WeightBlock {
  llvm::ArrayRef<char> contents() const { return {memory.get(), bytes}; }

  WeightMemory memory;
  uint64_t bytes = 0;
};

/// Where models find what others of them have. It keeps nothing alive: what no
/// model uses any more is gone. Any thread.
class WeightStore {
public:
  struct Place {
    std::shared_ptr<const WeightBlock> block; ///< null: there is none
    const char *data = nullptr;
  };

  static uint64_t hash(llvm::ArrayRef<char> bytes);

  /// Where the same bytes as `bytes`, whose hash is `hash`, lie.
  Place find(uint64_t hash, llvm::ArrayRef<char> bytes);
  /// From now on others find `bytes`, which are a part of `block`.
  void add(uint64_t hash, llvm::ArrayRef<char> bytes,
           const std::shared_ptr<const WeightBlock> &block);
  /// Forgets what is gone.
  void prune();

private:
  struct Known {
    std::weak_ptr<const WeightBlock> block;
    llvm::ArrayRef<char> bytes;
  };
  std::mutex mutex;
  std::unordered_multimap<uint64_t, Known> parts;
};

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_MEMORY_WEIGHTSTORE_H
