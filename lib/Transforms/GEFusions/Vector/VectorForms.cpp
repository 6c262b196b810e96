//===- VectorForms.cpp - Two or three vector ops that have a kernel -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The op of `type` that makes `value` for one user alone, or null.
static AscendOpInterface soleProducer(Value value, StringRef type,
                                      unsigned operands) {
  AscendOpInterface op = producer(value, type);
  return op && value.hasOneUse() && op->getNumResults() == 1 &&
                 op->getNumOperands() == operands
             ? op
             : AscendOpInterface();
}

namespace {

/// Maximum(Minimum(x, most), least) is ClipByValue(x, least, most).
class Clip : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return root->getNumOperands() == 2 &&
           producer(root->getOperand(place()), "Minimum");
  }

  LogicalResult fuse(AscendOpInterface maximum,
                     PatternRewriter &rewriter) const override {
    if (maximum->getNumOperands() != 2)
      return failure();
    AscendOpInterface minimum =
        soleProducer(maximum->getOperand(place()), "Minimum", 2);
    if (!minimum)
      return failure();
    Value x = minimum->getOperand(0), most = minimum->getOperand(1),
          least = maximum->getOperand(1 - place());
    if (!isSupported("ClipByValue",
                     TypeRange({x.getType(), least.getType(), most.getType()}),
                     maximum->getResultTypes()))
      return failure();
    // CANN counts what its rules make.
    std::string name = (minimum.getGEName() + "/" + pass.name + "/ClipByValue" +
                        Twine(run.ruleNodes++))
                           .str();
    replace(rewriter, {minimum, maximum},
            {"ClipByValue", name, {x, least, most}, {}});
    return success();
  }

private:
  /// One rule for either place of the Minimum.
  unsigned place() const { return pass.name == "ClipFusionRule0" ? 0 : 1; }
};

/// x * Tanh(Softplus(x)) is Mish(x).
class MishOfSoftplus : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return endsChain(root, {"Softplus", "Tanh"});
  }

  LogicalResult fuse(AscendOpInterface product,
                     PatternRewriter &rewriter) const override {
    auto operands = operandsInOrder(product, [](Value value) {
      return bool(soleProducer(value, "Tanh", 1));
    });
    if (!operands)
      return failure();
    AscendOpInterface tanh = soleProducer(operands->first, "Tanh", 1);
    AscendOpInterface softplus =
        soleProducer(tanh->getOperand(0), "Softplus", 1);
    if (!softplus || softplus->getOperand(0) != operands->second ||
        operands->second.getType() != product->getResult(0).getType())
      return failure();
    std::string name =
        (softplus.getGEName() + tanh.getGEName() + product.getGEName()).str();
    replace(rewriter, {softplus, tanh, product},
            {"Mish", name, {operands->second}, {}});
    return success();
  }
};

/// The greater of x and a constant times x is LeakyRelu(x).
class LeakyReluOfMaximum : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root, StringRef("Mul"));
  }

  LogicalResult fuse(AscendOpInterface maximum,
                     PatternRewriter &rewriter) const override {
    auto operands = operandsInOrder(maximum, [](Value value) {
      return bool(soleProducer(value, "Mul", 2));
    });
    if (!operands || isConst(operands->second))
      return failure();
    AscendOpInterface product = soleProducer(operands->first, "Mul", 2);
    auto factors = operandsInOrder(
        product, [&](Value value) { return value == operands->second; });
    if (!factors ||
        operands->second.getType() != maximum->getResult(0).getType())
      return failure();
    std::optional<float> slope = scalar(factors->second);
    if (!slope || *slope >= 1.0f)
      return failure();
    replace(rewriter, {product, maximum},
            {"LeakyRelu",
             product.getGEName().str(),
             {operands->second},
             {geAttribute(rewriter, "negative_slope",
                          rewriter.getF32FloatAttr(*slope))}},
            factors->second);
    return success();
  }

private:
  /// A constant of no axes, of float or float16.
  static std::optional<float> scalar(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() != 0 || type.getElementType().isBF16())
      return std::nullopt;
    return constantScalar(value);
  }
};

/// x * x is Square(x).
class SquareOfProduct : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface product,
                     PatternRewriter &rewriter) const override {
    if (product->getNumOperands() != 2 ||
        product->getOperand(0) != product->getOperand(1))
      return failure();
    Value x = product->getOperand(0);
    Type element = getElementTypeOrSelf(x.getType());
    if (!element.isF32() && !element.isF16() && !element.isInteger(32))
      return failure();
    replace(rewriter, product,
            {"Square", (product.getGEName() + "/Square").str(), {x}, {}});
    return success();
  }
};

} // namespace

void transforms::populateVectorForms(RewritePatternSet &patterns,
                                     FusionRun &run,
                                     const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  if (pass.name == "SoftplusTanhMulPass")
    patterns.add<MishOfSoftplus>(context, run, pass, StringRef("Mul"));
  else if (pass.name == "MulMaximumFusionPass")
    patterns.add<LeakyReluOfMaximum>(context, run, pass, StringRef("Maximum"));
  else if (pass.name == "MulSquareFusionPass")
    patterns.add<SquareOfProduct>(context, run, pass, StringRef("Mul"));
  else // ClipFusionRule0 and 1
    patterns.add<Clip>(context, run, pass, StringRef("Maximum"));
}
