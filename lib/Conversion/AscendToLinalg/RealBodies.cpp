//===- RealBodies.cpp - Bodies of real functions by mode ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealBodies.h"
#include "RealFunctions.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;

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

static Value emitRsqrt(ImplicitLocOpBuilder &b, ValueRange operands) {
  return emitReciprocal(b, emitSqrt(b, operands));
}

static Value emitSoftsign(ImplicitLocOpBuilder &b, ValueRange operands) {
  Value one = constantOf(b, operands[0].getType(), 1);
  Value magnitude = math::AbsFOp::create(b, operands[0]);
  return arith::DivFOp::create(b, operands[0],
                               arith::AddFOp::create(b, magnitude, one));
}

/// Below f32 and in it the formulas; in f64, C's functions.
template <RealBody::Emitter formula, typename MathOp>
static Value inAnyWidth(ImplicitLocOpBuilder &b, ValueRange operands) {
  if (!operands[0].getType().isF64())
    return formula(b, operands);
  OperationState state(b.getLoc(), MathOp::getOperationName(), operands,
                       operands[0].getType());
  return b.create(state)->getResult(0);
}

namespace {
struct Row {
  StringLiteral type;
  ImplMode mode; // Default: every mode without a row of its own.
  RealBody body;
};
} // namespace

static const Row kRows[] = {
    {"Acos", ImplMode::Default, {emitAcos, false}},
    {"Acosh", ImplMode::Default, {emitAcosh, false}},
    {"Asin", ImplMode::Default, {emitAsin, false}},
    {"Asinh", ImplMode::Default, {emitAsinh, false}},
    {"Atan", ImplMode::Default, {emitAtan, false}},
    {"Atanh", ImplMode::Default, {emitAtanh, false}},
    {"Cos", ImplMode::Default, {emitCos, false}},
    {"Cosh", ImplMode::Default, {emitCosh, false}},
    {"Erf", ImplMode::Default, {emitErf, false}},
    {"Exp", ImplMode::HighPerformance, {emitFastExp, false}},
    {"Exp", ImplMode::Default, {inAnyWidth<emitExp, math::ExpOp>, true}},
    {"Expm1", ImplMode::Default, {emitExpm1, false}},
    {"FastGelu", ImplMode::Default, {emitFastGelu, false}},
    {"Gelu", ImplMode::Default, {emitGelu, false}},
    {"Log", ImplMode::Default, {inAnyWidth<emitLog, math::LogOp>, true}},
    {"Log1p", ImplMode::Default, {emitLog1p, false}},
    {"Mish", ImplMode::Default, {emitMish, false}},
    {"Pow", ImplMode::Default, {inAnyWidth<emitPow, math::PowFOp>, true}},
    {"RealDiv", ImplMode::Default, {emitDivision, true}},
    {"Reciprocal", ImplMode::Default, {emitReciprocal, true}},
    {"Rsqrt", ImplMode::Default, {emitRsqrt, true}},
    {"Sigmoid", ImplMode::Default, {emitSigmoid, false}},
    {"Sin", ImplMode::Default, {emitSin, false}},
    {"Sinh", ImplMode::Default, {emitSinh, false}},
    {"Softplus", ImplMode::Default, {emitSoftplus, false}},
    {"Softsign", ImplMode::Default, {emitSoftsign, true}},
    {"Sqrt", ImplMode::Default, {emitSqrt, true}},
    {"Tan", ImplMode::Default, {emitTan, false}},
    {"Tanh", ImplMode::HighPerformance, {emitRationalTanh, false}},
    {"Tanh", ImplMode::Default, {emitTanh, false}},
};

const RealBody *mlir::ascend::realBody(StringRef type, ImplMode mode,
                                       Type compute) {
  if (compute.isF64())
    mode = ImplMode::Default;
  for (const Row &row : kRows)
    if (row.type == type && (row.mode == ImplMode::Default || row.mode == mode))
      return &row.body;
  return nullptr;
}
