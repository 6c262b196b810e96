//===- Fusions.cpp - The graph fusions that CANN knows ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/Fusions.h"
#include "Ascend/JSON/JSON.h"
#include "Data.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::ascend;

static FusionPassInfo readPass(const json::Node &node) {
  FusionPassInfo info;
  info.name = node.find("name")->string;
  info.mode = node.find("mode")->integer;
  for (const json::Node &setting : node.find("settings")->elements)
    info.settings.push_back({static_cast<int>(setting.elements[0].integer),
                             setting.elements[1].boolean});
  info.closable = node.find("closable")->boolean;
  info.offBy = readStrings(*node.find("offBy"));
  info.recordsNames = node.find("recordsNames")->boolean;
  info.chips = readStrings(*node.find("chips"));
  for (const json::Node &group : node.find("looksAt")->elements)
    info.looksAt.push_back(readStrings(group));
  const json::Node &counts = *node.find("countsNodes");
  info.countedType = counts.find("type")->string;
  info.countingChips = readStrings(*counts.find("chips"));
  info.sureness = node.find("sureness")->string;
  info.source = node.find("source")->string;
  return info;
}

static ConstToAttrRule readRule(const json::Node &node) {
  ConstToAttrRule rule;
  rule.pass = node.find("pass")->string;
  rule.from = node.find("from")->string;
  rule.to = node.find("to")->string;
  for (const json::Node &constant : node.find("constants")->elements)
    rule.constants.push_back(
        {static_cast<int>(constant.find("operand")->integer),
         constant.find("attribute")->string, constant.find("list")->boolean});
  rule.checkSupported = node.find("checkSupported")->boolean;
  for (const std::string &need : readStrings(*node.find("needs"))) {
    rule.needsStatic |= need == "static";
    rule.needsElements |= need == "not_empty";
    rule.needsFloat |= need == "float";
    rule.needsLongRank |= need == "long";
  }
  return rule;
}

namespace {
struct Fusions {
  std::vector<std::string> versions;
  std::vector<FusionPassInfo> passes;
  std::vector<ConstToAttrRule> rules;
  std::vector<std::string> foldedTypes;
};
} // namespace

static const Fusions &fusions() {
  static const Fusions fusions = [] {
    json::Node root =
        llvm::cantFail(parseJSON(embeddedFile("fusions.json"), "fusions.json"));
    Fusions result;
    result.versions = readStrings(*root.find("versions"));
    for (const json::Node &node : root.find("passes")->elements)
      result.passes.push_back(readPass(node));
    for (const json::Node &node : root.find("constToAttr")->elements)
      result.rules.push_back(readRule(node));
    result.foldedTypes = readStrings(*root.find("foldedTypes"));
    return result;
  }();
  return fusions;
}

bool FusionPassInfo::runsOn(llvm::StringRef kin) const {
  return llvm::is_contained(chips, kin);
}

bool FusionPassInfo::countsMatches(llvm::StringRef kin) const {
  return llvm::is_contained(countingChips, kin);
}

llvm::ArrayRef<std::string> mlir::ascend::cannVersions() {
  return fusions().versions;
}

llvm::ArrayRef<FusionPassInfo> mlir::ascend::fusionPasses() {
  return fusions().passes;
}

llvm::ArrayRef<ConstToAttrRule> mlir::ascend::constToAttrRules() {
  return fusions().rules;
}

llvm::ArrayRef<std::string> mlir::ascend::foldedTypes() {
  return fusions().foldedTypes;
}
