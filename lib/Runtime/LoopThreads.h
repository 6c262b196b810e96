//===- LoopThreads.h - Threads with a static partition ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_LOOPTHREADS_H
#define ASCEND_LIB_RUNTIME_LOOPTHREADS_H

#include "RunWatch.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <sched.h>
#include <thread>
#include <vector>

namespace ascendrt {

/// How many CPUs this process may use, at least 1.
unsigned countUsableCPUs();

/// For the turns of a loop that waits for another thread.
void relaxCPU();

/// A fixed number of threads, the caller being one of them, that share ranges.
/// Workers spin for some hundred microseconds between ranges, then sleep, and
/// run on other CPUs than the caller.
class ThreadPool {
public:
  using Body = void (*)(void *env, int64_t begin, int64_t end);

  /// Waits for the workers to end. In a forked child, which has none of them,
  /// the pool leaks instead: nothing of it can be taken down there.
  struct Deleter {
    void operator()(ThreadPool *pool) const;
  };
  using Pointer = std::unique_ptr<ThreadPool, Deleter>;

  /// Starts `threads` - 1 workers, `threads` > 1. Throws std::system_error if
  /// the system has no more of them, and std::bad_alloc.
  static Pointer create(unsigned threads);

  /// Calls `body` on contiguous ranges that cover [0, count), one per thread;
  /// returns when all are done. A range that its worker has not begun when the
  /// caller is done with its own, as it is only waking up, the caller runs,
  /// too. Serial inside a body and in a forked child. With `watch` it ends
  /// early where that says so.
  void run(int64_t count, Body body, void *env, RunWatch *watch = nullptr);

private:
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();

  void start();
  void work(unsigned thread);
  bool takeRange(unsigned thread, uint64_t job);
  void runRange(unsigned thread);
  static void runBody(Body body, void *env, int64_t begin, int64_t end,
                      RunWatch *watch);
  void leaveCallersCPU();
  void stop();
  template <typename Condition>
  void await(std::condition_variable &event, Condition condition);

  const unsigned threads;
  const unsigned spins;
  const unsigned forks; ///< how many forks this process came from at the start

  cpu_set_t usable;       ///< the CPUs that workers may have
  cpu_set_t given;        ///< those that they have, if nobody else chose others
  int avoidedCPU = -1;    ///< that of `usable` which they have to leave
  bool isChoosing = true; ///< whether the pool says where workers run

  // The job in hand, written by the caller while no range of one is taken.
  int64_t count = 0;
  Body body = nullptr;
  void *env = nullptr;
  RunWatch *watch = nullptr;

  /// The job of which nobody has taken the worker's range, or 0.
  struct alignas(64) Offer {
    std::atomic<uint64_t> job{0};
  };
  const std::unique_ptr<Offer[]> offers; ///< of each thread, the caller's idle
  std::atomic<uint64_t> epoch{0};        ///< number of the job in hand
  std::atomic<unsigned> pending{0};      ///< ranges of it that are not done
  std::atomic<bool> isStopping{false};
  std::mutex mutex;
  std::condition_variable jobArrived, jobDone;
  std::vector<std::thread> workers;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_LOOPTHREADS_H
