//===- QuantizedScales.cpp - Scales that a unit of float16 multiplies by --===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// Scales below the least normal float16, 2^-14, become their square roots, by
/// which the kernel multiplies twice.
static bool needsRoot(ArrayRef<float> scales) {
  return llvm::any_of(scales, [](float scale) { return scale < 0x1p-14f; });
}

/// GE's attributes of `op`, with `changed` in place of those of the same names.
static SmallVector<NamedAttribute>
attributesWith(AscendOpInterface op, ArrayRef<NamedAttribute> changed) {
  NamedAttrList list(geAttributes(op));
  for (NamedAttribute attribute : changed)
    list.set(attribute.getName(), attribute.getValue());
  return llvm::to_vector(list.getAttrs());
}

namespace {

/// Where the kernel of AscendDequant takes scales of float16.
class HalfScale : public Fusion {
public:
  using Fusion::Fusion;

protected:
  bool chipTakesHalves(PatternRewriter &rewriter) const {
    Type half = RankedTensorType::get({1}, rewriter.getF16Type()),
         word = RankedTensorType::get({1}, rewriter.getIntegerType(64, false)),
         sum = RankedTensorType::get({1}, rewriter.getI32Type());
    return isSupported("AscendDequant", {sum, half}, half) &&
           !isSupported("AscendDequant", {sum, word}, half);
  }
};

/// The scale of AscendDequant, a constant of uint64 whose low 32 bits are a
/// float32, becomes one of float16. A Relu of the result goes into it.
class DequantByHalves : public HalfScale {
public:
  using HalfScale::HalfScale;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 2)
      return failure();
    Value scale = op->getOperand(1);
    auto type = dyn_cast<RankedTensorType>(scale.getType());
    std::optional<SmallVector<int64_t>> words = constantIntegers(scale);
    if (!type || !type.getElementType().isUnsignedInteger(64) || !words ||
        !chipTakesHalves(rewriter))
      return failure();
    SmallVector<float> scales = llvm::map_to_vector(*words, [](int64_t word) {
      return llvm::bit_cast<float>(static_cast<uint32_t>(word));
    });
    bool isRoot = needsRoot(scales);
    if (isRoot)
      for (float &number : scales)
        number = std::sqrt(number);
    rewriter.setInsertionPoint(op);
    Value halves = makeConstant(
        rewriter, scale.getLoc(),
        RankedTensorType::get(type.getShape(), rewriter.getF16Type()), scales,
        scale.getDefiningOp<ConstantOp>().getNodeNameAttr());
    SmallVector<AscendOpInterface> members{op};
    SmallVector<NamedAttribute> changed{
        geAttribute(rewriter, "sqrt_mode", rewriter.getBoolAttr(isRoot))};
    if (AscendOpInterface relu = reluBehind(op)) {
      members.push_back(relu);
      changed.push_back(
          geAttribute(rewriter, "relu_flag", rewriter.getBoolAttr(true)));
    }
    replace(rewriter, members,
            {op.getGEType(),
             op.getGEName().str(),
             {op->getOperand(0), halves},
             attributesWith(op, changed)});
    return success();
  }

private:
  /// The one op that reads the result, if it is a Relu that one op reads.
  static AscendOpInterface reluBehind(AscendOpInterface op) {
    if (!op->hasOneUse())
      return {};
    auto relu = dyn_cast<AscendOpInterface>(*op->user_begin());
    bool isRelu = relu && (relu.getGEType() == "Relu" ||
                           (relu.getGEType() == "LeakyRelu" &&
                            relu.getGEFloat("negative_slope") == 0));
    return isRelu && relu->hasOneUse() ? relu : AscendOpInterface();
  }
};

/// The same of AscendQuant, whose scale is an attribute.
class QuantByRoot : public HalfScale {
public:
  using HalfScale::HalfScale;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    float scale = op.getGEFloat("scale");
    if (op.getGEFlag("sqrt_mode") || !(scale > 0) || !needsRoot(scale) ||
        !chipTakesHalves(rewriter))
      return failure();
    replace(rewriter, op,
            {op.getGEType(), op.getGEName().str(),
             llvm::to_vector(op->getOperands()),
             attributesWith(
                 op, {geAttribute(rewriter, "scale",
                                  rewriter.getF32FloatAttr(std::sqrt(scale))),
                      geAttribute(rewriter, "sqrt_mode",
                                  rewriter.getBoolAttr(true))})});
    return success();
  }
};

} // namespace

void transforms::populateQuantizedScales(RewritePatternSet &patterns,
                                         FusionRun &run,
                                         const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  patterns.add<DequantByHalves>(context, run, pass, StringRef("AscendDequant"));
  patterns.add<QuantByRoot>(context, run, pass, StringRef("AscendQuant"));
}
