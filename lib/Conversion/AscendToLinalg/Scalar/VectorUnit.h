//===- VectorUnit.h - Instructions of the vector unit -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the kernels of high_performance are made of, in f32 or, where the
// formula is inside f16, in f16. The documents of CANN bound the errors of the
// instructions: 1 ulp for vexp, vsqrt and vdiv, which flush subnormal results;
// vrec and vrsqrt are worse than two in a thousand in f16 and than one in ten
// thousand in f32. How the unit computes is not public: each model is an
// assumption that keeps to these bounds.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_VECTORUNIT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_VECTORUNIT_H

#include "RealMath.h"

namespace mlir::ascend::to_linalg {

/// The families of chips whose kernels differ, as a set.
enum Chips : unsigned {
  kAscend310 = 1,
  kAscend310B = 2,
  kAscend310P = 4,
  kAscend910 = 8,
  kAscend910B = 16,
  kAscend950 = 32,
  kAnyChip = ~0u,
  /// Infinities and NaN do not saturate.
  kInfNanChips = kAscend910B | kAscend950,
  kHF32Chips = kAscend310B | kAscend910B | kAscend950,
};

/// The chip that the module of `op` was configured for (`soc_version` in
/// `ascend.options`); Ascend910B where it was not.
Chips chipOf(Operation *op);

/// e^x: a short polynomial. f32: 3 ulp, below 2^-126 0. f16: 1 ulp, below
/// 2^-14 0.
Value unitExp(Real f, Value x);

/// log x, correctly rounded but for a thousandth in f16; 2 ulp in f32.
Value unitLog(Real f, Value x);

/// 1 / x from a table of 2^8 entries in f16, 2^11 in f32: the relative error is
/// 2^-9 or 2^-12, beside the rounding. Of numbers of an f32 exponent below -126
/// it is infinite.
Value unitReciprocal(Real f, Value x);

/// x / y. f16: the table's reciprocal and one Newton step, 1 ulp; f32: exact.
Value unitDivide(Real f, Value x, Value y);

/// The square root in f32 by a table of 2^11 reciprocal roots and one Newton
/// step; that of a subnormal number is 0.
Value unitSqrt(Real f, Value x);

/// x^(-1/2) as e^(-log(x) / 2).
Value unitRsqrtByLog(Real f, Value x);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_VECTORUNIT_H
