//===- SkipRoundings.cpp - ascend-skip-roundings --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/Saturation.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_SKIPROUNDINGSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// What `widened` was before it was rounded to a 16-bit float; null where it
/// was not, or where that is what the kernel was given.
static Value unrounded(arith::ExtFOp widened) {
  auto rounded = widened.getIn().getDefiningOp<arith::TruncFOp>();
  Type half = widened.getIn().getType();
  if (!rounded || !(half.isF16() || half.isBF16()) ||
      rounded.getIn().getType() != widened.getType())
    return {};
  Value value = withoutSaturation(rounded.getIn());
  return isa<BlockArgument>(value) ? Value() : value;
}

namespace {

struct SkipRoundingsPass
    : public ascend::impl::SkipRoundingsPassBase<SkipRoundingsPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!function->hasAttr(kFusedAttrName) ||
        optionValuesOf(function)->getEmulation() != "fast")
      return;
    function.walk([](arith::ExtFOp widened) {
      if (Value value = unrounded(widened))
        widened.getResult().replaceUsesWithIf(value, [](OpOperand &use) {
          return !use.getOwner()->hasTrait<OpTrait::IsTerminator>();
        });
    });
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, function->getRegions());
  }
};

} // namespace
