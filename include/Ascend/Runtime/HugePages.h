//===- HugePages.h - Large memory in large pages ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Weights are read once per run, in order: with pages of 4 KiB a core waits for
// the page tables longer than for the memory. Plain C++ for the compiler, the
// Python package and the runtime library, which has no LLVM.

#ifndef ASCEND_RUNTIME_HUGEPAGES_H
#define ASCEND_RUNTIME_HUGEPAGES_H

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sys/mman.h>

namespace ascendrt {

inline constexpr uint64_t kHugePageBytes = uint64_t(2) << 20;

/// Where a block of `bytes` bytes should begin: on a huge page if it fills one,
/// else at a multiple of `alignment`, a power of two.
inline uint64_t alignmentOf(uint64_t bytes, uint64_t alignment) {
  return bytes < kHugePageBytes ? alignment
                                : std::max(alignment, kHugePageBytes);
}

/// Asks the system for huge pages where `memory`, allocated with alignmentOf
/// and not yet written to, fills them. It may have none: pages are then small,
/// and nothing else is different.
inline void adviseHugePages(void *memory, uint64_t bytes) {
#ifdef MADV_HUGEPAGE
  if (memory && bytes >= kHugePageBytes)
    (void)::madvise(memory, bytes / kHugePageBytes * kHugePageBytes,
                    MADV_HUGEPAGE);
#endif
}

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

/// At least one byte at `alignment`, a power of two of at least 64, in huge
/// pages where it fills them; null if there is not that much.
inline Memory allocateAligned(uint64_t bytes, uint64_t alignment) {
  void *memory = nullptr;
  if (bytes > PTRDIFF_MAX || alignment > PTRDIFF_MAX ||
      posix_memalign(&memory, alignmentOf(bytes, alignment),
                     std::max<uint64_t>(bytes, 1)) != 0)
    return nullptr;
  adviseHugePages(memory, bytes);
  return Memory(memory);
}

} // namespace ascendrt

#endif // ASCEND_RUNTIME_HUGEPAGES_H
