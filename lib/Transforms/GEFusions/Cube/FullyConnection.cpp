//===- FullyConnection.cpp - Convolutions of a whole image ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// Conv2D whose filter covers the image becomes FullyConnection.
class WholeImage : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface conv,
                     PatternRewriter &rewriter) const override {
    if (conv->getNumOperands() < 2 || conv->getNumOperands() > 3 ||
        conv->getNumResults() != 1 || !conv->getResult(0).hasOneUse())
      return failure();
    Value x = conv->getOperand(0), filter = conv->getOperand(1),
          bias = optionalOperand(conv, 2);
    std::optional<ArrayRef<int64_t>> image = staticShape(x),
                                     kernel = staticShape(filter);
    auto result = dyn_cast<RankedTensorType>(conv->getResult(0).getType());
    // Filters are [O, C, H, W] here, and images [N, C, H, W].
    if (!image || !kernel || !result || image->size() != 4 ||
        kernel->size() != 4 || image->drop_front() != kernel->drop_front() ||
        llvm::is_contained(*kernel, 0) || conv.getGEAttr("data_format") ||
        (bias && !staticShape(bias)) || !isPlain(conv) ||
        !takesType(filter, kernel->front()))
      return failure();
    auto weights = filter.getDefiningOp<ConstantOp>();
    DenseElementsAttr dense =
        weights ? denseElements(weights.getValue(), kMostWeights)
                : DenseElementsAttr();
    int64_t outputs = kernel->front(), batch = image->front();
    // The weights of FullyConnection have two axes here.
    if (!dense || result.getShape() != ArrayRef<int64_t>{batch, outputs, 1, 1})
      return failure();

    rewriter.setInsertionPoint(conv);
    auto matrix = RankedTensorType::get(
        {outputs, ShapedType::getNumElements(kernel->drop_front())},
        dense.getElementType());
    Value w = makeConstant(rewriter, filter.getLoc(), dense.reshape(matrix),
                           weights.getNodeNameAttr());
    NewNode node{"FullyConnection",
                 conv.getGEName().str(),
                 {x, w},
                 {geAttribute(rewriter, "num_output",
                              rewriter.getI64IntegerAttr(outputs)),
                  geAttribute(rewriter, "axis", rewriter.getI64IntegerAttr(1))},
                 {}};
    if (bias)
      node.operands.push_back(bias);
    if (batch == 1) {
      replace(rewriter, conv, node);
      return success();
    }
    // Of more images GE's result has two axes: what follows is a view of it.
    node.results = {result.clone({batch, outputs})};
    AscendOpInterface made = make(rewriter, conv, node);
    auto type = RankedTensorType::get({4}, rewriter.getI64Type());
    Value shape =
        makeConstant(rewriter, conv.getLoc(),
                     DenseElementsAttr::get(type, result.getShape()),
                     rewriter.getStringAttr(conv.getGEName() + "/shape"));
    replace(rewriter, conv,
            {"Reshape",
             (conv.getGEName() + "/Reshape").str(),
             {made->getResult(0), shape},
             {}});
    return success();
  }

private:
  /// Larger filters stay.
  static constexpr int64_t kMostWeights = 1 << 28;

  /// No padding, one group, a result that is not quantized.
  static bool isPlain(AscendOpInterface conv) {
    auto pads = dyn_cast_or_null<DenseI64ArrayAttr>(conv.getGEAttr("pads"));
    StringRef autoPad = conv.getGEString("auto_pad");
    if ((pads && llvm::any_of(pads.asArrayRef(),
                              [](int64_t pad) { return pad != 0; })) ||
        (!autoPad.empty() && autoPad != "NOTSET") ||
        conv.getGEInt("groups") != 1)
      return false;
    auto next = dyn_cast<AscendOpInterface>(*conv->user_begin());
    StringRef type = next ? next.getGEType() : "";
    bool feedsSigmoid = type == "AscendDequant" &&
                        llvm::any_of(next->getUsers(), [](Operation *user) {
                          auto op = dyn_cast<AscendOpInterface>(user);
                          return op && op.getGEType() == "Sigmoid";
                        });
    return type != "AscendQuant" && type != "AscendRequant" && !feedsSigmoid;
  }

  /// Not int8; float on Ascend910B only where the outputs fill its units of 16.
  bool takesType(Value filter, int64_t outputs) const {
    Type element = getElementTypeOrSelf(filter.getType());
    if (element.isF32() && run.store.soc().kin == "Ascend910B")
      return outputs % 16 == 0;
    return isa<FloatType>(element);
  }
};

} // namespace

void transforms::populateFullyConnection(RewritePatternSet &patterns,
                                         FusionRun &run,
                                         const FusionPassInfo &pass) {
  patterns.add<WholeImage>(patterns.getContext(), run, pass,
                           StringRef("Conv2D"));
}
