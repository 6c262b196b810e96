//===- MinCut.h - The cheapest way to split a network in two ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PRECISION_MINCUT_H
#define ASCEND_PRECISION_MINCUT_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace mlir::ascend {

/// A directed network between a source and a sink, cut by Dinic's maximum
/// flow: O(nodes² · edges) at worst, close to linear where paths are few.
class MinCut {
public:
  using Node = uint32_t;

  /// The two nodes that every network has.
  static constexpr Node kSource = 0, kSink = 1;

  /// An edge that is never cut. The capacities of the others must sum up to
  /// less.
  static constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max() / 4;

  MinCut() : edgesOf(2) {}

  Node addNode();

  /// `capacity` (>= 0) is the price when `from` is on the source's side and
  /// `to` on the sink's.
  void addEdge(Node from, Node to, int64_t capacity);

  /// Finds a cheapest cut and gives its price; kInfinite or more where the
  /// infinite edges leave none.
  int64_t solve();

  /// After solve(): the side of a node. Of several cheapest cuts it is the one
  /// with the fewest nodes on the source's side.
  bool isOnSourceSide(Node node) const { return level[node] >= 0; }

private:
  struct Edge {
    Node to;
    int64_t residual;
  };

  /// Distances from the source over edges with capacity left; false when the
  /// sink is out of reach.
  bool findLevels();
  /// Pushes flow along one shortest path; 0 when there is none left.
  int64_t augment();

  /// Edge 2k and its reverse 2k + 1.
  std::vector<Edge> edges;
  std::vector<llvm::SmallVector<uint32_t, 4>> edgesOf;
  std::vector<int32_t> level;
  /// The first edge of each node that may still lead to the sink.
  std::vector<uint32_t> nextEdge;
};

} // namespace mlir::ascend

#endif // ASCEND_PRECISION_MINCUT_H
