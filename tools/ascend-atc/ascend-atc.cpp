//===- ascend-atc.cpp - ATC's options on a model --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Report/Report.h"

using namespace mlir;
using namespace mlir::ascend;

static llvm::Error run(const OptionValues &values) {
  std::unique_ptr<MLIRContext> context = makeContext();
  llvm::Expected<OwningOpRef<ModuleOp>> module = loadModel(values, *context);
  if (!module)
    return module.takeError();
  if (llvm::Error error = decidePrecision(**module, values))
    return error;
  FailureOr<ModuleConfig> config = failure();
  if (llvm::Error error = collectDiagnostics(*context, values, [&] {
        config = getModuleConfig(**module);
        return success(succeeded(config));
      }))
    return error;
  if (std::optional<StringRef> output = values.get("output"))
    warn(values, {"",
                  "the compiled file '" + output->str() +
                      ".asc' is not written: this version decides and "
                      "reports",
                  "", "run the model with ascend-run"});
  if (!values.has("report")) {
    writeTextReport(**module, *config, llvm::outs());
    return llvm::Error::success();
  }
  ReportSummary summary = summarize(**module, *config->store);
  llvm::outs() << "SoC " << config->config.soc << ", "
               << config->config.modeWord << ": ";
  for (const auto &[dtype, count] : summary.opsPerDtype)
    llvm::outs() << count << " ops in " << dtype << ", ";
  llvm::outs() << summary.casts
               << " casts; report: " << values.getOr("report", "") << '\n';
  return llvm::Error::success();
}

int main(int argc, char **argv) { return runTool(argc, argv, Tool::Atc, run); }
