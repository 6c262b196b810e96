//===- CompileStat.cpp - --export_compile_stat ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Report/Report.h"

using namespace mlir;
using namespace mlir::ascend;

llvm::Error mlir::ascend::exportCompileStat(ModuleOp module,
                                            const OptionValues &values,
                                            CompileStatTime time) {
  StringRef wanted = time == CompileStatTime::Compiled ? "2" : "1";
  if (values.getExportCompileStat() != wanted || values.getReference())
    return llvm::Error::success();
  auto config = configOf(module);
  if (!config)
    return config.takeError();
  return writeWholeFile(fusionResultPath(values), [&](raw_ostream &os) {
    writeFusionResult(module, **config, os);
  });
}
