//===- FusionResult.cpp - CANN's fusion_result.json -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/OpStore/Fusions.h"
#include "Ascend/Report/Report.h"
#include "FusionCounts.h"
#include "ModuleNotes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;

FusionCounts mlir::ascend::graphFusionCounts(ModuleOp module,
                                             const ModuleConfig &config) {
  FusionCounts counts;
  for (DictionaryAttr note : notesOf(module, kFusionsAttrName))
    ++counts[textOf(note, "pass")].effects;
  if (auto matches =
          module->getAttrOfType<DictionaryAttr>(kFusionMatchesAttrName))
    for (NamedAttribute match : matches)
      if (auto number = dyn_cast<IntegerAttr>(match.getValue());
          number && number.getType().isSignlessInteger(64))
        counts[match.getName().str()].matches = number.getInt();
  llvm::StringSet<> counted, counting;
  for (const FusionPassInfo &pass : fusionPasses()) {
    if (pass.isCounted())
      counted.insert(pass.name);
    if (pass.countsMatches(config.store->soc().kin))
      counting.insert(pass.name);
  }
  for (auto pass = counts.begin(); pass != counts.end();) {
    // A pass may do several things where it matched once.
    pass->second.matches = std::max(pass->second.matches, pass->second.effects);
    if (counting.contains(pass->first))
      pass->second.effects = pass->second.matches;
    bool isShown = counted.contains(pass->first) && pass->second.matches > 0;
    pass = isShown ? std::next(pass) : counts.erase(pass);
  }
  return counts;
}

static FusionCounts ubCounts(ModuleOp module, const ModuleConfig &config) {
  FusionCounts counts;
  for (const UBGroup &group : findUBGroups(module, config)) {
    FusionCount &count = counts[group.pass->name];
    ++count.effects;
    ++count.matches;
  }
  return counts;
}

static void writeCounts(llvm::json::OStream &out, StringRef key,
                        const FusionCounts &counts, bool isUB) {
  if (counts.empty())
    return;
  out.attributeObject(key, [&] {
    for (const auto &[pass, count] : counts)
      out.attributeObject(pass, [&, count = count] {
        out.attribute("effect_times", std::to_string(count.effects));
        out.attribute("match_times", std::to_string(count.matches));
        // What tuning left is asked nowhere here.
        if (isUB)
          out.attribute("repository_hit_times", "0");
      });
  });
}

void mlir::ascend::writeFusionResult(ModuleOp module,
                                     const ModuleConfig &config,
                                     raw_ostream &os) {
  llvm::json::OStream out(os, /*IndentSize=*/4);
  out.object([&] {
    out.attributeObject("session_and_graph_id_0_0", [&] {
      writeCounts(out, "graph_fusion", graphFusionCounts(module, config),
                  /*isUB=*/false);
      writeCounts(out, "ub_fusion", ubCounts(module, config), /*isUB=*/true);
    });
  });
}
