//===- GENodeOrder.cpp - The nodes of a graph of GE in order --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GENodeOrder.h"
#include "Ascend/Support/Diagnostics.h"
#include "ReadGE.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <set>

using namespace mlir::ascend;
using namespace mlir::ascend::ge;
using llvm::StringRef;

namespace {

/// Calls in each other.
constexpr unsigned kMaxDepth = 64;

/// A graph in place of the node that calls it.
struct Call {
  const GraphOp *node;
  /// The edges of the node, in the graph that it stands in.
  std::vector<Edge> inputs;
};

class Flattener {
public:
  Flattener(const Model &model, StringRef file) : file(file) {
    for (const Graph &graph : model.graphs)
      graphs.try_emplace(graph.name, &graph);
  }

  llvm::Error add(const Graph &graph, const Call *call);
  llvm::Expected<std::vector<Node>> sorted();

private:
  using Names = llvm::StringMap<const GraphOp *>;

  llvm::Error addCall(const GraphOp &op, std::vector<Edge> inputs);
  llvm::Expected<std::vector<Edge>> edgesOf(const GraphOp &op,
                                            const Names &names);
  std::optional<Edge> resolve(Edge edge) const;
  llvm::Error refuse(const GraphOp &op, const llvm::Twine &reason,
                     ExitCode exitCode = ExitCode::ModelFailed) const;

  StringRef file;
  llvm::StringMap<const Graph *> graphs;
  unsigned depth = 0;
  std::vector<Node> nodes;
  /// Data of graphs that are called, and the calls: what they stand for.
  llvm::DenseMap<const GraphOp *, std::vector<Edge>> standsFor;
};

} // namespace

llvm::Error Flattener::refuse(const GraphOp &op, const llvm::Twine &reason,
                              ExitCode exitCode) const {
  return makeError(
      {"", ("node '" + op.name + "' (" + op.type + ") " + reason).str(),
       file.str(), "", exitCode});
}

/// An integer attribute, or nothing.
static std::optional<int64_t> integer(const Attributes &attributes,
                                      const char *name) {
  auto it = attributes.find(name);
  if (it == attributes.end() || it->second.kind != AttrValue::Kind::Int)
    return std::nullopt;
  return it->second.i;
}

llvm::Expected<std::vector<Edge>> Flattener::edgesOf(const GraphOp &op,
                                                     const Names &names) {
  std::vector<Edge> edges;
  for (const std::string &text : op.inputs) {
    if (text.empty()) {
      edges.emplace_back();
      continue;
    }
    auto [name, number] = StringRef(text).rsplit(':');
    int64_t index;
    if (number.getAsInteger(10, index) || index < -1)
      return refuse(op, "has the input '" + text + "', which is no NODE:INDEX");
    auto found = names.find(name);
    if (found == names.end())
      return refuse(op, "takes '" + text + "', and no node has that name");
    if (index >= 0)
      edges.push_back({found->second, size_t(index)});
  }
  return edges;
}

/// The graph of a PartitionedCall.
llvm::Error Flattener::addCall(const GraphOp &op, std::vector<Edge> inputs) {
  if (op.type != "PartitionedCall" || op.subgraphs.size() != 1)
    return refuse(op, "holds graphs, which are not imported",
                  ExitCode::UnsupportedOp);
  auto found = graphs.find(op.subgraphs.front());
  if (found == graphs.end())
    return refuse(op, "calls '" + op.subgraphs.front() +
                          "', and no graph has that name, or another node "
                          "calls it, too");
  const Graph *graph = found->second;
  graphs.erase(found);
  if (depth == kMaxDepth)
    return refuse(op, "is a call in " + llvm::Twine(depth) + " others",
                  ExitCode::Limit);
  standsFor[&op].resize(op.outputDescs.size());
  Call call{&op, std::move(inputs)};
  ++depth;
  llvm::Error error = add(*graph, &call);
  --depth;
  return error;
}

llvm::Error Flattener::add(const Graph &graph, const Call *call) {
  graphs.erase(graph.name);
  Names names;
  for (const GraphOp &op : graph.ops)
    if (!names.try_emplace(op.name, &op).second)
      return refuse(op, "has the name of another node");
  for (const GraphOp &op : graph.ops) {
    llvm::Expected<std::vector<Edge>> edges = edgesOf(op, names);
    if (!edges)
      return edges.takeError();
    if (!op.subgraphs.empty()) {
      if (llvm::Error error = addCall(op, std::move(*edges)))
        return error;
      continue;
    }
    if (!call || (op.type != "Data" && op.type != "NetOutput")) {
      nodes.push_back({&op, std::move(*edges)});
      continue;
    }
    if (op.type == "Data") {
      std::optional<int64_t> index =
          integer(op.attributes, "_parent_node_index");
      if (!index || *index < 0 || size_t(*index) >= call->inputs.size())
        return refuse(op, "does not say which input of '" + call->node->name +
                              "' it is (_parent_node_index)");
      standsFor[&op] = {call->inputs[*index]};
      continue;
    }
    std::vector<Edge> &outputs = standsFor[call->node];
    for (auto [place, edge] : llvm::enumerate(*edges)) {
      std::optional<int64_t> index =
          place < op.inputDescs.size()
              ? integer(op.inputDescs[place].attributes, "_parent_node_index")
              : std::nullopt;
      size_t at = index ? size_t(*index) : place;
      if (at >= outputs.size())
        return refuse(op, "gives output " + llvm::Twine(at) + " of '" +
                              call->node->name + "', which has " +
                              llvm::Twine(outputs.size()));
      outputs[at] = edge;
    }
  }
  return llvm::Error::success();
}

/// What an edge is once calls are gone; nothing where it leads to itself.
std::optional<Edge> Flattener::resolve(Edge edge) const {
  for (size_t steps = 0; edge.from; ++steps) {
    auto found = standsFor.find(edge.from);
    if (found == standsFor.end())
      return edge;
    if (steps > standsFor.size())
      return std::nullopt;
    edge =
        edge.index < found->second.size() ? found->second[edge.index] : Edge();
  }
  return edge;
}

llvm::Expected<std::vector<Node>> Flattener::sorted() {
  llvm::DenseMap<const GraphOp *, size_t> places;
  for (auto [place, node] : llvm::enumerate(nodes))
    places[node.op] = place;
  std::vector<size_t> waiting(nodes.size());
  std::vector<std::vector<size_t>> users(nodes.size());
  for (auto [place, node] : llvm::enumerate(nodes)) {
    for (Edge &edge : node.inputs) {
      std::optional<Edge> resolved = resolve(edge);
      if (!resolved)
        return refuse(*node.op, "is behind a circle of edges");
      edge = *resolved;
      if (!edge.from)
        continue;
      users[places.at(edge.from)].push_back(place);
      ++waiting[place];
    }
  }
  // Of those that may come next the first of the file.
  std::set<size_t> ready;
  for (auto [place, count] : llvm::enumerate(waiting))
    if (!count)
      ready.insert(place);
  std::vector<Node> result;
  while (!ready.empty()) {
    size_t place = *ready.begin();
    ready.erase(ready.begin());
    for (size_t user : users[place])
      if (!--waiting[user])
        ready.insert(user);
    result.push_back(std::move(nodes[place]));
  }
  if (result.size() == nodes.size())
    return result;
  for (auto [place, count] : llvm::enumerate(waiting))
    if (count)
      return refuse(*nodes[place].op, "is in a circle of edges, or behind one");
  llvm_unreachable("some node waits");
}

llvm::Expected<std::vector<Node>> ge::flatten(const Model &model,
                                              StringRef file) {
  Flattener flattener(model, file);
  if (llvm::Error error = flattener.add(model.graphs.front(), /*call=*/nullptr))
    return error;
  return flattener.sorted();
}

std::vector<const Node *> ge::inputsOf(const std::vector<Node> &nodes) {
  std::vector<const Node *> inputs;
  std::map<int64_t, const Node *> byIndex;
  for (const Node &node : nodes) {
    if (node.op->type != "Data")
      continue;
    inputs.push_back(&node);
    if (std::optional<int64_t> index = integer(node.op->attributes, "index"))
      byIndex.try_emplace(*index, &node);
  }
  if (byIndex.size() == inputs.size())
    llvm::copy(llvm::make_second_range(byIndex), inputs.begin());
  return inputs;
}
