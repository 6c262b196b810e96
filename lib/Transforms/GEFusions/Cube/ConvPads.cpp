//===- ConvPads.cpp - Padding that a convolution does itself --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// What Pad or PadV3 adds before and behind each axis, where it adds zeros.
static std::optional<SmallVector<std::pair<int64_t, int64_t>>>
zerosOf(AscendOpInterface pad) {
  if (pad->getNumOperands() < 2)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> list =
      constantIntegers(pad->getOperand(1));
  auto type = dyn_cast<RankedTensorType>(pad->getOperand(0).getType());
  if (!list || !type || list->size() != 2 * static_cast<size_t>(type.getRank()))
    return std::nullopt;
  bool pairs = true;
  if (pad.getGEType() == "PadV3") {
    // CANN reads a constant of float alone.
    if (Value value = optionalOperand(pad, 2)) {
      std::optional<SmallVector<float>> fill = constantWeights(value);
      if (!getElementTypeOrSelf(value.getType()).isF32() || !fill ||
          fill->empty() || fill->front() != 0.0f)
        return std::nullopt;
    }
    if (pad.getGEString("mode") != "constant")
      return std::nullopt;
    pairs = pad.getGEBool("paddings_contiguous");
  }
  SmallVector<std::pair<int64_t, int64_t>> result;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    result.push_back(
        pairs ? std::pair((*list)[2 * axis], (*list)[2 * axis + 1])
              : std::pair((*list)[axis], (*list)[axis + type.getRank()]));
  return result;
}

namespace {

/// Pad or PadV3 with zeros of an image's height and width + Conv2D, or Pad +
/// DepthwiseConv2D that does not pad: pads of the convolution.
class PadBeforeConv : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return root.getGEType() == "DepthwiseConv2D"
               ? readsOneOf(root, StringRef("Pad"))
               : readsOneOf(root, {"Pad", "PadV3"});
  }

  LogicalResult fuse(AscendOpInterface conv,
                     PatternRewriter &rewriter) const override {
    bool isDepthwise = conv.getGEType() == "DepthwiseConv2D";
    if (conv->getNumOperands() < 2 || conv.getGEAttr("data_format"))
      return failure();
    Value padded = conv->getOperand(0);
    AscendOpInterface pad = producer(padded, "Pad");
    if (!pad && !isDepthwise)
      pad = producer(padded, "PadV3");
    if (!pad || !padded.hasOneUse() || !staticShape(padded) ||
        !staticShape(pad->getOperand(0)))
      return failure();
    auto zeros = zerosOf(pad);
    std::optional<SmallVector<int64_t>> pads = padsOf(conv, isDepthwise);
    // Images are [N, C, H, W] here.
    if (!zeros || zeros->size() != 4 || !pads ||
        (*zeros)[0] != std::pair<int64_t, int64_t>() ||
        (*zeros)[1] != std::pair<int64_t, int64_t>())
      return failure();
    for (int64_t axis : {2, 3}) {
      auto [before, behind] = (*zeros)[axis];
      if (before < 0 || behind < 0)
        return failure();
      (*pads)[2 * (axis - 2)] += before;
      (*pads)[2 * (axis - 2) + 1] += behind;
    }
    // CANN compares with the height of what was padded.
    int64_t height = cast<ShapedType>(padded.getType()).getDimSize(2);
    if (llvm::any_of(*pads, [](int64_t p) { return p > kMostPad; }) ||
        height <= (*pads)[0] || height <= (*pads)[1])
      return failure();

    NewNode node{
        conv.getGEType(),
        conv.getGEName().str(),
        SmallVector<Value>(conv->getOperands()),
        {geAttribute(rewriter, "pads", rewriter.getDenseI64ArrayAttr(*pads))},
        {}};
    node.operands[0] = pad->getOperand(0);
    if (isDepthwise)
      node.attributes.push_back(
          geAttribute(rewriter, "padding", rewriter.getStringAttr("SAME")));
    for (NamedAttribute attribute : conv->getDiscardableAttrs()) {
      StringRef name = attribute.getName().strref();
      if (name.starts_with("ge.") && name != "ge.pads" &&
          (name != "ge.padding" || !isDepthwise))
        node.attributes.push_back(attribute);
    }
    replace(rewriter, {pad, conv}, node);
    return success();
  }

private:
  static constexpr int64_t kMostPad = 255;

  /// Those that the convolution has so far: top, bottom, left, right.
  static std::optional<SmallVector<int64_t>> padsOf(AscendOpInterface conv,
                                                    bool isDepthwise) {
    if (isDepthwise)
      return conv.getGEString("padding") == "VALID"
                 ? std::optional(SmallVector<int64_t>(4, 0))
                 : std::nullopt;
    StringRef automatic = conv.getGEString("auto_pad");
    if (!automatic.empty() && automatic != "NOTSET")
      return std::nullopt;
    Attribute attribute = conv.getGEAttr("pads");
    if (!attribute)
      return SmallVector<int64_t>(4, 0);
    auto list = dyn_cast<DenseI64ArrayAttr>(attribute);
    if (!list || list.size() != 4 ||
        llvm::any_of(list.asArrayRef(), [](int64_t pad) { return pad < 0; }))
      return std::nullopt;
    return SmallVector<int64_t>(list.asArrayRef());
  }
};

} // namespace

void transforms::populateConvPads(RewritePatternSet &patterns, FusionRun &run,
                                  const FusionPassInfo &pass) {
  StringRef root =
      pass.name == "PadConv2dFusionPass" ? "Conv2D" : "DepthwiseConv2D";
  patterns.add<PadBeforeConv>(patterns.getContext(), run, pass, root);
}
