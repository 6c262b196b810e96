//===- Threads.h - The same work on many threads ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_THREADS_H
#define ASCEND_SUPPORT_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace mlir::ascend {

/// Runs `work` on `threads` threads at once, 0 for one per CPU; `work` takes
/// its share. With one it runs on this thread, and so often in turn where the
/// system has no more threads.
void onThreads(unsigned threads, llvm::function_ref<void()> work);

/// Calls `work` with each number below `count` once, so.
void forEach(unsigned threads, size_t count,
             llvm::function_ref<void(size_t)> work);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_THREADS_H
