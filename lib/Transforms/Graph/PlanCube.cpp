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
    auto product = parseProductForm(form);
    auto convolution = parseConvolutionForm(form);
    if (!form.empty() && !product && !convolution) {
      getOperation().emitError()
          << "no form of a product or a convolution is named '" << form << "'";
      return signalPassFailure();
    }
    CubeTile tile{tileRows, tileColumns, byteDepth, bfloatDots};
    getOperation().walk([&](Operation *op) {
      if (isProductOfMatrices(op)) {
        ProductContext context{
            tile, isConstantSource(op->getOperand(1).getDefiningOp()),
            fewerProducts};
        write(op, product && fitsProduct(op, *product, tile)
                      ? product
                      : planProduct(op, context));
      } else if (isConvolution(op)) {
        write(op, convolution && fitsConvolution(op, *convolution, tile)
                      ? convolution
                      : planConvolution(op, tile));
      }
    });
  }

private:
  /// Nothing where the op's types have no lowering.
  template <typename Form>
  void write(Operation *op, std::optional<Form> planned) {
    if (planned)
      op->setAttr(kCubeFormAttrName,
                  StringAttr::get(&getContext(), stringify(*planned)));
  }
};

} // namespace
