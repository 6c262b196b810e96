//===- KernelFiles.cpp - --op_debug_level and --op_debug_config -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelFiles.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/GraphIndex.h"

using namespace mlir;
using namespace mlir::ascend;

/// CANN's levels.
static KeptOfKernel keptAt(StringRef level) {
  KeptOfKernel kept;
  kept.object = level != "0";
  kept.code = level == "1" || level == "2" || level == "4";
  kept.lines = level == "1" || level == "2";
  kept.symbols = kept.unoptimized = level == "2";
  kept.ops = level == "4";
  return kept;
}

static KeptOfKernel keptBy(const OpDebugConfig &config) {
  KeptOfKernel kept;
  kept.object = true;
  kept.code = config.dumpCce;
  kept.lines = config.dumpLoc;
  kept.symbols = config.ccecG;
  kept.unoptimized = config.ccecO0;
  return kept;
}

llvm::Expected<OpDebug> mlir::ascend::loadOpDebug(const OptionValues &values) {
  OpDebug debug;
  debug.files.folder = kernelMetaFolder(values);
  debug.files.ofAll = keptAt(values.getOpDebugLevel());
  std::optional<StringRef> path = values.getOpDebugConfig();
  if (!path)
    return debug;
  DiskFiles disk;
  llvm::Expected<OpDebugConfig> config =
      readOpDebugConfig(disk, *path, debug.warnings);
  if (!config)
    return config.takeError();
  KeptOfKernel kept = keptBy(*config);
  (config->list.empty() ? debug.files.ofAll : debug.files.ofListed) |= kept;
  for (const OpDebugConfig::Listed &op : config->list)
    (op.isType ? debug.files.types : debug.files.names).push_back(op.name);
  debug.list = std::move(config->list);
  debug.oom = config->oom;
  if (config->checkFlag)
    debug.warnings.push_back(
        {"",
         "check_flag looks at signals between the pipelines of a chip, which "
         "no kernel of a CPU has: it does nothing here",
         path->str(), ""});
  return debug;
}

std::vector<ascend::Diagnostic> mlir::ascend::unmatchedOps(const OpDebug &debug,
                                                           ModuleOp module) {
  llvm::StringSet<> names, types;
  if (!debug.list.empty())
    forEachOp(module, [&](AscendOpInterface op) {
      names.insert(op.getGEName());
      types.insert(op.getGEType());
    });
  std::vector<ascend::Diagnostic> warnings;
  for (const OpDebugConfig::Listed &op : debug.list)
    if (!(op.isType ? types : names).contains(op.name))
      warnings.push_back({"",
                          "op_debug_list: no op that is compiled has the " +
                              std::string(op.isType ? "type '" : "name '") +
                              op.name + "'",
                          op.where, "the report lists names and types"});
  return warnings;
}
