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

/// Which nodes a line is about: those of the model, as keep_dtype is read, or
/// those that graph fusions left.
enum class Nodes { Model, Fused };

/// The judged ops of a module by name and by type.
struct GraphIndex {
  explicit GraphIndex(ModuleOp module) : ops(module) {
    auto add = [](auto &table, StringRef key, AscendOpInterface op) {
      SmallVector<AscendOpInterface, 1> &list = table[key];
      // An op that comes twice comes at once.
      if (list.empty() || list.back() != op)
        list.push_back(op);
    };
    ops.forEach([&](AscendOpInterface op) {
      if (isConstantSource(op))
        return;
      SmallVector<FusedMember> members = fusedMembers(op);
      add(byType, op.getGEType(), op);
      add(byName, op.getGEName(), op);
      if (members.empty())
        members.push_back({op.getGEName(), op.getGEType()});
      for (const FusedMember &member : members) {
        add(byModelType, member.type, op);
        add(byModelName, member.name, op);
      }
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>()) {
          add(byName, original.getValue(), op);
          add(byModelName, original.getValue(), op);
        }
    });
    if (auto fusions = module->getAttrOfType<ArrayAttr>("ascend.fusions"))
      for (DictionaryAttr fusion : fusions.getAsRange<DictionaryAttr>())
        addFusion(fusion);
  }

  /// What became of the nodes of that name or type; empty where nothing did.
  std::string fusionOf(bool isType, StringRef key) const {
    if (isType) {
      auto found = byModelType.find(key);
      if (found == byModelType.end())
        return "";
      AscendOpInterface op = found->second.front();
      return ("every node of type '" + key + "' was fused into others: '" +
              op.getGEName() + "' is " + op.getGEType())
          .str();
    }
    auto found = takenOut.find(key);
    return found == takenOut.end()
               ? ""
               : ("the node '" + key + "' was fused away by " + found->second)
                     .str();
  }

  ArrayRef<AscendOpInterface> find(Nodes nodes, bool isType,
                                   StringRef key) const {
    const Table &table = tableOf(nodes, isType);
    auto found = table.find(key);
    return found == table.end() ? ArrayRef<AscendOpInterface>()
                                : ArrayRef(found->second);
  }

  /// The key nearest to `key`, or empty where none is near.
  std::string nearest(Nodes nodes, bool isType, StringRef key) const {
    unsigned best = key.size() / 3 + 1;
    std::string result;
    for (const auto &entry : tableOf(nodes, isType)) {
      unsigned distance = key.edit_distance(entry.getKey(), true, best);
      if (distance < best || (distance == best && result.empty())) {
        best = distance;
        result = entry.getKey().str();
      }
    }
    return result;
  }

  DecidedOps ops;

private:
  using Table = llvm::StringMap<SmallVector<AscendOpInterface, 1>>;

  const Table &tableOf(Nodes nodes, bool isType) const {
    if (nodes == Nodes::Model)
      return isType ? byModelType : byModelName;
    return isType ? byType : byName;
  }

  void addFusion(DictionaryAttr fusion) {
    auto pass = fusion.getAs<StringAttr>("pass");
    auto names = fusion.getAs<ArrayAttr>("names");
    for (Attribute name : names ? names.getValue() : ArrayRef<Attribute>())
      if (auto text = dyn_cast<StringAttr>(name); text && pass)
        takenOut.try_emplace(text.getValue(), pass.getValue());
  }

  Table byType, byName, byModelType, byModelName;
  llvm::StringMap<StringRef> takenOut;
};

} // namespace

using Status = ConfigLineStatus::Status;

/// That `op` was hit through a node that it stands for; empty where it is hit
/// itself.
static std::string originalMatch(AscendOpInterface op, bool isType,
                                 StringRef key) {
  if (key == (isType ? op.getGEType() : op.getGEName()))
    return "";
  return ("it matches by an original " + Twine(isType ? "type" : "name") +
          ": the node is part of '" + op.getGEName() + "' (" + op.getGEType() +
          ")")
      .str();
}

/// The status of a line that names `key`; `overridden` gives the line that won
/// on an op, or nothing.
static ConfigLineStatus
statusOf(const GraphIndex &graph, Nodes nodes, bool isType, StringRef key,
         const ConfigLine &where,
         llvm::function_ref<std::string(AscendOpInterface)> overridden) {
  ArrayRef<AscendOpInterface> ops = graph.find(nodes, isType, key);
  if (ops.empty()) {
    if (std::string fusion = graph.fusionOf(isType, key); !fusion.empty())
      return {where, Status::NoMatch, "", "", fusion};
    return {where, Status::NoMatch, "", graph.nearest(nodes, isType, key)};
  }
  std::string by;
  for (AscendOpInterface op : ops) {
    by = overridden(op);
    if (by.empty())
      return {where, Status::Applied, "", "", originalMatch(op, isType, key)};
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
    result.push_back(statusOf(graph, Nodes::Model, entry.isType, entry.name,
                              entry.where,
                              [&](AscendOpInterface op) -> std::string {
                                const CustomDtypeEntry *custom = customLine(op);
                                return custom ? custom->where.str() : "";
                              }));
  for (const CustomDtypeEntry &entry : config.customDtypes)
    result.push_back(
        statusOf(graph, Nodes::Fused, entry.isType, entry.name, entry.where,
                 [&](AscendOpInterface op) -> std::string {
                   const CustomDtypeEntry *taken = customLine(op);
                   return taken && taken != &entry ? taken->where.str() : "";
                 }));
  for (const auto &[type, entry] : config.mixlist)
    for (const auto &[bit, where] : entry.lines)
      result.push_back(statusOf(graph, Nodes::Fused, /*isType=*/true, type,
                                where, [](AscendOpInterface) { return ""; }));
  for (const ImplModeEntry &entry : config.implModes.entries())
    if (!entry.where.file.empty())
      result.push_back(statusOf(
          graph,
          graph.find(Nodes::Fused, !entry.byName, entry.key).empty()
              ? Nodes::Model
              : Nodes::Fused,
          !entry.byName, entry.key, entry.where,
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
