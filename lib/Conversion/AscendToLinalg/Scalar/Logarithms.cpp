//===- Logarithms.cpp - Functions made of logarithms ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealFunctions.h"
#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::emitLog(ImplicitLocOpBuilder &b, ValueRange x) {
  return logarithm(Real{b}, x[0]);
}

Value to_linalg::emitLog1p(ImplicitLocOpBuilder &b, ValueRange x) {
  return logarithmOfOnePlus(Real{b}, x[0]);
}

/// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|).
Value to_linalg::emitSoftplus(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value rest = logarithmOfOnePlus(f, exponential(f, f.neg(f.abs(x[0]))));
  return f.add(f.atLeast(x[0], 0.0f), rest);
}

/// Where `isLarge`, log(2x), else log(1 + small).
static Value logarithmOfSum(Real f, Value isLarge, Value x, Value small) {
  // One logarithm for both: its operand as a sum, and the 2 as an exponent.
  Value sum = f.add(small, 1.0f);
  Value isMore = f.isMore(small, 1.0f);
  Value low = f.select(isMore, f.sub(1.0f, f.sub(sum, small)),
                       f.sub(small, f.sub(sum, 1.0f)));
  Value extra = arith::SelectOp::create(f.b, isLarge, constantI32(f.b, 1),
                                        constantI32(f.b, 0));
  return logarithm(f, f.select(isLarge, x, sum), f.select(isLarge, 0.0f, low),
                   extra);
}

/// Past this x, x^2 + 1 rounds to x^2.
constexpr float kLarge = 0x1p13f;

/// asinh |x| = log(1 + |x| + x^2 / (1 + sqrt(x^2 + 1))).
Value to_linalg::emitAsinh(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value magnitude = f.abs(x[0]);
  // The bound keeps the square finite, where log(2x) stands.
  Value bounded = f.atMost(magnitude, kLarge);
  Value square = f.mul(bounded, bounded);
  Value root = f.sqrt(f.add(square, 1.0f));
  Value small = f.add(bounded, f.div(square, f.add(root, 1.0f)));
  Value result =
      logarithmOfSum(f, f.isMore(magnitude, kLarge), magnitude, small);
  result = f.select(f.isLess(magnitude, 0x1p-13f), magnitude, result);
  return f.copySign(result, x[0]);
}

/// acosh x = log(1 + t + sqrt(2t + t^2)) with t = x - 1, which is exact
/// below 2.
Value to_linalg::emitAcosh(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value t = f.sub(f.atMost(x[0], kLarge), 1.0f);
  // The root of a negative number is NaN, as it has to be.
  Value small = f.add(t, f.sqrt(f.fma(t, t, f.add(t, t))));
  Value result = logarithmOfSum(f, f.isMore(x[0], kLarge), x[0], small);
  return f.select(f.isLess(x[0], 1.0f), std::numeric_limits<float>::quiet_NaN(),
                  result);
}

/// atanh |x| = log(1 + 2|x| / (1 - |x|)) / 2.
Value to_linalg::emitAtanh(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value magnitude = f.abs(x[0]);
  Value quotient = f.div(f.add(magnitude, magnitude), f.sub(1.0f, magnitude));
  Value result = f.mul(logarithmOfOnePlus(f, quotient), 0.5f);
  result = f.select(f.isLess(magnitude, 0x1p-13f), magnitude, result);
  return f.copySign(result, x[0]);
}
