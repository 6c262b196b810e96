//===- FuseElementwise.cpp - ascend-fuse-elementwise ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/AscendToLinalg/Base/Destinations.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct FuseElementwisePass
    : mlir::ascend::impl::FuseElementwisePassBase<FuseElementwisePass> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kFusedAttrName))
      return;
    // Nothing is computed twice: an op is fused when one op, with one operand,
    // is left that uses it. Merging equal operands brings that about. A product
    // reads its factors many times: they stay as they are.
    auto isOnlyUse = [](OpOperand *operand) {
      auto user = cast<linalg::LinalgOp>(operand->getOwner());
      return operand->get().hasOneUse() && user.getNumReductionLoops() == 0;
    };
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, isOnlyUse);
    // What follows a product takes its columns as panels, and what that reads
    // does, too.
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [&](OpOperand *operand) {
          Operation *maker = operand->get().getDefiningOp();
          if (isa<tensor::ExpandShapeOp>(operand->getOwner())) {
            auto generic = dyn_cast_or_null<linalg::GenericOp>(maker);
            return generic && generic->hasOneUse() &&
                   generic.getNumReductionLoops() == 0;
          }
          return isa_and_nonnull<tensor::CollapseShapeOp>(maker) &&
                 isOnlyUse(operand);
        });
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    // A fused op writes to a tensor of its own, in another shape.
    forwardDestinations(getOperation());
  }
};

} // namespace
