//===- ascend-atc.cpp - ATC's options on a model --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Report/Report.h"

using namespace mlir;
using namespace mlir::ascend;

/// Compiles the decided `module` into the file of --output.
static llvm::Error writeCompiledFile(ModuleOp module,
                                     const ModuleConfig &config,
                                     const OptionValues &values) {
  std::string path = values.getOr("output", "").str();
  if (!namesCompiledFile(path))
    path += ".asc";
  // Of the CPUs that are as good as this one, none is left out.
  llvm::Expected<CompileOptions> options =
      compileOptions(values, CpuTarget::host().form);
  if (!options)
    return options.takeError();
  std::string report;
  llvm::raw_string_ostream os(report);
  writeJSONReport(module, config, os);
  Progress progress("compiling");
  llvm::Expected<CompiledFileInfo> info =
      compileToFile(module, *options, report, path,
                    [&](StringRef stage, unsigned done, unsigned total) {
                      progress.step(stage, done, total);
                    });
  if (!info)
    return info.takeError();
  llvm::outs() << "compiled: " << path << ", " << info->bytes << " bytes, "
               << info->numKernels << " kernels for " << options->target.form
               << '\n';
  return llvm::Error::success();
}

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
  if (values.has("output"))
    if (llvm::Error error = writeCompiledFile(**module, *config, values))
      return error;
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
