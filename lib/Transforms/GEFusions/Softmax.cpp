//===- Softmax.cpp - Composites of SoftmaxV2 ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"

using namespace mlir;
using namespace mlir::ascend;

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

} // namespace

void mlir::ascend::populateSoftmax(RewritePatternSet &patterns, FusionRun &run,
                                   const FusionPassInfo &pass) {
  patterns.add<SmallSoftmax>(patterns.getContext(), run, pass,
                             StringRef("RealDiv"));
}
