//===- FusionResultPath.cpp - Where fusion_result.json goes ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;

std::string mlir::ascend::fusionResultPath(const OptionValues &values) {
  if (values.getExportCompileStat() == "0")
    return "";
  llvm::SmallString<128> path;
  auto work = llvm::sys::Process::GetEnv("ASCEND_WORK_PATH");
  if (work && !work->empty())
    llvm::sys::path::append(path, *work, "FE",
                            std::to_string(llvm::sys::Process::getProcessId()));
  llvm::sys::path::append(path, "fusion_result.json");
  return path.str().str();
}
