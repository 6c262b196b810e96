//===- WorkMemory.cpp - Memory of dynamic size ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "WorkMemory.h"

#include <algorithm>

using namespace ascendrt;

/// At most a quarter more: a power of two, or 1.25, 1.5 or 1.75 of one. A
/// tensor that grows in a loop is then in few different blocks.
static uint64_t roundUp(uint64_t bytes) {
  constexpr uint64_t least = 256, most = uint64_t(1) << 60;
  if (bytes <= least || bytes > most)
    return bytes;
  uint64_t step = 1;
  while (step * 8 <= bytes)
    step *= 2;
  return (bytes + step - 1) / step * step;
}

void *WorkMemory::allocate(uint64_t bytes) {
  // A block of twice the size would rather serve a tensor of its own size.
  Block *best = nullptr;
  for (Block &block : blocks)
    if (!block.isTaken && block.bytes >= bytes && block.bytes / 2 <= bytes &&
        (!best || block.bytes < best->bytes))
      best = &block;
  if (best) {
    best->isTaken = best->wasTaken = true;
    return best->memory.get();
  }
  bytes = roundUp(bytes);
  Memory memory = allocateAligned(bytes, alignment);
  if (!memory) {
    blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                                [](const Block &b) { return !b.isTaken; }),
                 blocks.end());
    memory = allocateAligned(bytes, alignment);
  }
  if (!memory)
    return nullptr;
  blocks.push_back({std::move(memory), bytes, true, true});
  return blocks.back().memory.get();
}

void WorkMemory::release(void *memory) {
  for (Block &block : blocks)
    if (block.memory.get() == memory)
      block.isTaken = false;
}

void WorkMemory::endRun() {
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                              [](const Block &b) { return !b.wasTaken; }),
               blocks.end());
  for (Block &block : blocks)
    block.isTaken = block.wasTaken = false;
}
