//===- SmallFloats.h - Floats of eight bits -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Neither MLIR nor LLVM computes with them: here they are bytes, which only
// Cast reads and writes.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SMALLFLOATS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SMALLFLOATS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {

/// f8E4M3FN, f8E5M2 and their forms without a negative zero (FNUZ).
bool isSmallFloat(Type type);

/// The value of a byte as f32, which has all of them.
Value readSmallFloat(ImplicitLocOpBuilder &b, Value byte, Type type);

/// The byte for an f32, rounded to nearest even. What is too large becomes the
/// largest number where it `saturates`, else the infinity or the NaN of the
/// type; a NaN stays one.
Value writeSmallFloat(ImplicitLocOpBuilder &b, Value value, Type type,
                      bool saturates);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SMALLFLOATS_H
