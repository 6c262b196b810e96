//===- ConfigLines.cpp - What became of each line of the config files -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/DecidedOps.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The judged ops of a module by name and by type.
struct GraphIndex {
  explicit GraphIndex(ModuleOp module) : ops(module) {
    ops.forEach([&](AscendOpInterface op) {
      if (isConstantSource(op))
        return;
      byType[op.getGEType()].push_back(op);
      byName[op.getGEName()].push_back(op);
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>())
          byName[original.getValue()].push_back(op);
    });
  }

  ArrayRef<AscendOpInterface> find(bool isType, StringRef key) const {
    const auto &table = isType ? byType : byName;
    auto found = table.find(key);
    return found == table.end() ? ArrayRef<AscendOpInterface>()
                                : ArrayRef(found->second);
  }

  /// The key nearest to `key`, or empty where none is near.
  std::string nearest(bool isType, StringRef key) const {
    unsigned best = key.size() / 3 + 1;
    std::string result;
    for (const auto &entry : isType ? byType : byName) {
      unsigned distance = key.edit_distance(entry.getKey(), true, best);
      if (distance < best || (distance == best && result.empty())) {
        best = distance;
        result = entry.getKey().str();
      }
    }
    return result;
  }

  DecidedOps ops;
  llvm::StringMap<SmallVector<AscendOpInterface, 1>> byType, byName;
};

} // namespace

using Status = ConfigLineStatus::Status;

/// The status of a line that names `key`; `overridden` gives the line that won
/// on an op, or nothing.
static ConfigLineStatus
statusOf(const GraphIndex &graph, bool isType, StringRef key,
         const ConfigLine &where,
         llvm::function_ref<std::string(AscendOpInterface)> overridden) {
  ArrayRef<AscendOpInterface> ops = graph.find(isType, key);
  if (ops.empty())
    return {where, Status::NoMatch, "", graph.nearest(isType, key)};
  std::string by;
  for (AscendOpInterface op : ops) {
    by = overridden(op);
    if (by.empty())
      return {where, Status::Applied, "", ""};
  }
  return {where, Status::Overridden, by, ""};
}

std::vector<ConfigLineStatus>
mlir::ascend::configLineStatus(ModuleOp module, const Config &config) {
  GraphIndex graph(module);
  std::vector<ConfigLineStatus> result;
  auto customLine = [&](AscendOpInterface op) -> const CustomDtypeEntry * {
    auto index = op->getAttrOfType<IntegerAttr>("ascend.custom_dtypes");
    if (!index || index.getInt() < 0 ||
        index.getInt() >= static_cast<int64_t>(config.customDtypes.size()))
      return nullptr;
    return &config.customDtypes[index.getInt()];
  };

  result.reserve(config.keepDtype.size() + config.customDtypes.size());
  for (const KeepDtypeEntry &entry : config.keepDtype)
    result.push_back(statusOf(graph, entry.isType, entry.name, entry.where,
                              [&](AscendOpInterface op) -> std::string {
                                const CustomDtypeEntry *custom = customLine(op);
                                return custom ? custom->where.str() : "";
                              }));
  for (const CustomDtypeEntry &entry : config.customDtypes)
    result.push_back(statusOf(graph, entry.isType, entry.name, entry.where,
                              [&](AscendOpInterface op) -> std::string {
                                const CustomDtypeEntry *taken = customLine(op);
                                return taken && taken != &entry
                                           ? taken->where.str()
                                           : "";
                              }));
  for (const auto &[type, entry] : config.mixlist)
    for (const auto &[bit, where] : entry.lines)
      result.push_back(statusOf(graph, /*isType=*/true, type, where,
                                [](AscendOpInterface) { return ""; }));
  for (const ImplModeEntry &entry : config.implModes.entries())
    if (!entry.where.file.empty())
      result.push_back(statusOf(
          graph, !entry.byName, entry.key, entry.where,
          [&](AscendOpInterface op) -> std::string {
            auto taken =
                op->getAttrOfType<StringAttr>("ascend.impl_mode_source");
            return taken && taken.getValue() != entry.where.str() ? taken.str()
                                                                  : "";
          }));
  for (const UnusedLine &line : config.unusedLines)
    result.push_back({line.where,
                      line.by ? Status::Overridden : Status::NoMatch,
                      line.by ? line.by->str() : "", ""});
  return result;
}
