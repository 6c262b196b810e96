//===- RunProfileTest.cpp - When each kernel of a run began and ended -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <chrono>
#include <thread>

using std::chrono::milliseconds;

namespace {

/// Turns of the loop below, and how long a kernel takes.
int64_t turns = 2;
milliseconds delay{0};
int32_t result = ASCENDRT_OK;

ascendrt_profile profileOf(ascendrt_context *context) {
  ascendrt_profile profile = {};
  profile.struct_size = sizeof(profile);
  EXPECT_EQ(ascendrt_get_profile(context, &profile), ASCENDRT_OK);
  return profile;
}

} // namespace

static constexpr char kernels[] = "[{},{}]";

/// A kernel, a copy, and a loop of another kernel that is told its turn.
static int32_t profiled(ascendrt_context *context, const void *const *inputs,
                        void *const *outputs, void *, const void *) {
  ascendrt_begin_profile(context, kernels, 2);
  ascendrt_begin_kernel(context, 0, nullptr, 0);
  std::this_thread::sleep_for(delay);
  // A kernel's own copies are a part of its time.
  ascendrt_copy(context, outputs[0], inputs[0], 6 * sizeof(float));
  ascendrt_end_kernel(context);
  std::this_thread::sleep_for(delay);
  ascendrt_copy(context, outputs[0], inputs[0], 6 * sizeof(float));
  for (int64_t turn = 0; turn < turns; ++turn) {
    int64_t sizes[] = {turn, 7};
    ascendrt_begin_kernel(context, 1, sizes, 2);
  }
  ascendrt_end_kernel(context);
  ascendrt_end_kernel(context); // None is under way.
  ascendrt_begin_kernel(context, 0, nullptr, 0);
  return result; // As where a kernel fails.
}

static int32_t plain(ascendrt_context *, const void *const *, void *const *,
                     void *, const void *) {
  return ASCENDRT_OK;
}

namespace {

struct ProfileTest : testing::Test {
  void SetUp() override {
    turns = 2;
    delay = milliseconds(0);
    result = ASCENDRT_OK;
  }
  int32_t run() {
    const void *inputs[] = {x};
    void *outputs[] = {y};
    return ascendrt_run(context.get(), inputs, outputs);
  }
  float x[6] = {}, y[6] = {};
  TestModel model{profiled};
  ContextPtr context = model.create(/*threads=*/1);
};

} // namespace

TEST_F(ProfileTest, EveryKernelAndCopyIsTold) {
  ASSERT_EQ(run(), ASCENDRT_OK);
  ascendrt_profile profile = profileOf(context.get());
  EXPECT_STREQ(profile.kernels, kernels);
  EXPECT_EQ(profile.num_lost, 0u);
  ASSERT_EQ(profile.num_times, 5u);
  const int64_t numbers[] = {0, -1, 1, 1, 0};
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(profile.times[i].kernel, numbers[i]);
  EXPECT_EQ(profile.times[1].bytes, 6 * sizeof(float));
  EXPECT_EQ(profile.times[2].bytes, 0u);
  ASSERT_EQ(profile.num_sizes, 4u);
  for (int turn = 0; turn < 2; ++turn) {
    const int64_t *sizes = profile.sizes + profile.times[2 + turn].first_size;
    EXPECT_EQ(sizes[0], turn);
    EXPECT_EQ(sizes[1], 7);
  }
}

TEST_F(ProfileTest, TimesFollowEachOther) {
  delay = milliseconds(5);
  ASSERT_EQ(run(), ASCENDRT_OK);
  ascendrt_profile profile = profileOf(context.get());
  ASSERT_EQ(profile.num_times, 5u);
  int64_t last = 0;
  for (uint64_t i = 0; i < profile.num_times; ++i) {
    EXPECT_GE(profile.times[i].begin_ns, last);
    EXPECT_GE(profile.times[i].end_ns, profile.times[i].begin_ns);
    last = profile.times[i].end_ns;
  }
  // One that is not ended ends with the run. Clocks are read one after the
  // other.
  EXPECT_LE(last, profile.run_ns + 100000);
  // The kernel that begins ends the one before, at one time.
  EXPECT_EQ(profile.times[2].end_ns, profile.times[3].begin_ns);
  EXPECT_GE(profile.times[0].end_ns - profile.times[0].begin_ns, 5000000);
  EXPECT_GE(profile.times[1].begin_ns - profile.times[0].end_ns, 5000000);
  // By the wall clock, as no machine is so slow that it takes a second.
  EXPECT_GE(profile.run_ns, 10000000);
  EXPECT_LT(profile.run_ns, 1000000000);
  int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::system_clock::now().time_since_epoch())
                    .count();
  EXPECT_LT(std::abs(now - profile.start_ns), 60000000000);
}

TEST_F(ProfileTest, WhatHasNoRoomHasItInTheNextRun) {
  // There is room for 4096 times: of the first kernel, the copy, and the rest.
  turns = 4093;
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(profileOf(context.get()).num_lost, 0u);
  EXPECT_EQ(profileOf(context.get()).num_times, 4096u);
  turns = 4094;
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(profileOf(context.get()).num_lost, 1u);
  EXPECT_EQ(profileOf(context.get()).num_times, 4096u);
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(profileOf(context.get()).num_lost, 0u);
  EXPECT_EQ(profileOf(context.get()).num_times, 4097u);
  // And for 16384 sizes, two a turn.
  turns = 20000;
  ASSERT_EQ(run(), ASCENDRT_OK);
  ascendrt_profile profile = profileOf(context.get());
  EXPECT_EQ(profile.num_times + profile.num_lost, 20003u);
  EXPECT_GT(profile.num_lost, 0u);
  ASSERT_EQ(run(), ASCENDRT_OK);
  profile = profileOf(context.get());
  ASSERT_EQ(profile.num_times, 20003u);
  ASSERT_EQ(profile.num_sizes, 40000u);
  EXPECT_EQ(profile.sizes[profile.times[20001].first_size], 19999);
}

TEST_F(ProfileTest, ARunThatFailsTellsHowFarItCame) {
  result = ASCENDRT_MODEL_FAILED;
  EXPECT_EQ(run(), ASCENDRT_MODEL_FAILED);
  EXPECT_EQ(profileOf(context.get()).num_times, 5u);
  result = ASCENDRT_OK;
  EXPECT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(profileOf(context.get()).num_times, 5u);
}

TEST_F(ProfileTest, WhereThereIsNone) {
  ascendrt_profile profile = {};
  profile.struct_size = sizeof(profile);
  // Before the first run.
  EXPECT_EQ(ascendrt_get_profile(context.get(), &profile),
            ASCENDRT_UNSUPPORTED);
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(ascendrt_get_profile(context.get(), &profile), ASCENDRT_OK);
  EXPECT_EQ(ascendrt_get_profile(context.get(), nullptr),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_get_profile(nullptr, &profile), ASCENDRT_INVALID_ARGUMENT);
  profile.struct_size = sizeof(profile) - 1;
  EXPECT_EQ(ascendrt_get_profile(context.get(), &profile),
            ASCENDRT_INVALID_ARGUMENT);

  TestModel other(plain);
  context = other.create(1);
  ASSERT_EQ(run(), ASCENDRT_OK);
  profile.struct_size = sizeof(profile);
  EXPECT_EQ(ascendrt_get_profile(context.get(), &profile),
            ASCENDRT_UNSUPPORTED);
}
