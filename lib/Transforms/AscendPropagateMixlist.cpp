//===- AscendPropagateMixlist.cpp - Give every op its list ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Precision/Judge.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDPROPAGATEMIXLIST
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

struct AscendPropagateMixlist
    : public ascend::impl::AscendPropagateMixlistBase<AscendPropagateMixlist> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<ModuleConfig> loaded = getModuleConfig(module);
    if (failed(loaded))
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
      op->setAttr("ascend.list", builder.getStringAttr(stringify(list)));
      op->setAttr("ascend.list_source",
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
    SmallVector<UnmatchedLine> unmatched;
    for (const auto &[type, entry] : config.mixlist) {
      const ConfigLine &line = entry.lines.front().second;
      std::string where = line.str();
      const AICoreOp *info = store.lookupAICore(type);
      if (!info && store.lookupAICpu(type).empty()) {
        std::string near = store.nearestType(type);
        emitWarning(
            module,
            {"", "modify_mixlist: no op store has the type '" + type + "'",
             where,
             near.empty() ? "" : "the nearest known type is '" + near + "'"});
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
                     where, "a type is removed only from its own list"});
    }
    warnOfUnmatchedLines(module, graph, "modify_mixlist", unmatched);
  }
};

} // namespace
