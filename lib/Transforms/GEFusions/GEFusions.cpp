//===- GEFusions.cpp - What CANN fuses before it judges -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Graph/GEFusions.h"
#include "../TableOptions.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Options/Files/FusionSwitches.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "Fusion.h"
#include "OpsByType.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_GEFUSIONSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

class GEFusionsPass : public ascend::impl::GEFusionsPassBase<GEFusionsPass> {
public:
  GEFusionsPass() : options(*this) {}
  GEFusionsPass(const GEFusionsPass &other)
      : GEFusionsPassBase(other), options(*this) {}

  void setValues(const OptionValues &values) { options.set(values); }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(kMaterializedAttrName)) {
      module.emitError("the decision is made already: run ascend-ge-fusions "
                       "before ascend-load-config");
      return signalPassFailure();
    }
    OpsByType index(module);
    // What files say of single nodes is ascend-load-config's to read, but for
    // pinned averages, which have another form.
    OptionValues values = options.values();
    values.erase(option::customizeDtypes);
    if (index.of(StringRef("AvgPoolV2")).empty())
      values.erase(option::keepDtype);
    DiskFiles disk;
    llvm::Expected<Config> config = loadConfig(values, disk);
    if (!config)
      return fail(config.takeError());
    llvm::Expected<std::shared_ptr<const OpStore>> store =
        OpStore::get(config->soc, config->opsInfo, config->installation.get());
    if (!store)
      return fail(store.takeError());
    llvm::Expected<FusionSwitches> switches =
        loadFusionSwitches(options.values(), disk);
    if (!switches)
      return fail(switches.takeError());
    tellWarnings(*switches);

    PinnedNodes pinned(config->keepDtype);
    FusionRun run{**store, config->mode, pinned, {}};
    if (auto before = module->getAttrOfType<ArrayAttr>(kFusionsAttrName))
      llvm::append_range(run.notes, before.getValue());
    SmallVector<Attribute> unmodelled;
    for (const FusionPassInfo *pass : passesInOrder(*switches)) {
      if (!pass->runsOn((*store)->soc().kin) || !switches->isOn(*pass))
        continue;
      if (PopulateFusions populate = fusionFamily(*pass))
        apply(populate, *pass, run, index);
      else if (pass->countsMatches((*store)->soc().kin))
        if (size_t nodes = index.of(StringRef(pass->countedType)).size())
          run.matches[pass->name] += nodes;
      if (std::optional<ArrayRef<std::string>> types = meets(*pass, index))
        unmodelled.push_back(noteOf(*pass, *types));
    }
    module->setAttr(kFusionsAttrName, ArrayAttr::get(&getContext(), run.notes));
    noteMatches(run);
    module->setAttr(kUnmodelledFusionsAttrName,
                    ArrayAttr::get(&getContext(), unmodelled));
    SmallVector<Attribute> closed;
    for (const UBFusionPass &pass : ubFusionPasses())
      if (!switches->isOn(pass))
        closed.push_back(StringAttr::get(&getContext(), pass.name));
    if (!closed.empty())
      module->setAttr(kClosedUbFusionsAttrName,
                      ArrayAttr::get(&getContext(), closed));
  }

private:
  void fail(llvm::Error error) {
    (void)emitDiagnostic(getOperation(), std::move(error));
    signalPassFailure();
  }

  void tellWarnings(const FusionSwitches &switches) {
    for (const ascend::Diagnostic &warning : switches.warnings)
      emitWarning(getOperation(), warning);
    for (const auto &[name, entry] : switches.byName)
      for (const FusionPassInfo &pass : fusionPasses())
        if (entry.on && pass.name == name && pass.mode < 2 && !isModelled(pass))
          getOperation().emitWarning("fusion_switch_file: ")
              << name << " is not modelled and never runs here ("
              << entry.where.str() << ")";
  }

  static std::vector<const FusionPassInfo *>
  passesInOrder(const FusionSwitches &switches) {
    std::vector<const FusionPassInfo *> passes;
    for (const FusionPassInfo &pass : fusionPasses())
      passes.push_back(&pass);
    // They lie in one array, in CANN's order.
    llvm::sort(passes, [&](const auto *a, const auto *b) {
      return std::pair(switches.priorityOf(*a), a) <
             std::pair(switches.priorityOf(*b), b);
    });
    return passes;
  }

  /// The types of the pass that stand one behind the other in the graph.
  static std::optional<ArrayRef<std::string>> meets(const FusionPassInfo &pass,
                                                    const OpsByType &index) {
    for (ArrayRef<std::string> types : pass.looksAt) {
      SmallVector<StringRef> before(types.begin(), types.end());
      StringRef last = before.pop_back_val();
      if (llvm::any_of(index.of(last), [&](const OpsByType::Found &found) {
            return endsChain(found.op, before);
          }))
        return types;
    }
    return std::nullopt;
  }

  /// Adds what matched to what a pass before this one counted.
  void noteMatches(FusionRun &run) {
    NamedAttrList counts;
    if (auto before = getOperation()->getAttrOfType<DictionaryAttr>(
            kFusionMatchesAttrName))
      for (NamedAttribute count : before)
        if (auto number = dyn_cast<IntegerAttr>(count.getValue());
            number && number.getType().isSignlessInteger(64)) {
          int64_t &matches = run.matches[count.getName().strref()];
          matches = std::min<uint64_t>(
              llvm::SaturatingAdd<uint64_t>(
                  matches, std::max<int64_t>(number.getInt(), 0)),
              std::numeric_limits<int64_t>::max());
        }
    Builder builder(&getContext());
    for (const auto &[pass, count] : run.matches)
      counts.set(pass, builder.getI64IntegerAttr(count));
    if (!counts.empty())
      getOperation()->setAttr(kFusionMatchesAttrName,
                              counts.getDictionary(&getContext()));
  }

  Attribute noteOf(const FusionPassInfo &pass, ArrayRef<std::string> types) {
    Builder builder(&getContext());
    SmallVector<StringRef> words(types.begin(), types.end());
    return builder.getDictionaryAttr(
        {builder.getNamedAttr("pass", builder.getStringAttr(pass.name)),
         builder.getNamedAttr("types", builder.getStrArrayAttr(words))});
  }

  /// FE's way: once over the nodes as they stood before the pass.
  void apply(PopulateFusions populate, const FusionPassInfo &pass,
             FusionRun &run, OpsByType &index) {
    RewritePatternSet patterns(&getContext());
    populate(patterns, run, pass);
    SmallVector<StringRef> roots;
    for (const auto &pattern : patterns.getNativePatterns())
      llvm::append_range(roots,
                         static_cast<const Fusion &>(*pattern).getRootTypes());
    SmallVector<OpsByType::Found> found = index.of(roots);
    // Most passes have nothing to look at: a set of patterns takes longer.
    if (found.empty())
      return;
    FrozenRewritePatternSet frozen(std::move(patterns));
    PatternApplicator applicator(frozen);
    applicator.applyDefaultCostModel();

    PatternRewriter rewriter(&getContext());
    rewriter.setListener(&index);
    for (auto [op, number] : found)
      if (index.lives(number)) {
        index.setPlace(number);
        (void)applicator.matchAndRewrite(op, rewriter);
      }
  }

  TableOptions<Pass::Option<std::string>, GEFusionsPass> options;
};

} // namespace

std::unique_ptr<Pass>
mlir::ascend::createGEFusionsPass(const OptionValues &values) {
  auto pass = std::make_unique<GEFusionsPass>();
  pass->setValues(values);
  return pass;
}
