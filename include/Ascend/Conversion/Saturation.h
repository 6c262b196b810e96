//===- Saturation.h - Rounding to float16 that saturates --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_SATURATION_H
#define ASCEND_CONVERSION_SATURATION_H

#include "mlir/IR/Builders.h"

namespace mlir::ascend {

/// `value`, of a float wider than f16 or a vector of them, within f16's range:
/// beyond it 65504 of its sign, also for infinity; NaN is 0. Rounded to f16 it
/// is finite.
Value saturateToHalf(OpBuilder &builder, Location loc, Value value);

/// What `value` was before saturateToHalf; `value` itself where it is no result
/// of that.
Value withoutSaturation(Value value);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_SATURATION_H
