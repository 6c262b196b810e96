//===- SideBySide.h - Kernels that run at the same time ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Kernels that do not depend on each other share the threads of a context. Each
// is begun by one thread, which has a lane then; a thread that finds no kernel
// to begin helps with the loops of those that are under way. So two kernels of
// very different length take no longer than one after the other.

#ifndef ASCEND_LIB_RUNTIME_SIDEBYSIDE_H
#define ASCEND_LIB_RUNTIME_SIDEBYSIDE_H

#include "LoopThreads.h"
#include "RunWatch.h"

#include <atomic>
#include <cstdint>

namespace ascendrt {

/// One of the kernels.
class Lane {
public:
  using Body = ThreadPool::Body;

  /// That of the kernel which this thread runs, or helps with; null outside of
  /// them.
  static Lane *current();

  /// A loop of the kernel, as ThreadPool::run does it. Its parts depend on
  /// `count` and the number of threads alone.
  void run(int64_t count, Body body, void *env);

  std::atomic<const char *> node{nullptr}; ///< whose code it runs
  /// What a profile has of it, in ticks; kernel -1: nothing.
  int64_t kernel = -1;
  uint64_t began = 0, ended = 0;

private:
  friend class SideBySide;

  /// Does what is left of the loop that is open; false where none is.
  bool help();
  void takeParts();

  unsigned threads = 1;
  RunWatch *watch = nullptr;
  // The loop in hand, written by the kernel's thread while nobody helps.
  Body body = nullptr;
  void *env = nullptr;
  int64_t count = 0, parts = 0;
  std::atomic<int64_t> nextPart{0};
  std::atomic<bool> isOpen{false};
  std::atomic<int> helpers{0};
};

/// Some kernels, once.
class SideBySide {
public:
  /// As many are under way at most; there are as many lanes.
  static constexpr int64_t kMost = 16;

  /// `body` runs kernel i when it is called with [i, i + 1).
  SideBySide(int64_t count, Lane::Body body, void *env, RunWatch *watch)
      : count(count), body(body), env(env), watch(watch) {}

  /// Runs them, at most kMost, on the `threads` of `pool`.
  void run(ThreadPool &pool, unsigned threads);

  const Lane &lane(int64_t kernel) const { return lanes[kernel]; }

private:
  static void join(void *self, int64_t begin, int64_t end);
  void join();
  void begin(int64_t kernel);
  bool helpAny();

  const int64_t count;
  const Lane::Body body;
  void *const env;
  RunWatch *const watch; ///< or null
  std::atomic<int64_t> next{0}, done{0};
  Lane lanes[kMost];
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_SIDEBYSIDE_H
