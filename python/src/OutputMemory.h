//===- OutputMemory.h - Memory of what runs make ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_OUTPUTMEMORY_H
#define ASCEND_PYTHON_OUTPUTMEMORY_H

#include "Ascend/Runtime/HugePages.h"
#include <vector>

namespace ascend_python {

/// The memory of a model's outputs. Large blocks that nobody needs any more
/// wait for an output of their size in a later run, at most `mostKept` of them:
/// the system takes longer to clear new pages than most kernels to fill them.
/// Any thread may use it at any time.
class OutputMemory {
public:
  explicit OutputMemory(size_t mostKept) : mostKept(mostKept) {}

  /// `bytes` bytes at 64; null if there are not so many.
  void *take(uint64_t bytes);
  /// `memory` is of take, of so many bytes.
  void giveBack(void *memory, uint64_t bytes) noexcept;

private:
  struct Block {
    ascendrt::Memory memory;
    uint64_t bytes;
  };

  const size_t mostKept;
  std::vector<Block> kept; ///< under PoolLock
};

/// Gives a block back to where it comes from, if that is still there.
struct GiveBack {
  std::weak_ptr<OutputMemory> owner;
  uint64_t bytes = 0;
  void operator()(void *memory) const {
    if (std::shared_ptr<OutputMemory> giver = owner.lock())
      giver->giveBack(memory, bytes);
    else
      ascendrt::Free()(memory);
  }
};
using OutputBlock = std::unique_ptr<void, GiveBack>;

} // namespace ascend_python

#endif // ASCEND_PYTHON_OUTPUTMEMORY_H
