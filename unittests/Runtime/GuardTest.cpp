//===- GuardTest.cpp - Code that touches what is not its own ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Models that do one thing wrong each. Those that touch a forbidden page end
// their process, after a line that says what they did.

#include "TestModel.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstring>
#include <thread>
#include <unistd.h>

/// What `spoil` does when the node has computed y = x, and where.
struct Buffers {
  const char *x, *weights;
  char *y, *arena, *work;
};
using Spoil = void (*)(const Buffers &buffers);

static Spoil spoil = nullptr;

static int32_t copyAndSpoil(ascendrt_context *context,
                            const void *const *inputs, void *const *outputs,
                            void *arena, const void *weights) {
  void *work = ascendrt_allocate(context, 100);
  if (!work || reinterpret_cast<uintptr_t>(work) % 64)
    return ASCENDRT_LIMIT;
  ascendrt_enter_node(context, "first");
  std::memset(work, 0, 100);
  std::memset(arena, 0, 256);
  if (ascendrt_check_buffers(context, "Relu"))
    return ASCENDRT_MODEL_FAILED;
  ascendrt_enter_node(context, "second");
  std::memcpy(outputs[0], inputs[0], 24);
  if (spoil)
    spoil({static_cast<const char *>(inputs[0]),
           static_cast<const char *>(weights), static_cast<char *>(outputs[0]),
           static_cast<char *>(arena), static_cast<char *>(work)});
  if (ascendrt_check_buffers(context, "Add"))
    return ASCENDRT_MODEL_FAILED;
  ascendrt_enter_node(context, "third");
  ascendrt_release(context, work);
  return ASCENDRT_OK;
}

class Guard : public testing::Test {
protected:
  Guard() : model(copyAndSpoil) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    model.model.weights = weights;
    model.model.weights_bytes = sizeof(weights);
    spoil = nullptr;
  }

  int32_t run(int32_t guard, Spoil what) {
    context = model.create(2, guard);
    if (!context) {
      ADD_FAILURE() << model.error;
      return -1;
    }
    spoil = what;
    const void *inputs[] = {x};
    void *outputs[] = {y};
    return ascendrt_run(context.get(), inputs, outputs);
  }
  /// That the run fails with `error`, on both sides or the one given.
  void fails(Spoil what, const char *error,
             std::vector<int32_t> guards = {ASCENDRT_GUARD_END,
                                            ASCENDRT_GUARD_BEGIN}) {
    for (int32_t guard : guards) {
      EXPECT_EQ(run(guard, what), ASCENDRT_MODEL_FAILED) << guard;
      EXPECT_STREQ(ascendrt_last_error(context.get()), error) << guard;
    }
  }
  /// That the process ends and says `error`.
  void ends(Spoil what, const char *error,
            std::vector<int32_t> guards = {ASCENDRT_GUARD_END,
                                           ASCENDRT_GUARD_BEGIN}) {
    for (int32_t guard : guards)
      EXPECT_EXIT(run(guard, what), testing::KilledBySignal(SIGSEGV), error)
          << guard;
  }

  alignas(64) char weights[192] = {};
  float x[6] = {1, 2, 3, 4, 5, 6};
  float y[6] = {};
  TestModel model;
  ContextPtr context;
};
using GuardDeathTest = Guard;

/// The processes of death tests have no sanitizer in their way: its handler
/// comes after that of the library, and ends them by itself.
#if defined(__SANITIZE_ADDRESS__)
#define ASCEND_SKIP_DEATH_TESTS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASCEND_SKIP_DEATH_TESTS
#endif
#endif

TEST_F(Guard, RunsWhatIsRight) {
  for (int32_t guard :
       {ASCENDRT_GUARD_NONE, ASCENDRT_GUARD_END, ASCENDRT_GUARD_BEGIN}) {
    std::memset(y, 0, sizeof(y));
    EXPECT_EQ(run(guard, nullptr), ASCENDRT_OK)
        << ascendrt_last_error(context.get());
    EXPECT_EQ(std::memcmp(x, y, sizeof(y)), 0);
    // And again in the same context.
    const void *inputs[] = {x};
    void *outputs[] = {y};
    EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK);
  }
}

TEST_F(Guard, RunsWhereMemoryBeginsAndEnds) {
  auto isAtPage = [](const char *address) {
    return reinterpret_cast<uintptr_t>(address) % ::sysconf(_SC_PAGESIZE) == 0;
  };
  static bool areAtEnd, areAtBegin;
  static decltype(isAtPage) *test;
  test = &isAtPage;
  run(ASCENDRT_GUARD_END, [](const Buffers &b) {
    areAtEnd = (*test)(b.x + 24) && (*test)(b.y + 24) &&
               (*test)(b.work + 128) && (*test)(b.arena + 256) &&
               (*test)(b.weights + 192);
  });
  EXPECT_TRUE(areAtEnd);
  run(ASCENDRT_GUARD_BEGIN, [](const Buffers &b) {
    areAtBegin = (*test)(b.x) && (*test)(b.y) && (*test)(b.work) &&
                 (*test)(b.arena) && (*test)(b.weights);
  });
  EXPECT_TRUE(areAtBegin);
}

TEST_F(Guard, AlignsAsTheModelAsks) {
  model.model.arena_alignment = 1 << 20;
  for (int32_t guard : {ASCENDRT_GUARD_END, ASCENDRT_GUARD_BEGIN}) {
    static bool isAligned;
    ASSERT_EQ(run(guard,
                  [](const Buffers &b) {
                    isAligned = true;
                    for (const char *at : {(const char *)b.work,
                                           (const char *)b.arena, b.weights})
                      isAligned &=
                          reinterpret_cast<uintptr_t>(at) % (1 << 20) == 0;
                  }),
              ASCENDRT_OK)
        << ascendrt_last_error(context.get());
    EXPECT_TRUE(isAligned);
  }
}

TEST_F(Guard, FindsWritesInTheSlack) {
  fails([](const Buffers &b) { b.work[100] ^= 1; },
        "node 'second' (Add) wrote to byte 1 past the end of a work buffer "
        "(100 bytes)");
  fails([](const Buffers &b) { b.work[127] ^= 1; },
        "node 'second' (Add) wrote to byte 28 past the end of a work buffer "
        "(100 bytes)");
  fails([](const Buffers &b) { b.y[24] ^= 1; },
        "node 'second' (Add) wrote to byte 1 past the end of output 'y' (24 "
        "bytes)",
        {ASCENDRT_GUARD_BEGIN});
  fails([](const Buffers &b) { b.arena[300] ^= 1; },
        "node 'second' (Add) wrote to byte 45 past the end of the work memory "
        "(256 bytes)",
        {ASCENDRT_GUARD_BEGIN});
  fails([](const Buffers &b) { b.y[-1] ^= 1; },
        "node 'second' (Add) wrote to byte 1 before the beginning of output "
        "'y' (24 bytes)",
        {ASCENDRT_GUARD_END});
  // The nearest of several, and the end first.
  fails([](const Buffers &b) { b.work[-9] ^= 1, b.work[-3] ^= 1; },
        "node 'second' (Add) wrote to byte 3 before the beginning of a work "
        "buffer (100 bytes)",
        {ASCENDRT_GUARD_END});
  fails([](const Buffers &b) { b.work[-9] ^= 1, b.work[102] ^= 1; },
        "node 'second' (Add) wrote to byte 3 past the end of a work buffer "
        "(100 bytes)",
        {ASCENDRT_GUARD_END});
}

TEST_F(Guard, FindsAFillWithAnyValue) {
  for (int value = 0; value < 256; ++value) {
    static int with;
    with = value;
    EXPECT_EQ(run(ASCENDRT_GUARD_END,
                  [](const Buffers &b) { std::memset(b.work + 100, with, 2); }),
              ASCENDRT_MODEL_FAILED)
        << value;
  }
}

TEST_F(Guard, AFailedRunWritesNoOutput) {
  EXPECT_EQ(run(ASCENDRT_GUARD_END, [](const Buffers &b) { b.y[-1] ^= 1; }),
            ASCENDRT_MODEL_FAILED);
  EXPECT_EQ(y[0], 0);
}

/// What no check stands behind is found at the release, and at the end.
TEST_F(Guard, ChecksAtReleaseAndEnd) {
  static bool isReleased;
  for (bool released : {true, false}) {
    isReleased = released;
    model.model.entry = [](ascendrt_context *context, const void *const *,
                           void *const *, void *, const void *) -> int32_t {
      auto *work = static_cast<char *>(ascendrt_allocate(context, 8));
      ascendrt_enter_node(context, "n");
      work[8] ^= 1;
      if (isReleased)
        ascendrt_release(context, work);
      return ASCENDRT_OK;
    };
    fails(nullptr,
          "node 'n' wrote to byte 1 past the end of a work buffer (8 bytes)");
  }
}

TEST_F(Guard, OutputsWhoseShapeTheRunTells) {
  model.model.entry = [](ascendrt_context *context, const void *const *inputs,
                         void *const *, void *, const void *) -> int32_t {
    int64_t size = 2;
    auto *y = static_cast<float *>(ascendrt_output(context, 0, &size));
    if (!y)
      return ASCENDRT_MODEL_FAILED;
    std::memcpy(y, inputs[0], 8);
    if (spoil)
      spoil({nullptr, nullptr, reinterpret_cast<char *>(y), nullptr, nullptr});
    return ASCENDRT_OK;
  };
  model.shape[0] = -1;
  int64_t in = 6, out = 0;
  ascendrt_tensor input = {x, 24, &in}, output = {y, 24, &out};
  context = model.create(1, ASCENDRT_GUARD_BEGIN);
  ASSERT_EQ(ascendrt_run_tensors(context.get(), &input, &output), ASCENDRT_OK)
      << ascendrt_last_error(context.get());
  EXPECT_EQ(out, 2);
  EXPECT_EQ(y[1], 2);
  spoil = [](const Buffers &b) { b.y[11] ^= 1; };
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output),
            ASCENDRT_MODEL_FAILED);
  EXPECT_STREQ(
      ascendrt_last_error(context.get()),
      "the model wrote to byte 4 past the end of output 'y' (8 bytes)");
}

TEST_F(Guard, TheModelSaysSoItself) {
  model.model.flags = ASCENDRT_GUARD_BEGIN;
  fails([](const Buffers &b) { b.work[100] ^= 1; },
        "node 'second' (Add) wrote to byte 1 past the end of a work buffer "
        "(100 bytes)",
        {ASCENDRT_GUARD_NONE});
  EXPECT_FALSE(model.create(1, 3));
  EXPECT_EQ(model.error,
            "the options ask for what this libascendrt does not have");
  model.model.flags = 3;
  EXPECT_FALSE(model.create(1));
  EXPECT_EQ(model.error, "the model cannot be run: it needs features that this "
                         "libascendrt does not have (flags 3)");
}

/// Two contexts at once; the handler is gone behind the last run.
TEST_F(Guard, LeavesTheHandlerAsItWas) {
  auto handler = [] {
    struct sigaction now;
    sigaction(SIGSEGV, nullptr, &now);
    return now.sa_handler;
  };
  auto *found = signal(SIGSEGV, [](int) { _exit(1); });
  auto *before = handler();
  auto runOne = [&](int32_t guard) {
    ContextPtr own = model.create(2, guard);
    float out[6];
    for (int i = 0; i < 200; ++i) {
      const void *inputs[] = {x};
      void *outputs[] = {out};
      EXPECT_EQ(ascendrt_run(own.get(), inputs, outputs), ASCENDRT_OK);
    }
  };
  std::thread other(runOne, ASCENDRT_GUARD_BEGIN);
  runOne(ASCENDRT_GUARD_END);
  other.join();
  EXPECT_EQ(handler(), before);
  signal(SIGSEGV, found);
}

#ifndef ASCEND_SKIP_DEATH_TESTS

TEST_F(GuardDeathTest, WritesPastThePage) {
  ends([](const Buffers &b) { b.y[24] = 1; },
       "^error: node 'second' wrote to byte 1 past the end of output 'y' "
       "\\(24 bytes\\)\n",
       {ASCENDRT_GUARD_END});
  ends([](const Buffers &b) { b.work[128] = 1; },
       "^error: node 'second' wrote to byte 29 past the end of a work buffer "
       "\\(100 bytes\\)\n",
       {ASCENDRT_GUARD_END});
  ends([](const Buffers &b) { b.arena[4096] = 1; },
       "^error: node 'second' wrote to byte 3841 past the end of the work "
       "memory \\(256 bytes\\)\n");
}

TEST_F(GuardDeathTest, WritesBeforeThePage) {
  ends([](const Buffers &b) { b.y[-1] = 1; },
       "^error: node 'second' wrote to byte 1 before the beginning of output "
       "'y' \\(24 bytes\\)\n",
       {ASCENDRT_GUARD_BEGIN});
}

TEST_F(GuardDeathTest, WritesToWhatIsOnlyRead) {
  ends([](const Buffers &b) { const_cast<char *>(b.x)[4] = 1; },
       "^error: node 'second' wrote to byte 4 of input 'x' \\(24 bytes\\)\n");
  ends(
      [](const Buffers &b) { const_cast<char *>(b.weights)[0] = 1; },
      "^error: node 'second' wrote to byte 0 of the weights \\(192 bytes\\)\n");
}

TEST_F(GuardDeathTest, ReadsPastThePage) {
  ends(
      [](const Buffers &b) {
        b.y[0] = const_cast<volatile char *>(const_cast<char *>(b.x))[24];
      },
      "^error: node 'second' read byte 1 past the end of input 'x' "
      "\\(24 bytes\\)\n",
      {ASCENDRT_GUARD_END});
}

TEST_F(GuardDeathTest, OnAnotherThread) {
  model.model.entry = [](ascendrt_context *context, const void *const *,
                         void *const *outputs, void *,
                         const void *) -> int32_t {
    ascendrt_enter_node(context, "far");
    auto *y = static_cast<char *>(outputs[0]);
    std::thread([y] { y[24] = 1; }).join();
    return ASCENDRT_OK;
  };
  ends(nullptr,
       "^error: node 'far' wrote to byte 1 past the end of output 'y' "
       "\\(24 bytes\\)\n",
       {ASCENDRT_GUARD_END});
}

/// A fault of others goes to the handler that was there.
TEST_F(GuardDeathTest, PassesOnOtherFaults) {
  auto crash = [&] {
    signal(SIGSEGV, [](int) { _exit(42); });
    run(ASCENDRT_GUARD_END, [](const Buffers &) { raise(SIGSEGV); });
  };
  EXPECT_EXIT(crash(), testing::ExitedWithCode(42), "^$");
  auto touch = [&] {
    signal(SIGSEGV, [](int) { _exit(43); });
    run(ASCENDRT_GUARD_END, [](const Buffers &b) { b.y[24] = 1; });
  };
  EXPECT_EXIT(touch(), testing::ExitedWithCode(43), "^error: node 'second'");
}

#endif // ASCEND_SKIP_DEATH_TESTS
