//===- RealBodies.h - Bodies of real functions by mode ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Bounds of the errors: share/ascend/accuracy.json.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REALBODIES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REALBODIES_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {

/// Emits a function of operands that are all f32, or all f64 if `anyWidth`.
struct RealBody {
  using Emitter = Value (*)(ImplicitLocOpBuilder &b, ValueRange operands);
  Emitter emit;
  bool anyWidth;
};

/// The body of GE type `type` in `mode`: the one for that mode, or else the
/// op's default; null where the type is no real function of its operands alone.
/// Doubles (`compute` is f64) have the default in every mode: their kernels are
/// the AI CPU's, which has none.
const RealBody *realBody(StringRef type, ImplMode mode, Type compute);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REALBODIES_H
