//===- FloatBits.h - Conversions between float formats by bits --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_FLOATBITS_H
#define ASCEND_SUPPORT_FLOATBITS_H

#include <cstdint>

namespace mlir::ascend {

/// The IEEE binary16 pattern nearest to `value`, ties to even; what is too
/// large becomes infinity, and a NaN stays one.
uint16_t toFloat16Bits(float value);

/// The value of an IEEE binary16 pattern. Exact.
float fromFloat16Bits(uint16_t bits);

/// The bfloat16 pattern nearest to `value`, ties to even; a NaN stays one.
uint16_t toBFloat16Bits(float value);

/// The value of a bfloat16 pattern. Exact.
float fromBFloat16Bits(uint16_t bits);

/// The HiFloat8 pattern of `value`: rounded at the width that its exponent has,
/// ties away from zero; 40960 and more become infinity (0x6f), NaN is 0x80, and
/// there is one zero.
uint8_t toHiFloat8Bits(float value);

/// The value of a HiFloat8 pattern. Exact.
float fromHiFloat8Bits(uint8_t bits);

/// `value` as a float whose last bit is set where digits were cut off (round to
/// odd). Rounding that to a narrower format is rounding `value` once.
float toOddFloat(double value);
float toOddFloat(int64_t value);
float toOddFloat(uint64_t value);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_FLOATBITS_H
