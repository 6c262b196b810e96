//===- PinKeepDtype.cpp - Mark the ops that keep_dtype names --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PINKEEPDTYPEPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// CANN's `^[A-Z][a-zA-Z0-9]*$`.
static bool isPascalCase(StringRef word) {
  return !word.empty() && word[0] >= 'A' && word[0] <= 'Z' &&
         llvm::all_of(word, [](char c) { return llvm::isAlnum(c); });
}

namespace {

struct PinKeepDtypePass
    : public ascend::impl::PinKeepDtypePassBase<PinKeepDtypePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    ArrayRef<KeepDtypeEntry> entries = loaded->config.keepDtype;

    SmallVector<bool> hit(entries.size(), false);
    llvm::StringMap<SmallVector<unsigned, 1>> byType, byName;
    for (auto [index, entry] : llvm::enumerate(entries))
      (entry.isType ? byType : byName)[entry.name].push_back(index);

    forEachOp(module, [&](AscendOpInterface op) {
      if (!isJudged(op, *loaded->store))
        return;
      std::optional<unsigned> first;
      auto take = [&](const llvm::StringMap<SmallVector<unsigned, 1>> &table,
                      StringRef key) {
        auto found = table.find(key);
        if (found == table.end())
          return;
        for (unsigned index : found->second) {
          hit[index] = true;
          first = std::min(first.value_or(index), index);
        }
      };
      // CANN marks the nodes of the model; a fusion passes the mark on.
      SmallVector<FusedMember> members = fusedMembers(op);
      if (members.empty())
        members.push_back({op.getGEName(), op.getGEType()});
      for (const FusedMember &member : members) {
        take(byType, member.type);
        take(byName, member.name);
      }
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>())
          take(byName, original.getValue());
      if (first)
        op->setAttr(
            kKeepDtypeAttrName,
            StringAttr::get(&getContext(), entries[*first].where.str()));
    });
    if (failed(checkUnmatched(module, entries, hit, *loaded->store)))
      return signalPassFailure();
    markRun(module, getArgument());
  }

  /// CANN warns of entries that hit nothing, ten of them by name, and refuses a
  /// type among these ten that is not in PascalCase.
  LogicalResult checkUnmatched(ModuleOp module,
                               ArrayRef<KeepDtypeEntry> entries,
                               ArrayRef<bool> hit, const OpStore &store) {
    SmallVector<const KeepDtypeEntry *> missing;
    for (auto [entry, matched] : llvm::zip(entries, hit))
      // A comment in a file is no op name that was missed.
      if (!matched && !StringRef(entry.name).starts_with("#"))
        missing.push_back(&entry);
    if (missing.empty())
      return success();

    std::string names, types;
    for (const KeepDtypeEntry *entry :
         ArrayRef(missing).take_front(kNamedLines)) {
      if (entry->isType && !isPascalCase(entry->name))
        return emitDiagnostic(
            module,
            makeError({"E10003",
                       "The operator type [" + entry->name +
                           "] in the config file is invalid. It must be in "
                           "PascalCase.",
                       entry->place(),
                       "write the type as GE spells it, such as MatMulV2"}));
      std::string &list = entry->isType ? types : names;
      list += (list.empty() ? "" : ", ") + entry->name;
    }
    if (missing.size() > kNamedLines)
      (types.empty() ? names : types) += "..";
    InFlightDiagnostic warning = mlir::emitWarning(module.getLoc());
    warning << "keep_dtype: config file contains " << missing.size()
            << " operator(s) not in the graph, op name:[" << names
            << "] op type:[" << types << "]";
    GraphIndex graph(module, store);
    for (const KeepDtypeEntry *entry :
         ArrayRef(missing).take_front(kNamedLines)) {
      mlir::Diagnostic &note = warning.attachNote();
      note << entry->where.str() << ": no op has the "
           << (entry->isType ? "type '" : "name '") << entry->name << "'";
      std::string near = graph.nearest(entry->isType, entry->name, entry->where,
                                       NodesOf::Model);
      std::string fusion = graph.fusionOf(entry->isType, entry->name);
      if (!fusion.empty())
        note << ": " << fusion;
      if (!near.empty())
        note << ", did you mean '" << near << "'?";
      if (StringRef text = wildcardNote(entry->name); !text.empty())
        note << ": " << text;
    }
    if (missing.size() <= kNamedLines)
      return success();
    SmallVector<const ConfigLine *> rest;
    for (const KeepDtypeEntry *entry :
         ArrayRef(missing).drop_front(kNamedLines))
      rest.push_back(&entry->where);
    warning.attachNote() << furtherLines(rest);
    return success();
  }
};

} // namespace
