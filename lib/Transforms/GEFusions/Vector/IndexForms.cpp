//===- IndexForms.cpp - Positions and scattered updates -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// ArgMaxV2 of int64 computes int32, which a Cast widens: the AI Core has no
/// other positions.
class NarrowPositions : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 2 || op->getNumResults() != 1)
      return failure();
    auto x = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto y = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!x || !y || !y.getElementType().isInteger(64) || !fits(op, x))
      return failure();
    NewNode narrow{"ArgMaxV2",
                   op.getGEName().str(),
                   SmallVector<Value>(op->getOperands()),
                   geAttributes(op),
                   {y.clone(rewriter.getI32Type())}};
    Value positions = make(rewriter, op, narrow)->getResult(0);
    replace(rewriter, op,
            {"Cast",
             (op.getGEName() + "_Output0CastAfter").str(),
             {positions},
             {}});
    return success();
  }

private:
  /// Positions fit in 31 bits: CANN asks the axis where it is constant, else
  /// every extent that is known.
  static bool fits(AscendOpInterface op, RankedTensorType x) {
    constexpr int64_t kMost = int64_t(1) << 31;
    std::optional<SmallVector<int64_t>> axis =
        constantIntegers(op->getOperand(1));
    if (!axis)
      return llvm::all_of(x.getShape(),
                          [](int64_t extent) { return extent <= kMost; });
    if (axis->size() != 1)
      return false;
    int64_t counted = axis->front() + (axis->front() < 0 ? x.getRank() : 0);
    return counted >= 0 && counted < x.getRank() && !x.isDynamicDim(counted) &&
           x.getDimSize(counted) < kMost;
  }
};

/// TensorScatterUpdate is TensorMove and then ScatterNdUpdate in place.
class MoveAndScatter : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 3 || op->getNumResults() != 1)
      return failure();
    Value x = op->getOperand(0);
    Type element = getElementTypeOrSelf(x.getType());
    if (element.isInteger(1) || element.isInteger(32))
      return failure();
    std::string name = op.getGEName().str();
    AscendOpInterface move =
        make(rewriter, op,
             {"TensorMove", name + "/TensorMove", {x}, {}, {x.getType()}});
    replace(
        rewriter, op,
        {"ScatterNdUpdate",
         name + "/ScatterNdUpdate",
         {move->getResult(0), op->getOperand(1), op->getOperand(2)},
         {geAttribute(rewriter, "use_locking", rewriter.getBoolAttr(false))}});
    return success();
  }
};

} // namespace

void transforms::populateIndexForms(RewritePatternSet &patterns, FusionRun &run,
                                    const FusionPassInfo &pass) {
  if (pass.name == "ArgMaxV2FusionPass")
    patterns.add<NarrowPositions>(patterns.getContext(), run, pass,
                                  StringRef("ArgMaxV2"));
  else
    patterns.add<MoveAndScatter>(patterns.getContext(), run, pass,
                                 StringRef("TensorScatterUpdate"));
}
