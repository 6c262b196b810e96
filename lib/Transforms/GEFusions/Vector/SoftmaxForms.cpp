//===- SoftmaxForms.cpp - Composites and forms of SoftmaxV2 ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// e^(x - max x) / Σ e^(x - max x): ReduceMaxD, Sub, Exp, ReduceSumD, RealDiv.
class SmallSoftmax : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return endsChain(root, {"ReduceMaxD", "Sub", "Exp", "ReduceSumD"});
  }

  LogicalResult fuse(AscendOpInterface div,
                     PatternRewriter &rewriter) const override {
    if (div->getNumOperands() != 2)
      return failure();
    AscendOpInterface exp = producer(div->getOperand(0), "Exp");
    AscendOpInterface sum = producer(div->getOperand(1), "ReduceSumD");
    if (!exp || !sum || exp->getNumOperands() != 1 ||
        sum->getNumOperands() != 1 || sum->getOperand(0) != exp->getResult(0) ||
        exp.getGEAttr("base") || !isUsed(exp, 2) || !isUsed(sum, 1))
      return failure();
    AscendOpInterface sub = producer(exp->getOperand(0), "Sub");
    if (!sub || sub->getNumOperands() != 2 || !isUsed(sub, 1))
      return failure();
    Value x = sub->getOperand(0);
    AscendOpInterface max = producer(sub->getOperand(1), "ReduceMaxD");
    if (!max || max->getNumOperands() != 1 || max->getOperand(0) != x ||
        !isUsed(max, 1) || !staticShape(x) ||
        x.getType() != div->getResult(0).getType())
      return failure();
    SmallVector<int64_t> axes = max.getGEInts("axes");
    if (axes.empty() || axes != sum.getGEInts("axes") ||
        !max.getGEBool("keep_dims") || !sum.getGEBool("keep_dims"))
      return failure();
    replace(
        rewriter, {max, sub, exp, sum, div},
        {"SoftmaxV2",
         (div.getGEName() + "/SoftmaxV2").str(),
         {x},
         {geAttribute(rewriter, "axes", rewriter.getDenseI64ArrayAttr(axes))}});
    return success();
  }

private:
  static bool isUsed(AscendOpInterface op, unsigned times) {
    return op->getNumResults() == 1 && op->getResult(0).hasNUses(times);
  }
};

/// The softmax over 21 classes of 8732 boxes, along the last of three axes, is
/// one along the middle axis between two TransposeD.
class BoxSoftmax : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1)
      return failure();
    Value x = op->getOperand(0);
    std::optional<ArrayRef<int64_t>> shape = staticShape(x);
    SmallVector<int64_t> axes = op.getGEInts("axes", {-1});
    if (!shape || shape->size() != 3 || (*shape)[1] != kBoxes ||
        (*shape)[2] != kClasses || axes.size() != 1 ||
        (axes[0] != 2 && axes[0] != -1))
      return failure();
    std::string name = op.getGEName().str();
    auto turned = [&](Value value, StringRef word) {
      auto type = cast<RankedTensorType>(value.getType());
      NewNode node{"TransposeD",
                   name + word.str(),
                   {value},
                   {geAttribute(rewriter, "perm",
                                rewriter.getDenseI64ArrayAttr({0, 2, 1}))},
                   {type.clone({type.getDimSize(0), type.getDimSize(2),
                                type.getDimSize(1)})}};
      return make(rewriter, op, node)->getResult(0);
    };
    x = turned(x, "_transposeD_layer");
    NewNode node{op.getGEType(), name, {x}, {}, {x.getType()}};
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("ge.") &&
          attribute.getName() != "ge.axes")
        node.attributes.push_back(attribute);
    node.attributes.push_back(
        geAttribute(rewriter, "axes", rewriter.getDenseI64ArrayAttr({1})));
    Value y = make(rewriter, op, node)->getResult(0);
    rewriter.replaceOp(op, turned(y, "_transposeD1_layer"));
    return success();
  }

private:
  static constexpr int64_t kBoxes = 8732, kClasses = 21;
};

} // namespace

void transforms::populateSoftmax(RewritePatternSet &patterns, FusionRun &run,
                                 const FusionPassInfo &pass) {
  if (pass.name == "SoftmaxFusionPass")
    patterns.add<BoxSoftmax>(patterns.getContext(), run, pass,
                             StringRef("SoftmaxV2"));
  else
    patterns.add<SmallSoftmax>(patterns.getContext(), run, pass,
                               StringRef("RealDiv"));
}
