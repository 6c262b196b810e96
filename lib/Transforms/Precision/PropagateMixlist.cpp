//===- PropagateMixlist.cpp - Give every op its list ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PROPAGATEMIXLISTPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// The line of `entry` that made the list what it is.
static std::string sourceOf(const MixlistEntry &entry, PrecisionList list) {
  using Bit = MixlistEntry::Bit;
  auto places = [&](Bit bit) -> const ConfigLine * {
    for (const auto &[which, line] : entry.lines)
      if (which == bit)
        return &line;
    return nullptr;
  };
  Bit add = list == PrecisionList::Black   ? Bit::BlackAdd
            : list == PrecisionList::White ? Bit::WhiteAdd
                                           : Bit::GrayAdd;
  for (Bit bit : {add, Bit::BlackRemove, Bit::WhiteRemove})
    if (const ConfigLine *line = places(bit))
      return line->str();
  return "builtin";
}

namespace {

struct PropagateMixlistPass
    : public ascend::impl::PropagateMixlistPassBase<PropagateMixlistPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    const Config &config = loaded->config;
    const OpStore &store = *loaded->store;
    if (!config.mixlist.empty())
      warnOfUselessEntries(module, config, store);
    forEachOp(module, [&](AscendOpInterface op) {
      auto entry = config.mixlist.find(op.getGEType().str());
      if (entry == config.mixlist.end() || !isJudged(op, store))
        return;
      const AICoreOp *info = store.lookupAICore(op.getGEType());
      PrecisionList before = effectiveList(info, config.mode, nullptr);
      PrecisionList list = effectiveList(info, config.mode, &entry->second);
      if (list == before)
        return;
      Builder builder(&getContext());
      op->setAttr(kListAttrName, builder.getStringAttr(stringify(list)));
      op->setAttr(kListSourceAttrName,
                  builder.getStringAttr(sourceOf(entry->second, list)));
    });
    markRun(module, getArgument());
  }

  /// Types that the op store does not know, types without an op, and removals
  /// from a list that the type is not on.
  void warnOfUselessEntries(ModuleOp module, const Config &config,
                            const OpStore &store) {
    using Bit = MixlistEntry::Bit;
    GraphIndex graph(module, store);
    SmallVector<UnmatchedLine> unknown, unmatched;
    for (const auto &[type, entry] : config.mixlist) {
      const ConfigLine &line = entry.lines.front().second;
      const AICoreOp *info = store.lookupAICore(type);
      if (!info && store.lookupAICpu(type).empty()) {
        unknown.push_back({/*isType=*/true, type, &line});
        continue;
      }
      if (graph.find(/*isType=*/true, type).empty())
        unmatched.push_back({/*isType=*/true, type, &line});
      PrecisionList before = effectiveList(info, config.mode, nullptr);
      if ((entry.has(Bit::BlackRemove) && before != PrecisionList::Black) ||
          (entry.has(Bit::WhiteRemove) && before != PrecisionList::White) ||
          (entry.has(Bit::GrayRemove) && before != PrecisionList::Gray))
        emitWarning(module,
                    {"",
                     "The remove list for op_type [" + type +
                         "] does not match the precision_reduce [" +
                         stringify(before).str() + "]",
                     line.str(), "a type is removed only from its own list"});
    }
    warnOfUnknownTypes(module, store, unknown);
    warnOfUnmatchedLines(module, graph, "modify_mixlist", unmatched);
  }

  /// A store has some 1,500 types to compare with, and a file may name any
  /// number of others.
  static void warnOfUnknownTypes(ModuleOp module, const OpStore &store,
                                 ArrayRef<UnmatchedLine> lines) {
    for (const UnmatchedLine &line : lines.take_front(kNamedLines)) {
      std::string near = store.nearestType(line.key);
      emitWarning(
          module,
          {"",
           ("modify_mixlist: no op store has the type '" + line.key + "'")
               .str(),
           line.where->str(),
           near.empty() ? "" : "the nearest known type is '" + near + "'"});
    }
    if (lines.size() <= kNamedLines)
      return;
    SmallVector<const ConfigLine *> rest;
    for (const UnmatchedLine &line : lines.drop_front(kNamedLines))
      rest.push_back(line.where);
    emitWarning(module,
                {"",
                 "modify_mixlist: " +
                     furtherLines(rest, "name a type that no op store has"),
                 "", ""});
  }
};

} // namespace
