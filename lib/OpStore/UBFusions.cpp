//===- UBFusions.cpp - What CANN fuses in the unit's buffer ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/UBFusions.h"
#include "Ascend/JSON/JSON.h"
#include "Data.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::ascend;

static bool flag(const json::Node &node, llvm::StringRef key) {
  const json::Node *value = node.find(key);
  return value && value->boolean;
}

static UBSlot readSlot(const json::Node &node) {
  UBSlot slot;
  slot.of = readStrings(*node.find("of"));
  if (const json::Node *types = node.find("types"))
    slot.types = readStrings(*types);
  if (const json::Node *types = node.find("not"))
    slot.notTypes = readStrings(*types);
  auto number = [&](llvm::StringRef key, auto &value) {
    if (const json::Node *given = node.find(key))
      value = given->integer;
  };
  number("least", slot.least);
  number("most", slot.most);
  number("reads", slot.reads);
  number("inputs", slot.leastInputs);
  number("inputs", slot.mostInputs);
  number("inputsAtMost", slot.mostInputs);
  return slot;
}

static UBFusionPass readPass(const json::Node &node) {
  UBFusionPass pass;
  pass.name = node.find("name")->string;
  pass.priority = node.find("priority")->integer;
  pass.isStatic = flag(node, "static");
  pass.isDynamic = flag(node, "dynamic");
  pass.sureness = node.find("sureness")->string;
  pass.chips = readStrings(*node.find("chips"));
  for (const json::Node &chain : node.find("chains")->elements)
    llvm::transform(chain.elements,
                    std::back_inserter(pass.chains.emplace_back()), readSlot);
  return pass;
}

namespace {
struct UBFusions {
  std::vector<UBFusionPass> passes;
  std::vector<std::string> neverClosed, names;
  llvm::StringMap<llvm::StringSet<>> patterns;
};
} // namespace

static const UBFusions &fusions() {
  static const UBFusions fusions = [] {
    json::Node root = llvm::cantFail(
        parseJSON(embeddedFile("ub_fusions.json"), "ub_fusions.json"));
    UBFusions result;
    for (const json::Node &node : root.find("passes")->elements)
      result.passes.push_back(readPass(node));
    result.neverClosed = readStrings(*root.find("neverClosed"));
    result.names = readStrings(*root.find("otherNames"));
    llvm::append_range(result.names, result.neverClosed);
    for (UBFusionPass &pass : result.passes) {
      pass.closable = !llvm::is_contained(result.neverClosed, pass.name);
      if (!llvm::is_contained(result.names, pass.name))
        result.names.push_back(pass.name);
    }
    for (const json::Member &pattern : root.find("patterns")->members)
      for (const std::string &type : readStrings(pattern.value))
        result.patterns[pattern.key].insert(type);
    return result;
  }();
  return fusions;
}

bool UBFusionPass::runsOn(llvm::StringRef kin) const {
  return llvm::is_contained(chips, kin);
}

bool UBFusionPass::isRead() const {
  return llvm::StringRef(sureness).contains("source read");
}

llvm::ArrayRef<UBFusionPass> mlir::ascend::ubFusionPasses() {
  return fusions().passes;
}

bool mlir::ascend::isOfUBPattern(llvm::StringRef type,
                                 llvm::StringRef pattern) {
  auto known = fusions().patterns.find(pattern);
  return known != fusions().patterns.end() && known->second.contains(type);
}

llvm::ArrayRef<std::string> mlir::ascend::neverClosedUBFusions() {
  return fusions().neverClosed;
}

llvm::ArrayRef<std::string> mlir::ascend::ubFusionNames() {
  return fusions().names;
}
