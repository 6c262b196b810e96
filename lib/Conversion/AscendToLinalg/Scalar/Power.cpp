//===- Power.cpp - x to the power y ---------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealFunctions.h"
#include "RealMath.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {
/// f64 expressions: y log2 x needs eight bits more than f32 has.
struct Wide {
  ImplicitLocOpBuilder &b;
  Value constant(double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }
  Value integer(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value polynomial(Value x, ArrayRef<double> c) {
    Value sum = constant(c.back());
    for (double coefficient : llvm::reverse(c.drop_back()))
      sum = math::FmaOp::create(b, sum, x, constant(coefficient));
    return sum;
  }
  Value bits(Value x) { return arith::BitcastOp::create(b, b.getI64Type(), x); }
  Value fromBits(Value x) {
    return arith::BitcastOp::create(b, b.getF64Type(), x);
  }
  Value isEqual(Value x, double y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, constant(y));
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
};
} // namespace

/// log2 x for x >= 0 that was f32, so normal or 0: within 2^-44.
static Value log2(Wide w, Value x) {
  ImplicitLocOpBuilder &b = w.b;
  // x = 2^e m with m from sqrt(1/2) to sqrt(2).
  Value bits = w.bits(x);
  Value offset = arith::SubIOp::create(b, bits, w.integer(0x3fe6a09e667f3bcd));
  Value e = arith::ShRSIOp::create(b, offset, w.integer(52));
  Value m = w.fromBits(arith::SubIOp::create(
      b, bits, arith::ShLIOp::create(b, e, w.integer(52))));
  Value whole = arith::SIToFPOp::create(
      b, b.getF64Type(), arith::TruncIOp::create(b, b.getI32Type(), e));
  // log2 m = s P(s^2) with s = (m - 1) / (m + 1).
  Value one = w.constant(1);
  Value s = arith::DivFOp::create(b, arith::SubFOp::create(b, m, one),
                                  arith::AddFOp::create(b, m, one));
  Value p = w.polynomial(arith::MulFOp::create(b, s, s),
                         {0x1.71547652b8250p1, 0x1.ec709dc53cbe6p-1,
                          0x1.2776c292b49a4p-1, 0x1.a61a2f53f58bbp-2,
                          0x1.47953cdb4d7d8p-2, 0x1.21b2772919fe0p-2});
  Value result = math::FmaOp::create(b, s, p, whole);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  result = w.select(w.isEqual(x, kInfinity), x, result);
  return w.select(w.isEqual(x, 0), w.constant(-kInfinity), result);
}

/// 2^x within 2^-39 of itself where that is an f32; 0 and infinity past them.
static Value exp2(Wide w, Value x) {
  ImplicitLocOpBuilder &b = w.b;
  Value low = w.constant(-160), high = w.constant(130);
  x = w.select(arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, high),
               high, x);
  x = w.select(arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, low), low,
               x);
  // The nearest integer, in the low bits.
  Value shift = w.constant(0x1.8p52);
  Value shifted = arith::AddFOp::create(b, x, shift);
  Value rest =
      arith::SubFOp::create(b, x, arith::SubFOp::create(b, shifted, shift));
  Value p = w.polynomial(rest, {0x1.ffffffffff773p-1, 0x1.62e42fef859dcp-1,
                                0x1.ebfbdff935e0fp-3, 0x1.c6b08dd59e87ep-5,
                                0x1.3b2ab5c15a70cp-7, 0x1.5d8746c60068fp-10,
                                0x1.430ad0549d6c8p-13, 0x1.00dbcb055177bp-16,
                                0x1.61ae878fc1445p-20});
  Value exponent = arith::ShLIOp::create(
      b, arith::AddIOp::create(b, w.bits(shifted), w.integer(1023)),
      w.integer(52));
  return arith::MulFOp::create(b, p, w.fromBits(exponent));
}

/// x to a whole power that is known, by products: within 2^-49 before the
/// rounding, as doubles hold the square of a float exactly, and what leaves
/// them on the way to an eighth power leaves floats, too.
static Value wholePower(ImplicitLocOpBuilder &b, Value x, int64_t power) {
  Real f{b};
  Wide w{b};
  if (power == 0)
    return f.constant(1.0f);
  if (power == 1)
    return x;
  if (power == 2)
    return f.mul(x, x);
  Value square = arith::ExtFOp::create(b, b.getF64Type(), x), result;
  for (int64_t bits = std::abs(power); bits != 0; bits >>= 1) {
    if (bits & 1)
      result = result ? arith::MulFOp::create(b, result, square).getResult()
                      : square;
    if (bits > 1)
      square = arith::MulFOp::create(b, square, square);
  }
  if (power < 0)
    result = arith::DivFOp::create(b, w.constant(1), result);
  return arith::TruncFOp::create(b, b.getF32Type(), result);
}

/// The whole number that `y` is, where products are the shorter way.
static std::optional<int64_t> shortPower(Value y) {
  constexpr int64_t most = 8;
  FloatAttr number;
  if (!matchPattern(y, m_Constant(&number)))
    return std::nullopt;
  double power = number.getValueAsDouble();
  return std::fabs(power) <= most && power == std::floor(power)
             ? std::optional(static_cast<int64_t>(power))
             : std::nullopt;
}

/// C's pow: 2^(y log2 |x|) with the sign and the special cases of IEEE 754.
Value to_linalg::emitPow(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  Wide w{b};
  Value x = operands[0], y = operands[1];
  if (std::optional<int64_t> power = shortPower(y))
    return wholePower(b, x, *power);
  Value magnitude = f.abs(x);
  Value logarithm =
      log2(w, arith::ExtFOp::create(b, b.getF64Type(), magnitude));
  Value power =
      exp2(w, arith::MulFOp::create(
                  b, arith::ExtFOp::create(b, b.getF64Type(), y), logarithm));
  Value result = arith::TruncFOp::create(b, b.getF32Type(), power);

  using Predicate = Real::Predicate;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  auto isWhole = [&](Value v) {
    return f.compare(Predicate::OEQ, math::FloorOp::create(b, v), v);
  };
  auto both = [&](Value p, Value q) { return arith::AndIOp::create(b, p, q); };
  Value whole = isWhole(y), halfWhole = isWhole(f.mul(y, 0.5f));
  // -1 to an infinite power; 1 is below.
  Value isUnit =
      both(f.isEqual(magnitude, 1.0f), f.isEqual(f.abs(y), kInfinity));
  result = f.select(isUnit, 1.0f, result);
  // Odd powers keep the sign.
  result = f.select(halfWhole, result,
                    f.select(whole, f.copySign(result, x), result));
  // A negative number to a broken power; -infinity is as infinity.
  Value isNegative = both(f.isLess(x, 0.0f), f.isMore(x, -kInfinity));
  result = f.select(isNegative, f.select(whole, result, kNaN), result);
  result = f.select(f.compare(Predicate::UNO, x, y), kNaN, result);
  // Anything to the power 0, and 1 to any, is 1: also with NaN.
  result = f.select(f.isEqual(y, 0.0f), 1.0f, result);
  return f.select(f.isEqual(x, 1.0f), 1.0f, result);
}
