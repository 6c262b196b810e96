//===- PlanCube.cpp - ascend-plan-cube ------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"
#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PLANCUBEPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct PlanCubePass : public ascend::impl::PlanCubePassBase<PlanCubePass> {
  using PlanCubePassBase::PlanCubePassBase;

  void runOnOperation() override {
    auto product = symbolizeProductForm(form);
    auto convolution = symbolizeConvolutionForm(form);
    if (!form.empty() && !product && !convolution) {
      getOperation().emitError()
          << "no form of a product or a convolution is named '" << form << "'";
      return signalPassFailure();
    }
    CubeTile tile{tileRows, tileColumns, byteDepth, bfloatDots};
    auto plan = [&](Operation *op) -> Attribute {
      if (isConvolution(op))
        return planConvolution(op, tile, convolution);
      bool isConstant = isConstantSource(op->getOperand(1).getDefiningOp());
      return planProduct(op, {tile, isConstant, fewerProducts}, product);
    };
    getOperation().walk(
        [&](CubeWorkOpInterface op) { op.setCubeForm(plan(op)); });
  }
};

} // namespace
