//===- RealBodies.h - Bodies of real functions ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Bounds of the errors: share/ascend/accuracy.json.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALBODIES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALBODIES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// Emits a function of operands that are all f32, or all f64 if `anyWidth`.
struct RealBody {
  using Emitter = Value (*)(ImplicitLocOpBuilder &b, ValueRange operands);
  Emitter emit;
  bool anyWidth;
  /// Whether a last operand that is a constant of one element is a constant of
  /// the body, too: some numbers have shorter ways.
  bool numberLast = false;
};

/// The body of GE type `type` in every mode without one of its own
/// (ModeBodies.h); null where the type is no real function of its operands
/// alone.
const RealBody *realBody(StringRef type);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALBODIES_H
