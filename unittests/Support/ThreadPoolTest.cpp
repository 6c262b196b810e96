//===- ThreadPoolTest.cpp - Tests of threads that may be fewer ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/ThreadPool.h"
#include "Ascend/Support/Threads.h"

#include "gtest/gtest.h"

#include <atomic>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <thread>

namespace {

/// While it lives, a new thread asks for a stack that no machine has.
class NoMoreThreads {
public:
  NoMoreThreads() {
    pthread_getattr_default_np(&before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t(1) << 47);
    EXPECT_EQ(pthread_setattr_default_np(&attributes), 0);
    pthread_attr_destroy(&attributes);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
  }

private:
  pthread_attr_t before;
};

} // namespace

using mlir::ascend::ThreadPool;

/// Tasks that make tasks and wait for them, as nested pass managers do.
static void checkNested(ThreadPool &pool) {
  std::atomic<int> done{0};
  llvm::ThreadPoolTaskGroup outer(pool);
  for (int i = 0; i < 8; ++i)
    outer.async([&] {
      llvm::ThreadPoolTaskGroup inner(pool);
      for (int j = 0; j < 8; ++j)
        inner.async([&] { ++done; });
      inner.wait();
      EXPECT_GE(done, 8);
    });
  outer.wait();
  EXPECT_EQ(done, 64);
}

TEST(ThreadPool, RunsAllTasksOnSeveralThreads) {
  ThreadPool pool(3);
  unsigned most = pool.getMaxConcurrency();
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, 3u);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> done{0};
  for (int i = 0; i < 100; ++i)
    pool.async([&] {
      ++done;
      std::lock_guard<std::mutex> lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
  pool.wait();
  EXPECT_EQ(done, 100);
  EXPECT_GE(threads.size(), 1u);
  EXPECT_LE(threads.size(), most);
  EXPECT_EQ(threads.count(std::this_thread::get_id()), 0u);
  EXPECT_EQ(pool.async([] { return 7; }).get(), 7);
  checkNested(pool);
}

TEST(ThreadPool, WaitsForItsTasksInTheEnd) {
  std::atomic<int> done{0};
  {
    ThreadPool pool(2);
    for (int i = 0; i < 10; ++i)
      pool.async([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++done;
      });
  }
  EXPECT_EQ(done, 10);
}

TEST(ThreadPool, GoesOnWithoutThreads) {
  NoMoreThreads none;
  ThreadPool pool(4);
  std::thread::id where;
  pool.async([&] { where = std::this_thread::get_id(); });
  pool.wait();
  EXPECT_EQ(where, std::this_thread::get_id());
  EXPECT_EQ(pool.async([] { return 7; }).get(), 7);
  checkNested(pool);
  std::atomic<int> sum{0};
  mlir::ascend::forEach(4, 100, [&](size_t i) { sum += i; });
  EXPECT_EQ(sum, 4950);
}

TEST(ThreadPool, GoesOnWithTheThreadsThatItHas) {
  ThreadPool pool(2);
  if (pool.getMaxConcurrency() < 2)
    GTEST_SKIP() << "one CPU";
  std::thread::id worker;
  pool.async([&] { worker = std::this_thread::get_id(); });
  pool.wait();
  EXPECT_NE(worker, std::this_thread::get_id());
  NoMoreThreads none;
  checkNested(pool);
}
