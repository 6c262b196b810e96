//===- OverrideCustomizeDtypes.cpp - Ops of customize_dtypes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Transforms/Passes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_OVERRIDECUSTOMIZEDTYPESPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct OverrideCustomizeDtypesPass
    : public ascend::impl::OverrideCustomizeDtypesPassBase<
          OverrideCustomizeDtypesPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    ArrayRef<CustomDtypeEntry> entries = loaded->config.customDtypes;
    // A file may have many more entries than there are ops.
    llvm::DenseSet<StringRef> names, types;
    forEachOp(module, [&](AscendOpInterface op) {
      names.insert(op.getGEName());
      types.insert(op.getGEType());
    });
    llvm::DenseMap<StringRef, unsigned> byName, byType;
    for (auto [index, entry] : llvm::enumerate(entries))
      if ((entry.isType ? types : names).contains(entry.name))
        (entry.isType ? byType : byName).try_emplace(entry.name, index);

    SmallVector<bool> hit(entries.size(), false);
    auto find = [&](AscendOpInterface op) -> std::optional<unsigned> {
      // The names of ops that were fused into this one do not count: FE looks
      // for the dtypes after its fusions.
      auto named = byName.find(op.getGEName());
      auto ofType = byType.find(op.getGEType());
      if (ofType != byType.end())
        hit[ofType->second] = true;
      if (named != byName.end())
        return named->second;
      if (ofType != byType.end())
        return ofType->second;
      return std::nullopt;
    };
    forEachOp(module, [&](AscendOpInterface op) {
      if (!isJudged(op, *loaded->store))
        return;
      std::optional<unsigned> entry = find(op);
      if (!entry)
        return;
      hit[*entry] = true;
      op->setAttr(kCustomDtypesAttrName,
                  Builder(&getContext()).getI64IntegerAttr(*entry));
    });
    SmallVector<UnmatchedLine> unmatched;
    for (auto [entry, matched] : llvm::zip(entries, hit))
      if (!matched)
        unmatched.push_back({entry.isType, entry.name, &entry.where});
    if (!unmatched.empty())
      warnOfUnmatchedLines(module, GraphIndex(module, *loaded->store),
                           "customize_dtypes", unmatched);
    markRun(module, getArgument());
  }
};

} // namespace
