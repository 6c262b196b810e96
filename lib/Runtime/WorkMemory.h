//===- WorkMemory.h - Memory of dynamic size --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_WORKMEMORY_H
#define ASCEND_LIB_RUNTIME_WORKMEMORY_H

#include "Ascend/Runtime/HugePages.h"

#include <vector>

namespace ascendrt {

/// The blocks that compiled code takes while a model runs. What is given back
/// is kept for the next one who asks, also in the next run: pages that the
/// system has to clear cost more than most kernels. What a whole run had no use
/// for is freed at its end.
class WorkMemory {
public:
  explicit WorkMemory(uint64_t alignment) : alignment(alignment) {}

  /// Null if there is not enough.
  void *allocate(uint64_t bytes);
  /// `memory` is of allocate, or nothing happens.
  void release(void *memory);
  /// Gives back everything.
  void endRun();

private:
  struct Block {
    Memory memory;
    uint64_t bytes;
    bool isTaken;
    bool wasTaken; ///< in this run
  };

  uint64_t alignment;
  std::vector<Block> blocks;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_WORKMEMORY_H
