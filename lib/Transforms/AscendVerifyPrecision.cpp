//===- AscendVerifyPrecision.cpp - Types are the decision -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDVERIFYPRECISION
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct AscendVerifyPrecision
    : public ascend::impl::AscendVerifyPrecisionBase<AscendVerifyPrecision> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module->hasAttr(AscendDialect::kMaterializedAttr)) {
      module.emitError("run ascend-materialize-precision before ")
          << getArgument();
      return signalPassFailure();
    }
    FailureOr<ModuleConfig> loaded = getModuleConfig(module);
    if (failed(loaded))
      return signalPassFailure();
    bool wrong = false;
    forEachOp(module, [&](AscendOpInterface op) {
      if (isJudged(op, *loaded->store))
        wrong |= failed(verify(op));
    });
    if (wrong)
      signalPassFailure();
  }

  LogicalResult verify(AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (!precision)
      return op->emitError() << "node '" << op.getGEName() << "' ("
                             << op.getGEType() << ") has no decision";
    auto check = [&](TypeRange have, ArrayRef<Type> decided,
                     StringRef what) -> LogicalResult {
      if (have.size() != decided.size())
        return op->emitError()
               << "node '" << op.getGEName() << "' (" << op.getGEType()
               << ") has " << have.size() << " " << what << "s, its decision "
               << decided.size();
      for (auto [index, type, wanted] : llvm::enumerate(have, decided))
        if (getElementTypeOrSelf(type) != wanted)
          return op->emitError()
                 << "node '" << op.getGEName() << "' (" << op.getGEType()
                 << "): " << what << " " << index << " is "
                 << getElementTypeOrSelf(type) << ", decided was " << wanted;
      return success();
    };
    if (failed(check(op->getOperandTypes(), precision.getInputs(), "input")))
      return failure();
    return check(op->getResultTypes(), precision.getOutputs(), "output");
  }
};

} // namespace
