//===- RealFunctions.h - Emitters of real functions -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

// Functions of operands that are all f32. Bounds of their errors:
// share/ascend/accuracy.json.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALFUNCTIONS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

using RealFunction = Value(ImplicitLocOpBuilder &b, ValueRange operands);

// Exponentials.cpp
RealFunction emitCosh, emitErf, emitErfGelu, emitExp, emitExpm1, emitFastGelu,
    emitGelu, emitMish, emitRationalTanh, emitSigmoid, emitSinh, emitSwish,
    emitTanh;
// Logarithms.cpp
RealFunction emitAcosh, emitAsinh, emitAtanh, emitLog, emitLog1p, emitSoftplus;
// Trigonometry.cpp
RealFunction emitAcos, emitAsin, emitAtan, emitCos, emitSin, emitTan;
// Power.cpp
RealFunction emitPow;

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALFUNCTIONS_H
