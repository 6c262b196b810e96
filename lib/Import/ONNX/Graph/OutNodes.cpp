//===- OutNodes.cpp - The option --out_nodes ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/NearestWord.h"
#include "GraphImporter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static llvm::Error malformed(StringRef text, const Twine &reason) {
  return makeError({"E10001",
                    ("Value " + text +
                     " for parameter --out_nodes is invalid. Reason: " + reason)
                        .str(),
                    "--out_nodes", "write \"node_name1:0;node_name2:1\""});
}

llvm::Expected<OutNodes> mlir::ascend::parseOutNodes(StringRef text) {
  OutNodes result;
  SmallVector<StringRef> entries;
  text.split(entries, ';');
  // A closing semicolon is common in scripts.
  if (entries.size() > 1 && entries.back().trim().empty())
    entries.pop_back();
  for (StringRef entry : entries) {
    // Names may have colons, as those of TensorFlow's have.
    auto [name, number] = entry.rsplit(':');
    int64_t index;
    if (name.trim().empty())
      return malformed(text, "'" + entry.trim() + "' names no node.");
    if (number.trim().getAsInteger(10, index) || index < 0)
      return malformed(text, "'" + number.trim() + "' of node '" + name.trim() +
                                 "' is no number of an output.");
    result.emplace_back(name.trim().str(), index);
  }
  return result;
}

/// What reports call a node of the model's graph.
static StringRef shownName(const Node &node) {
  if (!node.name.empty())
    return node.name;
  for (StringRef output : node.outputs)
    if (!output.empty())
      return output;
  return {};
}

/// Adds what `node` reads, and what the graphs in it do: names of their own
/// among these do no harm.
static void addNamesRead(const Node &node, llvm::StringSet<> &names) {
  SmallVector<const Node *> nodes = {&node};
  while (!nodes.empty()) {
    const Node *next = nodes.pop_back_val();
    // An empty name is an absent value.
    for (StringRef input : next->inputs)
      if (!input.empty())
        names.insert(input);
    for (const onnx::Attribute &attribute : next->attributes) {
      if (!attribute.graph)
        continue;
      for (const ValueInfo &output : attribute.graph->outputs)
        names.insert(StringRef(output.name));
      for (const Node &inner : attribute.graph->nodes)
        nodes.push_back(&inner);
    }
  }
}

llvm::Error GraphImporter::chooseOutputs() {
  if (options.outNodes.empty()) {
    for (const ValueInfo &info : model.graph.outputs)
      outputNames.push_back(info.name);
    return llvm::Error::success();
  }
  llvm::StringMap<const Node *> nodes;
  for (const Node &node : model.graph.nodes)
    nodes.try_emplace(shownName(node), &node);
  for (const auto &[name, index] : options.outNodes) {
    auto found = nodes.find(name);
    if (found == nodes.end()) {
      SmallVector<StringRef> known(nodes.keys());
      StringRef nearest = nearestWord(name, known);
      return makeError({"E10016",
                        "Op name " + name +
                            " specified in --out_nodes is not found in the "
                            "model. Confirm whether this node name exists, or "
                            "whether the node "
                            "is not split with the specified delimiter ';'.",
                        file,
                        nearest.empty()
                            ? "ascend-lab explain lists the names"
                            : ("did you mean '" + nearest + "'?").str()});
    }
    ArrayRef<std::string_view> outputs = found->second->outputs;
    if (index >= int64_t(outputs.size()) || outputs[index].empty())
      return makeError({"E10003",
                        ("Value " + Twine(index) +
                         " for parameter --out_nodes is invalid. Reason: Op '" +
                         name + "' has " + Twine(outputs.size()) + " outputs.")
                            .str(),
                        file, "outputs are counted from 0"});
    outputNames.push_back(outputs[index]);
  }
  return llvm::Error::success();
}

std::vector<Node> GraphImporter::nodesOfOutputs() const {
  llvm::StringSet<> needed;
  for (StringRef name : outputNames)
    needed.insert(name);
  std::vector<Node> result;
  for (const Node &node : llvm::reverse(model.graph.nodes)) {
    bool isNeeded = llvm::any_of(node.outputs, [&](StringRef output) {
      return needed.contains(output);
    });
    if (!isNeeded)
      continue;
    addNamesRead(node, needed);
    result.push_back(node);
  }
  std::reverse(result.begin(), result.end());
  return result;
}
