//===- MarkStrassen.cpp - ascend-mark-strassen ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_MARKSTRASSENPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct MarkStrassenPass
    : public ascend::impl::MarkStrassenPassBase<MarkStrassenPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (optionValuesOf(function).getEmulation() != "fast")
      return;
    function.walk([](Operation *op) {
      if (isa<MatMulV2Op, BatchMatMulV2Op>(op) &&
          !op->hasAttr(kReferenceAttrName) &&
          fitsStrassen(op, isConstantSource(op->getOperand(1).getDefiningOp())))
        op->setAttr(kStrassenAttrName, UnitAttr::get(op->getContext()));
    });
  }
};

} // namespace
