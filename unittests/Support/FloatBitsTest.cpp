//===- FloatBitsTest.cpp - Conversions against LLVM's APFloat -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <vector>

using namespace mlir::ascend;
using llvm::APFloat;

static uint16_t byAPFloat(float value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool losesInfo = false;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

/// All halves, their neighbours half way between, and every 4099th float.
template <typename Visit>
static void visitFloats(Visit visit) {
  for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 4099)
    visit(llvm::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (uint32_t half = 0; half < 0x7c00; ++half) {
    float low = fromFloat16Bits(half), high = fromFloat16Bits(half + 1);
    float middle = std::isinf(high) ? 65520.0f : (low + high) / 2;
    for (float value : {low, middle, std::nextafter(middle, 0.0f),
                        std::nextafter(middle, 1e30f)}) {
      visit(value);
      visit(-value);
    }
  }
}

TEST(FloatBits, Float16RoundsAsAPFloat) {
  visitFloats([](float value) {
    uint16_t bits = toFloat16Bits(value);
    if (std::isnan(value))
      EXPECT_GT(bits & 0x7fff, 0x7c00);
    else
      ASSERT_EQ(bits, byAPFloat(value, APFloat::IEEEhalf())) << value;
  });
}

TEST(FloatBits, BFloat16RoundsAsAPFloat) {
  visitFloats([](float value) {
    uint16_t bits = toBFloat16Bits(value);
    if (std::isnan(value))
      EXPECT_GT(bits & 0x7fff, 0x7f80);
    else
      ASSERT_EQ(bits, byAPFloat(value, APFloat::BFloat())) << value;
  });
}

TEST(FloatBits, EveryPatternComesBack) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    if (!std::isnan(fromFloat16Bits(bits))) {
      ASSERT_EQ(toFloat16Bits(fromFloat16Bits(bits)), bits);
    }
    if (!std::isnan(fromBFloat16Bits(bits))) {
      ASSERT_EQ(toBFloat16Bits(fromBFloat16Bits(bits)), bits);
    }
  }
}

//===----------------------------------------------------------------------===//
// HiFloat8
//===----------------------------------------------------------------------===//

/// The finite values that are not negative, by the table of the format: 2^-22
/// to 2^-16 alone, then 1, 2, 3, 2 and 1 bits of mantissa up to 2^15.
static std::vector<float> hif8Values() {
  std::vector<float> values = {0.0f};
  for (int exponent = -22; exponent <= 15; ++exponent) {
    int size = std::abs(exponent);
    int steps = size > 15 ? 1 : size > 7 ? 2 : size > 3 ? 4 : 8;
    for (int i = 0; i < steps; ++i)
      if (exponent < 15 || i == 0) // 1.5 * 2^15 is infinity's pattern
        values.push_back(std::ldexp(1.0f + float(i) / steps, exponent));
  }
  return values;
}

TEST(FloatBits, HiFloat8HasTheValuesOfItsTable) {
  std::vector<float> table = hif8Values(), decoded;
  for (int bits = 0; bits < 0x80; ++bits)
    if (bits != 0x6f)
      decoded.push_back(fromHiFloat8Bits(bits));
  std::sort(decoded.begin(), decoded.end());
  EXPECT_EQ(decoded, table);
  for (int bits = 0; bits < 0x100; ++bits)
    EXPECT_EQ(toHiFloat8Bits(fromHiFloat8Bits(bits)), bits);
  EXPECT_EQ(fromHiFloat8Bits(0x6e), 32768.0f);
  EXPECT_EQ(fromHiFloat8Bits(0xef), -INFINITY);
  EXPECT_TRUE(std::isnan(fromHiFloat8Bits(0x80)));
  EXPECT_EQ(toHiFloat8Bits(-0.0f), 0);
}

TEST(FloatBits, HiFloat8RoundsToNearestAndTiesAway) {
  std::vector<float> values = hif8Values();
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    float low = values[i], high = values[i + 1], middle = (low + high) / 2;
    EXPECT_EQ(fromHiFloat8Bits(toHiFloat8Bits(middle)), high) << middle;
    EXPECT_EQ(fromHiFloat8Bits(toHiFloat8Bits(std::nextafter(middle, 0.0f))),
              low)
        << middle;
    EXPECT_EQ(fromHiFloat8Bits(toHiFloat8Bits(-middle)), -high) << middle;
  }
  EXPECT_EQ(toHiFloat8Bits(std::nextafter(40960.0f, 0.0f)), 0x6e);
  EXPECT_EQ(toHiFloat8Bits(40960.0f), 0x6f);
}

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

TEST(FloatBits, ThroughAnOddFloatADoubleRoundsOnce) {
  auto check = [](double value) {
    APFloat half(value), brain(value);
    bool lost = false;
    half.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &lost);
    brain.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &lost);
    ASSERT_EQ(toFloat16Bits(toOddFloat(value)),
              half.bitcastToAPInt().getZExtValue())
        << value;
    ASSERT_EQ(toBFloat16Bits(toOddFloat(value)),
              brain.bitcastToAPInt().getZExtValue())
        << value;
  };
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    double low = fromFloat16Bits(bits), high = fromFloat16Bits(bits + 1);
    double middle = std::isinf(high) ? 65520.0 : (low + high) / 2;
    for (double value : {low, middle, std::nextafter(middle, 0.0),
                         std::nextafter(middle, 1e30)}) {
      check(value);
      check(-value);
    }
  }
  for (double value : {1e300, 3.4028236e38, 0x1p-140, 0x1.0000001p-134,
                       0x1.ffp127, 0x1.fefffffffp127, 1e-320})
    check(value);
}

TEST(FloatBits, OddFloatOfIntegers) {
  EXPECT_EQ(toOddFloat(int64_t(-5)), -5.0f);
  EXPECT_EQ(toOddFloat(int64_t(0x1000001)), 0x1000002.0p0f); // 24 bits, odd
  EXPECT_EQ(toOddFloat(INT64_MIN), -0x1p63f);
  EXPECT_EQ(toOddFloat(UINT64_MAX), 0xffffff.0p40f);
}
