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

//===----------------------------------------------------------------------===//
// Limits of time
//===----------------------------------------------------------------------===//

static void limit(const ContextPtr &context, ascendrt_time_limit what,
                  int64_t milliseconds) {
  EXPECT_EQ(ascendrt_set_time_limit(context.get(), what, milliseconds),
            ASCENDRT_OK);
}

TEST(RunWatch, LimitsTheTimeOfARun) {
  TestModel model(work);
  for (int32_t threads : {1, 2, 3}) {
    ContextPtr context = model.create(threads);
    limit(context, ASCENDRT_RUN_TIME, 300);
    Clock::time_point start = Clock::now();
    // 40 s on one thread.
    EXPECT_EQ(runOf(context.get(), 20000, std::chrono::milliseconds(1)),
              ASCENDRT_TIMEOUT);
    EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(300));
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
    EXPECT_STREQ(ascendrt_last_error(context.get()),
                 "it took longer than 300 milliseconds");
    EXPECT_LT(progress.turns, 20000);
    // The next run has its own time.
    EXPECT_EQ(runOf(context.get(), 1000, std::chrono::microseconds(0)),
              ASCENDRT_OK);
    EXPECT_EQ(progress.turns, 2000);
    // Neither of these is a limit.
    for (int64_t none : {0, -1}) {
      limit(context, ASCENDRT_RUN_TIME, none);
      EXPECT_EQ(runOf(context.get(), 200, std::chrono::milliseconds(1)),
                ASCENDRT_OK);
    }
    // More than a clock can count is as good as none.
    limit(context, ASCENDRT_RUN_TIME, INT64_MAX);
    EXPECT_EQ(runOf(context.get(), 10, std::chrono::milliseconds(1)),
              ASCENDRT_OK);
  }
}

TEST(RunWatch, ARunThatEndsTooLateFails) {
  TestModel model(work);
  ContextPtr context = model.create(1);
  limit(context, ASCENDRT_RUN_TIME, 50);
  EXPECT_EQ(runOf(context.get(), 1, std::chrono::milliseconds(60)),
            ASCENDRT_TIMEOUT);
}

TEST(RunWatch, AskingAndALimitGoTogether) {
  TestModel model(work);
  ContextPtr context = model.create(2);
  Caller caller;
  caller.stopAt = 1;
  ascendrt_set_poll(context.get(), Caller::poll, &caller);
  limit(context, ASCENDRT_RUN_TIME, 60000);
  EXPECT_EQ(runOf(context.get(), 20000, std::chrono::milliseconds(1)),
            ASCENDRT_STOPPED);
  caller.stopAt = 1000000;
  limit(context, ASCENDRT_RUN_TIME, 100);
  EXPECT_EQ(runOf(context.get(), 20000, std::chrono::milliseconds(1)),
            ASCENDRT_TIMEOUT);
}

TEST(RunWatch, ThereIsNoOtherLimit) {
  TestModel model(work);
  ContextPtr context = model.create(1);
  EXPECT_EQ(ascendrt_set_time_limit(context.get(),
                                    static_cast<ascendrt_time_limit>(3), 1),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "there is no limit of time 3");
}

static std::chrono::milliseconds nodeTimes[2];

/// Two nodes, each of one turn.
static int32_t workByNodes(ascendrt_context *context, const void *const *,
                           void *const *, void *, const void *) {
  for (int node = 0; node < 2; ++node) {
    ascendrt_enter_node(context, node ? "second" : "first");
    std::this_thread::sleep_for(nodeTimes[node]);
  }
  return ASCENDRT_OK;
}

TEST(RunWatch, LimitsTheTimeOfANode) {
  TestModel model(workByNodes);
  ContextPtr context = model.create(1);
  auto run = [&](int first, int second) {
    nodeTimes[0] = std::chrono::milliseconds(first);
    nodeTimes[1] = std::chrono::milliseconds(second);
    return runOf(context.get(), 0, std::chrono::microseconds(0));
  };
  limit(context, ASCENDRT_NODE_TIME, 1000);
  EXPECT_EQ(run(510, 510), ASCENDRT_OK) << "together they may take longer";
  limit(context, ASCENDRT_NODE_TIME, 50);
  EXPECT_EQ(run(60, 0), ASCENDRT_TIMEOUT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "node 'first' took longer than 50 milliseconds");
  EXPECT_EQ(run(0, 60), ASCENDRT_TIMEOUT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "node 'second' took longer than 50 milliseconds");
  // Of a run it says where it was.
  limit(context, ASCENDRT_NODE_TIME, 0);
  limit(context, ASCENDRT_RUN_TIME, 100);
  EXPECT_EQ(run(0, 110), ASCENDRT_TIMEOUT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "it took longer than 100 milliseconds, and was at node "
               "'second'");
}

/// The caller is done at once with its turn, another thread takes its time.
static int32_t workApart(ascendrt_context *context, const void *const *,
                         void *const *, void *, const void *) {
  static std::thread::id caller;
  static std::atomic<bool> began;
  caller = std::this_thread::get_id();
  began = false;
  ascendrt_enter_node(context, "product");
  parallelFor(context, 2, [](int64_t, int64_t) {
    if (std::this_thread::get_id() == caller) {
      // Or the caller would take the other's turn.
      for (int i = 0; i < 10000 && !began; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return;
    }
    began = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  });
  return ASCENDRT_OK;
}

TEST(RunWatch, LimitsTheTimeOfAWait) {
  TestModel model(workApart);
  ContextPtr context = model.create(2);
  auto run = [&] {
    return runOf(context.get(), 0, std::chrono::microseconds(0));
  };
  limit(context, ASCENDRT_WAIT_TIME, 50);
  EXPECT_EQ(run(), ASCENDRT_TIMEOUT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "node 'product' waited longer than 50 milliseconds for its "
               "threads");
  limit(context, ASCENDRT_WAIT_TIME, 5000);
  EXPECT_EQ(run(), ASCENDRT_OK);
}

TEST(RunWatch, AWaitEndsWhenTheThreadsAreDone) {
  // What comes behind it is long, and no part of it.
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    parallelFor(context, 2, [](int64_t, int64_t) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    return ASCENDRT_OK;
  });
  ContextPtr context = model.create(2);
  limit(context, ASCENDRT_WAIT_TIME, 1000);
  EXPECT_EQ(runOf(context.get(), 0, std::chrono::microseconds(0)), ASCENDRT_OK);
}
