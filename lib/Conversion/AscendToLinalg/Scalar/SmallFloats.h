//===- SmallFloats.h - Floats of eight bits and four ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Neither MLIR nor LLVM computes with them: here they are bytes, which only
// Cast reads and writes.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLFLOATS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLFLOATS_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// f8E4M3FN, f8E5M2 and their forms without a negative zero (FNUZ), f8E8M0FNU
/// and f4E2M1FN, which lies in the low bits of its byte.
bool isSmallFloat(Type type);

/// The value of a byte as f32, which has all of them.
Value readSmallFloat(ImplicitLocOpBuilder &b, Value byte, Type type);

/// The byte for an f32, rounded to nearest even. What is too large becomes the
/// largest number where it `saturates`, else the infinity or the NaN of the
/// type; a NaN stays one. f4E2M1FN has neither: it saturates, and a NaN becomes
/// its negative zero, as in ml_dtypes.
///
/// f8E8M0FNU is a power of two, of the magnitude: rounded up (`mode` Ceil),
/// down (Floor, Trunc), or to the nearest one, the greater one of two (Rint,
/// Away). Zero is the least one, and infinity is NaN.
Value writeSmallFloat(ImplicitLocOpBuilder &b, Value value, Type type,
                      bool saturates, RoundMode mode);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLFLOATS_H
