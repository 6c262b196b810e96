//===- RealMath.cpp - Exponential and logarithm in f32 --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// -ln 2 as the sum of two floats. The high part has 21 bits, so that its
/// products with n lose none.
constexpr float kMinusLn2High = -0x1.62e43p-1f, kMinusLn2Low = 0x1.05c61p-29f;

Reduced to_linalg::reduceByLn2(Real f, Value x) {
  // Adding 1.5 * 2^23 leaves the nearest integer in the low bits; NaN passes
  // through r, and no conversion to integer sees it.
  constexpr float kShift = 0x1.8p23f;
  Value shifted = f.fma(x, 0x1.715476p0f, kShift); // 1 / ln 2
  Value whole = f.sub(shifted, kShift);
  Value high = f.fma(whole, kMinusLn2High, x);
  Value n =
      arith::SubIOp::create(f.b, f.bits(shifted), constantI32(f.b, 0x4b400000));
  return {n, whole, high};
}

Value to_linalg::reducedRest(Real f, const Reduced &reduced) {
  return f.fma(reduced.whole, kMinusLn2Low, reduced.high);
}

/// e^r - 1 = r + r^2 P(r). P is minimax for the error relative to e^r - 1:
/// 2^-26. The low part of r is added to the small term, where its rounding does
/// not count.
Value to_linalg::expm1OfRest(Real f, const Reduced &reduced) {
  Value low = f.mul(reduced.whole, kMinusLn2Low);
  Value r = f.add(reduced.high, low);
  Value p = f.polynomial(r, {0x1.fffffep-2f, 0x1.5554aap-3f, 0x1.55579ep-5f,
                             0x1.122c7ap-7f, 0x1.6ab0acp-10f});
  return f.add(reduced.high, f.fma(f.mul(r, r), p, low));
}

std::pair<Value, Value> to_linalg::halves(Real f, Value n) {
  Value half = arith::ShRSIOp::create(f.b, n, constantI32(f.b, 1));
  return {half, arith::SubIOp::create(f.b, n, half)};
}

Value to_linalg::exponential(Real f, Value x, Value factor) {
  // Outside these bounds the result is 0 or infinity, also with a factor of -x.
  Reduced reduced = reduceByLn2(f, f.atLeast(f.atMost(x, 89.0f), -112.0f));
  Value p = f.add(expm1OfRest(f, reduced), 1.0f);
  if (factor)
    p = f.mul(p, factor);
  // 2^n in two steps: n runs from -162 to 128. Only the second one rounds.
  auto [half, rest] = halves(f, reduced.n);
  return f.mul(f.mul(p, f.powerOfTwo(half)), f.powerOfTwo(rest));
}

Value to_linalg::exponentialMinusOne(Real f, Value x) {
  // Below -17 the result rounds to -1.
  Value bounded = f.atLeast(f.atMost(x, 89.0f), -18.0f);
  Reduced reduced = reduceByLn2(f, bounded);
  // 2^(n - 1), and twice the result: 2^128 is no float.
  Value less = arith::SubIOp::create(f.b, reduced.n, constantI32(f.b, 1));
  Value scale = f.powerOfTwo(less);
  Value half = f.fma(scale, expm1OfRest(f, reduced), f.sub(scale, 0.5f));
  // Half of a subnormal number, and the sign of 0, would be lost.
  return f.select(f.isLess(f.abs(x), 0x1p-26f), x, f.add(half, half));
}

Value to_linalg::logarithm(Real f, Value high, Value low, Value extra) {
  ImplicitLocOpBuilder &b = f.b;
  // Subnormal numbers are scaled into the range of normal ones.
  Value isSmall = f.isLess(high, 0x1p-126f);
  Value x = f.select(isSmall, f.mul(high, 0x1p24f), high);
  // x = 2^e m with m from sqrt(1/2) to sqrt(2).
  Value bits = f.bits(x);
  Value offset = arith::SubIOp::create(b, bits, constantI32(b, 0x3f3504f3));
  Value e = arith::ShRSIOp::create(b, offset, constantI32(b, 23));
  Value m = f.fromBits(arith::SubIOp::create(
      b, bits, arith::ShLIOp::create(b, e, constantI32(b, 23))));
  Value zero = constantI32(b, 0);
  e = arith::SubIOp::create(
      b, e, arith::SelectOp::create(b, isSmall, constantI32(b, 24), zero));
  if (extra)
    e = arith::AddIOp::create(b, e, extra);
  Value whole = arith::SIToFPOp::create(b, b.getF32Type(), e);
  // log m = t - t^2 / 2 + t^3 P(t) with t = m - 1, which is exact. P is minimax
  // for the error relative to log m: 2^-30.
  Value t = f.sub(m, 1.0f);
  Value square = f.mul(t, t);
  Value p = f.polynomial(t, {0x1.555548p-2f, -0x1.000006p-2f, 0x1.99a476p-3f,
                             -0x1.555c46p-3f, 0x1.233ba8p-3f, -0x1.fc2886p-4f,
                             0x1.e6bf3ap-4f, -0x1.de02bep-4f, 0x1.14761p-4f});
  // Small terms first; the high part of e ln 2 is exact.
  Value small = f.fma(square, f.constant(-0.5f), f.mul(f.mul(t, square), p));
  if (low)
    small = f.add(small, f.div(low, high));
  small = f.fma(whole, -kMinusLn2Low, small);
  Value result = f.add(f.fma(whole, -kMinusLn2High, t), small);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  result = f.select(f.isLess(x, kInfinity), result, x);
  result = f.select(f.isEqual(x, 0.0f), -kInfinity, result);
  return f.select(f.isLess(x, 0.0f), std::numeric_limits<float>::quiet_NaN(),
                  result);
}

Value to_linalg::logarithmOfOnePlus(Real f, Value x) {
  // 1 + x and what it lost: exact, whichever is larger.
  Value sum = f.add(x, 1.0f);
  Value isLarge = f.isMore(f.abs(x), 1.0f);
  Value low =
      f.select(isLarge, f.sub(1.0f, f.sub(sum, x)), f.sub(x, f.sub(sum, 1.0f)));
  // Infinity minus itself.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  low = f.select(f.isEqual(x, kInfinity), 0.0f, low);
  Value result = logarithm(f, sum, low);
  // Where 1 + x is 1 the result is x, also -0 and subnormal numbers.
  result = f.select(f.isLess(f.abs(x), 0x1p-25f), x, result);
  return f.select(f.isEqual(x, -1.0f), -kInfinity, result);
}
