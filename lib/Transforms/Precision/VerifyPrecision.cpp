//===- VerifyPrecision.cpp - Types are the decision -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "Decision.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_VERIFYPRECISIONPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

struct VerifyPrecisionPass
    : public ascend::impl::VerifyPrecisionPassBase<VerifyPrecisionPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module->hasAttr(kMaterializedAttrName)) {
      emitError(module.getLoc(), "run ascend-materialize-precision before ")
          << getArgument();
      return signalPassFailure();
    }
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    bool wrong = false;
    forEachOp(module, [&](AscendOpInterface op) {
      auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
      PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
      if (precision)
        wrong |= failed(verify(op, precision, *loaded->store));
      else if (isJudged(op, *loaded->store)) {
        op->emitError() << nodeText(op) << " has no decision";
        wrong = true;
      }
    });
    if (wrong)
      signalPassFailure();
  }

  LogicalResult verify(AscendOpInterface op, PrecisionAttr precision,
                       const OpStore &store) {
    if (failed(verifyDecisionFits(op, precision)))
      return failure();
    auto check = [&](TypeRange have, ArrayRef<Type> decided,
                     StringRef what) -> LogicalResult {
      for (auto [index, type, wanted] : llvm::enumerate(have, decided))
        if (getElementTypeOrSelf(type) != wanted)
          return op->emitError()
                 << nodeText(op) << ": " << what << " " << index << " is "
                 << getElementTypeOrSelf(type) << ", decided was " << wanted;
      return success();
    };
    if (failed(check(op->getOperandTypes(), precision.getInputs(), "input")) ||
        failed(check(op->getResultTypes(), precision.getOutputs(), "output")))
      return failure();
    return verifyDecisionIsColumn(op, precision, store);
  }
};

} // namespace
