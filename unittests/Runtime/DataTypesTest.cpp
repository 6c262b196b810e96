//===- DataTypesTest.cpp - Facts and counts of element types ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Runtime/ascendrt.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

TEST(DataTypes, WordsAndSizes) {
  EXPECT_STREQ(ascendrt_dtype_word(ASCENDRT_FLOAT), "float");
  EXPECT_STREQ(ascendrt_dtype_word(ASCENDRT_BFLOAT16), "bfloat16");
  EXPECT_EQ(ascendrt_dtype_size(ASCENDRT_BFLOAT16), 2u);
  EXPECT_EQ(ascendrt_dtype_size(ASCENDRT_COMPLEX128), 16u);
  EXPECT_EQ(ascendrt_dtype_size(ASCENDRT_BOOL), 1u);
  EXPECT_EQ(ascendrt_dtype_word(static_cast<ascendrt_dtype>(13)), nullptr);
  EXPECT_EQ(ascendrt_dtype_size(static_cast<ascendrt_dtype>(13)), 0u);
  int known = 0;
  for (int number = 0; number < 1024; ++number) {
    auto dtype = static_cast<ascendrt_dtype>(number);
    const char *word = ascendrt_dtype_word(dtype);
    if (!word)
      continue;
    ++known;
    ascendrt_dtype back;
    EXPECT_EQ(ascendrt_dtype_from_word(word, &back), ASCENDRT_OK);
    EXPECT_EQ(back, dtype);
  }
  EXPECT_EQ(known, 26);
  ascendrt_dtype untouched = ASCENDRT_INT8;
  EXPECT_EQ(ascendrt_dtype_from_word("float32", &untouched),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_dtype_from_word(nullptr, &untouched),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(untouched, ASCENDRT_INT8);
}

/// The bytes, or the status of a refusal, negated.
static int64_t countBytes(ascendrt_dtype dtype, std::vector<int64_t> shape) {
  int64_t bytes = -1;
  int32_t status =
      ascendrt_tensor_bytes(dtype, shape.size(), shape.data(), &bytes);
  if (status == ASCENDRT_OK)
    return bytes;
  EXPECT_EQ(bytes, -1);
  return -status;
}

TEST(DataTypes, TensorBytes) {
  constexpr int64_t large = int64_t(1) << 62;
  EXPECT_EQ(countBytes(ASCENDRT_FLOAT, {}), 4);
  EXPECT_EQ(countBytes(ASCENDRT_FLOAT, {2, 3}), 24);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, {large}), large);
  EXPECT_EQ(countBytes(ASCENDRT_FLOAT16, {large}), -ASCENDRT_LIMIT);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, {large, large}), -ASCENDRT_LIMIT);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, {large, large, 0}), 0);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, {-1}), -ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, {0, -1}), -ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(countBytes(ASCENDRT_INT8, std::vector<int64_t>(33, 1)),
            -ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(countBytes(static_cast<ascendrt_dtype>(5), {1}),
            -ASCENDRT_INVALID_ARGUMENT);
}

template <typename T>
static std::pair<int64_t, int64_t> count(ascendrt_dtype dtype,
                                         const std::vector<T> &data) {
  int64_t nans = -1, infinities = -1;
  int64_t size = data.size() * sizeof(T) / ascendrt_dtype_size(dtype);
  EXPECT_EQ(
      ascendrt_count_nonfinite(dtype, data.data(), size, &nans, &infinities),
      ASCENDRT_OK);
  return {nans, infinities};
}

/// All bit patterns of an 8 or 16 bit type.
template <typename T>
static std::vector<T> allPatterns() {
  std::vector<T> patterns;
  for (unsigned i = 0; i <= std::numeric_limits<T>::max(); ++i)
    patterns.push_back(static_cast<T>(i));
  return patterns;
}

TEST(DataTypes, CountsNonfinite) {
  using Pair = std::pair<int64_t, int64_t>;
  const float inf = INFINITY, nan = NAN;
  EXPECT_EQ(count<float>(ASCENDRT_FLOAT, {1, -inf, nan, -nan, inf, inf, 0}),
            Pair(2, 3));
  EXPECT_EQ(count<double>(ASCENDRT_DOUBLE, {1, -inf, nan, 1e300}), Pair(1, 1));
  EXPECT_EQ(
      count<float>(ASCENDRT_COMPLEX64, {1, inf, nan, inf, 1, 1, inf, inf}),
      Pair(1, 2));
  EXPECT_EQ(count<double>(ASCENDRT_COMPLEX128, {1, nan, 1, 1}), Pair(1, 0));
  // Of each sign: 2^mantissa - 1 NaN and one infinity.
  EXPECT_EQ(count(ASCENDRT_FLOAT16, allPatterns<uint16_t>()), Pair(2046, 2));
  EXPECT_EQ(count(ASCENDRT_BFLOAT16, allPatterns<uint16_t>()), Pair(254, 2));
  EXPECT_EQ(count(ASCENDRT_FLOAT8_E5M2, allPatterns<uint8_t>()), Pair(6, 2));
  EXPECT_EQ(count(ASCENDRT_FLOAT8_E4M3FN, allPatterns<uint8_t>()), Pair(2, 0));
  EXPECT_EQ(count(ASCENDRT_FLOAT8_E8M0, allPatterns<uint8_t>()), Pair(1, 0));
  EXPECT_EQ(count(ASCENDRT_FLOAT8_E4M3FNUZ, allPatterns<uint8_t>()),
            Pair(1, 0));
  EXPECT_EQ(count(ASCENDRT_INT4, allPatterns<uint8_t>()), Pair(0, 0));
  EXPECT_EQ(count(ASCENDRT_HIFLOAT8, allPatterns<uint8_t>()), Pair(1, 2));
  EXPECT_EQ(count<uint8_t>(ASCENDRT_HIFLOAT8, {0x80, 0x6f, 0xef, 0}),
            Pair(1, 2));
  EXPECT_EQ(count(ASCENDRT_INT16, allPatterns<uint16_t>()), Pair(0, 0));
}

TEST(DataTypes, CountRefusesBadArguments) {
  int64_t a, b;
  float x = 0;
  EXPECT_EQ(ascendrt_count_nonfinite(ASCENDRT_FLOAT, nullptr, 0, &a, &b),
            ASCENDRT_OK);
  EXPECT_EQ(ascendrt_count_nonfinite(ASCENDRT_FLOAT, nullptr, 1, &a, &b),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_count_nonfinite(ASCENDRT_FLOAT, &x, -1, &a, &b),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(
      ascendrt_count_nonfinite(static_cast<ascendrt_dtype>(5), &x, 1, &a, &b),
      ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_count_nonfinite(ASCENDRT_FLOAT, &x, 1, nullptr, &b),
            ASCENDRT_INVALID_ARGUMENT);
}

TEST(DataTypes, NpyHeader) {
  int64_t shape[] = {2, 3};
  char buffer[1024];
  size_t length =
      ascendrt_npy_header(ASCENDRT_BFLOAT16, 2, shape, buffer, sizeof(buffer));
  ASSERT_EQ(length, 128u);
  std::string text = "{'descr': '<V2', 'fortran_order': False, "
                     "'shape': (2, 3), }";
  text.resize(117, ' ');
  EXPECT_EQ(std::string(buffer, length),
            std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n");
  // Too small a buffer is left alone.
  char small[] = "untouched";
  EXPECT_EQ(ascendrt_npy_header(ASCENDRT_BFLOAT16, 2, shape, small, 9), 128u);
  EXPECT_STREQ(small, "untouched");
  // The longest header there is fits where the header file says it does.
  std::vector<int64_t> longest(ASCENDRT_MAX_RANK,
                               std::numeric_limits<int64_t>::max());
  longest[0] = 0;
  EXPECT_LE(ascendrt_npy_header(ASCENDRT_COMPLEX128, longest.size(),
                                longest.data(), buffer, sizeof(buffer)),
            sizeof(buffer));
  shape[0] = -1;
  EXPECT_EQ(ascendrt_npy_header(ASCENDRT_FLOAT, 2, shape, buffer, 1024), 0u);
}
