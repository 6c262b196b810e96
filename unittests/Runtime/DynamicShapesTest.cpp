//===- DynamicShapesTest.cpp - Shapes that come at run time -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <malloc.h>

/// y = the positive elements of x: its size is known when it has run.
static int32_t compress(ascendrt_context *context, const void *const *inputs,
                        void *const *, void *, const void *) {
  int64_t count = ascendrt_input_shape(context, 0)[0];
  auto *x = static_cast<const float *>(inputs[0]);
  auto *kept = static_cast<float *>(ascendrt_allocate(context, 4 * count));
  if (!kept || reinterpret_cast<uintptr_t>(kept) % 64)
    return ASCENDRT_LIMIT;
  int64_t size = 0;
  for (int64_t i = 0; i < count; ++i)
    if (x[i] > 0)
      kept[size++] = x[i];
  auto *y = static_cast<float *>(ascendrt_output(context, 0, &size));
  if (!y)
    return ASCENDRT_MODEL_FAILED;
  for (int64_t i = 0; i < size; ++i)
    y[i] = kept[i];
  ascendrt_release(context, kept);
  return ASCENDRT_OK;
}

class DynamicShapes : public testing::Test {
protected:
  DynamicShapes() : model(compress) {
    model.shape[0] = -1;
    context = model.create(1);
  }

  int32_t run(std::vector<float> x, uint64_t outputBytes) {
    inputShape = x.size();
    ascendrt_tensor input = {x.data(), 4 * x.size(), &inputShape};
    ascendrt_tensor output = {y, outputBytes, &outputShape};
    return ascendrt_run_tensors(context.get(), &input, &output);
  }

  TestModel model;
  ContextPtr context;
  int64_t inputShape = 0, outputShape = -7;
  float y[16] = {};
};

TEST_F(DynamicShapes, Runs) {
  ASSERT_TRUE(context) << model.error;
  ASSERT_EQ(run({1, -1, 2, -2, 3}, sizeof(y)), ASCENDRT_OK)
      << ascendrt_last_error(context.get());
  EXPECT_EQ(outputShape, 3);
  EXPECT_EQ(std::vector<float>(y, y + 3), (std::vector<float>{1, 2, 3}));
  ASSERT_EQ(run({7}, 4), ASCENDRT_OK);
  EXPECT_EQ(outputShape, 1);
  EXPECT_EQ(y[0], 7);
  ASSERT_EQ(run({-1, -1}, 0), ASCENDRT_OK); // empty, and no room needed
  EXPECT_EQ(outputShape, 0);
}

TEST_F(DynamicShapes, EmptyInputAndOutputWithoutBuffers) {
  int64_t inShape = 0, outShape = -7;
  ascendrt_tensor input = {nullptr, 0, &inShape};
  ascendrt_tensor output = {nullptr, 0, &outShape};
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output), ASCENDRT_OK)
      << ascendrt_last_error(context.get());
  EXPECT_EQ(outShape, 0);
}

TEST_F(DynamicShapes, TooSmallAnOutputTellsItsShape) {
  EXPECT_EQ(run({1, 2, 3}, 8), ASCENDRT_LIMIT);
  EXPECT_EQ(outputShape, 3);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "output 'y' is float [3] and needs 12 bytes, not 8");
}

/// What an allocator gave, and for what.
struct Given {
  std::vector<float> data;
  std::vector<int64_t> shapes;
  bool hasMemory = true;

  static void *allocate(void *user, uint32_t index, const int64_t *shape,
                        uint64_t bytes) {
    auto *given = static_cast<Given *>(user);
    given->shapes.push_back(shape[0]);
    given->data.resize(bytes / 4 + 1);
    return given->hasMemory && index == 0 ? given->data.data() : nullptr;
  }
};

TEST_F(DynamicShapes, AllocatesWhenTheShapeIsKnown) {
  Given given;
  auto run = [&](std::vector<float> x) {
    inputShape = x.size();
    ascendrt_tensor input = {x.data(), 4 * x.size(), &inputShape};
    return ascendrt_run_allocating(context.get(), &input, Given::allocate,
                                   &given);
  };
  ASSERT_EQ(run({1, -1, 2}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(given.shapes, std::vector<int64_t>{2});
  EXPECT_EQ(given.data[0], 1);
  EXPECT_EQ(given.data[1], 2);
  ASSERT_EQ(run({-1}), ASCENDRT_OK);
  EXPECT_EQ(given.shapes, (std::vector<int64_t>{2, 0}));
  given.hasMemory = false;
  EXPECT_EQ(run({1, 2, 3}), ASCENDRT_LIMIT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "output 'y' is float [3] and needs 12 bytes, for which there is "
               "no memory");
  // The allocator is that of the run before, and is not asked any more.
  EXPECT_EQ(this->run({4}, sizeof(y)), ASCENDRT_OK);
  EXPECT_EQ(y[0], 4);
  EXPECT_EQ(given.shapes.size(), 3u);
  ascendrt_tensor input = {y, sizeof(y), &inputShape};
  EXPECT_EQ(ascendrt_run_allocating(context.get(), &input, nullptr, nullptr),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(
      ascendrt_run_allocating(context.get(), nullptr, Given::allocate, &given),
      ASCENDRT_INVALID_ARGUMENT);
}

TEST_F(DynamicShapes, RefusesBadInputs) {
  auto check = [&](const char *expected, ascendrt_tensor input,
                   int32_t status = ASCENDRT_INVALID_ARGUMENT) {
    ascendrt_tensor output = {y, sizeof(y), &outputShape};
    EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output), status);
    EXPECT_STREQ(ascendrt_last_error(context.get()), expected);
  };
  float x[4] = {};
  int64_t shape = 4;
  check("input 'x' has no shape", {x, 16, nullptr});
  check("input 'x' has 12 bytes, and float [4] needs 16", {x, 12, &shape});
  check("input 'x' has no data", {nullptr, 16, &shape});
  shape = -1;
  check("input 'x' is float [-1], and the model takes float [-1]",
        {x, 16, &shape});
  shape = INT64_MAX;
  check("input 'x' is too large: float [9223372036854775807]", {x, 16, &shape},
        ASCENDRT_LIMIT);
  shape = INT64_MAX / sizeof(float); // the largest that has a size
  check("input 'x' has 16 bytes, and float [2305843009213693951] needs "
        "9223372036854775804",
        {x, 16, &shape});
  shape = 4;
  ascendrt_tensor input = {x, 16, &shape}, output = {y, sizeof(y), nullptr};
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "output 'y' has no shape to write to");
  EXPECT_EQ(ascendrt_run_tensors(context.get(), nullptr, &output),
            ASCENDRT_INVALID_ARGUMENT);
}

TEST_F(DynamicShapes, NeedRunTensors) {
  const void *inputs[] = {y};
  void *outputs[] = {y};
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_NE(std::string(ascendrt_last_error(context.get()))
                .find("ascendrt_run_tensors"),
            std::string::npos);
}

TEST_F(DynamicShapes, ModelsThatBreakTheirWord) {
  auto check = [&](const char *expected, int32_t code, ascendrt_entry entry) {
    model.model.entry = entry;
    EXPECT_EQ(run({1, 2}, sizeof(y)), code);
    EXPECT_STREQ(ascendrt_last_error(context.get()), expected);
  };
  check("the model made no output 'y'", ASCENDRT_MODEL_FAILED,
        [](ascendrt_context *, const void *const *, void *const *, void *,
           const void *) -> int32_t { return ASCENDRT_OK; });
  check("the model asks for output 1", ASCENDRT_MODEL_FAILED,
        [](ascendrt_context *context, const void *const *, void *const *,
           void *, const void *) -> int32_t {
          int64_t shape = 1;
          EXPECT_FALSE(ascendrt_output(context, 1, &shape));
          return ASCENDRT_OK;
        });
  check("output 'y' came out as float [-3], and the model says float [-1]",
        ASCENDRT_MODEL_FAILED,
        [](ascendrt_context *context, const void *const *, void *const *,
           void *, const void *) -> int32_t {
          int64_t shape = -3;
          EXPECT_FALSE(ascendrt_output(context, 0, &shape));
          return ASCENDRT_OK;
        });
  check("a tensor is larger than any memory", ASCENDRT_LIMIT,
        [](ascendrt_context *context, const void *const *, void *const *,
           void *, const void *) -> int32_t {
          EXPECT_FALSE(ascendrt_allocate(context, UINT64_MAX));
          return ASCENDRT_OK;
        });
}

TEST_F(DynamicShapes, WhatIsNotReleasedEndsWithTheRun) {
  model.model.entry = [](ascendrt_context *context, const void *const *,
                         void *const *, void *, const void *) -> int32_t {
    int64_t empty = 0;
    EXPECT_TRUE(ascendrt_output(context, 0, &empty));
    return ascendrt_allocate(context, 1 << 16) ? ASCENDRT_OK : ASCENDRT_LIMIT;
  };
  auto measure = [] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  ASSERT_EQ(run({1}, 0), ASCENDRT_OK);
  size_t before = measure();
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(run({1}, 0), ASCENDRT_OK);
  EXPECT_LT(measure(), before + (1 << 16));
}

TEST_F(DynamicShapes, WorkMemoryIsKeptForTheNextWhoAsks) {
  static void *block;
  model.model.entry = [](ascendrt_context *context, const void *const *,
                         void *const *, void *, const void *) -> int32_t {
    int64_t size = 0;
    ascendrt_output(context, 0, &size);
    void *first = ascendrt_allocate(context, 1000);
    void *second = ascendrt_allocate(context, 900);
    EXPECT_NE(first, second);
    // In the run before, the first one was as large.
    EXPECT_TRUE(!block || block == first);
    block = first;
    ascendrt_release(context, first);
    EXPECT_EQ(ascendrt_allocate(context, 800), first);
    // Too large for little.
    ascendrt_release(context, first);
    EXPECT_NE(ascendrt_allocate(context, 100), first);
    ascendrt_release(context, nullptr);
    return ASCENDRT_OK;
  };
  ASSERT_EQ(run({1}, 0), ASCENDRT_OK);
  ASSERT_EQ(run({1}, 0), ASCENDRT_OK);
}

TEST_F(DynamicShapes, FailuresTellSizes) {
  model.model.entry = [](ascendrt_context *context, const void *const *,
                         void *const *, void *, const void *) -> int32_t {
    int64_t sizes[] = {3, -4};
    ascendrt_fail_with(context, 0, "{} against {}, of { }", sizes);
    return ASCENDRT_MODEL_FAILED;
  };
  EXPECT_EQ(run({1}, 0), ASCENDRT_MODEL_FAILED);
  EXPECT_STREQ(ascendrt_last_error(context.get()), "3 against -4, of { }");
}

TEST(StaticShapes, RunTensorsToo) {
  TestModel model([](ascendrt_context *context, const void *const *inputs,
                     void *const *outputs, void *, const void *) -> int32_t {
    EXPECT_EQ(ascendrt_input_shape(context, 0)[0], 6);
    for (int i = 0; i < 6; ++i)
      static_cast<float *>(outputs[0])[i] =
          static_cast<const float *>(inputs[0])[i] + 1;
    return ASCENDRT_OK;
  });
  ContextPtr context = model.create();
  float x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {};
  int64_t shape = 6, outShape = 0;
  ascendrt_tensor input = {x, sizeof(x), &shape};
  ascendrt_tensor output = {y, sizeof(y), &outShape};
  ASSERT_EQ(ascendrt_run_tensors(context.get(), &input, &output), ASCENDRT_OK)
      << ascendrt_last_error(context.get());
  EXPECT_EQ(outShape, 6);
  EXPECT_EQ(y[5], 7);
  shape = 5;
  EXPECT_EQ(ascendrt_run_tensors(context.get(), &input, &output),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "input 'x' is float [5], and the model takes float [6]");
}
