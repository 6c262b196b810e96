//===- Softmax.h - Softmax and its logarithm --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_SOFTMAX_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_SOFTMAX_H

#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "Scalar/VectorUnit.h"

namespace mlir::ascend::to_linalg {

/// How the elements of a softmax are computed. As it is made, in f32 (or f64)
/// by the formulas of the project.
struct SoftmaxNumerics {
  bool onUnit = false;       ///< e^x by the vector unit.
  Type inside;               ///< f16: so is the power.
  bool byReciprocal = false; ///< Times the estimate of the sum's reciprocal.
  bool halfMaximum = false;  ///< The maximum goes through a saturating f16.

  /// What CANN's kernels do in `mode`, for x of GE element type `x`.
  static SoftmaxNumerics get(Type x, bool isLog, bool isLastAxis, ImplMode mode,
                             Chips chip);

  Value shifted(ImplicitLocOpBuilder &b, Value x, Value maximum) const;
  Value power(ImplicitLocOpBuilder &b, Value x) const;
  Value quotient(ImplicitLocOpBuilder &b, Value power, Value sum) const;
};

/// The softmax of x (GE element type `from`) over `axes` (from 0 on), or its
/// logarithm, rounded once to GE type `to`.
Value emitSoftmax(ImplicitLocOpBuilder &b, Value x, Type from,
                  ArrayRef<int64_t> axes, bool isLog,
                  const SoftmaxNumerics &numerics, Type to);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_SOFTMAX_H
