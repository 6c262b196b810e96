//===- Activations.cpp - Piecewise functions with parameters --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseBodies.h"
#include "RealFunctions.h"
#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// `positive` where x > 0, else `otherwise`; NaN goes by the second way.
static Value byGreaterZero(Real f, Value x, Value positive, Value otherwise) {
  return f.select(f.isMore(x, 0.0f), positive, otherwise);
}

static Value celu(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  Value scaled = f.div(x, f.constant(in.op.getGEFloat("alpha2")));
  Value curve =
      f.mul(exponentialMinusOne(f, scaled), in.op.getGEFloat("alpha1"));
  return byGreaterZero(f, x, f.mul(x, in.op.getGEFloat("alpha3")), curve);
}

static Value elu(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  return byGreaterZero(
      f, x, x, f.mul(exponentialMinusOne(f, x), in.op.getGEFloat("alpha")));
}

static Value selu(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  Value curve = f.mul(exponentialMinusOne(f, x), in.op.getGEFloat("alpha"));
  return f.mul(byGreaterZero(f, x, x, curve), in.op.getGEFloat("gamma"));
}

/// x sigmoid(scale x).
static Value swish(Elements &in) {
  float scale = in.op.getGEFloat("scale");
  if (scale == 1)
    return emitSwish(in.b, in.x);
  Real f{in.b};
  Value gate = emitSigmoid(in.b, f.mul(in.x[0], scale));
  // Where the gate is 0 the result is, also for an infinite x.
  return f.select(f.isEqual(gate, 0.0f), f.copySign(f.constant(0.0f), in.x[0]),
                  f.mul(in.x[0], gate));
}

/// x Φ(x), or its form with tanh.
static Value geluV2(Elements &in) {
  return in.op.getGEString("approximate") == "tanh" ? emitGelu(in.b, in.x)
                                                    : emitErfGelu(in.b, in.x);
}

static Value hardSigmoid(Elements &in) {
  Real f{in.b};
  Value line =
      f.fma(in.x[0], in.op.getGEFloat("alpha"), in.op.getGEFloat("beta"));
  return f.atLeast(f.atMost(line, 1.0f), 0.0f);
}

static Value hardSwish(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  Value gate = f.atLeast(f.atMost(f.add(x, 3.0f), 6.0f), 0.0f);
  // Below -3 the gate is 0, which times -infinity would be NaN.
  return f.mul(f.atLeast(x, -3.0f), f.div(gate, f.constant(6.0f)));
}

static Value leakyRelu(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  return f.select(f.isLess(x, 0.0f),
                  f.mul(x, in.op.getGEFloat("negative_slope")), x);
}

static Value pRelu(Elements &in) {
  if (in.kind == NumberKind::Float) {
    Real f{in.b};
    return f.select(f.isLess(in.x[0], 0.0f), f.mul(in.x[0], in.x[1]), in.x[0]);
  }
  if (in.kind == NumberKind::Unsigned)
    return in.x[0];
  Value isNegative =
      arith::CmpIOp::create(in.b, arith::CmpIPredicate::slt, in.x[0],
                            constantOf(in.b, in.x[0].getType(), 0));
  return arith::SelectOp::create(
      in.b, isNegative, arith::MulIOp::create(in.b, in.x[0], in.x[1]), in.x[0]);
}

static Value muls(Elements &in) {
  Value factor = constantOf(in.b, in.x[0].getType(), in.op.getGEFloat("value"));
  return arith::MulFOp::create(in.b, in.x[0], factor);
}

static Value adds(Elements &in) {
  Value addend = constantOf(in.b, in.x[0].getType(), in.op.getGEFloat("value"));
  return arith::AddFOp::create(in.b, in.x[0], addend);
}

static Value powerOf(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  float scale = in.op.getGEFloat("scale"), shift = in.op.getGEFloat("shift"),
        power = in.op.getGEFloat("power");
  if (scale != 1 || shift != 0)
    x = f.fma(x, scale, shift);
  return emitPow(in.b, ValueRange{x, f.constant(power)});
}

static Value shrink(Elements &in) {
  Real f{in.b};
  Value x = in.x[0];
  float lambda = in.op.getGEFloat("lambd"), bias = in.op.getGEFloat("bias");
  Value rest = f.select(f.isLess(x, -lambda), f.add(x, bias), 0.0f);
  Value result = f.select(f.isMore(x, lambda), f.sub(x, bias), rest);
  return f.select(f.compare(Real::Predicate::UNO, x, x), x, result);
}

static Value threshold(Elements &in) {
  Real f{in.b};
  return f.select(f.isMore(in.x[0], in.op.getGEFloat("threshold")), 1.0f, 0.0f);
}

ArrayRef<ElementwiseBody> to_linalg::activationBodies() {
  static constexpr ElementwiseBody bodies[] = {
      {"Adds", kFloat | kDouble, false, adds},
      {"Celu", kFloat, false, celu},
      {"Elu", kFloat, false, elu},
      {"GeluV2", kFloat, false, geluV2},
      {"HardSigmoid", kFloat, false, hardSigmoid},
      {"HardSwish", kFloat, false, hardSwish},
      {"LeakyRelu", kFloat, false, leakyRelu},
      {"Muls", kFloat | kDouble, false, muls},
      {"PRelu", kInteger | kFloat, false, pRelu},
      {"Power", kFloat, false, powerOf},
      {"Selu", kFloat, false, selu},
      {"Shrink", kFloat, false, shrink},
      {"Swish", kFloat, false, swish},
      {"Threshold", kFloat, false, threshold},
  };
  return bodies;
}
