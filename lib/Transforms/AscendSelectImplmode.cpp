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
      const ImplModeEntry *entry = modes.byName(op.getGEName());
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>())
          if (!entry)
            entry = modes.byName(original.getValue());
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
