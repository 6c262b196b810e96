//===- Exponentials.cpp - Functions made of e^x ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealFunctions.h"
#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::emitExp(ImplicitLocOpBuilder &b, ValueRange x) {
  return exponential(Real{b}, x[0]);
}

Value to_linalg::emitExpm1(ImplicitLocOpBuilder &b, ValueRange x) {
  return exponentialMinusOne(Real{b}, x[0]);
}

/// tanh x = E / (E + 2) with E = e^(2|x|) - 1, which cancels nowhere: within
/// 3 ulp, also near 0 and for subnormals. (CANN's kernel has the form
/// (1 - e^(-2|x|)) / (1 + e^(-2|x|)), whose relative error near 0 is large.)
Value to_linalg::emitTanh(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  // tanh 10 rounds to 1.
  Value magnitude = f.atMost(f.abs(operands[0]), 10.0f);
  Reduced reduced = reduceByLn2(f, f.add(magnitude, magnitude));
  Value scale = f.powerOfTwo(reduced.n);
  Value e = f.fma(scale, expm1OfRest(f, reduced), f.sub(scale, 1.0f));
  return f.copySign(f.div(e, f.add(e, 2.0f)), operands[0]);
}

/// CANN's high_performance form: the [7/6] Padé approximant clamped to [-1, 1].
Value to_linalg::emitRationalTanh(ImplicitLocOpBuilder &b,
                                  ValueRange operands) {
  Real f{b};
  // The quotient is past 1 from 4.98 on; the bound keeps its parts finite.
  Value x = f.atLeast(f.atMost(operands[0], 9.0f), -9.0f);
  Value square = f.mul(x, x);
  Value numerator =
      f.mul(x, f.polynomial(square, {135135.0f, 17325.0f, 378.0f, 1.0f}));
  Value denominator =
      f.polynomial(square, {135135.0f, 62370.0f, 3150.0f, 28.0f});
  return f.atLeast(f.atMost(f.div(numerator, denominator), 1.0f), -1.0f);
}

/// 2^(n - 2) and e^r - 1 of |x| = n ln 2 + r. Results of sinh and cosh are
/// twice what is computed with them: 2^128 is no float.
static std::pair<Value, Value> quarterExponential(Real f, Value x) {
  // Past this bound the results are infinite.
  Reduced reduced = reduceByLn2(f, f.atMost(f.abs(x), 89.6f));
  Value less = arith::SubIOp::create(f.b, reduced.n, constantI32(f.b, 2));
  return {f.powerOfTwo(less), expm1OfRest(f, reduced)};
}

/// sinh x = (E + E / (E + 1)) / 2 with E = e^|x| - 1, here q = E / 4.
Value to_linalg::emitSinh(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [scale, p] = quarterExponential(f, x[0]);
  Value q = f.fma(scale, p, f.sub(scale, 0.25f));
  Value half = f.add(q, f.div(q, f.fma(q, 4.0f, 1.0f)));
  Value result = f.copySign(f.add(half, half), x[0]);
  // A quarter of a subnormal number would lose bits.
  return f.select(f.isLess(f.abs(x[0]), 0x1p-13f), x[0], result);
}

Value to_linalg::emitCosh(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [scale, p] = quarterExponential(f, x[0]);
  Value q = f.fma(scale, p, scale);
  Value half = f.add(q, f.div(0.0625f, q));
  return f.add(half, half);
}

/// 1 / (1 + e^-x), for negative x as e^x / (1 + e^x): the tail keeps its
/// relative accuracy.
Value to_linalg::emitSigmoid(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value e = exponential(f, f.neg(f.abs(x[0])));
  Value numerator = f.select(f.isLess(x[0], 0.0f), e, 1.0f);
  return f.div(numerator, f.add(e, 1.0f));
}

/// e^-|z| with x, and for negative x the product x e^z, which is more than its
/// factors where e^z is subnormal; -infinity counts as a number whose product
/// is 0. z has the sign of x and is not nearer to 0.
static std::pair<Value, Value> gateParts(Real f, Value x, Value z) {
  Value negative = f.neg(f.abs(z));
  Value product = exponential(f, negative, f.atLeast(x, -120.0f));
  return {exponential(f, negative), f.select(f.isLess(x, 0.0f), product, x)};
}

/// x / (1 + e^-z) with z = 2 √(2/π) (x + 0.044715 x³).
Value to_linalg::emitGelu(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  constexpr float kLinear = 0x1.988454p0f, kCubic = 0.044715f * kLinear;
  Value z = f.mul(x[0], f.fma(f.mul(x[0], x[0]), kCubic, kLinear));
  auto [e, product] = gateParts(f, x[0], z);
  return f.div(product, f.add(e, 1.0f));
}

/// x / (1 + e^(-1.702 x)).
Value to_linalg::emitFastGelu(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [e, product] = gateParts(f, x[0], f.mul(x[0], 1.702f));
  return f.div(product, f.add(e, 1.0f));
}

/// x / (1 + e^-x).
Value to_linalg::emitSwish(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [e, product] = gateParts(f, x[0], x[0]);
  return f.div(product, f.add(e, 1.0f));
}

/// x tanh(log(1 + e^x)) = x n / (n + 2) with n = e^x (e^x + 2), and for
/// positive x numerator and denominator divided by e^2x.
Value to_linalg::emitMish(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [e, product] = gateParts(f, x[0], x[0]);
  Value isNegative = f.isLess(x[0], 0.0f);
  Value n = f.select(isNegative, f.add(e, 2.0f), f.fma(e, 2.0f, 1.0f));
  Value rest = f.select(isNegative, 2.0f, f.mul(f.add(e, e), e));
  Value denominator = f.fma(n, f.select(isNegative, e, 1.0f), rest);
  return f.mul(product, f.div(n, denominator));
}

/// x + x P(x^2) up to 0.93, then 1 - e^-Q(|x|) with Q = -log(1 - erf). Both are
/// minimax for the error relative to erf: 2^-30 and 2^-34.
Value to_linalg::emitErf(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value square = f.mul(x[0], x[0]);
  Value p = f.polynomial(
      square, {0x1.06eba8p-3f, -0x1.812740p-2f, 0x1.ce2d64p-4f, -0x1.b80124p-6f,
               0x1.544b08p-8f, -0x1.a61810p-11f, 0x1.4fa924p-14f});
  // erf 4 rounds to 1.
  Value magnitude = f.abs(x[0]), bounded = f.atMost(magnitude, 4.0f);
  Value q =
      f.polynomial(bounded, {-0x1.6e57p-13f, 0x1.2127e4p0f, 0x1.44460cp-1f,
                             0x1.bb83dap-4f, -0x1.9b8e32p-6f, 0x1.1159ecp-8f,
                             -0x1.c78c56p-12f, 0x1.61e0a2p-16f});
  Value tail = f.sub(1.0f, exponential(f, f.neg(q)));
  return f.select(f.isLess(magnitude, 0.93f), f.fma(x[0], p, x[0]),
                  f.copySign(tail, x[0]));
}

/// x Φ(x) as x - q, or -q for negative x, with q = |x| erfc(|x| / √2) / 2. The
/// tail keeps its relative accuracy: erfc a = e^(-a²) P((a - 4) / (a + 4)) /
/// (1 + 2a), minimax for the relative error, 2^-25, and a² is taken to twice
/// the precision.
Value to_linalg::emitErfGelu(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  Value x = operands[0];
  // At 15 q is 0.
  Value magnitude = f.atMost(f.abs(x), 15.0f);
  Value a = f.mul(magnitude, 0x1.6a09e6p-1f);
  Value p = f.polynomial(f.div(f.sub(a, 4.0f), f.add(a, 4.0f)),
                         {0x1.3ba592p0f, -0x1.1df1a2p-3f, 0x1.f7dd3ap-7f,
                          0x1.16e764p-4f, -0x1.9da368p-4f, 0x1.805e5ap-4f,
                          -0x1.10e866p-4f, 0x1.29e4aap-5f, -0x1.062714p-6f,
                          0x1.c75fe6p-8f, 0x1.c5cac0p-11f});
  Value factor = f.div(f.mul(f.mul(magnitude, 0.5f), p), f.fma(a, 2.0f, 1.0f));
  Value square = f.mul(magnitude, magnitude);
  Value rest = f.fma(magnitude, magnitude, f.neg(square));
  factor = f.fma(f.mul(rest, -0.5f), factor, factor);
  Value q = exponential(f, f.mul(square, -0.5f), factor);
  return f.select(f.isLess(x, 0.0f), f.neg(q), f.sub(x, q));
}
