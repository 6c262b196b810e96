//===- ModeBodies.h - Bodies of elementwise ops by mode ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Bounds of the errors: share/ascend/accuracy.json.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_MODEBODIES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_MODEBODIES_H

#include "ElementwiseBodies.h"
#include "VectorUnit.h"

namespace mlir::ascend::to_linalg {

/// What an implementation mode makes of an op of f16, bf16 and f32.
struct ModeBody {
  StringLiteral type;
  ImplMode mode;
  /// The chips whose kernel this is.
  unsigned chips;
  /// Where the kernel computes in f16: for operands of f16, or nowhere.
  enum Inside { F32, Operands } inside;
  /// The result in f32.
  Value (*emit)(Real f, Elements &in);

  /// What the formula is inside for operands of GE type `element`.
  Type insideFor(Type element) const {
    return inside == Operands && element.isF16() ? element : Type();
  }
};

/// The body of GE type `type` in `mode`; null where the mode has none of its
/// own: then the op's only one counts.
const ModeBody *modeBody(StringRef type, ImplMode mode, Chips chip);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_MODEBODIES_H
