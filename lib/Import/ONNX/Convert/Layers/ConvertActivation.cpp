//===- ConvertActivation.cpp - Activation functions -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {
/// A float attribute: ONNX's name and default, and GE's name.
struct FloatAttribute {
  StringLiteral onnx;
  float otherwise;
  StringLiteral ge;
};
} // namespace

/// A function of floats whose attributes are floats.
template <typename OpTy>
static Value convertFunction(NodeImporter &node,
                             ArrayRef<FloatAttribute> attributes = {}) {
  if (!node.isFloat(0))
    return {};
  SmallVector<NamedAttribute> given;
  for (const FloatAttribute &attribute : attributes)
    given.push_back(node.geFloat(
        attribute.ge, node.getFloat(attribute.onnx, attribute.otherwise)));
  return node.create<OpTy>(node.getElementType(0), node.getInput(0), given);
}

template <typename OpTy>
static Value convertPlain(NodeImporter &node) {
  return convertFunction<OpTy>(node);
}

/// CANN's Celu has three factors; ONNX's is the first two.
static Value convertCelu(NodeImporter &node) {
  return convertFunction<CeluOp>(
      node, {{"alpha", 1, "alpha1"}, {"alpha", 1, "alpha2"}});
}

static Value convertElu(NodeImporter &node) {
  return convertFunction<EluOp>(node, {{"alpha", 1, "alpha"}});
}

static Value convertHardSigmoid(NodeImporter &node) {
  return convertFunction<HardSigmoidOp>(
      node, {{"alpha", 0.2f, "alpha"}, {"beta", 0.5f, "beta"}});
}

static Value convertLeakyRelu(NodeImporter &node) {
  return convertFunction<LeakyReluOp>(node,
                                      {{"alpha", 0.01f, "negative_slope"}});
}

static Value convertSelu(NodeImporter &node) {
  return convertFunction<SeluOp>(
      node, {{"alpha", 1.67326319217681884765625f, "alpha"},
             {"gamma", 1.05070102214813232421875f, "gamma"}});
}

static Value convertShrink(NodeImporter &node) {
  return convertFunction<ShrinkOp>(
      node, {{"lambd", 0.5f, "lambd"}, {"bias", 0, "bias"}});
}

static Value convertSwish(NodeImporter &node) {
  return convertFunction<SwishOp>(node, {{"alpha", 1, "scale"}});
}

static Value convertGelu(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  StringRef form = node.getString("approximate", "none");
  if (form != "none" && form != "tanh")
    return node.fail("attribute 'approximate' is '" + form + "'");
  return node.create<GeluV2Op>(node.getElementType(0), node.getInput(0),
                               node.geString("approximate", form));
}

/// Swish of the first input times the second.
static Value convertSwiGLU(NodeImporter &node) {
  if (!node.isFloat(0) || !node.haveOneType({0, 1}))
    return {};
  if (node.getShape(0) != node.getShape(1))
    return node.fail("inputs 0 and 1 have different shapes");
  Type type = node.getElementType(0);
  Value gate = node.create<SwishOp>(
      type, node.getInput(0), node.geFloat("scale", node.getFloat("alpha", 1)),
      "swish");
  return node.create<MulOp>(type, {gate, node.getInput(1)});
}

/// Relu takes integers too, from opset 14.
static Value convertRelu(NodeImporter &node) {
  if (node.getOpset() < 14 ? !node.isFloat(0) : !node.isNumber(0))
    return {};
  return node.create<ReluOp>(node.getElementType(0), node.getInput(0));
}

static Value convertPRelu(NodeImporter &node) {
  if (!node.haveOneType({0, 1}) || !node.isNumber(0))
    return {};
  return node.create<PReluOp>(node.getElementType(0),
                              {node.getInput(0), node.getInput(1)});
}

/// x times whether it is above the threshold.
static Value convertThresholdedRelu(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  Type type = node.getElementType(0);
  NamedAttribute alpha = node.geFloat("threshold", node.getFloat("alpha", 1));
  Value x = node.create<IdentityOp>(type, node.getInput(0), {}, "x");
  Value above = node.create<ThresholdOp>(type, x, alpha, "threshold");
  return node.create<MulOp>(type, {x, above});
}

/// Bounds as attributes, whose defaults are the greatest finite floats.
static Value convertClipWithAttributes(NodeImporter &node) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  if (!node.isFloat(0))
    return {};
  Type type = node.getElementType(0);
  Value low = node.createScalar("min", node.getFloat("min", -kLargest), type);
  Value high = node.createScalar("max", node.getFloat("max", kLargest), type);
  return node.create<ClipByValueOp>(type, {node.getInput(0), low, high});
}

/// Bounds as inputs, each of which may be absent.
static Value convertClip(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  for (unsigned i : {1u, 2u}) {
    if (!node.hasInput(i))
      continue;
    if (!node.haveOneType({0, i}))
      return {};
    if (!node.areKnown(node.getShape(i)))
      return {};
    if (node.getType(i).getNumElements() != 1)
      return node.fail("input " + Twine(i) + " is no scalar");
  }
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  if (node.hasInput(1) && node.hasInput(2))
    return node.create<ClipByValueOp>(type,
                                      {x, node.getInput(1), node.getInput(2)});
  if (node.hasInput(1))
    return node.create<MaximumOp>(type, {x, node.getInput(1)});
  if (node.hasInput(2))
    return node.create<MinimumOp>(type, {x, node.getInput(2)});
  return node.create<IdentityOp>(type, x);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getActivationOps() {
  static constexpr OpImporter ops[] = {
      {"Celu", 12, 1, 1, convertCelu},
      {"Clip", 6, 1, 1, convertClipWithAttributes},
      {"Clip", 11, 1, 3, convertClip},
      {"Elu", 6, 1, 1, convertElu},
      {"Gelu", 20, 1, 1, convertGelu},
      {"HardSigmoid", 6, 1, 1, convertHardSigmoid},
      {"HardSwish", 14, 1, 1, convertPlain<HardSwishOp>},
      {"LeakyRelu", 6, 1, 1, convertLeakyRelu},
      {"Mish", 18, 1, 1, convertPlain<MishOp>},
      {"PRelu", 7, 2, 2, convertPRelu},
      {"Relu", 6, 1, 1, convertRelu},
      {"Selu", 6, 1, 1, convertSelu},
      {"Shrink", 9, 1, 1, convertShrink},
      {"Sigmoid", 6, 1, 1, convertPlain<SigmoidOp>},
      {"Softplus", 1, 1, 1, convertPlain<SoftplusOp>},
      {"Softsign", 1, 1, 1, convertPlain<SoftsignOp>},
      {"SwiGLU", 28, 2, 2, convertSwiGLU},
      {"Swish", 24, 1, 1, convertSwish},
      {"ThresholdedRelu", 10, 1, 1, convertThresholdedRelu},
  };
  return ops;
}
