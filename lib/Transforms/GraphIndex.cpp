//===- GraphIndex.cpp - The ops that config lines can name ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/GraphIndex.h"

using namespace mlir;
using namespace mlir::ascend;

GraphIndex::GraphIndex(ModuleOp module, const OpStore &store)
    : ops(module), store(store) {
  ops.forEach([&](AscendOpInterface op) {
    if (!isJudged(op, store))
      return;
    byType[op.getGEType()].push_back(op);
    byName[op.getGEName()].push_back(op);
    if (ArrayAttr originals = op.getGEOriginalNames())
      for (StringAttr original : originals.getAsRange<StringAttr>())
        byName[original.getValue()].push_back(op);
  });
}

ArrayRef<AscendOpInterface> GraphIndex::find(bool isType, StringRef key) const {
  const Table &table = isType ? byType : byName;
  auto found = table.find(key);
  return found == table.end() ? ArrayRef<AscendOpInterface>()
                              : ArrayRef(found->second);
}

std::string GraphIndex::nearestKey(const Table &table, StringRef key) const {
  unsigned best = key.size() / 3 + 1;
  StringRef result;
  for (const auto &entry : table) {
    StringRef word = entry.getKey();
    size_t longer = std::max(word.size(), key.size()),
           shorter = std::min(word.size(), key.size());
    if (longer - shorter > best)
      continue;
    if (comparisonsLeft == 0)
      return "";
    --comparisonsLeft;
    unsigned distance = key.edit_distance(word, true, best);
    // Of equally near words the first by the alphabet, not by the table.
    if (distance < best ||
        (distance == best && (result.empty() || word < result))) {
      best = distance;
      result = word;
    }
  }
  return result.str();
}

std::string GraphIndex::nearest(bool isType, StringRef key) const {
  if (!isType)
    return byType.contains(key) ? ("OpType::" + key).str()
                                : nearestKey(byName, key);
  std::string inGraph = nearestKey(byType, key);
  bool isKnown = store.lookupAICore(key) || !store.lookupAICpu(key).empty();
  return inGraph.empty() && !isKnown ? store.nearestType(key) : inGraph;
}

void mlir::ascend::warnOfUnmatchedLines(ModuleOp module,
                                        const GraphIndex &graph,
                                        StringRef option,
                                        ArrayRef<UnmatchedLine> lines) {
  constexpr size_t kMost = 10;
  for (const UnmatchedLine &line : lines.take_front(kMost)) {
    InFlightDiagnostic diag = emitWarning(module.getLoc());
    diag << option << ": no op has the " << (line.isType ? "type '" : "name '")
         << line.key << "' (" << line.where->str() << ")";
    std::string near = graph.nearest(line.isType, line.key);
    if (!near.empty())
      diag.attachNote() << "did you mean '" << near << "'?";
  }
  if (lines.size() <= kMost)
    return;
  InFlightDiagnostic diag = emitWarning(module.getLoc());
  diag << option << ": " << lines.size() - kMost
       << " more lines name no op of the graph (";
  llvm::interleaveComma(
      lines.drop_front(kMost), diag,
      [&](const UnmatchedLine &line) { diag << line.where->str(); });
  diag << ")";
}
