//===- Threads.cpp - The same work on many threads ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Threads.h"

#include "llvm/Support/ThreadPool.h"

#include <atomic>

void mlir::ascend::onThreads(unsigned threads,
                             llvm::function_ref<void()> work) {
  llvm::ThreadPoolStrategy strategy = llvm::hardware_concurrency(threads);
  if (strategy.compute_thread_count() == 1)
    return work();
  llvm::StdThreadPool pool(strategy);
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
