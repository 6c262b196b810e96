//===- OutputMemory.cpp - Memory of what runs make ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "OutputMemory.h"
#include "PoolLock.h"
#include <algorithm>

using namespace ascend_python;

/// malloc keeps what is smaller.
static constexpr uint64_t leastKept = 1 << 20;

void *OutputMemory::take(uint64_t bytes) {
  if (bytes >= leastKept) {
    PoolLock lock;
    auto found =
        std::find_if(kept.begin(), kept.end(),
                     [&](const Block &block) { return block.bytes == bytes; });
    if (found != kept.end()) {
      void *memory = found->memory.release();
      kept.erase(found);
      return memory;
    }
  }
  return ascendrt::allocateAligned(bytes, 64).release();
}

void OutputMemory::giveBack(void *memory, uint64_t bytes) noexcept {
  ascendrt::Memory block(memory);
  if (bytes < leastKept)
    return;
  // Freed when the lock is.
  Block oldest = {};
  PoolLock lock;
  // Sizes that vary from run to run: the oldest one goes.
  if (kept.size() >= mostKept) {
    oldest = std::move(kept.front());
    kept.erase(kept.begin());
  }
  try {
    kept.push_back({std::move(block), bytes});
  } catch (const std::bad_alloc &) {
    // Then it is freed.
  }
}
