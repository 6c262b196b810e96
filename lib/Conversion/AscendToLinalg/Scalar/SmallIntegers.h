//===- SmallIntegers.h - Integers of two bits and four --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// In files several share a byte. Here each lies in the low bits of its own, and
// only Cast reads and writes it.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLINTEGERS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLINTEGERS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// i2, i4, ui2 and ui4.
bool isSmallInteger(Type type);

/// The value of a byte as i32; its high bits play no part.
Value readSmallInteger(ImplicitLocOpBuilder &b, Value byte, Type type);

/// The byte for an i32, of which the low bits stay; the others are 0.
Value writeSmallInteger(ImplicitLocOpBuilder &b, Value value, Type type);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_SMALLINTEGERS_H
