//===- Trigonometry.cpp - Circular functions and their inverses -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealFunctions.h"
#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

//===----------------------------------------------------------------------===//
// Multiples of pi / 2
//===----------------------------------------------------------------------===//

/// pi / 2 as the sum of three floats.
constexpr float kHalfPi = 0x1.921fb6p0f, kHalfPi2 = -0x1.777a5cp-25f,
                kHalfPi3 = -0x1.ee59dap-50f;

namespace {
/// |x| = quadrant pi / 2 + rest, |rest| <= pi / 4; the quadrant modulo 4.
struct Angle {
  Value quadrant; // i32
  Value rest;     // f32
};
} // namespace

static Value constantI64(ImplicitLocOpBuilder &b, uint64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

/// For |x| < 2^16. The quotient k is exact, and the first difference too: it is
/// a multiple of 2^-24 below 1.
static Angle reduceSmallAngle(Real f, Value x) {
  constexpr float kShift = 0x1.8p23f;
  Value shifted = f.fma(x, 0x1.45f306p-1f, kShift); // 2 / pi
  Value k = f.sub(shifted, kShift);
  Value rest = f.fma(k, -kHalfPi, x);
  rest = f.fma(k, -kHalfPi2, rest);
  rest = f.fma(k, -kHalfPi3, rest);
  return {f.bits(shifted), rest};
}

/// For x from 2^14, by the product with the 96 bits of 2 / pi that make its
/// fraction (Payne and Hanek): x 2 / pi modulo 4 with 62 bits after the point.
static Angle reduceLargeAngle(Real f, Value x) {
  ImplicitLocOpBuilder &b = f.b;
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto wide = [&](Value v) { return arith::ExtUIOp::create(b, i64, v); };
  auto shift = [&](Value v, Value count) {
    return arith::ShLIOp::create(b, v, count);
  };
  // x = mantissa 2^(exponent - 30); the mantissa has its leading bit at 31.
  Value bits = f.bits(x);
  Value mantissa = arith::OrIOp::create(b, shift(bits, constantI32(b, 8)),
                                        constantI32(b, INT32_MIN));
  Value exponent = arith::SubIOp::create(
      b, arith::ShRUIOp::create(b, bits, constantI32(b, 23)),
      constantI32(b, 128));
  Value first = arith::ShRUIOp::create(b, exponent, constantI32(b, 5));
  Value offset = wide(arith::AndIOp::create(b, exponent, constantI32(b, 31)));

  // 2 / pi in words, after the one that is 0; `first` is at most 3.
  static constexpr uint32_t words[] = {0,          0xa2f9836e, 0x4e441529,
                                       0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                       0x3c439041};
  Value isFirst[3];
  for (int i = 0; i < 3; ++i)
    isFirst[i] = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, first,
                                       constantI32(b, i));
  Value window[4];
  for (int i = 0; i < 4; ++i) {
    window[i] = constantI64(b, words[3 + i]);
    for (int k : {2, 1, 0})
      window[i] = arith::SelectOp::create(
          b, isFirst[k], constantI64(b, words[k + i]), window[i]);
  }
  // The same, moved by the rest of the exponent.
  Value thirtyTwo = constantI64(b, 32), low32 = constantI64(b, UINT32_MAX);
  Value part[3];
  for (int i = 0; i < 3; ++i) {
    Value pair =
        arith::OrIOp::create(b, shift(window[i], thirtyTwo), window[i + 1]);
    part[i] = arith::ShRUIOp::create(b, shift(pair, offset), thirtyTwo);
  }
  Value m = wide(mantissa);
  auto times = [&](Value v) { return arith::MulIOp::create(b, m, v); };
  Value product = arith::AddIOp::create(
      b, shift(times(part[0]), thirtyTwo),
      arith::AddIOp::create(
          b, times(part[1]),
          arith::ShRUIOp::create(b, times(part[2]), thirtyTwo)));
  // The nearest quadrant, and a fraction of either sign.
  Value rounded =
      arith::AddIOp::create(b, product, constantI64(b, uint64_t(1) << 61));
  Value quadrant = arith::ShRUIOp::create(b, rounded, constantI64(b, 62));
  Value fraction =
      arith::SubIOp::create(b, product, shift(quadrant, constantI64(b, 62)));
  Value high = arith::SIToFPOp::create(
      b, b.getF32Type(),
      arith::TruncIOp::create(b, i32,
                              arith::ShRSIOp::create(b, fraction, thirtyTwo)));
  Value low = arith::UIToFPOp::create(
      b, b.getF32Type(),
      arith::TruncIOp::create(b, i32,
                              arith::AndIOp::create(b, fraction, low32)));
  // Times pi / 2, 2^30 being 1.
  constexpr float kUnit = kHalfPi * 0x1p-30f, kUnit2 = kHalfPi2 * 0x1p-30f;
  Value rest =
      f.fma(high, f.constant(kUnit),
            f.fma(high, f.constant(kUnit2), f.mul(low, kUnit * 0x1p-32f)));
  return {arith::TruncIOp::create(b, i32, quadrant), rest};
}

static Angle reduceAngle(Real f, Value x) {
  Value magnitude = f.abs(x);
  Angle small = reduceSmallAngle(f, magnitude);
  Angle large = reduceLargeAngle(f, magnitude);
  Value isSmall = f.isLess(magnitude, 0x1p15f);
  Value rest = f.select(isSmall, small.rest, large.rest);
  // NaN for infinity and NaN.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  rest = f.select(f.isLess(magnitude, kInfinity), rest,
                  std::numeric_limits<float>::quiet_NaN());
  return {f.select(isSmall, small.quadrant, large.quadrant), rest};
}

/// sin r = r + r^3 P(r^2), within 2^-32 of itself.
static Value sineOfRest(Real f, Value r, Value square) {
  Value p = f.polynomial(square, {-0x1.555556p-3f, 0x1.111174p-7f,
                                  -0x1.a05960p-13f, 0x1.7c33b0p-19f});
  return f.fma(f.mul(r, square), p, r);
}

/// cos r = 1 - r^2 / 2 + r^4 P(r^2), within 2^-33 of itself.
static Value cosineOfRest(Real f, Value square) {
  Value p =
      f.polynomial(square, {0x1.55554ap-5f, -0x1.6c0c2ap-10f, 0x1.99e904p-16f});
  return f.fma(square, f.fma(square, p, f.constant(-0.5f)), f.constant(1.0f));
}

static Value bitOf(Real f, Value integer, int bit) {
  Value masked = arith::AndIOp::create(f.b, integer, constantI32(f.b, bit));
  return arith::CmpIOp::create(f.b, arith::CmpIPredicate::ne, masked,
                               constantI32(f.b, 0));
}

/// sin of the angle, or cos, a quadrant ahead.
static Value sineOfAngle(Real f, Angle angle, int ahead) {
  Value square = f.mul(angle.rest, angle.rest);
  Value quadrant =
      arith::AddIOp::create(f.b, angle.quadrant, constantI32(f.b, ahead));
  Value result = f.select(bitOf(f, quadrant, 1), cosineOfRest(f, square),
                          sineOfRest(f, angle.rest, square));
  return f.select(bitOf(f, quadrant, 2), f.neg(result), result);
}

/// `value` with its sign changed where x is negative.
static Value odd(Real f, Value value, Value x) {
  Value sign =
      arith::AndIOp::create(f.b, f.bits(x), constantI32(f.b, INT32_MIN));
  return f.fromBits(arith::XOrIOp::create(f.b, f.bits(value), sign));
}

Value to_linalg::emitSin(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  return odd(f, sineOfAngle(f, reduceAngle(f, x[0]), 0), x[0]);
}

Value to_linalg::emitCos(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  return sineOfAngle(f, reduceAngle(f, x[0]), 1);
}

Value to_linalg::emitTan(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Angle angle = reduceAngle(f, x[0]);
  Value square = f.mul(angle.rest, angle.rest);
  Value sine = sineOfRest(f, angle.rest, square);
  Value cosine = cosineOfRest(f, square);
  Value isOdd = bitOf(f, angle.quadrant, 1);
  Value result = f.div(f.select(isOdd, f.neg(cosine), sine),
                       f.select(isOdd, sine, cosine));
  return odd(f, result, x[0]);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

/// asin x = x + x^3 P(x^2) for |x| <= 1/2, within 2^-31 of itself.
static Value arcSine(Real f, Value x, Value square) {
  Value p =
      f.polynomial(square, {0x1.55554cp-3f, 0x1.3338aap-4f, 0x1.6ca7fap-5f,
                            0x1.04cab4p-5f, 0x1.d5c552p-7f, 0x1.34805cp-5f});
  return f.fma(f.mul(x, square), p, x);
}

namespace {
/// What asin and acos have in common: past 1/2,
/// acos |x| = 2 asin sqrt((1 - |x|) / 2). Past 1 the root is NaN.
struct ArcSine {
  Value isLarge, value;
};
} // namespace

static ArcSine arcSineOfHalf(Real f, Value x) {
  Value magnitude = f.abs(x);
  Value isLarge = f.isMore(magnitude, 0.5f);
  Value half = f.fma(magnitude, -0.5f, 0.5f);
  Value square = f.select(isLarge, half, f.mul(x, x));
  Value operand = f.select(isLarge, f.sqrt(half), magnitude);
  return {isLarge, arcSine(f, operand, square)};
}

Value to_linalg::emitAsin(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [isLarge, value] = arcSineOfHalf(f, x[0]);
  Value rest = f.fma(value, -2.0f, kHalfPi2);
  Value result = f.select(isLarge, f.add(rest, kHalfPi), value);
  return f.copySign(result, x[0]);
}

Value to_linalg::emitAcos(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  auto [isLarge, value] = arcSineOfHalf(f, x[0]);
  Value isNegative = f.isLess(x[0], 0.0f);
  Value twice = f.add(value, value);
  Value rest = f.sub(2 * kHalfPi2, twice);
  Value large = f.select(isNegative, f.add(rest, 2 * kHalfPi), twice);
  Value small = f.sub(kHalfPi2, f.copySign(value, x[0]));
  return f.select(isLarge, large, f.add(small, kHalfPi));
}

/// z + z^3 P(z^2) for z from 0 to 1, within 2^-28 of itself; pi / 2 minus that
/// of 1 / |x| past 1.
Value to_linalg::emitAtan(ImplicitLocOpBuilder &b, ValueRange x) {
  Real f{b};
  Value magnitude = f.abs(x[0]);
  Value isLarge = f.isMore(magnitude, 1.0f);
  Value z = f.select(isLarge, f.div(1.0f, magnitude), magnitude);
  Value square = f.mul(z, z);
  Value p =
      f.polynomial(square, {-0x1.55553ep-2f, 0x1.9991e6p-3f, -0x1.2420b6p-3f,
                            0x1.c08f64p-4f, -0x1.58155ep-4f, 0x1.da5ed4p-5f,
                            -0x1.fdfc1cp-6f, 0x1.64c1cep-7f, -0x1.d4984ap-10f});
  Value small = f.fma(f.mul(z, square), p, z);
  Value large = f.add(f.sub(kHalfPi2, small), kHalfPi);
  return f.copySign(f.select(isLarge, large, small), x[0]);
}
