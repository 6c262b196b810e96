//===- ascend-atc.cpp - ATC's options on a model --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInfo.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/Table.h"

using namespace mlir;
using namespace mlir::ascend;

/// Compiles the decided `module` into the file of --output.
static llvm::Error writeOutput(ModuleOp module, const ModuleConfig &config,
                               const OptionValues &values, Stop &stop) {
  std::string path = compiledFilePath(values);
  auto hear = [&](const ascend::Diagnostic &warning) { warn(values, warning); };
  CompileCaches caches = openCaches(values, hear);
  if (llvm::Error error =
          tuneAndTell(module, values, CpuTarget::host().form, caches, stop))
    return error;
  Progress progress("compiling");
  llvm::Expected<CompiledFileInfo> info = writeCompiledFile(
      module, values, jsonReport(module, config), path, caches, stop,
      [&](StringRef stage, unsigned done, unsigned total) {
        progress.step(stage, done, total);
      });
  if (!info)
    return info.takeError();
  logCompilation(values, info->statistics, caches);
  llvm::outs() << "compiled: " << path << ", " << info->bytes << " bytes, "
               << counted(info->numKernels, "kernel") << " for " << info->form
               << '\n';
  return llvm::Error::success();
}

static llvm::Error run(const OptionValues &values) {
  auto hear = [&](const ascend::Diagnostic &warning) { warn(values, warning); };
  StringRef mode = values.getMode();
  if (mode == "6")
    return describeCompiledFile(values.getOm().value_or(""), llvm::outs());
  if (mode == "5")
    return writeDumpAsJSON(values, hear);
  std::unique_ptr<MLIRContext> context = makeContext();
  Stop stop;
  ContextWork work(*context, stop);
  if (mode == "1")
    return writeModelAsJSON(values, *context, hear);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      loadModel(values, *context, hear, ModelFile::Stays);
  if (!module)
    return module.takeError();
  noteDefaultMode(values);
  if (llvm::Error error = decidePrecision(**module, values, hear, stop))
    return error;
  auto loaded = configOf(**module);
  if (!loaded)
    return loaded.takeError();
  const ModuleConfig &config = **loaded;
  if (values.has(option::output) && mode == "0") {
    if (llvm::Error error = writeOutput(**module, config, values, stop))
      return error;
    if (values.getDisplayModelInfo())
      if (llvm::Error error =
              describeCompiledFile(compiledFilePath(values), llvm::outs()))
        return error;
  }
  if (llvm::Error error =
          exportCompileStat(**module, values, CompileStatTime::Compiled))
    return error;
  if (!values.has(option::report)) {
    llvm::outs() << textReport(**module, config);
    return exportCompileStat(**module, values, CompileStatTime::Ended);
  }
  ReportSummary summary =
      summarize(**module, configLineStatus(**module, config));
  llvm::outs() << "SoC " << config.config.soc << ", " << config.config.modeWord
               << ": ";
  for (const auto &[dtype, count] : summary.opsPerDtype)
    llvm::outs() << counted(count, "op") << " in " << dtype << ", ";
  llvm::outs() << counted(summary.casts, "cast") << summary.faults()
               << "; report: " << values.getReport().value_or("") << '\n';
  return exportCompileStat(**module, values, CompileStatTime::Ended);
}

int main(int argc, char **argv) { return runTool(argc, argv, Tool::Atc, run); }
