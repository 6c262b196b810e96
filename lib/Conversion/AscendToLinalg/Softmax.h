//===- Softmax.h - Softmax and its logarithm --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SOFTMAX_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SOFTMAX_H

#include "Generics.h"
#include "Lowering.h"

namespace mlir::ascend {

/// The softmax of x (GE element type `from`) over `axes` (from 0 on), or its
/// logarithm, in f32 and rounded once to GE type `to`; `mode` is that of Exp.
Value emitSoftmax(ImplicitLocOpBuilder &b, Value x, Type from,
                  ArrayRef<int64_t> axes, bool isLog, ImplMode mode, Type to);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SOFTMAX_H
