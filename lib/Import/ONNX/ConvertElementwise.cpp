//===- ConvertElementwise.cpp - Arithmetic, comparison, choice, casts -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

template <typename OpTy>
static Value convertFloatUnary(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return node.create<OpTy>(node.getElementType(0), node.getInput(0));
}

/// Relu takes integers too, from opset 14.
static Value convertRelu(NodeImporter &node) {
  if (node.getOpset() < 14 && !node.isFloat(0))
    return {};
  return node.create<ReluOp>(node.getElementType(0), node.getInput(0));
}

static bool isNumber(NodeImporter &node, unsigned index) {
  if (!node.getElementType(index).isInteger(1))
    return true;
  node.fail("input " + Twine(index) + " is bool, the operator takes numbers");
  return false;
}

template <typename OpTy>
static Value convertBinary(NodeImporter &node) {
  if (!node.haveOneType({0, 1}) || !isNumber(node, 0))
    return {};
  return node.create<OpTy>(node.getElementType(0),
                           {node.getInput(0), node.getInput(1)});
}

static Value convertEqual(NodeImporter &node) {
  if (!node.haveOneType({0, 1}))
    return {};
  return node.create<EqualOp>(node.getBuilder().getI1Type(),
                              {node.getInput(0), node.getInput(1)});
}

/// Max and Min of N inputs: a chain of N-1 ops, of which the last is the node.
template <typename OpTy>
static Value convertExtremum(NodeImporter &node) {
  Type type = node.getElementType(0);
  if (!isNumber(node, 0))
    return {};
  unsigned last = node.getNumInputs() - 1;
  for (unsigned i = 0; i <= last; ++i) {
    if (!node.hasInput(i))
      return node.fail("input " + Twine(i) + " is absent");
    if (!node.haveOneType({0, i}))
      return {};
  }
  if (last == 0)
    return node.create<IdentityOp>(type, node.getInput(0));
  Value result = node.getInput(0);
  for (unsigned i = 1; i < last; ++i)
    result = node.create<OpTy>(type, {result, node.getInput(i)}, {}, Twine(i));
  return node.create<OpTy>(type, {result, node.getInput(last)});
}

static Value convertWhere(NodeImporter &node) {
  if (!node.isBool(0) || !node.haveOneType({1, 2}))
    return {};
  return node.create<SelectV2Op>(
      node.getElementType(1),
      {node.getInput(0), node.getInput(1), node.getInput(2)});
}

static Value convertCast(NodeImporter &node) {
  int64_t to = node.getInt("to", Undefined);
  Type type = to >= 0 && to <= INT32_MAX
                  ? mlirElementType(node.getBuilder().getContext(), to)
                  : Type();
  if (!type)
    return node.fail("casts to element type " +
                     elementTypeWord(std::clamp<int64_t>(to, -1, INT32_MAX)) +
                     ", which is not supported");
  if (node.getOpset() >= 19 && node.getInt("saturate", 1) != 1 &&
      isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    return node.unsupported("a cast to an 8-bit float without saturation is "
                            "not built yet");
  NamedAttribute origin = node.getBuilder().getNamedAttr(
      "origin",
      CastOriginAttr::get(node.getBuilder().getContext(), CastOrigin::User));
  return node.create<CastOp>(type, node.getInput(0), origin);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getElementwiseOps() {
  static constexpr OpImporter ops[] = {
      {"Add", 13, 2, 2, convertBinary<AddOp>, evaluateAdd},
      {"Cast", 13, 1, 1, convertCast, evaluateCast},
      {"Div", 13, 2, 2, convertBinary<RealDivOp>, evaluateDiv},
      {"Equal", 13, 2, 2, convertEqual, evaluateEqual},
      {"Exp", 13, 1, 1, convertFloatUnary<ExpOp>},
      {"Max", 13, 1, kVariadic, convertExtremum<MaximumOp>, evaluateMax},
      {"Min", 13, 1, kVariadic, convertExtremum<MinimumOp>, evaluateMin},
      {"Mul", 13, 2, 2, convertBinary<MulOp>, evaluateMul},
      {"Reciprocal", 13, 1, 1, convertFloatUnary<ReciprocalOp>},
      {"Relu", 13, 1, 1, convertRelu},
      {"Sqrt", 13, 1, 1, convertFloatUnary<SqrtOp>},
      {"Sub", 13, 2, 2, convertBinary<SubOp>, evaluateSub},
      {"Tanh", 13, 1, 1, convertFloatUnary<TanhOp>},
      {"Where", 9, 3, 3, convertWhere, evaluateWhere},
  };
  return ops;
}
