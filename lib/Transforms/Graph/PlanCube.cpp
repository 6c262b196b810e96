//===- PlanCube.cpp - ascend-plan-cube ------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

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
    std::optional<ProductForm> forced = parseProductForm(form);
    if (!form.empty() && !forced) {
      getOperation().emitError()
          << "no form of a product is named '" << form << "'";
      return signalPassFailure();
    }
    ProductContext context{{tileRows, tileColumns, byteDepth, bfloatDots},
                           /*rightIsConstant=*/false,
                           fewerProducts};
    getOperation().walk([&](Operation *op) {
      if (!isProductOfMatrices(op))
        return;
      context.rightIsConstant =
          isConstantSource(op->getOperand(1).getDefiningOp());
      std::optional<ProductForm> planned =
          forced && fitsProduct(op, *forced, context.tile)
              ? forced
              : planProduct(op, context);
      if (planned)
        op->setAttr(kCubeFormAttrName,
                    StringAttr::get(&getContext(), stringify(*planned)));
    });
  }
};

} // namespace
