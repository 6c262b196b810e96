//===- MinCut.cpp - The cheapest way to split a network in two ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Precision/MinCut.h"
#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <cassert>

using namespace mlir::ascend;

MinCut::Node MinCut::addNode() {
  edgesOf.emplace_back();
  return edgesOf.size() - 1;
}

void MinCut::addEdge(Node from, Node to, int64_t capacity) {
  assert(capacity >= 0 && from < edgesOf.size() && to < edgesOf.size());
  edgesOf[from].push_back(edges.size());
  edges.push_back({to, capacity});
  edgesOf[to].push_back(edges.size());
  edges.push_back({from, 0});
}

bool MinCut::findLevels() {
  level.assign(edgesOf.size(), -1);
  level[kSource] = 0;
  std::vector<Node> queue = {kSource};
  for (size_t head = 0; head < queue.size(); ++head)
    for (uint32_t index : edgesOf[queue[head]]) {
      const Edge &edge = edges[index];
      if (edge.residual == 0 || level[edge.to] >= 0)
        continue;
      level[edge.to] = level[queue[head]] + 1;
      queue.push_back(edge.to);
    }
  return level[kSink] >= 0;
}

/// Depth first with a path of its own, because a network may be deeper than
/// the stack.
int64_t MinCut::augment() {
  std::vector<uint32_t> path;
  Node node = kSource;
  while (node != kSink) {
    llvm::ArrayRef<uint32_t> out = edgesOf[node];
    uint32_t &next = nextEdge[node];
    auto leadsOn = [&](const Edge &edge) {
      return edge.residual > 0 && level[edge.to] == level[node] + 1;
    };
    while (next < out.size() && !leadsOn(edges[out[next]]))
      ++next;
    if (next < out.size()) {
      path.push_back(out[next]);
      node = edges[path.back()].to;
      continue;
    }
    if (path.empty())
      return 0;
    // A dead end: its predecessor tries the next edge.
    node = edges[path.back() ^ 1].to;
    path.pop_back();
    ++nextEdge[node];
  }
  int64_t flow = kInfinite;
  for (uint32_t index : path)
    flow = std::min(flow, edges[index].residual);
  for (uint32_t index : path) {
    edges[index].residual -= flow;
    edges[index ^ 1].residual += flow;
  }
  return flow;
}

int64_t MinCut::solve() {
  int64_t price = 0;
  while (price < kInfinite && findLevels()) {
    nextEdge.assign(edgesOf.size(), 0);
    while (int64_t flow = augment()) {
      price += flow;
      if (price >= kInfinite)
        break;
    }
  }
  return price;
}
