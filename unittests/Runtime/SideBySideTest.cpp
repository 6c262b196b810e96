//===- SideBySideTest.cpp - Kernels that run at the same time -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>

using std::chrono::steady_clock;

namespace {

using Code = std::function<void(ascendrt_context *)>;

/// What the model of these tests does, and what it returns.
Code code;

/// Runs `kernels` side by side.
void runKernels(ascendrt_context *context, const std::vector<Code> &kernels) {
  struct Env {
    ascendrt_context *context;
    const std::vector<Code> &kernels;
  } env{context, kernels};
  ascendrt_run_side_by_side(
      context, kernels.size(),
      [](void *env, int64_t begin, int64_t end) {
        ASSERT_EQ(end, begin + 1);
        auto &all = *static_cast<Env *>(env);
        all.kernels[begin](all.context);
      },
      &env);
}

/// Waits until `count` have come here.
class Meeting {
public:
  explicit Meeting(int count) : missing(count) {}
  void come() {
    auto limit = steady_clock::now() + std::chrono::seconds(20);
    for (--missing; missing > 0; std::this_thread::yield())
      ASSERT_LT(steady_clock::now(), limit) << "one is missing";
  }

private:
  std::atomic<int> missing;
};

struct SideBySide : testing::Test {
  int32_t run(Code what, int32_t threads = 2) {
    code = std::move(what);
    context = model.create(threads);
    EXPECT_TRUE(context) << model.error;
    return runAgain();
  }
  int32_t runAgain() {
    const void *inputs[] = {x};
    void *outputs[] = {y};
    return ascendrt_run(context.get(), inputs, outputs);
  }
  std::string error() const { return ascendrt_last_error(context.get()); }

  float x[6] = {}, y[6] = {};
  TestModel model{[](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    code(context);
    return ASCENDRT_OK;
  }};
  ContextPtr context;
};

} // namespace

TEST_F(SideBySide, TwoAreUnderWayAtOnce) {
  Meeting meeting(2);
  Code kernel = [&](ascendrt_context *) { meeting.come(); };
  EXPECT_EQ(run([&](auto *c) { runKernels(c, {kernel, kernel}); }),
            ASCENDRT_OK);
}

TEST_F(SideBySide, WhoHasNoKernelHelps) {
  // The second kernel has nothing to do: its thread takes parts of the first
  // one's loop, all threads do.
  for (int threads : {2, 3, 5}) {
    Meeting meeting(threads);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    auto loop = [&](ascendrt_context *context) {
      parallelFor(context, 1000, [&](int64_t, int64_t) {
        bool isNew;
        {
          std::lock_guard<std::mutex> lock(mutex);
          isNew = seen.insert(std::this_thread::get_id()).second;
        }
        if (isNew)
          meeting.come();
      });
    };
    EXPECT_EQ(
        run([&](auto *c) { runKernels(c, {loop, [](auto *) {}}); }, threads),
        ASCENDRT_OK);
    EXPECT_EQ(seen.size(), size_t(threads));
  }
}

TEST_F(SideBySide, EveryKernelAndIndexOnce) {
  for (int threads : {1, 2, 3, 8})
    for (int count : {1, 2, 3, 16, 17, 40}) {
      // Plain ints: two threads that shared an element would be a data race.
      std::vector<std::vector<int>> hits(count, std::vector<int>(50 * 7));
      std::vector<Code> kernels;
      for (std::vector<int> &own : hits)
        kernels.push_back([&own](ascendrt_context *context) {
          for (int loop = 0; loop < 3; ++loop)
            parallelFor(context, 50, [&](int64_t begin, int64_t end) {
              for (int64_t i = begin; i < end; ++i)
                // A loop in a loop is serial.
                parallelFor(context, 7, [&](int64_t first, int64_t last) {
                  for (int64_t j = first; j < last; ++j)
                    ++own[7 * i + j];
                });
            });
          parallelFor(context, 0, [&](int64_t, int64_t) { own[0] = -1; });
        });
      EXPECT_EQ(run([&](auto *c) { runKernels(c, kernels); }, threads),
                ASCENDRT_OK);
      for (const std::vector<int> &own : hits)
        EXPECT_EQ(own, std::vector<int>(50 * 7, 3));
    }
}

TEST_F(SideBySide, NoneIsNoneAndOneThreadKeepsTheOrder) {
  EXPECT_EQ(run([&](auto *c) { runKernels(c, {}); }), ASCENDRT_OK);
  std::string order;
  std::vector<Code> kernels;
  for (char name : std::string("abcdefghijklmnopqrstuvwxyz"))
    kernels.push_back([&order, name](auto *) { order += name; });
  EXPECT_EQ(run([&](auto *c) { runKernels(c, kernels); }, /*threads=*/1),
            ASCENDRT_OK);
  EXPECT_EQ(order, "abcdefghijklmnopqrstuvwxyz");
}

TEST_F(SideBySide, AFailureNamesItsNode) {
  for (int threads : {1, 2, 4}) {
    Code bad = [](ascendrt_context *context) {
      ascendrt_enter_node(context, "bad");
      parallelFor(context, 100, [&](int64_t begin, int64_t) {
        if (begin == 0)
          ascendrt_fail_index(context, "Gather", 9, 0, 4);
      });
    };
    Code good = [](ascendrt_context *context) {
      ascendrt_enter_node(context, "good");
    };
    EXPECT_EQ(run(
                  [&](auto *c) {
                    ascendrt_enter_node(c, "bad, good");
                    runKernels(c, {bad, good, good});
                  },
                  threads),
              ASCENDRT_MODEL_FAILED);
    EXPECT_EQ(error(),
              "node 'bad' (Gather): the index 9 lies outside of 0 to 3");
    // Nothing is left behind in the threads.
    code = [](auto *c) {
      ascendrt_enter_node(c, "alone");
      ascendrt_fail_index(c, "Gather", 9, 0, 4);
    };
    EXPECT_EQ(runAgain(), ASCENDRT_MODEL_FAILED);
    EXPECT_EQ(error(),
              "node 'alone' (Gather): the index 9 lies outside of 0 to 3");
  }
}

TEST_F(SideBySide, LimitsOfTimeHoldForAllOfThem) {
  Code endless = [](ascendrt_context *context) {
    while (!ascendrt_is_stopped(context))
      parallelFor(context, 10, [](int64_t, int64_t) {});
  };
  code = [&](auto *c) {
    ascendrt_enter_node(c, "a, b");
    runKernels(c, {endless, endless});
  };
  for (int threads : {2, 3}) {
    context = model.create(threads);
    ASSERT_EQ(ascendrt_set_time_limit(context.get(), ASCENDRT_NODE_TIME, 50),
              ASCENDRT_OK);
    EXPECT_EQ(runAgain(), ASCENDRT_TIMEOUT);
    EXPECT_EQ(error(), "node 'a, b' took longer than 50 milliseconds");
  }
}

TEST_F(SideBySide, ACallerCanStopThem) {
  // Its thread has no kernel, or a kernel without loops, and asks all the same.
  context = model.create(2);
  Code endless = [](ascendrt_context *context) {
    while (!ascendrt_is_stopped(context))
      std::this_thread::yield();
  };
  code = [&](auto *c) { runKernels(c, {[](auto *) {}, endless, endless}); };
  ascendrt_set_poll(context.get(), [](void *) { return 1; }, nullptr);
  EXPECT_EQ(runAgain(), ASCENDRT_STOPPED);
}

TEST_F(SideBySide, WorkMemoryIsSharedWithoutHarm) {
  std::atomic<int> wrong{0};
  Code kernel = [&](ascendrt_context *context) {
    for (int turn = 0; turn < 200; ++turn) {
      auto *own = static_cast<int *>(ascendrt_allocate(context, 4096));
      if (!own) {
        ++wrong;
        return;
      }
      for (int i = 0; i < 1024; ++i)
        own[i] = turn;
      for (int i = 0; i < 1024; ++i)
        wrong += own[i] != turn;
      ascendrt_release(context, own);
    }
  };
  EXPECT_EQ(run([&](auto *c) { runKernels(c, {kernel, kernel, kernel}); }, 3),
            ASCENDRT_OK);
  EXPECT_EQ(wrong, 0);
}

TEST_F(SideBySide, AProfileHasEachWithItsOwnTimes) {
  Meeting meeting(2);
  auto profiled = [](int64_t number, Code kernel) {
    return [=](ascendrt_context *context) {
      ascendrt_begin_kernel(context, number, nullptr, 0);
      kernel(context);
      ascendrt_end_kernel(context);
    };
  };
  Code meet = [&](auto *) { meeting.come(); };
  // A kernel's own copies are a part of its time.
  Code copy = [&](auto *c) { ascendrt_copy(c, y, x, sizeof(x)); };
  ASSERT_EQ(run([&](auto *c) {
              ascendrt_begin_profile(c, "[{},{},{},{}]", 4);
              ascendrt_begin_kernel(c, 0, nullptr, 0);
              runKernels(c, {profiled(1, meet), profiled(2, meet),
                             profiled(3, copy), [](auto *) {}});
              ascendrt_begin_kernel(c, 0, nullptr, 0);
            }),
            ASCENDRT_OK);
  ascendrt_profile profile = {};
  profile.struct_size = sizeof(profile);
  ASSERT_EQ(ascendrt_get_profile(context.get(), &profile), ASCENDRT_OK);
  ASSERT_EQ(profile.num_times, 5u);
  std::set<int64_t> inTheMiddle;
  for (uint64_t i = 0; i < 5; ++i) {
    const ascendrt_kernel_time &time = profile.times[i];
    EXPECT_LE(time.begin_ns, time.end_ns);
    EXPECT_LE(i ? profile.times[i - 1].begin_ns : 0, time.begin_ns);
    EXPECT_LE(time.end_ns, profile.run_ns + 1000);
    if (i && i < 4)
      inTheMiddle.insert(time.kernel);
  }
  EXPECT_EQ(inTheMiddle, (std::set<int64_t>{1, 2, 3}));
  EXPECT_EQ(profile.times[0].kernel, 0);
  EXPECT_EQ(profile.times[4].kernel, 0);
  EXPECT_LE(profile.times[0].end_ns, profile.times[1].begin_ns);
  // Those two met, so the second began before the first ended.
  auto of = [&](int64_t kernel) {
    return *std::find_if(profile.times, profile.times + 5,
                         [&](auto &t) { return t.kernel == kernel; });
  };
  EXPECT_LT(std::max(of(1).begin_ns, of(2).begin_ns),
            std::min(of(1).end_ns, of(2).end_ns));
}
