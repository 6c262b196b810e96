//===- ShapeBodiesLimitsTest.cpp - How many bodies are kept ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ShapeBodiesFixture.h"

using namespace mlir::ascend;

TEST_F(ShapeBodiesTest, LeastRecentlyUsedGoes) {
  start(JitCompile::True, {/*bodies=*/2});
  run(1, 1);
  run(1, 2);
  run(1, 1);
  run(1, 3); // in the place of 1, 2
  EXPECT_EQ(numMade, 3);
  run(1, 1);
  run(1, 3);
  EXPECT_EQ(numMade, 3);
  run(1, 2);
  EXPECT_EQ(numMade, 4);
}

TEST_F(ShapeBodiesTest, WhatRunsStaysUntilItIsDone) {
  start(JitCompile::True, {/*bodies=*/1});
  run(1, 1);
  Context other = makeContext();
  inRun = [&] { EXPECT_EQ(run(1, 2, other.get()), 102); };
  EXPECT_EQ(run(1, 1), 101);
  EXPECT_EQ(numMade, 2);
  run(1, 1);
  EXPECT_EQ(numMade, 3);
}

TEST_F(ShapeBodiesTest, WhatGoesIsFreed) {
  start(JitCompile::True, {/*bodies=*/2});
  for (int b = 1; b <= 5; ++b)
    run(1, b);
  // With the own one.
  EXPECT_EQ(Fake::numAlive, 3);
  context.reset();
  bodies.reset();
  EXPECT_EQ(Fake::numAlive, 1);
}

TEST_F(ShapeBodiesTest, MemoryIsBounded) {
  arena = 1000 - sizeof(int32_t);
  start(JitCompile::True, {/*bodies=*/16, /*bytes=*/2000});
  run(1, 1);
  run(1, 2);
  run(1, 1);
  run(1, 2);
  EXPECT_EQ(numMade, 2);
  run(1, 3);
  run(1, 2);
  EXPECT_EQ(numMade, 3);
  run(1, 1);
  EXPECT_EQ(numMade, 4);
}

/// Weights that bodies share count once, and not those of the own code.
TEST_F(ShapeBodiesTest, SharedWeightsAreBoundedOnce) {
  auto block = [](uint64_t bytes) {
    WeightBlock made = {allocateWeightMemory(bytes, 64), bytes};
    return std::make_shared<const WeightBlock>(std::move(made));
  };
  auto ofOwn = block(5000), common = block(1500);
  own.useWeights(ofOwn->memory.get());
  arena = 200;
  shared = {ofOwn, common};
  start(JitCompile::True, {/*bodies=*/16, /*bytes=*/2000});
  run(1, 1);
  run(1, 2);
  run(1, 1);
  run(1, 2);
  EXPECT_EQ(numMade, 2);
  EXPECT_EQ(info(1, 2).weights, 1000u);
  EXPECT_EQ(info(1, 2).addedWeights, 10u);
  // 600 and 1500 are too much; the two used last have room.
  run(1, 3);
  run(1, 2);
  EXPECT_EQ(numMade, 3);
  // Its block makes both others too much, and it has the common one no more.
  shared = {block(1700)};
  run(1, 4);
  EXPECT_EQ(numMade, 4);
  EXPECT_EQ(run(1, 4), 104);
  run(1, 2);
  run(1, 3);
  EXPECT_EQ(numMade, 6);
}

/// What there is at most where nobody says it.
TEST_F(ShapeBodiesTest, SixteenBodies) {
  start(JitCompile::True);
  for (int b = 1; b <= 17; ++b)
    run(1, b);
  run(1, 2);
  EXPECT_EQ(numMade, 17);
  run(1, 1);
  EXPECT_EQ(numMade, 18);
}

TEST_F(ShapeBodiesTest, OneGigabyte) {
  arena = (uint64_t(1) << 29) - sizeof(int32_t);
  start(JitCompile::True);
  run(1, 1);
  run(1, 2);
  run(1, 1);
  EXPECT_EQ(numMade, 2);
  run(1, 3);
  run(1, 2);
  EXPECT_EQ(numMade, 4);
}

TEST_F(ShapeBodiesTest, AThousandShapes) {
  start(JitCompile::Auto);
  for (int i = 0; i <= 1024; ++i)
    run(i / 64 + 1, i % 64 + 1);
  EXPECT_EQ(bodies->list().size(), 1024u);
}

TEST_F(ShapeBodiesTest, ShapesAreForgotten) {
  start(JitCompile::Auto, {/*bodies=*/2, /*bytes=*/2000, /*shapes=*/10});
  for (int i = 1; i <= 11; ++i)
    run(i < 7 ? i : i + 1, 1);
  EXPECT_EQ(bodies->list().size(), 10u);
  // The first one is new again.
  run(1, 1);
  EXPECT_EQ(making, 0);
  run(1, 1);
  waitFor(1, 1, State::Ready);
}
