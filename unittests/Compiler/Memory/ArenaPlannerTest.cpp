//===- ArenaPlannerTest.cpp - Tests of the arena planner ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Memory/ArenaPlanner.h"

#include "gtest/gtest.h"
#include <random>

using namespace mlir::ascend;

namespace {

TEST(ArenaPlanner, NothingNeedsNothing) {
  EXPECT_EQ(planArena({}, 64).bytes, 0);
  EXPECT_EQ(planArena({{0, 0, 5}}, 64).bytes, 0);
}

TEST(ArenaPlanner, BuffersOfAChainShareTwoPlaces) {
  // Each step reads one buffer and writes the next.
  ArenaPlan plan =
      planArena({{64, 0, 1}, {64, 1, 2}, {64, 2, 3}, {64, 3, 4}}, 64);
  EXPECT_EQ(plan.bytes, 128);
  EXPECT_EQ(plan.offsets[0], plan.offsets[2]);
  EXPECT_EQ(plan.offsets[1], plan.offsets[3]);
}

TEST(ArenaPlanner, TakesTheSmallestGapThatFits) {
  // Between the long-lived buffers are gaps of 256 and of 128 bytes.
  ArenaPlan plan = planArena({{1024, 0, 9},
                              {256, 0, 3},
                              {512, 0, 9},
                              {128, 0, 3},
                              {100, 5, 9},
                              {65, 5, 9}},
                             64);
  EXPECT_EQ(plan.offsets[4], plan.offsets[1]);
  EXPECT_EQ(plan.offsets[5], plan.offsets[1] + 128);
  EXPECT_EQ(plan.bytes, 1024 + 512 + 256 + 128);
}

TEST(ArenaPlanner, OffsetsAreAligned) {
  ArenaPlan plan = planArena({{1, 0, 0}, {65, 0, 0}, {3, 0, 0}}, 64);
  for (int64_t offset : plan.offsets)
    EXPECT_EQ(offset % 64, 0);
  EXPECT_EQ(plan.bytes, 128 + 64 + 1);
}

/// Whether some byte belongs to two buffers at one step, by looking at each.
bool sharesAByte(llvm::ArrayRef<ArenaBuffer> buffers, const ArenaPlan &plan) {
  int64_t steps = 0;
  for (const ArenaBuffer &buffer : buffers)
    steps = std::max(steps, buffer.end + 1);
  for (int64_t step = 0; step < steps; ++step) {
    std::vector<bool> taken(plan.bytes);
    for (size_t i = 0; i < buffers.size(); ++i) {
      if (step < buffers[i].begin || buffers[i].end < step)
        continue;
      for (int64_t byte = 0; byte < buffers[i].bytes; ++byte) {
        if (taken[plan.offsets[i] + byte])
          return true;
        taken[plan.offsets[i] + byte] = true;
      }
    }
  }
  return false;
}

TEST(ArenaPlanner, RandomBuffersNeverOverlapWhileAlive) {
  std::mt19937 random(1);
  auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  for (int round = 0; round < 300; ++round) {
    llvm::SmallVector<ArenaBuffer> buffers;
    int64_t peak = 0, sum = 0, alignment = draw(1, 16);
    for (int64_t i = draw(0, 30); i > 0; --i) {
      int64_t begin = draw(0, 20);
      buffers.push_back({draw(0, 40), begin, begin + draw(0, 6)});
      sum += buffers.back().bytes + alignment;
    }
    for (int64_t step = 0; step < 27; ++step) {
      int64_t alive = 0;
      for (const ArenaBuffer &buffer : buffers)
        if (buffer.begin <= step && step <= buffer.end)
          alive += buffer.bytes;
      peak = std::max(peak, alive);
    }
    ArenaPlan plan = planArena(buffers, alignment);
    EXPECT_FALSE(sharesAByte(buffers, plan)) << "round " << round;
    EXPECT_GE(plan.bytes, peak);
    EXPECT_LE(plan.bytes, sum);
    for (int64_t offset : plan.offsets)
      EXPECT_EQ(offset % alignment, 0);
  }
}

} // namespace
