//===- FloatBitsTest.cpp - Conversions against LLVM's APFloat -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>

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
