//===- RealMath.h - Formulas in f32 -----------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

// Everything here is f32 with one rounding per operation, and has an
// instruction on vectors. Coefficients are minimax for the error that the
// comment names, with each rounded to f32 in turn. In formulas of the vector
// unit (VectorUnit.h) every operation also rounds to f16.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALMATH_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALMATH_H

#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

namespace mlir::ascend::to_linalg {

/// f32 expressions, short enough to be read as formulas.
struct Real {
  ImplicitLocOpBuilder &b;
  /// Null, or f16: a formula of which every constant and every result of an
  /// operation is an f16. Of two f16 the sum, the difference, the product, the
  /// quotient and the root in f32, rounded, are those of f16 arithmetic: f32
  /// has more than twice its bits.
  Type inside = {};

  /// The f32 value as it is inside.
  Value rounded(Value x) {
    if (!inside)
      return x;
    Value narrow = arith::TruncFOp::create(b, inside, x);
    return arith::ExtFOp::create(b, x.getType(), narrow);
  }

  Value constant(float value) {
    if (!inside)
      return constantF32(b, value);
    APFloat number(value);
    bool losesInfo;
    number.convert(cast<FloatType>(inside).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &losesInfo);
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return constantF32(b, number.convertToFloat());
  }
  Value add(Value x, Value y) {
    return rounded(arith::AddFOp::create(b, x, y));
  }
  Value sub(Value x, Value y) {
    return rounded(arith::SubFOp::create(b, x, y));
  }
  Value mul(Value x, Value y) {
    return rounded(arith::MulFOp::create(b, x, y));
  }
  Value div(Value x, Value y) {
    return rounded(arith::DivFOp::create(b, x, y));
  }
  Value add(Value x, float y) { return add(x, constant(y)); }
  Value sub(Value x, float y) { return sub(x, constant(y)); }
  Value sub(float x, Value y) { return sub(constant(x), y); }
  Value mul(Value x, float y) { return mul(x, constant(y)); }
  Value div(float x, Value y) { return div(constant(x), y); }
  /// Inside f16, where no unit has it, a product and a sum.
  Value fma(Value x, Value y, Value z) {
    return inside ? add(mul(x, y), z)
                  : math::FmaOp::create(b, x, y, z).getResult();
  }
  Value fma(Value x, float y, Value z) { return fma(x, constant(y), z); }
  Value fma(Value x, float y, float z) { return fma(x, y, constant(z)); }
  Value neg(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sqrt(Value x) { return rounded(math::SqrtOp::create(b, x)); }
  Value copySign(Value magnitude, Value sign) {
    return math::CopySignOp::create(b, magnitude, sign);
  }

  using Predicate = arith::CmpFPredicate;
  /// Ordered unless the predicate says otherwise: false for NaN.
  Value compare(Predicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value compare(Predicate predicate, Value x, float y) {
    return compare(predicate, x, constant(y));
  }
  Value isLess(Value x, float y) { return compare(Predicate::OLT, x, y); }
  Value isMore(Value x, float y) { return compare(Predicate::OGT, x, y); }
  Value isEqual(Value x, float y) { return compare(Predicate::OEQ, x, y); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Value select(Value condition, float x, Value y) {
    return select(condition, constant(x), y);
  }
  Value select(Value condition, Value x, float y) {
    return select(condition, x, constant(y));
  }
  Value select(Value condition, float x, float y) {
    return select(condition, constant(x), constant(y));
  }

  /// The lesser (greater) of x and a constant; NaN where x is NaN. Select of
  /// a compare is one machine instruction, which minimumf is not.
  Value atMost(Value x, float bound) {
    return select(isMore(x, bound), bound, x);
  }
  Value atLeast(Value x, float bound) {
    return select(isLess(x, bound), bound, x);
  }

  /// c[0] + c[1] x + c[2] x^2 + … by Horner's rule.
  Value polynomial(Value x, ArrayRef<float> c) {
    Value sum = constant(c.back());
    for (float coefficient : llvm::reverse(c.drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  Value bits(Value x) { return arith::BitcastOp::create(b, b.getI32Type(), x); }
  Value fromBits(Value x) {
    return arith::BitcastOp::create(b, b.getF32Type(), x);
  }

  /// 2^n for an i32 n in [-126, 127]; 0 for -127.
  Value powerOfTwo(Value n) {
    Value biased = arith::AddIOp::create(b, n, constantI32(b, 127));
    return fromBits(arith::ShLIOp::create(b, biased, constantI32(b, 23)));
  }
};

/// x = n ln 2 + r with |r| <= ln 2 / 2, for |x| < 2^21.
struct Reduced {
  Value n;     // i32
  Value whole; // n as f32
  Value high;  // x - n times the high part of ln 2: exact
};
Reduced reduceByLn2(Real f, Value x);

/// r as one f32, and e^r - 1 within 2^-26 of itself.
Value reducedRest(Real f, const Reduced &reduced);
Value expm1OfRest(Real f, const Reduced &reduced);

/// n as the sum of two i32, so that both are exponents of normal numbers where
/// n runs past their range.
std::pair<Value, Value> halves(Real f, Value n);

/// e^x and e^x - 1 within 1 ulp, for any x. A factor keeps its accuracy where
/// e^x alone would be subnormal; where x is below -112 it must be above x - 8.
Value exponential(Real f, Value x, Value factor = {});
Value exponentialMinusOne(Real f, Value x);

/// log(high + low) + extra ln 2, where |low| is at most the last place of high:
/// within 2 ulp where no cancellation with `extra` (i32, or null for 0) takes
/// place. -infinity for 0, NaN for negative numbers.
Value logarithm(Real f, Value high, Value low = {}, Value extra = {});

/// log(1 + x) within 2 ulp.
Value logarithmOfOnePlus(Real f, Value x);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_REALMATH_H
