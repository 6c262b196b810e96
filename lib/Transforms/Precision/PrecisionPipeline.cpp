//===- PrecisionPipeline.cpp - All precision passes in order --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Passes.h"
#include "TableOptions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

void mlir::ascend::buildDecisionPipeline(OpPassManager &pm,
                                         const OptionValues &values) {
  pm.addPass(createLoadConfigPass(values));
  pm.addPass(createPropagateMixlistPass());
  pm.addPass(createPinKeepDtypePass());
  pm.addPass(createOverrideCustomizeDtypesPass());
  pm.addPass(createSelectImplmodePass());
  pm.addPass(createAssignPrecisionPass());
  pm.addPass(createMaterializePrecisionPass());
  pm.addPass(createVerifyPrecisionPass());
}

void mlir::ascend::buildReportPipeline(OpPassManager &pm,
                                       const OptionValues &values) {
  // Without a file to write the report still refuses what --strict refuses.
  ReportPrecisionPassOptions report;
  StringRef path = values.getReport().value_or("");
  (path.ends_with(".txt") ? report.text : report.json) = path.str();
  pm.addPass(createReportPrecisionPass(report));
}

void mlir::ascend::buildPrecisionPipeline(OpPassManager &pm,
                                          const OptionValues &values) {
  buildDecisionPipeline(pm, values);
  buildReportPipeline(pm, values);
}

namespace {

struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  TableOptions<Option<std::string>, PipelineOptions> table{*this};
};

} // namespace

void mlir::ascend::registerPrecisionPipeline() {
  PassPipelineRegistration<PipelineOptions>(
      "ascend-precision-pipeline",
      "Decide the precision of every op as CANN does, and give the ops those "
      "types",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildPrecisionPipeline(pm, options.table.values());
      });
}
