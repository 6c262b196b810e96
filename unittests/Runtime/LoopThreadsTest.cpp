//===- LoopThreadsTest.cpp - Ranges are covered exactly once ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

static int32_t doNothing(ascendrt_context *, const void *const *, void *const *,
                         void *, const void *) {
  return ASCENDRT_OK;
}

using Ranges = std::vector<std::pair<int64_t, int64_t>>;

/// The ranges that one parallel_for hands out, in their order.
static Ranges collectRanges(ascendrt_context *context, int64_t count) {
  std::mutex mutex;
  Ranges ranges;
  parallelFor(context, count, [&](int64_t begin, int64_t end) {
    std::lock_guard<std::mutex> lock(mutex);
    ranges.emplace_back(begin, end);
  });
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

/// Calls `body` with the first index of each of `threads` ranges, on a thread
/// of its own: none ends before all have begun.
template <typename Body>
static void runApart(ascendrt_context *context, int threads, Body body) {
  std::atomic<int> begun{0};
  parallelFor(context, threads, [&](int64_t begin, int64_t end) {
    ASSERT_EQ(end, begin + 1);
    auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (++begun; begun != threads; std::this_thread::yield())
      ASSERT_LT(std::chrono::steady_clock::now(), limit) << "one is missing";
    body(begin);
  });
}

TEST(ThreadPool, CoversEveryIndexOnce) {
  TestModel model(doNothing);
  for (int32_t threads : {1, 2, 3, 4, 7, 16}) {
    ContextPtr context = model.create(threads);
    ASSERT_TRUE(context) << model.error;
    EXPECT_EQ(ascendrt_get_threads(context.get()), threads);
    for (int64_t count = 0; count <= 40; ++count) {
      // Plain ints: bodies that shared an element would be a data race.
      std::vector<int> hits(count, 0);
      parallelFor(context.get(), count, [&](int64_t begin, int64_t end) {
        ASSERT_LE(0, begin);
        ASSERT_LT(begin, end);
        ASSERT_LE(end, count);
        for (int64_t i = begin; i < end; ++i)
          ++hits[i];
      });
      EXPECT_EQ(hits, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(ThreadPool, TheModelBoundsItsThreads) {
  TestModel model(doNothing);
  model.model.max_threads = 2;
  for (auto [asked, given] : {std::pair(1, 1), {2, 2}, {8, 2}}) {
    ContextPtr context = model.create(asked);
    EXPECT_EQ(ascendrt_get_threads(context.get()), given);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    runApart(context.get(), given, [&](int64_t) {
      std::lock_guard<std::mutex> lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    EXPECT_EQ(seen.size(), static_cast<size_t>(given));
    EXPECT_EQ(collectRanges(context.get(), 100).size(),
              static_cast<size_t>(given));
  }
  model.model.max_threads = 1;
  EXPECT_EQ(ascendrt_get_threads(model.create(0).get()), 1);
}

TEST(ThreadPool, RangesAreEvenAndFixed) {
  TestModel model(doNothing);
  ContextPtr context = model.create(4);
  EXPECT_EQ(collectRanges(context.get(), 10),
            (Ranges{{0, 3}, {3, 6}, {6, 8}, {8, 10}}));
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(collectRanges(context.get(), 10),
              collectRanges(context.get(), 10));
  EXPECT_EQ(collectRanges(context.get(), 2), (Ranges{{0, 1}, {1, 2}}));
}

TEST(ThreadPool, HugeAndNegativeCounts) {
  TestModel model(doNothing);
  ContextPtr context = model.create(3);
  constexpr int64_t huge = std::numeric_limits<int64_t>::max();
  Ranges ranges = collectRanges(context.get(), huge);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].first, 0);
  EXPECT_EQ(ranges[0].second, ranges[1].first);
  EXPECT_EQ(ranges[1].second, ranges[2].first);
  EXPECT_EQ(ranges[2].second, huge);
  EXPECT_EQ(collectRanges(context.get(), -5), Ranges());
  EXPECT_EQ(collectRanges(context.get(), std::numeric_limits<int64_t>::min()),
            Ranges());
}

TEST(ThreadPool, UsesItsThreads) {
  TestModel model(doNothing);
  ContextPtr context = model.create(3);
  std::mutex mutex;
  std::set<std::thread::id> ids;
  runApart(context.get(), 3, [&](int64_t) {
    std::lock_guard<std::mutex> lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
}

/// The worker of a context with two threads.
static pthread_t workerOf(ascendrt_context *context) {
  pthread_t worker = pthread_self();
  runApart(context, 2, [&](int64_t begin) {
    if (begin == 1)
      worker = pthread_self();
  });
  return worker;
}

static std::atomic<bool> isHeld{false}, isReleased{false};

TEST(ThreadPool, TheCallerDoesNotWaitForWhoHasNotBegun) {
  TestModel model(doNothing);
  ContextPtr context = model.create(2);
  ASSERT_TRUE(context) << model.error;
  pthread_t worker = workerOf(context.get());
  isHeld = isReleased = false; // of a repetition
  // A handler on it keeps the worker from its range, as a busy CPU does.
  struct sigaction hold = {}, before = {};
  hold.sa_handler = [](int) {
    isHeld = true;
    // Not for ever, so that a pool that waits for it fails the test.
    for (int milliseconds = 0; !isReleased && milliseconds != 5000;
         ++milliseconds)
      usleep(1000);
  };
  ASSERT_EQ(sigaction(SIGPROF, &hold, &before), 0);
  ASSERT_EQ(pthread_kill(worker, SIGPROF), 0);
  while (!isHeld)
    sched_yield();
  for (int job = 0; job != 3; ++job) {
    std::vector<int> hits(10, 0);
    parallelFor(context.get(), 10, [&](int64_t begin, int64_t end) {
      EXPECT_FALSE(pthread_equal(pthread_self(), worker));
      for (int64_t i = begin; i < end; ++i)
        ++hits[i];
    });
    EXPECT_EQ(hits, std::vector<int>(10, 1));
  }
  isReleased = true;
  // It does the next one again.
  EXPECT_TRUE(pthread_equal(workerOf(context.get()), worker));
  ASSERT_EQ(sigaction(SIGPROF, &before, nullptr), 0);
}

/// Gives `thread` that CPU alone; 0 if it has it.
static int runOnlyOn(pthread_t thread, int cpu) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(cpu, &cpus);
  return pthread_setaffinity_np(thread, sizeof(cpus), &cpus);
}

TEST(ThreadPool, WorkersLeaveTheCallersCPU) {
  cpu_set_t usable;
  ASSERT_EQ(sched_getaffinity(0, sizeof(usable), &usable), 0);
  if (CPU_COUNT(&usable) < 2)
    GTEST_SKIP() << "one CPU";
  TestModel model(doNothing);
  ContextPtr context = model.create(2);
  ASSERT_TRUE(context) << model.error;
  for (int cpu = 0; cpu != CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &usable))
      continue;
    ASSERT_EQ(runOnlyOn(pthread_self(), cpu), 0);
    for (int round = 0; round != 20; ++round)
      runApart(context.get(), 2, [&](int64_t begin) {
        EXPECT_EQ(sched_getcpu() == cpu, begin == 0) << "CPU " << cpu;
      });
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(usable), &usable), 0);
}

/// What taskset does to a process that runs already.
TEST(ThreadPool, WorkersStayWhereTheyArePut) {
  cpu_set_t usable;
  ASSERT_EQ(sched_getaffinity(0, sizeof(usable), &usable), 0);
  if (CPU_COUNT(&usable) < 2)
    GTEST_SKIP() << "one CPU";
  TestModel model(doNothing);
  ContextPtr context = model.create(2);
  ASSERT_TRUE(context) << model.error;
  int first = 0;
  while (!CPU_ISSET(first, &usable))
    ++first;
  // The pool's own choice is any other CPU then.
  ASSERT_EQ(runOnlyOn(pthread_self(), first), 0);
  pthread_t worker = workerOf(context.get());
  ASSERT_EQ(runOnlyOn(worker, first), 0);
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
    if (!CPU_ISSET(cpu, &usable))
      continue;
    ASSERT_EQ(runOnlyOn(pthread_self(), cpu), 0);
    runApart(context.get(), 2, [&](int64_t begin) {
      EXPECT_TRUE(begin == 0 || sched_getcpu() == first) << "CPU " << cpu;
    });
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(usable), &usable), 0);
}

TEST(ThreadPool, NestedRunsSerially) {
  TestModel model(doNothing);
  ContextPtr context = model.create(4);
  std::vector<int> hits(8 * 9, 0);
  parallelFor(context.get(), 8, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      std::thread::id outer = std::this_thread::get_id();
      int calls = 0;
      parallelFor(context.get(), 9, [&](int64_t b, int64_t e) {
        EXPECT_EQ(std::this_thread::get_id(), outer);
        ++calls;
        for (int64_t j = b; j < e; ++j)
          ++hits[i * 9 + j];
      });
      EXPECT_EQ(calls, 1);
    }
  });
  EXPECT_EQ(hits, std::vector<int>(8 * 9, 1));
  // The pool is parallel again after it.
  EXPECT_EQ(collectRanges(context.get(), 4).size(), 4u);
}

TEST(ThreadPool, SleepersWakeUp) {
  TestModel model(doNothing);
  ContextPtr context = model.create(4);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 3));
    EXPECT_EQ(collectRanges(context.get(), 100).size(), 4u);
  }
}

TEST(ThreadPool, ManyShortRanges) {
  TestModel model(doNothing);
  ContextPtr context = model.create(2);
  std::vector<int64_t> values(64, 0);
  for (int round = 0; round < 20000; ++round)
    parallelFor(context.get(), 64, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        values[i] += i;
    });
  for (int64_t i = 0; i < 64; ++i)
    EXPECT_EQ(values[i], 20000 * i);
}

TEST(ThreadPool, SeveralContextsAtOnce) {
  TestModel model(doNothing);
  std::vector<std::thread> users;
  std::vector<int64_t> sums(4, 0);
  for (int user = 0; user < 4; ++user)
    users.emplace_back([&, user] {
      for (int round = 0; round < 20; ++round) {
        ContextPtr context = model.create(1 + user);
        std::vector<int64_t> values(1000, 0);
        for (int i = 0; i < 20; ++i)
          parallelFor(context.get(), 1000, [&](int64_t begin, int64_t end) {
            for (int64_t j = begin; j < end; ++j)
              values[j] += j;
          });
        for (int64_t value : values)
          sums[user] += value;
      }
    });
  for (std::thread &user : users)
    user.join();
  EXPECT_EQ(sums, std::vector<int64_t>(4, 20 * 20 * 999 * 500));
}

TEST(ThreadPool, ForkedChildGoesOnAlone) {
  TestModel model(doNothing);
  ContextPtr context = model.create(3);
  EXPECT_EQ(collectRanges(context.get(), 9).size(), 3u);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20); // a hang is a failure too
    bool isSerial = collectRanges(context.get(), 9) == Ranges{{0, 9}};
    context.reset();
    ContextPtr own = model.create(3);
    bool isParallel = own && collectRanges(own.get(), 9).size() == 3;
    own.reset();
    _exit(isSerial && isParallel ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(collectRanges(context.get(), 9).size(), 3u);
}
