//===- ConvMul.cpp - Factors that go into a convolution's filter ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// Whether `value` is a float constant of one element and at most one axis.
static bool isNumber(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() <= 1 && type.hasStaticShape() &&
         type.getNumElements() == 1 && isa<FloatType>(type.getElementType()) &&
         isConst(value);
}

namespace {

/// Conv2D + Mul by a number: a Mul of the filter and one of the bias, which are
/// nodes as the user's are.
class FactorIntoFilter : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root, {"Conv2D", "Conv3D"});
  }

  LogicalResult fuse(AscendOpInterface mul,
                     PatternRewriter &rewriter) const override {
    auto operands = operandsInOrder(
        mul, [](Value value) { return bool(producer(value, "Conv2D")); });
    if (!operands || !isNumber(operands->second) ||
        !operands->first.hasOneUse())
      return failure();
    AscendOpInterface conv = producer(operands->first, "Conv2D");
    Value bias = optionalOperand(conv, 2);
    if (conv->getNumResults() != 1 || conv->getNumOperands() < 2 ||
        conv->getNumOperands() > 3 || !isConst(conv->getOperand(1)) ||
        (bias && !isConst(bias)) ||
        conv->getResult(0).getType() != mul->getResult(0).getType())
      return failure();
    bool isFirst = mul->getOperand(0) == operands->first;
    auto scaled = [&](Value weight, StringRef word) {
      SmallVector<Value> factors{weight, operands->second};
      if (!isFirst)
        std::swap(factors[0], factors[1]);
      return make(rewriter, mul,
                  {"Mul",
                   (mul.getGEName() + "_" + word).str(),
                   factors,
                   {},
                   {weight.getType()}})
          ->getResult(0);
    };
    NewNode node{conv.getGEType(), conv.getGEName().str(),
                 SmallVector<Value>(conv->getOperands()), geAttributes(conv)};
    node.operands[1] = scaled(conv->getOperand(1), "filter");
    if (bias)
      node.operands[2] = scaled(bias, "bias");
    replace(rewriter, {conv, mul}, node);
    return success();
  }
};

} // namespace

void transforms::populateConvMul(RewritePatternSet &patterns, FusionRun &run,
                                 const FusionPassInfo &pass) {
  patterns.add<FactorIntoFilter>(patterns.getContext(), run, pass,
                                 StringRef("Mul"));
}
