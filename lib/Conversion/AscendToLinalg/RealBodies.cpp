//===- RealBodies.cpp - Bodies of real functions by mode ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealBodies.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;
using arith::CmpFPredicate;

namespace {

/// f32 expressions, short enough to be read as formulas.
struct Real {
  ImplicitLocOpBuilder &b;

  Value constant(float value) { return constantF32(b, value); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }

  /// The lesser (greater) of x and a constant; NaN where x is NaN. Select of
  /// a compare is one machine instruction, which minimumf is not.
  Value atMost(Value x, float bound) {
    Value c = constant(bound);
    Value over = arith::CmpFOp::create(b, CmpFPredicate::OGT, x, c);
    return arith::SelectOp::create(b, over, c, x);
  }
  Value atLeast(Value x, float bound) {
    Value c = constant(bound);
    Value under = arith::CmpFOp::create(b, CmpFPredicate::OLT, x, c);
    return arith::SelectOp::create(b, under, c, x);
  }

  /// c[0] + c[1] x + c[2] x^2 + … by Horner's rule.
  Value polynomial(Value x, ArrayRef<float> c) {
    Value sum = constant(c.back());
    for (float coefficient : llvm::reverse(c.drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  /// 2^n for an i32 n in [-126, 127]; 0 for -127.
  Value powerOfTwo(Value n) {
    Value biased = arith::AddIOp::create(b, n, constantI32(b, 127));
    Value bits = arith::ShLIOp::create(b, biased, constantI32(b, 23));
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  }
};

/// x = n ln 2 + r with |r| <= ln 2 / 2, for |x| < 2^21.
struct Reduced {
  Value n;     // i32
  Value whole; // n as f32
  Value high;  // x - n times the high part of ln 2: exact
};

/// -ln 2 as the sum of two floats. The high part has 21 bits, so that its
/// products with n lose none.
constexpr float kMinusLn2High = -0x1.62e43p-1f, kMinusLn2Low = 0x1.05c61p-29f;

} // namespace

static Reduced reduceByLn2(Real f, Value x) {
  // Adding 1.5 * 2^23 leaves the nearest integer in the low bits; NaN passes
  // through r, and no conversion to integer sees it.
  constexpr float kShift = 0x1.8p23f;
  Value shifted =
      f.fma(x, f.constant(0x1.715476p0f), f.constant(kShift)); // 1 / ln 2
  Value whole = f.sub(shifted, f.constant(kShift));
  Value high = f.fma(whole, f.constant(kMinusLn2High), x);
  Value bits = arith::BitcastOp::create(f.b, f.b.getI32Type(), shifted);
  Value n = arith::SubIOp::create(f.b, bits, constantI32(f.b, 0x4b400000));
  return {n, whole, high};
}

/// e^r - 1 = r + r^2 P(r). P is minimax for the error relative to e^r - 1
/// (Remez, coefficients rounded to f32): 2^-26. The low part of r is added to
/// the small term, where its rounding does not count.
static Value expm1(Real f, const Reduced &reduced) {
  Value low = f.mul(reduced.whole, f.constant(kMinusLn2Low));
  Value r = f.add(reduced.high, low);
  Value p = f.polynomial(r, {0x1.fffffep-2f, 0x1.5554aap-3f, 0x1.55579ep-5f,
                             0x1.122c7ap-7f, 0x1.6ab0acp-10f});
  return f.add(reduced.high, f.fma(f.mul(r, r), p, low));
}

/// e^x within 1 ulp, with subnormal results, 0 and infinity where they belong.
static Value emitExp(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  // Outside these bounds the result is 0 or infinity.
  Value x = f.atLeast(f.atMost(operands[0], 89.0f), -104.0f);
  Reduced reduced = reduceByLn2(f, x);
  Value p = f.add(expm1(f, reduced), f.constant(1.0f));
  // 2^n in two steps: n runs from -151 to 129. Only the second one rounds.
  Value half = arith::ShRSIOp::create(b, reduced.n, constantI32(b, 1));
  Value rest = arith::SubIOp::create(b, reduced.n, half);
  return f.mul(f.mul(p, f.powerOfTwo(half)), f.powerOfTwo(rest));
}

/// e^x within 3 ulp; results below 2^-125 are 0, as on a vector unit that
/// flushes subnormals. P is minimax for e^r itself: 2^-23.
static Value emitFastExp(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  Value x = f.atLeast(f.atMost(operands[0], 89.0f), -87.6f);
  Reduced reduced = reduceByLn2(f, x);
  Value r = f.fma(reduced.whole, f.constant(kMinusLn2Low), reduced.high);
  Value p = f.polynomial(
      r, {0x1.fffdfcp-2f, 0x1.5557aep-3f, 0x1.572a06p-5f, 0x1.10627ap-7f});
  p = f.fma(f.mul(r, r), p, f.add(r, f.constant(1.0f)));
  // n is at most 128, 2^128 no float: 2p * 2^(n - 1).
  Value less = arith::SubIOp::create(b, reduced.n, constantI32(b, 1));
  return f.mul(f.add(p, p), f.powerOfTwo(less));
}

/// tanh x = E / (E + 2) with E = e^(2|x|) - 1, which cancels nowhere: within
/// 3 ulp, also near 0 and for subnormals. (CANN's kernel has the form
/// (1 - e^(-2|x|)) / (1 + e^(-2|x|)), whose relative error near 0 is large.)
static Value emitTanh(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  // tanh 10 rounds to 1.
  Value magnitude = f.atMost(math::AbsFOp::create(b, operands[0]), 10.0f);
  Reduced reduced = reduceByLn2(f, f.add(magnitude, magnitude));
  Value scale = f.powerOfTwo(reduced.n);
  Value e = f.fma(scale, expm1(f, reduced), f.sub(scale, f.constant(1.0f)));
  Value result = f.div(e, f.add(e, f.constant(2.0f)));
  return math::CopySignOp::create(b, result, operands[0]);
}

/// CANN's high_performance form: the [7/6] Padé approximant clamped to [-1, 1].
static Value emitRationalTanh(ImplicitLocOpBuilder &b, ValueRange operands) {
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

/// Gelu in the form with tanh: x / (1 + e^(-2 √(2/π) (x + 0.044715 x³))), whose
/// exponential carries the error.
static Value emitGelu(ImplicitLocOpBuilder &b, ValueRange operands) {
  Real f{b};
  Value x = operands[0];
  Value cubic = f.mul(f.mul(x, x), f.mul(x, f.constant(0.044715f)));
  Value exponent = f.mul(f.add(x, cubic), f.constant(-1.5957691216f));
  return f.div(x, f.add(f.constant(1.0f), emitExp(b, exponent)));
}

/// Correctly rounded in both widths, and in f16 and bf16 after the one
/// rounding: an approximate division or root, which high_performance allows,
/// would not be faster here.
static Value emitDivision(ImplicitLocOpBuilder &b, ValueRange operands) {
  return arith::DivFOp::create(b, operands[0], operands[1]);
}

static Value emitReciprocal(ImplicitLocOpBuilder &b, ValueRange operands) {
  Value one = constantOf(b, operands[0].getType(), 1);
  return arith::DivFOp::create(b, one, operands[0]);
}

static Value emitSqrt(ImplicitLocOpBuilder &b, ValueRange operands) {
  return math::SqrtOp::create(b, operands[0]);
}

namespace {
struct Row {
  StringLiteral type;
  ImplMode mode; // Default: every mode without a row of its own.
  RealBody body;
};
} // namespace

static const Row kRows[] = {
    {"Exp", ImplMode::HighPerformance, {emitFastExp, false}},
    {"Exp", ImplMode::Default, {emitExp, false}},
    {"Gelu", ImplMode::Default, {emitGelu, false}},
    {"RealDiv", ImplMode::Default, {emitDivision, true}},
    {"Reciprocal", ImplMode::Default, {emitReciprocal, true}},
    {"Sqrt", ImplMode::Default, {emitSqrt, true}},
    {"Tanh", ImplMode::HighPerformance, {emitRationalTanh, false}},
    {"Tanh", ImplMode::Default, {emitTanh, false}},
};

RealBody mlir::ascend::realBody(StringRef type, ImplMode mode) {
  for (const Row &row : kRows)
    if (row.type == type && (row.mode == ImplMode::Default || row.mode == mode))
      return row.body;
  llvm_unreachable("no real function of that GE type");
}
