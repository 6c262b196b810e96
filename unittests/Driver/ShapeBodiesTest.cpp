//===- ShapeBodiesTest.cpp - Code for the shapes that come ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ShapeBodiesFixture.h"

#include <sys/wait.h>

using namespace mlir::ascend;

/// Runs `test` in a child; whether it says true there.
static bool inChild(llvm::function_ref<bool()> test) {
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(test() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(ShapeBodiesTest, SecondTimeMakesAndThirdTakes) {
  start(JitCompile::Auto);
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(info(2, 3).state, State::Seen);
  EXPECT_EQ(making, 0);
  isSlow = true;
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(info(2, 3).state, State::Waiting);
  // The answer does not wait for it, nor does that of others.
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(run(3, 2), 0);
  isSlow = false;
  waitFor(2, 3, State::Ready);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(info(2, 3).ownRuns, 3u);
  EXPECT_EQ(info(2, 3).runs, 1u);
  EXPECT_EQ(numMade, 1);
  // Extents of one input are not those of another.
  EXPECT_EQ(run(3, 2), 0);
  waitFor(3, 2, State::Ready);
  EXPECT_EQ(run(3, 2), 302);
}

TEST_F(ShapeBodiesTest, FirstTimeMakesWithTrue) {
  start(JitCompile::True);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(info(2, 3).ownRuns, 0u);
  EXPECT_EQ(info(2, 3).runs, 1u);
}

TEST_F(ShapeBodiesTest, AdaptiveOpensWhatChanges) {
  start(JitCompile::True, {}, Generalization::Adaptive);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(run(2, 3), 203);
  // The body for a = 2 and any b, which answers 100 a - 1, takes both.
  EXPECT_EQ(run(2, 4), 199);
  EXPECT_EQ(run(2, 3), 199);
  EXPECT_EQ(run(2, 9), 199);
  EXPECT_EQ(numMade, 2);
  EXPECT_EQ(info(2, -1).runs, 3u);
  // Nothing is known any more.
  EXPECT_EQ(run(3, 9), 0);
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(info(-1, -1).ownRuns, 2u);
  EXPECT_EQ(info(-1, -1).state, State::Seen);
  EXPECT_EQ(numMade, 2);
}

TEST_F(ShapeBodiesTest, FullOpensAllAtOnce) {
  start(JitCompile::True, {}, Generalization::Full);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(run(2, 4), 0);
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(info(-1, -1).ownRuns, 2u);
  EXPECT_EQ(numMade, 1);
}

TEST_F(ShapeBodiesTest, StrictIsForWhatCame) {
  start(JitCompile::True);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_EQ(run(2, 4), 204);
  EXPECT_EQ(run(3, 3), 303);
  EXPECT_EQ(numMade, 3);
}

TEST_F(ShapeBodiesTest, AutoMakesTheWideOneTheSecondTime) {
  start(JitCompile::Auto, {}, Generalization::Adaptive);
  EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(run(2, 4), 0);
  EXPECT_EQ(run(2, 5), 0);
  waitFor(2, -1, State::Ready);
  EXPECT_EQ(run(2, 6), 199);
}

/// They are for the threads of the program, which may wait for the one that
/// makes bodies.
TEST_F(ShapeBodiesTest, SignalsAreForOthers) {
  start(JitCompile::True);
  run(2, 3);
  EXPECT_EQ(numMade, 1);
  EXPECT_FALSE(takesSignals);
}

/// Runs that do not wait for a body are not in its way.
TEST_F(ShapeBodiesTest, OnlyWhoWaitsIsAsImportant) {
  start(JitCompile::True);
  run(2, 3);
  EXPECT_EQ(priority, ownPriority());
  context.reset();
  start(JitCompile::Auto);
  run(2, 3);
  run(2, 3);
  waitFor(2, 3, State::Ready);
  EXPECT_GE(priority, 10);
}

/// Nor where the program is less important than that already.
TEST_F(ShapeBodiesTest, NobodyBecomesMoreImportant) {
  start(JitCompile::Auto);
  EXPECT_TRUE(inChild([&] {
    setpriority(PRIO_PROCESS, syscall(SYS_gettid), 15);
    run(2, 3);
    run(2, 3);
    waitFor(2, 3, State::Ready);
    return priority >= 15;
  }));
}

TEST_F(ShapeBodiesTest, NothingIsMadeWithFalse) {
  start(JitCompile::False);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(run(2, 3), 0);
  EXPECT_EQ(making, 0);
  EXPECT_TRUE(bodies->list().empty());
}

/// What the runtime says of them is told behind what came, in their order.
TEST_F(ShapeBodiesTest, ProfilesAreCounted) {
  Fake two(2, 2, 3, 64), five(5, 5, 6, 64);
  ascendrt_model table[] = {two.getModel(), five.getModel()};
  ascendrt_profiled_model profiled = {own.getModel(), table, 2, 0};
  profiled.model.flags |= ASCENDRT_MODEL_HAS_PROFILES;
  // Their entries take the weights of the model.
  for (ascendrt_model &profile : table)
    profile.weights_bytes = 0, profile.weights = nullptr;
  for (JitCompile when : {JitCompile::False, JitCompile::Auto}) {
    ShapeBodies bodies(
        profiled.model, when, Generalization::Strict,
        [&](const ShapeBodies::Shapes &shapes, Stop &stop) {
          return make(shapes, stop);
        },
        /*note=*/nullptr);
    context.reset(ascendrt_create(&profiled.model, nullptr, nullptr));
    bodies.attach(context.get());
    for (auto [a, b] : {std::pair(5, 6), {2, 3}, {1, 1}, {5, 6}})
      run(a, b);
    std::vector<ShapeBodies::Info> list = bodies.list();
    bool remembers = when == JitCompile::Auto;
    ASSERT_EQ(list.size(), remembers ? 3u : 2u);
    if (remembers) {
      EXPECT_EQ(list[0].state, State::Seen);
      EXPECT_EQ(list[0].ownRuns, 1u);
      list.erase(list.begin());
    }
    EXPECT_EQ(list[0].shapes, (ShapeBodies::Shapes{{2}, {3}}));
    EXPECT_EQ(list[1].shapes, (ShapeBodies::Shapes{{5}, {6}}));
    EXPECT_EQ(list[0].runs, 1u);
    EXPECT_EQ(list[1].runs, 2u);
    EXPECT_EQ(list[1].ownRuns, 0u);
    EXPECT_EQ(toWord(list[1].state), "profile");
    context.reset();
  }
}

TEST_F(ShapeBodiesTest, WhatHasNoCodeIsToldOnce) {
  start(JitCompile::True);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run(7, 1), 0);
    EXPECT_EQ(run(7, 2), 0);
  }
  EXPECT_EQ(making, 2);
  EXPECT_EQ(info(7, 1).state, State::Failed);
  EXPECT_EQ(info(7, 1).why, "seven has no code");
  EXPECT_EQ(info(7, 1).ownRuns, 3u);
  bodies.reset(); // its thread has ended
  EXPECT_EQ(notes, std::vector<std::string>{
                       "inputs of some shapes have no code of their own: "
                       "seven has no code"});
}

TEST_F(ShapeBodiesTest, WhatTheRunRefusesIsTheRunsToTell) {
  start(JitCompile::True);
  EXPECT_EQ(run(9, 1), 0);
  EXPECT_EQ(info(9, 1).why, "nine is refused");
  bodies.reset();
  EXPECT_TRUE(notes.empty());
}

TEST_F(ShapeBodiesTest, ManyThreadsMakeOne) {
  start(JitCompile::True);
  std::vector<std::thread> threads;
  std::vector<int32_t> answers(8);
  for (int32_t &answer : answers)
    threads.emplace_back([&] {
      Context mine = makeContext();
      answer = run(4, 5, mine.get());
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(answers, std::vector<int32_t>(8, 405));
  EXPECT_EQ(making, 1);
}

TEST_F(ShapeBodiesTest, EndWhileOneIsMade) {
  start(JitCompile::Auto);
  isSlow = true;
  run(2, 3);
  run(2, 3);
  waitUntil([&] { return making == 1; });
  context.reset();
  bodies.reset();
  EXPECT_EQ(numMade, 0);
  EXPECT_TRUE(notes.empty());
}

TEST_F(ShapeBodiesTest, StoppedRunsDoNotWait) {
  start(JitCompile::True);
  isSlow = true;
  ascendrt_set_poll(
      context.get(), [](void *) -> int32_t { return 1; }, nullptr);
  int64_t a = 2, b = 3, shape = 0;
  char data[8];
  int32_t y = 0;
  ascendrt_tensor inputs[] = {{data, 8, &a}, {data, 8, &b}};
  ascendrt_tensor output = {&y, sizeof(y), &shape};
  EXPECT_EQ(ascendrt_run_tensors(context.get(), inputs, &output),
            ASCENDRT_STOPPED);
  ascendrt_set_poll(context.get(), nullptr, nullptr);
  isSlow = false;
  EXPECT_EQ(run(2, 3), 203);
}

TEST_F(ShapeBodiesTest, ChildrenHaveWhatIsReadyAndMakeMore) {
  start(JitCompile::True);
  EXPECT_EQ(run(2, 3), 203);
  EXPECT_TRUE(inChild([&] {
    return run(2, 3) == 203 && numMade == 1 && run(2, 4) == 204 && numMade == 2;
  }));
  EXPECT_EQ(run(2, 5), 205);
  EXPECT_EQ(numMade, 2);
}

TEST_F(ShapeBodiesTest, AForkWhileOneIsMade) {
  start(JitCompile::Auto);
  isSlow = true;
  run(2, 3);
  run(2, 3);
  waitUntil([&] { return making == 1; });
  EXPECT_TRUE(inChild([&] {
    isSlow = false;
    run(2, 3);
    waitFor(2, 3, State::Ready);
    return run(2, 3) == 203;
  }));
  // It begins anew here, too.
  waitUntil([&] { return making == 2; });
  isSlow = false;
  waitFor(2, 3, State::Ready);
  EXPECT_EQ(run(2, 3), 203);
}
