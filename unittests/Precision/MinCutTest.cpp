//===- MinCutTest.cpp - Cuts against every split of the nodes -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Precision/MinCut.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::ascend;

namespace {

struct Edge {
  MinCut::Node from, to;
  int64_t capacity;
};

/// What the split costs in which the nodes of `side` (a bit each) are with the
/// source.
int64_t priceOf(const std::vector<Edge> &edges, unsigned side) {
  int64_t price = 0;
  for (const Edge &edge : edges)
    if ((side >> edge.from & 1) && !(side >> edge.to & 1))
      price += edge.capacity;
  return price;
}

unsigned sideOf(const MinCut &network, unsigned numNodes) {
  unsigned side = 0;
  for (MinCut::Node node = 0; node < numNodes; ++node)
    side |= unsigned(network.isOnSourceSide(node)) << node;
  return side;
}

TEST(MinCut, NoPathCostsNothing) {
  MinCut network;
  MinCut::Node node = network.addNode();
  network.addEdge(MinCut::kSource, node, 5);
  EXPECT_EQ(network.solve(), 0);
  EXPECT_TRUE(network.isOnSourceSide(MinCut::kSource));
  EXPECT_TRUE(network.isOnSourceSide(node));
  EXPECT_FALSE(network.isOnSourceSide(MinCut::kSink));
}

TEST(MinCut, ParallelEdgesAddUp) {
  MinCut network;
  network.addEdge(MinCut::kSource, MinCut::kSink, 2);
  network.addEdge(MinCut::kSource, MinCut::kSink, 3);
  EXPECT_EQ(network.solve(), 5);
}

TEST(MinCut, OfEqualCutsTheOneNearTheSource) {
  MinCut network;
  MinCut::Node a = network.addNode(), b = network.addNode();
  network.addEdge(MinCut::kSource, a, 1);
  network.addEdge(a, b, 1);
  network.addEdge(b, MinCut::kSink, 1);
  EXPECT_EQ(network.solve(), 1);
  EXPECT_FALSE(network.isOnSourceSide(a));
  EXPECT_FALSE(network.isOnSourceSide(b));
}

TEST(MinCut, InfiniteEdgesStay) {
  MinCut network;
  MinCut::Node a = network.addNode();
  network.addEdge(MinCut::kSource, a, 7);
  network.addEdge(a, MinCut::kSink, MinCut::kInfinite);
  EXPECT_EQ(network.solve(), 7);
  EXPECT_FALSE(network.isOnSourceSide(a));

  MinCut impossible;
  impossible.addEdge(MinCut::kSource, MinCut::kSink, MinCut::kInfinite);
  EXPECT_GE(impossible.solve(), MinCut::kInfinite);
}

/// A flow that is sent the wrong way first must be taken back.
TEST(MinCut, FlowIsTakenBack) {
  MinCut network;
  MinCut::Node a = network.addNode(), b = network.addNode();
  network.addEdge(MinCut::kSource, a, 1);
  network.addEdge(MinCut::kSource, b, 1);
  network.addEdge(a, b, 1);
  network.addEdge(a, MinCut::kSink, 1);
  network.addEdge(b, MinCut::kSink, 1);
  EXPECT_EQ(network.solve(), 2);
}

TEST(MinCut, AChainDeeperThanTheStack) {
  MinCut network;
  MinCut::Node last = MinCut::kSource;
  for (unsigned i = 0; i < 1000000; ++i) {
    MinCut::Node node = network.addNode();
    network.addEdge(last, node, 2 + (i == 500000 ? -1 : 0));
    last = node;
  }
  network.addEdge(last, MinCut::kSink, 2);
  EXPECT_EQ(network.solve(), 1);
  EXPECT_FALSE(network.isOnSourceSide(last));
}

TEST(MinCut, RandomNetworksAgainstEverySplit) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 500; ++round) {
    MinCut network;
    unsigned numNodes = 2 + random() % 8;
    for (unsigned i = 2; i < numNodes; ++i)
      network.addNode();
    std::vector<Edge> edges(random() % (3 * numNodes));
    for (Edge &edge : edges) {
      edge = {MinCut::Node(random() % numNodes),
              MinCut::Node(random() % numNodes), int64_t(random() % 10)};
      network.addEdge(edge.from, edge.to, edge.capacity);
    }
    int64_t best = INT64_MAX;
    for (unsigned side = 0; side < 1u << numNodes; ++side)
      if ((side & 1) && !(side & 2))
        best = std::min(best, priceOf(edges, side));
    EXPECT_EQ(network.solve(), best);
    EXPECT_EQ(priceOf(edges, sideOf(network, numNodes)), best);
  }
}

} // namespace
