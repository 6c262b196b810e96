//===- SelectImplmode.cpp - Give every op its implementation mode ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/ImplModeText.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"
#include "Decision.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_SELECTIMPLMODEPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The mode that an op of `type` runs in when `requested` is asked for: itself
/// where the type offers it, else the type's only mode, else nothing. A chip
/// without HF32 does nothing for who asks for that.
static std::optional<ImplMode> effectiveMode(const OpStore &store,
                                             const SoCInfo &chip,
                                             StringRef type,
                                             ImplMode requested) {
  if (requested == ImplMode::EnableHiFloat32Execution && !chip.hasHF32)
    return std::nullopt;
  ArrayRef<std::string> offered = store.implModes(type);
  if (llvm::is_contained(offered, stringifyImplMode(requested)))
    return requested;
  if (offered.size() == 1)
    return parseImplMode(offered.front());
  return std::nullopt;
}

/// Which mode a fusion of several takes: lower wins. The words that FE has no
/// bit for come last.
static unsigned rankOf(ImplMode mode) {
  constexpr ImplMode order[] = {ImplMode::EnableHiFloat32Execution,
                                ImplMode::EnableFloat32Execution,
                                ImplMode::HighPrecision,
                                ImplMode::HighPerformance,
                                ImplMode::SupportOutOfBoundIndex,
                                ImplMode::SuperPerformance};
  return llvm::find(order, mode) - std::begin(order);
}

/// FE marks nodes by name, else by type, and then fuses them. A fusion that
/// kept a node, and so its name, kept its mode; another one takes, of the modes
/// that its nodes have by name, the one of the highest rank. What is left goes
/// by its own name, else by its type.
static const ImplModeEntry *entryOf(AscendOpInterface op,
                                    const ImplModeTable &modes) {
  SmallVector<FusedMember> members = fusedMembers(op);
  const ImplModeEntry *own = modes.byName(op.getGEName());
  if (own && members.empty())
    return own;
  SmallVector<StringRef> names;
  for (const FusedMember &member : members) {
    names.push_back(member.name);
    if (member.name != op.getGEName())
      continue;
    if (own)
      return own;
    if (const ImplModeEntry *entry = modes.byType(member.type))
      return entry;
  }
  if (ArrayAttr originals = op.getGEOriginalNames())
    for (StringAttr original : originals.getAsRange<StringAttr>())
      names.push_back(original.getValue());
  const ImplModeEntry *best = nullptr;
  for (StringRef name : names)
    if (const ImplModeEntry *entry = modes.byName(name))
      if (!best || rankOf(entry->mode) < rankOf(best->mode))
        best = entry;
  if (best)
    return best;
  return own ? own : modes.byType(op.getGEType());
}

namespace {

struct SelectImplmodePass
    : public ascend::impl::SelectImplmodePassBase<SelectImplmodePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    const ImplModeTable &modes = loaded->config.implModes;
    SmallPtrSet<const ImplModeEntry *, 8> taken;
    forEachOp(module, [&](AscendOpInterface op) {
      if (!isJudged(op, *loaded->store))
        return;
      if (failed(verifyMode(op, *loaded->store)))
        return signalPassFailure();
      const ImplModeEntry *entry = entryOf(op, modes);
      taken.insert(entry);
      apply(op, entry, *loaded);
    });
    warnOfUnmatched(module, modes, taken, *loaded->store);
    markRun(module, getArgument());
  }

  /// A mode that an op came with is one that its type offers.
  LogicalResult verifyMode(AscendOpInterface op, const OpStore &store) {
    auto target = dyn_cast<PrecisionOpInterface>(op.getOperation());
    ImplModeAttr mode = target ? target.getImplModeAttr() : ImplModeAttr();
    ArrayRef<std::string> offered = store.implModes(op.getGEType());
    if (!mode ||
        llvm::is_contained(offered, stringifyImplMode(mode.getValue())))
      return success();
    return refuseImplMode(op->emitError() << nodeText(op) << " ",
                          op.getGEType(), stringifyImplMode(mode.getValue()),
                          offered);
  }

  /// The user's own lines that no op has taken and that name none; a built-in
  /// list is for any graph. A line may be taken for the type of a node that a
  /// fusion replaced, which the graph does not have.
  void warnOfUnmatched(ModuleOp module, const ImplModeTable &modes,
                       const SmallPtrSetImpl<const ImplModeEntry *> &taken,
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
      if (!isUsers(entry) || taken.contains(&entry) ||
          !graph.find(!entry.byName, entry.key).empty())
        continue;
      // FE reads one of the two options only.
      option = entry.source;
      unmatched.push_back({!entry.byName, entry.key, &entry.where});
    }
    warnOfUnmatchedLines(module, graph, option, unmatched);
  }

  /// `entry` is null where nothing asks for a mode.
  void apply(AscendOpInterface op, const ImplModeEntry *entry,
             const ModuleConfig &loaded) {
    auto target = dyn_cast<PrecisionOpInterface>(op.getOperation());
    if (!target)
      return;
    Builder builder(&getContext());
    std::optional<ImplMode> mode =
        effectiveMode(*loaded.store, loaded.config.chip, op.getGEType(),
                      entry ? entry->mode : ImplMode::Default);
    if (mode)
      target.setImplModeAttr(ImplModeAttr::get(&getContext(), *mode));
    if (!entry)
      return;
    if (mode != entry->mode)
      op->setAttr(kRequestedImplModeAttrName,
                  ImplModeAttr::get(&getContext(), entry->mode));
    op->setAttr(kImplModeSourceAttrName,
                builder.getStringAttr(entry->where.file.empty()
                                          ? entry->source
                                          : entry->where.str()));
  }
};

} // namespace
