//===- RealBodies.cpp - Bodies of real functions --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RealBodies.h"
#include "Base/Scalars.h"
#include "RealFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Correctly rounded in both widths, and in f16 and bf16 after the one
/// rounding.
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
  RealBody body;
};
} // namespace

static const Row kRows[] = {
    {"Acos", {emitAcos, false}},
    {"Acosh", {emitAcosh, false}},
    {"Asin", {emitAsin, false}},
    {"Asinh", {emitAsinh, false}},
    {"Atan", {emitAtan, false}},
    {"Atanh", {emitAtanh, false}},
    {"Cos", {inAnyWidth<emitCos, math::CosOp>, true}},
    {"Cosh", {emitCosh, false}},
    {"Erf", {emitErf, false}},
    {"Exp", {inAnyWidth<emitExp, math::ExpOp>, true}},
    {"Expm1", {emitExpm1, false}},
    {"FastGelu", {emitFastGelu, false}},
    {"Gelu", {emitGelu, false}},
    {"Log", {inAnyWidth<emitLog, math::LogOp>, true}},
    {"Log1p", {emitLog1p, false}},
    {"Mish", {emitMish, false}},
    {"Pow", {inAnyWidth<emitPow, math::PowFOp>, true, /*numberLast=*/true}},
    {"RealDiv", {emitDivision, true}},
    {"Reciprocal", {emitReciprocal, true}},
    {"Rsqrt", {emitRsqrt, true}},
    {"Sigmoid", {emitSigmoid, false}},
    {"Sin", {inAnyWidth<emitSin, math::SinOp>, true}},
    {"Sinh", {emitSinh, false}},
    {"Softplus", {emitSoftplus, false}},
    {"Softsign", {emitSoftsign, true}},
    {"Sqrt", {emitSqrt, true}},
    {"Tan", {emitTan, false}},
    {"Tanh", {emitTanh, false}},
};

const RealBody *to_linalg::realBody(StringRef type) {
  for (const Row &row : kRows)
    if (row.type == type)
      return &row.body;
  return nullptr;
}
