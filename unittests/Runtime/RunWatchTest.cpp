//===- RunWatchTest.cpp - Runs that end before they are done --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

using Clock = std::chrono::steady_clock;

namespace {

/// How far the model below came.
struct Progress {
  std::atomic<int64_t> turns{0};
  std::atomic<int> kernels{0};
  std::chrono::microseconds perTurn{0};
  int64_t count = 0;
} progress;

/// Whoever polls.
struct Caller {
  std::thread::id thread = std::this_thread::get_id();
  int asked = 0;
  int stopAt = 1000000;
  Clock::time_point last = Clock::now();

  static int32_t poll(void *user) {
    auto *caller = static_cast<Caller *>(user);
    EXPECT_EQ(std::this_thread::get_id(), caller->thread);
    Clock::time_point now = Clock::now();
    EXPECT_GE(now - caller->last, std::chrono::milliseconds(30));
    caller->last = now;
    return ++caller->asked >= caller->stopAt;
  }
};

} // namespace

/// Two kernels.
static int32_t work(ascendrt_context *context, const void *const *,
                    void *const *, void *, const void *) {
  for (int kernel = 0; kernel < 2; ++kernel) {
    ++progress.kernels;
    parallelFor(context, progress.count, [](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        ++progress.turns;
        if (progress.perTurn.count())
          std::this_thread::sleep_for(progress.perTurn);
      }
    });
  }
  return ASCENDRT_OK;
}

static int32_t runOf(ascendrt_context *context, int64_t count,
                     std::chrono::microseconds perTurn) {
  progress.turns = 0;
  progress.kernels = 0;
  progress.count = count;
  progress.perTurn = perTurn;
  float x[6] = {}, y[6] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  return ascendrt_run(context, inputs, outputs);
}

TEST(RunWatch, EndsARunThatIsLong) {
  TestModel model(work);
  for (int32_t threads : {1, 2, 3}) {
    ContextPtr context = model.create(threads);
    Caller caller;
    caller.stopAt = 2;
    ascendrt_set_poll(context.get(), Caller::poll, &caller);
    Clock::time_point start = Clock::now();
    // 40 s on one thread.
    EXPECT_EQ(runOf(context.get(), 20000, std::chrono::milliseconds(1)),
              ASCENDRT_STOPPED);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
    EXPECT_STREQ(ascendrt_last_error(context.get()), "it was stopped");
    EXPECT_EQ(caller.asked, 2);
    EXPECT_LT(progress.turns, 20000);
    // The next run begins anew, and without a question does all.
    caller.stopAt = 1000000;
    EXPECT_EQ(runOf(context.get(), 1000, std::chrono::microseconds(0)),
              ASCENDRT_OK);
    EXPECT_STREQ(ascendrt_last_error(context.get()), "");
    EXPECT_EQ(progress.turns, 2000);
    ascendrt_set_poll(context.get(), nullptr, nullptr);
    EXPECT_EQ(runOf(context.get(), 100, std::chrono::milliseconds(1)),
              ASCENDRT_OK);
    EXPECT_EQ(progress.turns, 200);
  }
}

TEST(RunWatch, AsksWhileARunIsLongAndOnlyThen) {
  TestModel model(work);
  ContextPtr context = model.create(2);
  Caller caller;
  ascendrt_set_poll(context.get(), Caller::poll, &caller);
  EXPECT_EQ(runOf(context.get(), 10, std::chrono::microseconds(0)),
            ASCENDRT_OK);
  EXPECT_EQ(caller.asked, 0);
  // At least 300 ms.
  EXPECT_EQ(runOf(context.get(), 300, std::chrono::milliseconds(1)),
            ASCENDRT_OK);
  EXPECT_GE(caller.asked, 2);
  EXPECT_EQ(progress.turns, 600);
}

/// The first poll ends a run of `model`.
static void expectStopped(TestModel &model) {
  ContextPtr context = model.create(1);
  Caller caller;
  caller.stopAt = 1;
  ascendrt_set_poll(context.get(), Caller::poll, &caller);
  EXPECT_EQ(runOf(context.get(), 0, std::chrono::microseconds(0)),
            ASCENDRT_STOPPED);
}

TEST(RunWatch, SkipsTheKernelsThatAreLeft) {
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    // A single turn is not interrupted; what is behind it is not begun.
    for (int kernel = 0; kernel < 3; ++kernel)
      parallelFor(context, 1, [](int64_t, int64_t) {
        ++progress.kernels;
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
      });
    return ASCENDRT_OK;
  });
  expectStopped(model);
  EXPECT_EQ(progress.kernels, 1);
}

TEST(RunWatch, GivesNoMemoryToARunThatIsStopped) {
  // As a loop of a model whose own end needs a kernel.
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    for (auto end = Clock::now() + std::chrono::seconds(20);
         Clock::now() < end;) {
      void *memory = ascendrt_allocate(context, 100);
      if (!memory)
        return ASCENDRT_MODEL_FAILED;
      ascendrt_release(context, memory);
    }
    return ASCENDRT_OK;
  });
  expectStopped(model);
}

/// Turns of a loop that asks, until it is stopped.
static int64_t turnsOf(std::chrono::microseconds perTurn, int64_t most) {
  static std::chrono::microseconds each;
  static int64_t bound, turns;
  each = perTurn;
  bound = most;
  turns = 0;
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    while (turns < bound && !ascendrt_is_stopped(context)) {
      ++turns;
      for (auto end = Clock::now() + each; Clock::now() < end;)
        ;
    }
    return ASCENDRT_OK;
  });
  expectStopped(model);
  return turns;
}

TEST(RunWatch, ALoopThatAsksIsStopped) {
  // Each turn looks at the clock, or one of sixteen does.
  EXPECT_LE(turnsOf(std::chrono::milliseconds(10), 100), 4);
  EXPECT_LT(turnsOf(std::chrono::microseconds(1), 10000000), 10000000);
}

TEST(RunWatch, CopiesAPartOfWhatIsStopped) {
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    std::vector<char> from(20 << 20, 1), to(20 << 20);
    ascendrt_copy(context, to.data(), from.data(), to.size());
    EXPECT_EQ(std::count(to.begin(), to.end(), 1), 0);
    return ASCENDRT_OK;
  });
  expectStopped(model);
}

TEST(RunWatch, PartsCoverEveryIndexOnce) {
  TestModel model([](ascendrt_context *, const void *const *, void *const *,
                     void *, const void *) -> int32_t { return ASCENDRT_OK; });
  Caller caller;
  for (int32_t threads : {1, 2, 5}) {
    ContextPtr context = model.create(threads);
    ascendrt_set_poll(context.get(), Caller::poll, &caller);
    for (int64_t count : {0, 1, 2, 127, 128, 129, 257, 100000}) {
      std::mutex mutex;
      std::vector<std::pair<int64_t, int64_t>> parts;
      parallelFor(context.get(), count, [&](int64_t begin, int64_t end) {
        std::lock_guard<std::mutex> lock(mutex);
        parts.emplace_back(begin, end);
      });
      std::sort(parts.begin(), parts.end());
      // The first one is short, whatever an index takes.
      if (count)
        EXPECT_LE(parts.front().second, count / threads / 128 + 1);
      int64_t next = 0;
      for (auto [begin, end] : parts) {
        EXPECT_EQ(begin, next);
        EXPECT_LT(begin, end);
        next = end;
      }
      EXPECT_EQ(next, count);
    }
  }
}
