//===- ProfilingKeys.cpp - What profiling_options may hold ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/ProfilingKeys.h"

#include "Ascend/JSON/JSON.h"
#include "Data.h"

using namespace mlir::ascend;

static ProfilingKey readKey(const json::Member &member) {
  ProfilingKey key;
  key.name = member.key;
  if (const json::Node *words = member.value.find("words"))
    for (const json::Node &word : words->elements)
      key.words.push_back(word.string);
  for (auto [name, text] :
       {std::pair("pattern", &key.pattern), std::pair("says", &key.says)})
    if (const json::Node *value = member.value.find(name))
      *text = value->string;
  for (auto [name, number] :
       {std::pair("least", &key.least), std::pair("most", &key.most)})
    if (const json::Node *value = member.value.find(name))
      *number = value->integer;
  return key;
}

llvm::ArrayRef<ProfilingKey> mlir::ascend::profilingKeys() {
  static const std::vector<ProfilingKey> keys = [] {
    constexpr llvm::StringLiteral file = "profiling_options.json";
    json::Node root = llvm::cantFail(parseJSON(embeddedFile(file), file));
    std::vector<ProfilingKey> keys;
    for (const json::Member &member : root.find("keys")->members)
      keys.push_back(readKey(member));
    return keys;
  }();
  return keys;
}
