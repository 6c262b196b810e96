//===- ShapeProfilesTest.cpp - Profiles of a model --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

/// y = x + the sum of the weights, of any length.
static int32_t addAny(ascendrt_context *context, const void *const *inputs,
                      void *const *, void *, const void *weights) {
  int64_t count = ascendrt_input_shape(context, 0)[0];
  auto *y = static_cast<float *>(ascendrt_output(context, 0, &count));
  if (!y)
    return ASCENDRT_MODEL_FAILED;
  for (int64_t i = 0; i < count; ++i)
    y[i] = static_cast<const float *>(inputs[0])[i] +
           *static_cast<const float *>(weights);
  return ASCENDRT_OK;
}

/// The same of `count`, and a hundred more.
template <int count>
static int32_t addKnown(ascendrt_context *, const void *const *inputs,
                        void *const *outputs, void *arena,
                        const void *weights) {
  if (!arena)
    return ASCENDRT_LIMIT;
  for (int i = 0; i < count; ++i)
    static_cast<float *>(outputs[0])[i] =
        static_cast<const float *>(inputs[0])[i] +
        *static_cast<const float *>(weights) + 100;
  return ASCENDRT_OK;
}

class ShapeProfilesTest : public testing::Test {
public:
  ShapeProfilesTest() : open(addAny), two(addKnown<2>), three(addKnown<3>) {
    open.shape[0] = -1;
    two.shape[0] = 2;
    three.shape[0] = 3;
    open.model.weights = &weight;
    open.model.weights_bytes = sizeof(weight);
    open.model.flags = ASCENDRT_MODEL_HAS_PROFILES;
  }

  bool create(int32_t guard = ASCENDRT_GUARD_NONE) {
    table = {two.model, three.model};
    profiled = {open.model, table.data(), uint32_t(table.size()), 0};
    if (spoil)
      spoil(*this);
    ascendrt_options options = {sizeof(options), 1, guard};
    char *text = nullptr;
    context.reset(ascendrt_create(&profiled.model, &options, &text));
    error = text ? text : "";
    ascendrt_free_string(text);
    return context != nullptr;
  }

  int32_t run(std::vector<float> x) {
    int64_t inputShape = x.size();
    ascendrt_tensor input = {x.data(), 4 * x.size(), &inputShape};
    ascendrt_tensor output = {y, sizeof(y), &outputShape};
    return ascendrt_run_tensors(context.get(), &input, &output);
  }

  float weight = 10;
  TestModel open, two, three;
  std::vector<ascendrt_model> table;
  ascendrt_profiled_model profiled = {};
  void (*spoil)(ShapeProfilesTest &) = nullptr;
  ContextPtr context;
  std::string error;
  int64_t outputShape = -7;
  float y[16] = {};
};

TEST_F(ShapeProfilesTest, TheirCodeTakesTheModelsWeights) {
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(std::vector<float>(y, y + 2), (std::vector<float>{111, 112}));
  EXPECT_EQ(outputShape, 2);
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(y[2], 113);
  ASSERT_EQ(run({1, 2, 3, 4}), ASCENDRT_OK);
  EXPECT_EQ(y[3], 14);
  EXPECT_EQ(outputShape, 4);
}

TEST_F(ShapeProfilesTest, OthersAreRefusedWhereOneIsNeeded) {
  open.model.flags |= ASCENDRT_MODEL_NEEDS_PROFILE;
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(run({1, 2, 3}), ASCENDRT_OK);
  EXPECT_EQ(run({1}), ASCENDRT_INVALID_ARGUMENT);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "the model was compiled for profiles, and none is 'x' [1]: they "
               "are 'x' [2]; 'x' [3]");
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK);
  EXPECT_EQ(y[1], 112);
}

/// Where a profile has no code, the model's own takes its shapes, and no
/// others.
TEST_F(ShapeProfilesTest, MayHaveNoCode) {
  open.model.flags |= ASCENDRT_MODEL_NEEDS_PROFILE;
  two.model.entry = nullptr;
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(y[1], 12);
  EXPECT_EQ(run({1}), ASCENDRT_INVALID_ARGUMENT);
}

TEST_F(ShapeProfilesTest, ComeBeforeWhatTheProgramHas) {
  ASSERT_TRUE(create()) << error;
  int asked = 0;
  ascendrt_bodies bodies = {
      sizeof(bodies), &asked,
      [](void *user, ascendrt_context *,
         const int64_t *const *) -> const ascendrt_model * {
        ++*static_cast<int *>(user);
        return nullptr;
      },
      [](void *, const ascendrt_model *) { FAIL(); },
      /*take_profile=*/nullptr};
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK);
  EXPECT_EQ(asked, 0);
  ASSERT_EQ(run({1}), ASCENDRT_OK);
  EXPECT_EQ(asked, 1);
}

TEST_F(ShapeProfilesTest, WhichOneRunsIsTold) {
  std::vector<uint32_t> told;
  ascendrt_bodies bodies = {
      sizeof(bodies), &told,
      [](void *, ascendrt_context *,
         const int64_t *const *) -> const ascendrt_model * { return nullptr; },
      [](void *, const ascendrt_model *) { FAIL(); },
      [](void *user, uint32_t index) {
        static_cast<std::vector<uint32_t> *>(user)->push_back(index);
      }};
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  for (size_t size : {3, 1, 2, 3})
    ASSERT_EQ(run(std::vector<float>(size)), ASCENDRT_OK);
  EXPECT_EQ(told, (std::vector<uint32_t>{1, 0, 1}));
  // The model's own code runs where there is no room for a profile's.
  two.model.arena_bytes = uint64_t(1) << 62;
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(ascendrt_set_bodies(context.get(), &bodies), ASCENDRT_OK);
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK);
  EXPECT_EQ(told.size(), 3u);
}

TEST_F(ShapeProfilesTest, NeitherShowNorGuardTensors) {
  ASSERT_TRUE(create(ASCENDRT_GUARD_END)) << error;
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(y[1], 12);
  open.model.flags |= ASCENDRT_MODEL_NEEDS_PROFILE;
  ASSERT_TRUE(create(ASCENDRT_GUARD_END)) << error;
  EXPECT_EQ(run({1, 2}), ASCENDRT_UNSUPPORTED);
  EXPECT_EQ(run({1}), ASCENDRT_INVALID_ARGUMENT);
}

TEST_F(ShapeProfilesTest, WorkMemoryThatIsNotThere) {
  two.model.arena_bytes = uint64_t(1) << 62;
  ASSERT_TRUE(create()) << error;
  ASSERT_EQ(run({1, 2}), ASCENDRT_OK);
  EXPECT_EQ(y[1], 12);
  open.model.flags |= ASCENDRT_MODEL_NEEDS_PROFILE;
  ASSERT_TRUE(create()) << error;
  EXPECT_EQ(run({1, 2}), ASCENDRT_LIMIT);
}

TEST_F(ShapeProfilesTest, AreListed) {
  ASSERT_TRUE(create()) << error;
  const ascendrt_model *model = ascendrt_get_model(context.get());
  EXPECT_EQ(ascendrt_profile_inputs(model, 0)[0].shape[0], 2);
  EXPECT_EQ(ascendrt_profile_inputs(model, 1)[0].shape[0], 3);
  EXPECT_EQ(ascendrt_profile_inputs(model, 2), nullptr);
  EXPECT_EQ(ascendrt_profile_inputs(&two.model, 0), nullptr);
  EXPECT_EQ(ascendrt_profile_inputs(nullptr, 0), nullptr);
}

TEST_F(ShapeProfilesTest, AreChecked) {
  using Test = ShapeProfilesTest;
  struct Case {
    void (*spoil)(Test &);
    const char *why;
  };
  static const int64_t minus = -1;
  for (auto [spoil, why] : {
           Case{[](Test &t) { t.profiled.num_profiles = 0; }, "no list"},
           Case{[](Test &t) { t.profiled.profiles = nullptr; }, "no list"},
           Case{[](Test &t) { t.table[1].num_inputs = 0; }, "other inputs"},
           Case{[](Test &t) { t.table[1].num_outputs = 2; }, "other inputs"},
           Case{[](Test &t) { t.table[1].flags = 1; }, "no code of such"},
           Case{[](Test &t) { t.table[1].weights_bytes = 4; },
                "no code of such"},
           Case{[](Test &t) { t.table[1].abi_version = 0; }, "no code of such"},
           Case{[](Test &t) { t.table[1].arena_alignment = 48; },
                "is not a power of two"},
           Case{[](Test &t) { t.three.input.shape = &minus; },
                "other shapes than"},
           Case{[](Test &t) { t.three.input.rank = 0; }, "other shapes than"},
           Case{[](Test &t) {
                  t.profiled.model.flags = ASCENDRT_MODEL_NEEDS_PROFILE;
                },
                "needs profiles, and has none"},
           Case{[](Test &t) { t.profiled.model.flags |= 16; },
                "features that this libascendrt"},
       }) {
    ShapeProfilesTest::spoil = spoil;
    EXPECT_FALSE(create());
    EXPECT_NE(error.find(why), std::string::npos) << error;
    three.input = {"x", ASCENDRT_FLOAT, 1, three.shape.data()};
  }
}
