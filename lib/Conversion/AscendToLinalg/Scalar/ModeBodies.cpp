//===- ModeBodies.cpp - Bodies of elementwise ops by mode -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The formulas of CANN's kernels, from the sources of its operators, on
// instructions of the vector unit. Everything else, high_precision above all,
// is computed by the bodies in RealBodies.cpp, Activations.cpp and
// NumberBodies.cpp.

#include "ModeBodies.h"
#include "RealFunctions.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Value exp(Real f, Elements &in) { return unitExp(f, in.x[0]); }

static Value sqrt(Real f, Elements &in) { return unitSqrt(f, in.x[0]); }

static Value divide(Real f, Elements &in) {
  return unitDivide(f, in.x[0], in.x[1]);
}

static Value rationalTanh(Real f, Elements &in) {
  return emitRationalTanh(f.b, in.x);
}

/// 1 / (1 + e^-x), in f16 by the reciprocal's estimate.
static Value sigmoid(Real f, Elements &in) {
  Value sum = f.add(unitExp(f, f.neg(in.x[0])), 1.0f);
  return f.inside ? unitReciprocal(f, sum) : f.div(1.0f, sum);
}

/// An odd polynomial in a clamp.
static Value sigmoidPolynomial(Real f, Elements &in) {
  Value x = in.x[0], square = f.mul(x, x);
  Value sum = f.add(f.mul(square, 0.00020769753f), -0.0102459298f);
  sum = f.add(f.mul(sum, square), 0.229270815f);
  Value result = f.add(f.mul(sum, x), 0.5f);
  return f.atLeast(f.atMost(result, 1.0f), 0.0f);
}

/// x / (1 + e^(-1.702 x)).
static Value fastGelu(Real f, Elements &in) {
  Value power = unitExp(f, f.mul(in.x[0], -1.702f));
  return unitDivide(f, in.x[0], f.add(power, 1.0f));
}

/// x e^(0.851 (x - |x|)) / (1 + e^(-1.702 |x|)), which overflows nowhere; the
/// division is a product with the reciprocal's estimate.
static Value fastGeluBelowOne(Real f, Elements &in) {
  Value x = in.x[0], magnitude = f.abs(x);
  Value sum = f.add(unitExp(f, f.mul(magnitude, -1.702f)), 1.0f);
  Value power = unitExp(f, f.mul(f.sub(x, magnitude), 0.851f));
  return f.mul(f.mul(x, power), unitReciprocal(f, sum));
}

/// x (s (1/2 - 0.1444 (min(|x| / √2, 1.769) - 1.769)²) + 1/2), where s is the
/// sign of x as x times the estimate of 1 / |x|.
static Value quadraticGelu(Real f, Elements &in) {
  Value x = in.x[0];
  Value scaled = f.abs(f.mul(x, 0.7071f));
  Value difference = f.add(f.atMost(scaled, 1.769f), -1.769f);
  Value erf = f.add(f.mul(f.mul(difference, difference), -0.1444f), 0.5f);
  // Away from 0; infinities saturate.
  Value moved = f.add(x, f.inside ? 0.0000001f : 0.000000000001f);
  constexpr float kLargest = 65504.0f;
  moved = f.atLeast(f.atMost(moved, kLargest), -kLargest);
  Value reciprocal =
      f.atMost(unitReciprocal(f, f.abs(moved)), f.inside ? kLargest : 0x1p126f);
  Value sign = f.mul(moved, reciprocal);
  return f.mul(x, f.add(f.mul(erf, sign), 0.5f));
}

/// x / (1 + e^(x P(x²))), with the tanh form as Gelu's.
static Value geluV2(Real f, Elements &in) {
  if (in.op.getGEString("approximate") == "tanh")
    return quadraticGelu(f, in);
  Value x = in.x[0], bounded = f.atLeast(f.atMost(x, 5.75f), -13.25f);
  Value square = f.mul(bounded, bounded);
  Value sum = f.constant(-0.3512339572e-8f);
  for (float coefficient :
       {0.2645266170e-6f, -0.7929488134e-5f, 0.1106123840e-3f, 0.6518995814e-4f,
        -0.7266616915e-1f, -0.1595769883e1f})
    sum = f.add(f.mul(sum, square), coefficient);
  Value power = unitExp(f, f.mul(sum, bounded));
  return f.div(f.atLeast(x, -13.25f), f.add(power, 1.0f));
}

/// x n / (n + 2) with n = e^x (e^x + 2), of the negative of |x|.
static Value mish(Real f, Elements &in) {
  Value x = in.x[0], e = unitExp(f, f.neg(f.abs(x)));
  Value isNegative = f.isLess(x, 0.0f);
  Value n = f.select(isNegative, f.mul(e, f.add(e, 2.0f)),
                     f.add(f.mul(e, 2.0f), 1.0f));
  Value rest = f.select(isNegative, 2.0f, f.mul(f.mul(e, e), 2.0f));
  return f.mul(f.atLeast(x, -120.0f), f.div(n, f.add(n, rest)));
}

/// x (1 - 2 / (1 + (1 + (1 + x/64)^64)²)).
static Value powerMish(Real f, Elements &in) {
  Value x = in.x[0], power = f.add(f.mul(x, 1.0f / 64), 1.0f);
  for (int doubling = 0; doubling < 6; ++doubling)
    power = f.mul(power, power);
  Value sum = f.add(power, 1.0f);
  Value quotient =
      unitDivide(f, f.constant(2.0f), f.add(f.mul(sum, sum), 1.0f));
  return f.mul(x, f.sub(1.0f, quotient));
}

/// x - floor(x / y) y, each step rounded; then y is added where the signs
/// differ.
static Value floorMod(Real f, Elements &in) {
  Value x = in.x[0], y = in.x[1];
  Value whole = math::FloorOp::create(f.b, f.div(x, y));
  Value rest = f.sub(x, f.mul(whole, y));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  rest = f.select(f.isEqual(f.abs(y), kInfinity), x, rest);
  rest = f.select(f.isEqual(f.abs(x), kInfinity),
                  std::numeric_limits<float>::quiet_NaN(), rest);
  Value differs = f.isLess(f.mul(f.copySign(f.constant(1.0f), rest),
                                 f.copySign(f.constant(1.0f), y)),
                           0.0f);
  Value isSome = f.compare(Real::Predicate::UNE, rest, 0.0f);
  return f.select(arith::AndIOp::create(f.b, differs, isSome), f.add(rest, y),
                  rest);
}

/// The difference from the threshold between 0 and 1, twice enlarged: a step
/// but for differences near 0.
static Value threshold(Real f, Elements &in) {
  Value above = f.sub(in.x[0], in.op.getGEFloat("threshold"));
  Value step = f.atLeast(f.atMost(above, 1.0f), 0.0f);
  float digits = f.inside ? 1e4f : 1e7f;
  step = f.atMost(f.mul(step, digits), 1.0f);
  return f.atMost(f.mul(step, digits), 1.0f);
}

const ModeBody *to_linalg::modeBody(StringRef type, ImplMode mode, Chips chip) {
  constexpr ImplMode kFast = ImplMode::HighPerformance;
  static constexpr ModeBody kBodies[] = {
      {"Exp", kFast, kAnyChip, ModeBody::Operands, exp},
      {"FastGelu", kFast, kInfNanChips, ModeBody::Operands, fastGelu},
      {"FastGelu", kFast, kAnyChip, ModeBody::Operands, fastGeluBelowOne},
      {"FloorMod", kFast, kAnyChip, ModeBody::F32, floorMod},
      {"Gelu", kFast, kAnyChip, ModeBody::Operands, quadraticGelu},
      {"GeluV2", kFast, kAnyChip, ModeBody::F32, geluV2},
      {"Mish", kFast, kAnyChip, ModeBody::F32, mish},
      {"Mish", ImplMode::SuperPerformance, kAnyChip, ModeBody::Operands,
       powerMish},
      {"RealDiv", kFast, kAnyChip, ModeBody::Operands, divide},
      {"Sigmoid", kFast, kAscend310P, ModeBody::Operands, sigmoidPolynomial},
      {"Sigmoid", kFast, kAnyChip, ModeBody::Operands, sigmoid},
      {"Sqrt", kFast, kAnyChip, ModeBody::F32, sqrt},
      {"Tanh", kFast, kAnyChip, ModeBody::F32, rationalTanh},
      {"Threshold", kFast, kAnyChip, ModeBody::Operands, threshold},
  };
  for (const ModeBody &body : kBodies)
    if (body.type == type && body.mode == mode && (body.chips & chip))
      return &body;
  return nullptr;
}
