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

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_FLOATBITS_H
