//===- BodiesTest.cpp - Code for some shapes --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>

/// y = x + 1, of any length.
static int32_t addOne(ascendrt_context *context, const void *const *inputs,
                      void *const *, void *, const void *) {
  int64_t count = ascendrt_input_shape(context, 0)[0];
  auto *y = static_cast<float *>(ascendrt_output(context, 0, &count));
  if (!y)
    return ASCENDRT_MODEL_FAILED;
  for (int64_t i = 0; i < count; ++i)
    y[i] = static_cast<const float *>(inputs[0])[i] + 1;
  return ASCENDRT_OK;
}

/// y = x + what the weights say, of three; the arena holds a copy.
static int32_t addWeight(ascendrt_context *, const void *const *inputs,
                         void *const *outputs, void *arena,
                         const void *weights) {
  if (reinterpret_cast<uintptr_t>(arena) % 64)
    return ASCENDRT_LIMIT;
  std::memset(arena, 0xff, 1 << 16);
  std::memcpy(arena, inputs[0], 3 * sizeof(float));
  for (int i = 0; i < 3; ++i)
    static_cast<float *>(outputs[0])[i] =
        static_cast<float *>(arena)[i] + *static_cast<const float *>(weights);
  return ASCENDRT_OK;
}

static int32_t refuse(ascendrt_context *context, const void *const *,
                      void *const *, void *, const void *) {
  ascendrt_fail(context, ASCENDRT_MODEL_FAILED, "no");
  return ASCENDRT_MODEL_FAILED;
}

class Bodies : public testing::Test {
protected:
  Bodies() : model(addOne), three(addWeight) {
    model.shape[0] = -1;
    three.shape[0] = 3;
    three.model.arena_bytes = 1 << 16;
    three.model.weights = &weight;
    three.model.weights_bytes = sizeof(weight);
    context = model.create(2);
    bodies = {sizeof(bodies), this, take, giveBack, /*take_profile=*/nullptr};
  }

  static const ascendrt_model *take(void *user, ascendrt_context *context,
                                    const int64_t *const *shapes) {
    auto *self = static_cast<Bodies *>(user);
    ++self->asked;
    if (self->waits)
      self->wasStopped = ascendrt_is_stopped(context);
    if (shapes[0][0] != 3)
      return nullptr;
    ++self->taken;
    return &self->three.model;
  }
  static void giveBack(void *user, const ascendrt_model *body) {
    auto *self = static_cast<Bodies *>(user);
    EXPECT_EQ(body, &self->three.model);
    --self->taken;
  }

  int32_t run(std::vector<float> x) {
    int64_t inputShape = x.size();
    ascendrt_tensor input = {x.data(), 4 * x.size(), &inputShape};
    ascendrt_tensor output = {y, sizeof(y), &outputShape};
    return ascendrt_run_tensors(context.get(), &input, &output);
  }

  float weight = 10;
  TestModel model, three;
  ascendrt_bodies bodies;
  ContextPtr context;
  int asked = 0, taken = 0;
  bool waits = false, wasStopped = false;
  int64_t outputShape = -7;
  float y[16] = {};
};

TEST_F(Bodies, AreTakenForTheirShapes) {
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(std::vector<float>(y, y + 3), (std::vector<float>{11, 12, 13}));
  EXPECT_EQ(outputShape, 3);
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(std::vector<float>(y, y + 2), (std::vector<float>{2, 3}));
  EXPECT_EQ(outputShape, 2);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(taken, 0);
}

TEST_F(Bodies, EndWithNull) {
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(ascendrt_set_bodies(context.get(), nullptr), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(y[0], 2);
  EXPECT_EQ(asked, 0);
}

TEST_F(Bodies, AreRefusedWithoutTheirFunctions) {
  for (auto spoil : {+[](ascendrt_bodies &b) { b.struct_size -= 1; },
                     +[](ascendrt_bodies &b) { b.take = nullptr; },
                     +[](ascendrt_bodies &b) { b.give_back = nullptr; }}) {
    ascendrt_bodies bad = bodies;
    spoil(bad);
    EXPECT_EQ(ascendrt_set_bodies(context.get(), &bad),
              ASCENDRT_INVALID_ARGUMENT);
    EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
    EXPECT_EQ(y[0], 2);
  }
  EXPECT_EQ(ascendrt_set_bodies(nullptr, &bodies), ASCENDRT_INVALID_ARGUMENT);
}

TEST_F(Bodies, GoBackWhereTheyFail) {
  three.model.entry = refuse;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_MODEL_FAILED);
  EXPECT_STREQ(ascendrt_last_error(context.get()), "no");
  EXPECT_EQ(taken, 0);
}

/// Work memory that is not there is no reason to fail: the model's own code
/// needs less.
TEST_F(Bodies, TooLargeOnesAreNotRun) {
  three.model.arena_bytes = uint64_t(1) << 62;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(y[0], 2);
  EXPECT_EQ(taken, 0);
}

TEST_F(Bodies, OtherModelsAreNotRun) {
  three.model.num_outputs = 2;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(y[0], 2);
  EXPECT_EQ(taken, 0);
}

TEST_F(Bodies, InputsAreCheckedBefore) {
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  int64_t shape = 3;
  float x[3] = {};
  ascendrt_tensor input = {x, sizeof(x) - 1, &shape};
  ascendrt_tensor output = {y, sizeof(y), &outputShape};
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(asked, 0);
}

TEST_F(Bodies, OutputsNeedTheirRoom) {
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  int64_t shape = 3;
  float x[3] = {};
  ascendrt_tensor input = {x, sizeof(x), &shape};
  ascendrt_tensor output = {y, sizeof(x) - 1, &outputShape};
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output),
            ASCENDRT_LIMIT);
  EXPECT_EQ(outputShape, 3);
  EXPECT_EQ(taken, 0);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
}

/// Observers are of the model's own code, and guards too.
TEST_F(Bodies, WatchedRunsDoNotAsk) {
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ascendrt_set_observer(
      context.get(),
      [](void *, const ascendrt_observed_tensor *, const int64_t *,
         const void *) {},
      nullptr);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(asked, 0);
  ascendrt_set_observer(context.get(), nullptr, nullptr);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(asked, 1);
  context = model.create(1, ASCENDRT_GUARD_END);
  ASSERT_TRUE(context) << model.error;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(asked, 1);
}

/// Who waits for code hears that the run is to end.
TEST_F(Bodies, AskWhetherTheRunEnds) {
  waits = true;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_FALSE(wasStopped);
  int questions = 0;
  ascendrt_set_poll(
      context.get(),
      [](void *user) -> int32_t { return ++*static_cast<int *>(user); },
      &questions);
  // It is asked every 30 ms at most.
  bodies.take = [](void *user, ascendrt_context *context,
                   const int64_t *const *) -> const ascendrt_model * {
    while (!ascendrt_is_stopped(context))
      continue;
    static_cast<Bodies_AskWhetherTheRunEnds_Test *>(user)->wasStopped = true;
    return nullptr;
  };
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_STOPPED);
  EXPECT_TRUE(wasStopped);
  EXPECT_EQ(questions, 1);
}
