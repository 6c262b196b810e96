//===- MarkFewRows.cpp - ascend-mark-few-rows -----------------------------===//
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
#define GEN_PASS_DEF_MARKFEWROWSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct MarkFewRowsPass
    : public ascend::impl::MarkFewRowsPassBase<MarkFewRowsPass> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (hasFewRows(op) &&
          !isConstantSource(op->getOperand(1).getDefiningOp()))
        op->setAttr(kReadsRightAttrName, UnitAttr::get(op->getContext()));
    });
  }
};

} // namespace
