//===- WeightMemory.h - Memory for what may be gigabytes --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_WEIGHTMEMORY_H
#define ASCEND_SUPPORT_WEIGHTMEMORY_H

#include <cstdint>
#include <memory>

namespace mlir::ascend {

struct FreeWeights {
  /// Of the block, rounded up.
  uint64_t bytes = 0;
  bool isFile = false;
  void operator()(char *memory) const;
};
using WeightMemory = std::unique_ptr<char, FreeWeights>;

/// Memory for `bytes` bytes at `alignment`, a power of two of at least 64, in
/// huge pages where it fills them. Where the process would have more of such
/// memory than a half of the machine's, or than ASCEND_MLIR_MEMORY_MB says, the
/// block is a file without a name in the folder for temporary files (TMPDIR),
/// which the system writes out when it needs room. Null if there is neither.
WeightMemory allocateWeightMemory(uint64_t bytes, uint64_t alignment);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_WEIGHTMEMORY_H
