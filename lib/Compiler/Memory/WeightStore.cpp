//===- WeightStore.cpp - Weights that models share ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Memory/WeightStore.h"

#include "llvm/Support/xxhash.h"

using namespace mlir::ascend;

uint64_t WeightStore::hash(llvm::ArrayRef<char> bytes) {
  return llvm::xxh3_64bits(
      {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
}

WeightStore::Place WeightStore::find(uint64_t hash,
                                     llvm::ArrayRef<char> bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  auto [begin, end] = parts.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    // Held before it is read.
    if (auto block = at->second.block.lock();
        block && at->second.bytes == bytes)
      return {std::move(block), at->second.bytes.data()};
  return {};
}

void WeightStore::add(uint64_t hash, llvm::ArrayRef<char> bytes,
                      const std::shared_ptr<const WeightBlock> &block) {
  std::lock_guard<std::mutex> lock(mutex);
  parts.insert({hash, {block, bytes}});
}

void WeightStore::prune() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto at = parts.begin(); at != parts.end();)
    at = at->second.block.expired() ? parts.erase(at) : std::next(at);
}
