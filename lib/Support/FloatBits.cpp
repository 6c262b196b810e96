//===- FloatBits.cpp - Conversions between float formats by bits ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/bit.h"

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
