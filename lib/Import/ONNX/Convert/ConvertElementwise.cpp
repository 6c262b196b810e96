//===- ConvertElementwise.cpp - Arithmetic, comparison, choice, casts -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate/Evaluate.h"
#include "Parts.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

template <typename OpTy>
static Value convertFloatUnary(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return node.create<OpTy>(node.getElementType(0), node.getInput(0));
}

/// Of numbers of any kind.
template <typename OpTy>
static Value convertUnary(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  return node.create<OpTy>(node.getElementType(0), node.getInput(0));
}

template <typename OpTy>
static Value convertBinary(NodeImporter &node) {
  if (!node.haveOneType({0, 1}) || !node.isNumber(0))
    return {};
  return node.create<OpTy>(node.getElementType(0),
                           {node.getInput(0), node.getInput(1)});
}

/// Equal takes bool too.
template <typename OpTy>
static Value convertComparison(NodeImporter &node) {
  if (!node.haveOneType({0, 1}) ||
      (!std::is_same_v<OpTy, EqualOp> && !node.isNumber(0)))
    return {};
  return node.create<OpTy>(node.getBuilder().getI1Type(),
                           {node.getInput(0), node.getInput(1)});
}

template <typename OpTy>
static Value convertLogical(NodeImporter &node) {
  SmallVector<Value> operands;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    if (!node.isBool(i))
      return {};
    operands.push_back(node.getInput(i));
  }
  return node.create<OpTy>(node.getBuilder().getI1Type(), operands);
}

/// GE has no exclusive or of bools: that of integers, between casts.
static Value convertXor(NodeImporter &node) {
  if (!node.isBool(0) || !node.isBool(1))
    return {};
  OpBuilder &b = node.getBuilder();
  Value x = node.create<CastOp>(b.getI32Type(), node.getInput(0), {}, "x1");
  Value y = node.create<CastOp>(b.getI32Type(), node.getInput(1), {}, "x2");
  Value bits = node.create<BitwiseXorOp>(b.getI32Type(), {x, y}, {}, "xor");
  return node.create<CastOp>(b.getI1Type(), bits);
}

template <typename OpTy>
static Value convertBits(NodeImporter &node) {
  SmallVector<Value> operands;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    if (!node.isInteger(i) || !node.haveOneType({0, i}))
      return {};
    operands.push_back(node.getInput(i));
  }
  return node.create<OpTy>(node.getElementType(0), operands);
}

static Value convertBitShift(NodeImporter &node) {
  StringRef direction = node.getString("direction", "");
  if (direction == "LEFT")
    return convertBits<LeftShiftOp>(node);
  if (direction == "RIGHT")
    return convertBits<RightShiftOp>(node);
  return node.fail("attribute 'direction' is '" + direction + "'");
}

static Value convertMod(NodeImporter &node) {
  if (!node.haveOneType({0, 1}) || !node.isNumber(0))
    return {};
  int64_t fmod = node.getInt("fmod", 0);
  return node.create<ModOp>(node.getElementType(0),
                            {node.getInput(0), node.getInput(1)},
                            node.geInt("fmod", fmod));
}

/// From opset 12 the exponent may have another type: it is cast to the base's.
static Value convertPow(NodeImporter &node) {
  if (!node.isNumber(0) || !node.isNumber(1) ||
      (node.getOpset() < 12 && !node.haveOneType({0, 1})))
    return {};
  Type type = node.getElementType(0);
  Value y = node.getInput(1);
  if (node.getElementType(1) != type) {
    // The power of an integer may have all digits of f64.
    if (isa<FloatType>(node.getElementType(1)) && !isa<FloatType>(type)) {
      Type f64 = node.getBuilder().getF64Type();
      Value x = castTo(node, node.getInput(0), f64, "base");
      Value power = node.create<PowOp>(
          f64, {x, castTo(node, y, f64, "exponent")}, {}, "power");
      return node.create<CastOp>(type, power);
    }
    y = node.create<CastOp>(type, y, {}, "exponent");
  }
  return node.create<PowOp>(type, {node.getInput(0), y});
}

static Value convertIsInf(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  bool negative = node.getInt("detect_negative", 1) != 0;
  bool positive = node.getInt("detect_positive", 1) != 0;
  return node.create<IsInfOp>(node.getBuilder().getI1Type(), node.getInput(0),
                              {node.geBool("detect_negative", negative),
                               node.geBool("detect_positive", positive)});
}

static Value convertIsNaN(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return node.create<IsNanOp>(node.getBuilder().getI1Type(), node.getInput(0));
}

/// All inputs of an operator that takes any number of them, or nothing where
/// one is absent or of another type.
static SmallVector<Value> variadicInputs(NodeImporter &node) {
  SmallVector<Value> operands;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    if (!node.hasInput(i)) {
      node.fail("input " + Twine(i) + " is absent");
      return {};
    }
    if (!node.haveOneType({0, i}))
      return {};
    operands.push_back(node.getInput(i));
  }
  return operands;
}

static Value convertSum(NodeImporter &node) {
  SmallVector<Value> operands = variadicInputs(node);
  if (operands.empty() || !node.isFloat(0))
    return {};
  return node.create<AccumulateNV2Op>(node.getElementType(0), operands,
                                      node.geInt("N", operands.size()));
}

static Value convertMean(NodeImporter &node) {
  SmallVector<Value> operands = variadicInputs(node);
  if (operands.empty() || !node.isFloat(0))
    return {};
  Type type = node.getElementType(0);
  Value sum = node.create<AccumulateNV2Op>(
      type, operands, node.geInt("N", operands.size()), "sum");
  return node.create<MulsOp>(type, sum,
                             node.geFloat("value", 1.0f / operands.size()));
}

/// Max and Min of N inputs: a chain of N-1 ops, of which the last is the node.
template <typename OpTy>
static Value convertExtremum(NodeImporter &node) {
  SmallVector<Value> operands = variadicInputs(node);
  if (operands.empty() || !node.isNumber(0))
    return {};
  Type type = node.getElementType(0);
  if (operands.size() == 1)
    return node.create<IdentityOp>(type, operands.front());
  Value result = operands.front();
  for (auto [i, operand] :
       llvm::enumerate(ArrayRef(operands).drop_front().drop_back()))
    result = node.create<OpTy>(type, {result, operand}, {}, Twine(i + 1));
  return node.create<OpTy>(type, {result, operands.back()});
}

static Value convertWhere(NodeImporter &node) {
  if (!node.isBool(0) || !node.haveOneType({1, 2}))
    return {};
  return node.create<SelectV2Op>(
      node.getElementType(1),
      {node.getInput(0), node.getInput(1), node.getInput(2)});
}

/// A cast that the model asks for. CANN's saturates, as ONNX's does unless it
/// says otherwise, which is about floats of eight bits only.
static Value createCast(NodeImporter &node, Type type) {
  OpBuilder &b = node.getBuilder();
  SmallVector<NamedAttribute> attributes = {b.getNamedAttr(
      "origin", CastOriginAttr::get(b.getContext(), CastOrigin::User))};
  if (node.getOpset() >= 19 && node.getInt("saturate", 1) != 1 &&
      isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    attributes.push_back(node.geBool("saturate", false));
  StringRef rounding = node.getString("round_mode", "up");
  if (isa<Float8E8M0FNUType>(type)) {
    auto mode = llvm::StringSwitch<std::optional<RoundMode>>(rounding)
                    .Case("up", RoundMode::Ceil)
                    .Case("down", RoundMode::Floor)
                    .Case("nearest", RoundMode::Away)
                    .Default(std::nullopt);
    if (!mode)
      return node.fail("attribute 'round_mode' is '" + rounding + "'");
    attributes.push_back(b.getNamedAttr(
        "round_mode", RoundModeAttr::get(b.getContext(), *mode)));
  }
  return node.create<CastOp>(type, node.getInput(0), attributes);
}

static Value convertCast(NodeImporter &node) {
  int64_t to = node.getInt("to", Undefined);
  Type type = to >= 0 && to <= INT32_MAX
                  ? mlirElementType(node.getBuilder().getContext(), to)
                  : Type();
  if (!type)
    return node.unsupported(
        "casts to element type " +
        elementTypeWord(std::clamp<int64_t>(to, -1, INT32_MAX)) +
        ", which is not supported");
  return createCast(node, type);
}

/// A cast to the type of input 1, whose elements play no part.
static Value convertCastLike(NodeImporter &node) {
  return createCast(node, node.getElementType(1));
}

ArrayRef<OpImporter> mlir::ascend::onnx::getElementwiseOps() {
  static constexpr OpImporter ops[] = {
      {"Abs", 6, 1, 1, convertUnary<AbsOp>},
      {"Acos", 7, 1, 1, convertFloatUnary<AcosOp>},
      {"Acosh", 9, 1, 1, convertFloatUnary<AcoshOp>},
      {"Add", 7, 2, 2, convertBinary<AddOp>, evaluateAdd},
      {"And", 7, 2, 2, convertLogical<LogicalAndOp>, evaluateAnd},
      {"Asin", 7, 1, 1, convertFloatUnary<AsinOp>},
      {"Asinh", 9, 1, 1, convertFloatUnary<AsinhOp>},
      {"Atan", 7, 1, 1, convertFloatUnary<AtanOp>},
      {"Atanh", 9, 1, 1, convertFloatUnary<AtanhOp>},
      {"BitShift", 11, 2, 2, convertBitShift},
      {"BitwiseAnd", 18, 2, 2, convertBits<BitwiseAndOp>},
      {"BitwiseNot", 18, 1, 1, convertBits<InvertOp>},
      {"BitwiseOr", 18, 2, 2, convertBits<BitwiseOrOp>},
      {"BitwiseXor", 18, 2, 2, convertBits<BitwiseXorOp>},
      {"Cast", 6, 1, 1, convertCast, evaluateCast},
      {"CastLike", 15, 2, 2, convertCastLike, evaluateCastLike},
      {"Ceil", 6, 1, 1, convertFloatUnary<CeilOp>},
      {"Cos", 7, 1, 1, convertFloatUnary<CosOp>},
      {"Cosh", 9, 1, 1, convertFloatUnary<CoshOp>},
      {"Div", 7, 2, 2, convertBinary<RealDivOp>, evaluateDiv},
      {"Equal", 7, 2, 2, convertComparison<EqualOp>, evaluateEqual},
      {"Erf", 9, 1, 1, convertFloatUnary<ErfOp>},
      {"Exp", 6, 1, 1, convertFloatUnary<ExpOp>},
      {"Floor", 6, 1, 1, convertFloatUnary<FloorOp>},
      {"Greater", 7, 2, 2, convertComparison<GreaterOp>, evaluateGreater},
      {"GreaterOrEqual", 12, 2, 2, convertComparison<GreaterEqualOp>,
       evaluateGreaterOrEqual},
      {"IsInf", 10, 1, 1, convertIsInf},
      {"IsNaN", 9, 1, 1, convertIsNaN},
      {"Less", 7, 2, 2, convertComparison<LessOp>, evaluateLess},
      {"LessOrEqual", 12, 2, 2, convertComparison<LessEqualOp>,
       evaluateLessOrEqual},
      {"Log", 6, 1, 1, convertFloatUnary<LogOp>},
      {"Max", 6, 1, kVariadic, convertExtremum<MaximumOp>, evaluateMax},
      {"Mean", 6, 1, kVariadic, convertMean},
      {"Min", 6, 1, kVariadic, convertExtremum<MinimumOp>, evaluateMin},
      {"Mod", 10, 2, 2, convertMod},
      {"Mul", 7, 2, 2, convertBinary<MulOp>, evaluateMul},
      {"Neg", 6, 1, 1, convertUnary<NegOp>, evaluateNeg},
      {"Not", 1, 1, 1, convertLogical<LogicalNotOp>, evaluateNot},
      {"Or", 7, 2, 2, convertLogical<LogicalOrOp>, evaluateOr},
      {"Pow", 7, 2, 2, convertPow},
      {"Reciprocal", 6, 1, 1, convertFloatUnary<ReciprocalOp>},
      {"Round", 11, 1, 1, convertFloatUnary<RoundOp>},
      {"Sign", 9, 1, 1, convertUnary<SignOp>},
      {"Sin", 7, 1, 1, convertFloatUnary<SinOp>},
      {"Sinh", 9, 1, 1, convertFloatUnary<SinhOp>},
      {"Sqrt", 6, 1, 1, convertFloatUnary<SqrtOp>},
      {"Sub", 7, 2, 2, convertBinary<SubOp>, evaluateSub},
      {"Sum", 6, 1, kVariadic, convertSum},
      {"Tan", 7, 1, 1, convertFloatUnary<TanOp>},
      {"Tanh", 6, 1, 1, convertFloatUnary<TanhOp>},
      {"Where", 9, 3, 3, convertWhere, evaluateWhere},
      {"Xor", 7, 2, 2, convertXor},
  };
  return ops;
}
