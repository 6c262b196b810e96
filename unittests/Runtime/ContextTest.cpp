//===- ContextTest.cpp - Making contexts and running models -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <cfenv>
#include <cstring>
#include <limits>
#include <pthread.h>
#include <thread>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Sizes that no machine has are asked for on purpose: the allocators of the
// sanitizers are to refuse them as the system's does.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
extern "C" const char *__tsan_default_options() {
  return "allocator_may_return_null=1:die_after_fork=0";
}

/// y = 2 x + w, through the arena and in parallel.
static int32_t scale(ascendrt_context *context, const void *const *inputs,
                     void *const *outputs, void *arena, const void *weights) {
  auto *x = static_cast<const float *>(inputs[0]);
  auto *y = static_cast<float *>(outputs[0]);
  auto *doubled = static_cast<float *>(arena);
  auto *w = static_cast<const float *>(weights);
  if (reinterpret_cast<uintptr_t>(arena) %
      ascendrt_get_model(context)->arena_alignment) {
    ascendrt_fail(context, 77, "the arena is not aligned");
    return 77;
  }
  parallelFor(context, 6, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      doubled[i] = 2 * x[i];
  });
  parallelFor(context, 6, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      y[i] = doubled[i] + w[0];
  });
  return ASCENDRT_OK;
}

static const float weight = 0.5f;

struct ScaleModel : TestModel {
  ScaleModel() : TestModel(scale) {
    model.weights = &weight;
    model.weights_bytes = sizeof(weight);
  }
};

TEST(Context, Runs) {
  ScaleModel model;
  for (uint64_t alignment : {0, 1, 64, 4096}) {
    model.model.arena_alignment = alignment ? alignment : 1;
    for (int32_t threads : {1, 2, 5}) {
      ContextPtr context = model.create(threads);
      ASSERT_TRUE(context) << model.error;
      float x[6] = {0, 1, 2, 3, 4, 5}, y[6] = {};
      const void *inputs[] = {x};
      void *outputs[] = {y};
      ASSERT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK)
          << ascendrt_last_error(context.get());
      EXPECT_STREQ(ascendrt_last_error(context.get()), "");
      for (int i = 0; i < 6; ++i)
        EXPECT_EQ(y[i], 2 * i + 0.5f);
    }
  }
}

TEST(Context, DefaultOptions) {
  ScaleModel model;
  ContextPtr context(ascendrt_create(&model.model, nullptr, nullptr));
  ASSERT_TRUE(context);
  EXPECT_GE(ascendrt_get_threads(context.get()), 1);
}

TEST(Context, DoesWithTheThreadsThatThereAre) {
  ScaleModel model;
  // A new thread asks for a stack that no machine has.
  pthread_attr_t before, attributes;
  pthread_getattr_default_np(&before);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t(1) << 47);
  ASSERT_EQ(pthread_setattr_default_np(&attributes), 0);
  EXPECT_FALSE(model.create(2));
  EXPECT_EQ(model.error,
            "cannot start 2 threads: Resource temporarily unavailable");
  ContextPtr context = model.create(0);
  pthread_setattr_default_np(&before);
  ASSERT_TRUE(context) << model.error;
  EXPECT_EQ(ascendrt_get_threads(context.get()), 1);
  float x[6] = {1}, y[6] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK);
  EXPECT_EQ(y[0], 2.5f);
}

TEST(Context, RefusesBadModels) {
  auto check = [](const char *expected, auto spoil) {
    ScaleModel model;
    spoil(model);
    EXPECT_FALSE(model.create()) << expected;
    EXPECT_NE(model.error.find(expected), std::string::npos) << model.error;
  };
  check("version 2 of the run-time interface",
        [](TestModel &m) { m.model.abi_version = 2; });
  check("flags 16", [](TestModel &m) { m.model.flags = 16; });
  check("no entry", [](TestModel &m) { m.model.entry = nullptr; });
  check("no weights", [](TestModel &m) { m.model.weights = nullptr; });
  check("no list of inputs", [](TestModel &m) { m.model.inputs = nullptr; });
  check("no list of outputs", [](TestModel &m) { m.model.outputs = nullptr; });
  check("no list of observed", [](TestModel &m) { m.model.num_observed = 1; });
  check("input 0 has no name", [](TestModel &m) { m.input.name = nullptr; });
  check("input 0 'x' has no shape",
        [](TestModel &m) { m.input.shape = nullptr; });
  check("input 0 'x' has element type 13",
        [](TestModel &m) { m.input.dtype = static_cast<ascendrt_dtype>(13); });
  check("output 0 'y' has rank 33", [](TestModel &m) { m.output.rank = 33; });
  check("output 0 'y' has rank -1", [](TestModel &m) { m.output.rank = -1; });
  check("input 0 'x' has dimension -2", [](TestModel &m) { m.shape[0] = -2; });
  check("input 0 'x' is too large: float [9223372036854775807]",
        [](TestModel &m) { m.shape[0] = std::numeric_limits<int64_t>::max(); });
  check("arena alignment 48 is not a power of two",
        [](TestModel &m) { m.model.arena_alignment = 48; });
  for (uint64_t bytes : {UINT64_MAX, uint64_t(INT64_MAX), UINT64_MAX / 8})
    check("not enough memory",
          [=](TestModel &m) { m.model.arena_bytes = bytes; });
  check("not enough memory",
        [](TestModel &m) { m.model.arena_alignment = uint64_t(1) << 63; });
}

TEST(Context, RefusesBadOptions) {
  ScaleModel model;
  EXPECT_FALSE(model.create(-1));
  EXPECT_EQ(model.error, "threads is -1, which is not in 0..1024");
  EXPECT_FALSE(model.create(1025));
  char *error = nullptr;
  ascendrt_options options = {};
  EXPECT_FALSE(ascendrt_create(&model.model, &options, &error));
  EXPECT_STREQ(error, "the options have no valid struct_size");
  ascendrt_free_string(error);
  EXPECT_FALSE(ascendrt_create(nullptr, nullptr, &error));
  EXPECT_STREQ(error, "there is no model");
  ascendrt_free_string(error);
  EXPECT_FALSE(ascendrt_create(nullptr, nullptr, nullptr));
  ascendrt_destroy(nullptr);
}

TEST(Context, RefusesBadBuffers) {
  ScaleModel model;
  ContextPtr context = model.create();
  float x[8] = {}, y[6] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  auto check = [&](const char *expected, const void *const *in,
                   void *const *out) {
    EXPECT_EQ(ascendrt_run(context.get(), in, out), ASCENDRT_INVALID_ARGUMENT);
    EXPECT_STREQ(ascendrt_last_error(context.get()), expected);
  };
  check("there is no list of inputs or outputs", nullptr, outputs);
  check("there is no list of inputs or outputs", inputs, nullptr);
  inputs[0] = nullptr;
  check("input 'x' has no data", inputs, outputs);
  inputs[0] = reinterpret_cast<const char *>(x) + 2;
  check("input 'x' is not aligned to 4 bytes", inputs, outputs);
  inputs[0] = x + 1; // aligned to its element alone
  outputs[0] = nullptr;
  check("output 'y' has no data", inputs, outputs);
  outputs[0] = y;
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK);
  EXPECT_STREQ(ascendrt_last_error(context.get()), "");
  EXPECT_EQ(ascendrt_run(nullptr, inputs, outputs), ASCENDRT_INVALID_ARGUMENT);
}

TEST(Context, BoolsAreZeroOrOne) {
  TestModel model([](ascendrt_context *, const void *const *inputs,
                     void *const *outputs, void *, const void *) -> int32_t {
    std::memcpy(outputs[0], inputs[0], 6);
    return 0;
  });
  model.input.dtype = model.output.dtype = ASCENDRT_BOOL;
  ContextPtr context = model.create();
  unsigned char x[] = {0, 1, 0, 1, 1, 0}, y[6] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK);
  EXPECT_EQ(std::memcmp(x, y, 6), 0);
  ascendrt_tensor in = {x, 6, model.shape.data()},
                  out = {y, 6, model.shape.data()};
  for (unsigned char byte : {2, 255}) {
    x[5] = byte;
    std::string expected = "input 'x' has the byte " + std::to_string(byte) +
                           " as element 5: a bool is 0 or 1";
    EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs),
              ASCENDRT_INVALID_ARGUMENT);
    EXPECT_EQ(ascendrt_last_error(context.get()), expected);
    EXPECT_EQ(ascendrt_run_tensors(context.get(), &in, &out),
              ASCENDRT_INVALID_ARGUMENT);
    EXPECT_EQ(ascendrt_last_error(context.get()), expected);
  }
}

TEST(Context, ModelsFail) {
  TestModel model([](ascendrt_context *context, const void *const *,
                     void *const *, void *, const void *) -> int32_t {
    parallelFor(context, 100, [&](int64_t, int64_t) {
      ascendrt_fail(context, 42, "index 7 is out of range");
    });
    ascendrt_fail(context, 43, "a later one");
    return 44;
  });
  ContextPtr context = model.create(4);
  float data[6] = {}, result[6];
  const void *inputs[] = {data};
  void *outputs[] = {result};
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), 42);
  EXPECT_STREQ(ascendrt_last_error(context.get()), "index 7 is out of range");

  model.model.entry = [](ascendrt_context *, const void *const *, void *const *,
                         void *, const void *) -> int32_t { return 9; };
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), 9);
  EXPECT_STREQ(ascendrt_last_error(context.get()),
               "the model failed with code 9");
}

TEST(Context, OneRunAtATime) {
  // A run inside a run of the same context, as a second thread would make it.
  static int32_t inner;
  TestModel model([](ascendrt_context *context, const void *const *inputs,
                     void *const *outputs, void *, const void *) -> int32_t {
    std::thread([&] { inner = ascendrt_run(context, inputs, outputs); }).join();
    return ASCENDRT_OK;
  });
  ContextPtr context = model.create();
  float data[6] = {}, result[6];
  const void *inputs[] = {data};
  void *outputs[] = {result};
  EXPECT_EQ(ascendrt_run(context.get(), inputs, outputs), ASCENDRT_OK);
  EXPECT_EQ(inner, ASCENDRT_INVALID_ARGUMENT);
}

/// y[i] = x[i] / 2.
static int32_t halve(ascendrt_context *context, const void *const *inputs,
                     void *const *outputs, void *, const void *) {
  auto *x = static_cast<const float *>(inputs[0]);
  auto *y = static_cast<float *>(outputs[0]);
  parallelFor(context, 6, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      volatile float value = x[i];
      y[i] = value * 0.5f + 0.0f;
    }
  });
  return ASCENDRT_OK;
}

#if defined(__x86_64__)
TEST(Context, CopiesAllBytesAndNoMore) {
  ScaleModel model;
  constexpr size_t kPart = 1 << 20;
  for (int32_t threads : {1, 2, 3}) {
    ContextPtr context = model.create(threads);
    for (size_t bytes : {size_t(0), size_t(1), kPart - 1, kPart, kPart + 1,
                         2 * kPart, 7 * kPart + 3}) {
      std::vector<unsigned char> from(bytes + 1), to(bytes + 1, 255);
      for (size_t i = 0; i <= bytes; ++i)
        from[i] = i * 31 % 251;
      ascendrt_copy(context.get(), to.data(), from.data(), bytes);
      EXPECT_EQ(to[bytes], 255) << bytes;
      to[bytes] = from[bytes];
      EXPECT_EQ(to, from) << bytes;
    }
  }
}

TEST(Context, ComputesInTheDefaultFloatingPointMode) {
  TestModel model(halve);
  unsigned before = _mm_getcsr();
  constexpr unsigned flushAndZero = 0x8040, towardZero = 0x6000;
  _mm_setcsr(before | flushAndZero | towardZero);
  // Made in that mode too: new threads inherit it.
  ContextPtr context = model.create(3);
  uint32_t bits = 0x00000006; // subnormal
  float x[6], y[6];
  for (float &value : x)
    std::memcpy(&value, &bits, 4);
  const void *inputs[] = {x};
  void *outputs[] = {y};
  int32_t code = ascendrt_run(context.get(), inputs, outputs);
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(code, ASCENDRT_OK);
  EXPECT_EQ(after & 0xffc0, (before | flushAndZero | towardZero) & 0xffc0);
  for (float value : y) {
    std::memcpy(&bits, &value, 4);
    EXPECT_EQ(bits, 3u);
  }
}
#endif
