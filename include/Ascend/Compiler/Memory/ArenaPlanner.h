//===- ArenaPlanner.h - Places for buffers in one block ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_COMPILER_MEMORY_ARENAPLANNER_H
#define ASCEND_COMPILER_MEMORY_ARENAPLANNER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::ascend {

/// A buffer of `bytes` (not negative) that is alive at the steps `begin` to
/// `end`, both included.
struct ArenaBuffer {
  int64_t bytes;
  int64_t begin;
  int64_t end;
};

struct ArenaPlan {
  /// In bytes, one per buffer, multiples of the alignment.
  llvm::SmallVector<int64_t> offsets;
  /// The end of the last buffer.
  int64_t bytes = 0;
};

/// Gives each buffer a place so that two that are alive at one step have no
/// byte in common. Larger buffers are placed first, each into the smallest gap
/// that holds it between the buffers alive with it. `alignment` is positive.
/// The same plan for the same buffers, always.
ArenaPlan planArena(llvm::ArrayRef<ArenaBuffer> buffers, int64_t alignment);

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_MEMORY_ARENAPLANNER_H
