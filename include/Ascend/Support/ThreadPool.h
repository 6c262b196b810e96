//===- ThreadPool.h - Threads that may be fewer than wished for -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_THREADPOOL_H
#define ASCEND_SUPPORT_THREADPOOL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/ThreadPool.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace mlir::ascend {

/// A pool for MLIR's contexts and for this project. LLVM's own ends the process
/// where the system has no more threads, or no room for their stacks; this one
/// goes on with those that it has, and without any, tasks run where they are
/// waited for.
class ThreadPool : public llvm::ThreadPoolInterface {
public:
  /// At most `threads`, 0 for one per CPU that the process may use. They are
  /// started when there is work for them.
  explicit ThreadPool(unsigned threads = 0);
  /// Waits for all tasks.
  ~ThreadPool() override;

  void wait() override;
  void wait(llvm::ThreadPoolTaskGroup &group) override;
  unsigned getMaxConcurrency() const override { return maxThreads; }

private:
  struct Task {
    llvm::unique_function<void()> run;
    llvm::ThreadPoolTaskGroup *group;
  };
  using Lock = std::unique_lock<std::mutex>;

  void asyncEnqueue(llvm::unique_function<void()> task,
                    llvm::ThreadPoolTaskGroup *group) override;
  void grow();
  static void *work(void *pool);
  void work();
  void waitFor(llvm::ThreadPoolTaskGroup *group);
  bool isDone(llvm::ThreadPoolTaskGroup *group) const;
  void runFirst(Lock &lock);

  const unsigned maxThreads;
  std::mutex mutex;
  std::condition_variable arrived; ///< a task, or the end
  std::condition_variable ended;   ///< a task
  // Under the mutex.
  std::vector<pthread_t> workers;
  bool canGrow = true;
  bool isEnding = false;
  std::deque<Task> tasks;
  unsigned running = 0;
  llvm::DenseMap<llvm::ThreadPoolTaskGroup *, unsigned> unfinished;
};

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_THREADPOOL_H
