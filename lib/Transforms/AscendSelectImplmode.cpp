//===- AscendSelectImplmode.cpp - Give every op its implementation mode ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDSELECTIMPLMODE
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// The mode that an op of `type` runs in when `requested` is asked for: itself
/// where the type offers it, else the type's only mode, else nothing.
static std::optional<ImplMode>
effectiveMode(const OpStore &store, StringRef type, ImplMode requested) {
  ArrayRef<std::string> offered = store.implModes(type);
  if (llvm::is_contained(offered, stringifyImplMode(requested)))
    return requested;
  if (offered.size() == 1)
    return parseImplMode(offered.front());
  return std::nullopt;
}

/// A node of the model: by its own name, then by its original ones.
static const ImplModeEntry *entryOfNode(AscendOpInterface op,
                                        const ImplModeTable &modes) {
  const ImplModeEntry *entry = modes.byName(op.getGEName());
  if (ArrayAttr originals = op.getGEOriginalNames())
    for (StringAttr original : originals.getAsRange<StringAttr>())
      if (!entry)
        entry = modes.byName(original.getValue());
  return entry;
}

/// Which mode a fusion of several takes: lower wins. Nothing for the words that
/// FE has no bit for.
static std::optional<unsigned> rankOf(ImplMode mode) {
  constexpr ImplMode order[] = {ImplMode::EnableHiFloat32Execution,
                                ImplMode::EnableFloat32Execution,
                                ImplMode::HighPrecision,
                                ImplMode::HighPerformance,
                                ImplMode::SupportOutOfBoundIndex,
                                ImplMode::SuperPerformance};
  const auto *found = llvm::find(order, mode);
  if (found == std::end(order))
    return std::nullopt;
  return found - std::begin(order);
}

/// FE marks nodes before it fuses them. A fusion that kept a node, and so its
/// name, kept its mode; another one takes, of the modes that op_precision_mode
/// gives to members by name, the one of the highest rank; else it is asked for
/// by its own name.
static const ImplModeEntry *entryOfFusion(AscendOpInterface op,
                                          ArrayRef<FusedMember> members,
                                          const ImplModeTable &modes,
                                          bool hasOpPrecisionMode) {
  for (const FusedMember &member : members)
    if (member.name == op.getGEName()) {
      if (const ImplModeEntry *entry = modes.byName(member.name))
        return entry;
      if (const ImplModeEntry *entry = modes.byType(member.type))
        return entry;
    }
  const ImplModeEntry *best = nullptr;
  for (const FusedMember &member : members) {
    const ImplModeEntry *entry =
        hasOpPrecisionMode ? modes.byName(member.name) : nullptr;
    std::optional<unsigned> rank = entry ? rankOf(entry->mode) : std::nullopt;
    if (rank && (!best || *rank < *rankOf(best->mode)))
      best = entry;
  }
  return best ? best : modes.byName(op.getGEName());
}

namespace {

struct AscendSelectImplmode
    : public ascend::impl::AscendSelectImplmodeBase<AscendSelectImplmode> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<ModuleConfig> loaded = getModuleConfig(module);
    if (failed(loaded))
      return signalPassFailure();
    const ImplModeTable &modes = loaded->config.implModes;
    forEachOp(module, [&](AscendOpInterface op) {
      if (!isJudged(op, *loaded->store))
        return;
      SmallVector<FusedMember> members = fusedMembers(op);
      const ImplModeEntry *entry =
          members.empty() ? entryOfNode(op, modes)
                          : entryOfFusion(op, members, modes,
                                          loaded->config.hasOpPrecisionMode);
      if (!entry)
        entry = modes.byType(op.getGEType());
      if (entry)
        apply(op, *entry, *loaded->store);
    });
    warnOfUnmatched(module, modes, *loaded->store);
    markRun(module, getArgument());
  }

  /// The user's own lines; a built-in list is for any graph.
  void warnOfUnmatched(ModuleOp module, const ImplModeTable &modes,
                       const OpStore &store) {
    auto isUsers = [](const ImplModeEntry &entry) {
      return entry.source == "op_precision_mode" ||
             entry.source == "optypelist_for_implmode";
    };
    if (llvm::none_of(modes.entries(), isUsers))
      return;
    GraphIndex graph(module, store);
    SmallVector<UnmatchedLine> unmatched;
    StringRef option;
    for (const ImplModeEntry &entry : modes.entries()) {
      if (!isUsers(entry) || !graph.find(!entry.byName, entry.key).empty())
        continue;
      // FE reads one of the two options only.
      option = entry.source;
      unmatched.push_back({!entry.byName, entry.key, &entry.where});
    }
    warnOfUnmatchedLines(module, graph, option, unmatched);
  }

  void apply(AscendOpInterface op, const ImplModeEntry &entry,
             const OpStore &store) {
    auto target = dyn_cast<PrecisionOpInterface>(op.getOperation());
    if (!target)
      return;
    Builder builder(&getContext());
    std::optional<ImplMode> mode =
        effectiveMode(store, op.getGEType(), entry.mode);
    if (mode)
      target.setImplModeAttr(ImplModeAttr::get(&getContext(), *mode));
    if (mode != entry.mode)
      op->setAttr("ascend.requested_impl_mode",
                  ImplModeAttr::get(&getContext(), entry.mode));
    op->setAttr("ascend.impl_mode_source",
                builder.getStringAttr(entry.where.file.empty()
                                          ? entry.source
                                          : entry.where.str()));
  }
};

} // namespace
