//===- FloatBits.cpp - Conversions between float formats by bits ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir::ascend;

uint16_t mlir::ascend::toFloat16Bits(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) // NaN: keep it quiet
    return sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu);
  if (magnitude >= 0x477ff000u) // rounds to 65536 or more
    return sign | 0x7c00u;
  if (magnitude < 0x38800000u) {
    // Below 2^-14 the result is a multiple of 2^-24. Adding 0.5 to the
    // magnitude leaves that multiple, rounded to even, in the low bits.
    float aligned = llvm::bit_cast<float>(magnitude) + 0.5f;
    return sign | (llvm::bit_cast<uint32_t>(aligned) - 0x3f000000u);
  }
  uint32_t odd = (magnitude >> 13) & 1;
  uint32_t rounded = magnitude + 0xfffu + odd;
  // The exponent's bias goes from 127 to 15.
  return sign | ((rounded - 0x38000000u) >> 13);
}

float mlir::ascend::fromFloat16Bits(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) // infinity and NaN
    return llvm::bit_cast<float>(sign | 0x7f800000u |
                                 ((magnitude & 0x3ffu) << 13));
  if (magnitude < 0x400u) {
    float value = static_cast<float>(magnitude) * 0x1p-24f;
    return llvm::bit_cast<float>(sign | llvm::bit_cast<uint32_t>(value));
  }
  return llvm::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
}

uint16_t mlir::ascend::toBFloat16Bits(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return (bits >> 16) | 0x40u;
  return (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
}

float mlir::ascend::fromBFloat16Bits(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits) << 16);
}

//===----------------------------------------------------------------------===//
// HiFloat8: sign, a prefix that gives the width of the exponent, the exponent
// as sign and magnitude with its leading one left out, the mantissa
//===----------------------------------------------------------------------===//

/// Bits of the mantissa for an exponent of that magnitude; 0 from 16 on, where
/// the pattern counts powers of two (HiFloat8's subnormals).
static int hif8MantissaBits(int magnitude) {
  return magnitude < 4 ? 3 : magnitude < 8 ? 2 : magnitude < 16 ? 1 : 0;
}

uint8_t mlir::ascend::toHiFloat8Bits(float value) {
  if (std::isnan(value))
    return 0x80;
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  float magnitude = std::fabs(value);
  if (magnitude >= 40960.0f)
    return sign | 0x6f;
  if (magnitude < 0x1p-23f)
    return 0;
  int exponent = std::ilogb(magnitude);
  int bits = hif8MantissaBits(std::abs(exponent));
  // Exact: the fraction has 24 bits. round goes away from zero at ties.
  float scaled = std::round(
      std::ldexp(magnitude, (exponent < -22 ? 22 : -exponent) + bits));
  float rounded = std::ldexp(scaled, (exponent < -22 ? -22 : exponent) - bits);
  exponent = std::ilogb(rounded);
  if (exponent < -15) // 0000mmm: 2^(m - 23)
    return sign | static_cast<uint8_t>(exponent + 23);
  int size = std::abs(exponent);
  bits = hif8MantissaBits(size);
  auto mantissa = static_cast<uint8_t>(std::ldexp(rounded, bits - exponent)) &
                  ((1 << bits) - 1);
  if (size == 0)
    return sign | 0x08 | mantissa; // 0001mmm
  // The exponent's sign, then its digits after the leading one.
  int digits = size < 2 ? 0 : size < 4 ? 1 : size < 8 ? 2 : 3;
  static constexpr uint8_t prefix[] = {0x10, 0x20, 0x40, 0x60};
  uint8_t code = ((exponent < 0) << digits) | (size - (1 << digits));
  return sign | prefix[digits] | (code << bits) | mantissa;
}

float mlir::ascend::fromHiFloat8Bits(uint8_t bits) {
  float sign = bits & 0x80 ? -1.0f : 1.0f;
  int rest = bits & 0x7f;
  if (rest == 0)
    return bits ? std::nanf("") : 0.0f;
  if (rest == 0x6f)
    return sign * INFINITY;
  if (rest < 0x08)
    return sign * std::ldexp(1.0f, rest - 23);
  if (rest < 0x10)
    return sign * (1.0f + (rest & 7) / 8.0f);
  int digits = rest < 0x20 ? 0 : rest < 0x40 ? 1 : rest < 0x60 ? 2 : 3;
  int mantissaBits = hif8MantissaBits(1 << digits);
  int code = (rest >> mantissaBits) & ((2 << digits) - 1);
  int size = (1 << digits) | (code & ((1 << digits) - 1));
  int exponent = code >> digits ? -size : size;
  float fraction = rest & ((1 << mantissaBits) - 1);
  return sign *
         std::ldexp(1.0f + std::ldexp(fraction, -mantissaBits), exponent);
}

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

float mlir::ascend::toOddFloat(double value) {
  auto nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value)
    return nearest;
  // The neighbour nearer to zero, and then its last bit.
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  bits -= std::fabs(static_cast<double>(nearest)) > std::fabs(value);
  return llvm::bit_cast<float>(bits | 1u);
}

float mlir::ascend::toOddFloat(uint64_t value) {
  int cut = std::max(0, 40 - llvm::countl_zero(value));
  uint64_t kept = value >> cut;
  if (kept << cut != value)
    kept |= 1;
  return std::ldexp(static_cast<float>(kept), cut);
}

float mlir::ascend::toOddFloat(int64_t value) {
  if (value >= 0)
    return toOddFloat(static_cast<uint64_t>(value));
  return -toOddFloat(-static_cast<uint64_t>(value));
}
