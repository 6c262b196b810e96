//===- Threads.cpp - The same work on many threads ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Threads.h"

#include "Ascend/Support/ThreadPool.h"

#include <atomic>

void mlir::ascend::onThreads(unsigned threads,
                             llvm::function_ref<void()> work) {
  ThreadPool pool(threads);
  if (pool.getMaxConcurrency() == 1)
    return work();
  for (unsigned i = 0; i < pool.getMaxConcurrency(); ++i)
    pool.async(work);
  pool.wait();
}

void mlir::ascend::forEach(unsigned threads, size_t count,
                           llvm::function_ref<void(size_t)> work) {
  std::atomic<size_t> next = 0;
  auto takeShare = [&] {
    for (size_t i; (i = next++) < count;)
      work(i);
  };
  onThreads(count < 2 ? 1 : threads, takeShare);
}
