//===- HiFloat8.h - Floats of eight bits with a tapered mantissa *- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// `!ascend.hif8` on the CPU: a byte in memory, computed in f32, which has all
// of its values. Ascend/Support/FloatBits.h has the same conversions for
// constants.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_HIFLOAT8_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_HIFLOAT8_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// The value of a byte as f32. Exact.
Value readHiFloat8(ImplicitLocOpBuilder &b, Value byte);

/// The byte for an f32: rounded at the width that its exponent has, ties away
/// from zero; 40960 and more become infinity, and there is one zero and one
/// NaN.
Value writeHiFloat8(ImplicitLocOpBuilder &b, Value value);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_HIFLOAT8_H
