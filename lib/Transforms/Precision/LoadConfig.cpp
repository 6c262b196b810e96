//===- LoadConfig.cpp - Read the options and files into the module --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "TableOptions.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_LOADCONFIGPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

class LoadConfigPass : public ascend::impl::LoadConfigPassBase<LoadConfigPass> {
public:
  LoadConfigPass() : options(*this) {}
  LoadConfigPass(const LoadConfigPass &other)
      : LoadConfigPassBase(other), options(*this) {}

  void setValues(const OptionValues &values) { options.set(values); }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (options.values().has(option::fusionSwitchFile) &&
        !module->hasAttr(kFusionsAttrName))
      module.emitWarning("fusion_switch_file has no effect on a module without "
                         "fusions: run ascend-ge-fusions before");
    DiskFiles disk;
    std::vector<ascend::Diagnostic> warnings;
    llvm::Expected<DictionaryAttr> attr =
        makeOptionsAttr(&getContext(), options.values(), disk, warnings);
    if (!attr) {
      (void)emitDiagnostic(module, attr.takeError());
      return signalPassFailure();
    }
    for (const ascend::Diagnostic &warning : warnings)
      emitWarning(module, warning);
    auto old = module->getAttrOfType<DictionaryAttr>(kOptionsAttrName);
    if (module->hasAttr(kMaterializedAttrName) && old != *attr) {
      emitError(module.getLoc(),
                "the types of the module were decided with other "
                "options; start from the module as it was imported");
      return signalPassFailure();
    }
    module->setAttr(kOptionsAttrName, *attr);
  }

private:
  TableOptions<Pass::Option<std::string>, LoadConfigPass> options;
};

} // namespace

std::unique_ptr<Pass>
mlir::ascend::createLoadConfigPass(const OptionValues &values) {
  auto pass = std::make_unique<LoadConfigPass>();
  pass->setValues(values);
  return pass;
}
