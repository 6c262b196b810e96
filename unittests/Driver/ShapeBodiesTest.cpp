//===- ShapeBodiesTest.cpp - Code for the shapes that come ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ShapeBodies.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csignal>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::ascend;
using State = ShapeBodies::State;

static constexpr auto kSoon = std::chrono::seconds(20);

/// What happens in the next run of a body, before it is done.
static std::function<void()> inRun;

/// y[0] = what the weights say.
static int32_t entry(ascendrt_context *context, const void *const *,
                     void *const *outputs, void *, const void *weights) {
  if (outputs[0] && inRun)
    std::exchange(inRun, nullptr)();
  int64_t one = 1;
  auto *y = static_cast<int32_t *>(
      outputs[0] ? outputs[0] : ascendrt_output(context, 0, &one));
  if (!y)
    return ASCENDRT_MODEL_FAILED;
  *y = *static_cast<const int32_t *>(weights);
  return ASCENDRT_OK;
}

namespace {

/// Says `answer`, for two inputs of the given extents, which are vectors.
class Fake : public CompiledModel {
public:
  Fake(int32_t answer, int64_t a, int64_t b, uint64_t arena)
      : answer(answer), shapes{a, b, a < 0 ? -1 : 1} {
    model.abi_version = ASCENDRT_ABI_VERSION;
    model.num_inputs = 2;
    model.num_outputs = 1;
    model.inputs = inputs;
    model.outputs = &output;
    model.arena_bytes = arena;
    model.arena_alignment = 64;
    model.weights = &this->answer;
    model.weights_bytes = sizeof(answer);
    model.entry = entry;
    ++numAlive;
  }
  ~Fake() override {
    answer = -7;
    --numAlive;
  }
  const ascendrt_model &getModel() const override { return model; }
  unsigned getNumKernels() const override { return 0; }
  unsigned getNumKernelCalls() const override { return 0; }
  const CompileStatistics &getStatistics() const override { return statistics; }
  ModelWeights getWeights() const override {
    if (shared.empty())
      return CompiledModel::getWeights();
    return {1000, 10, shared};
  }

  void useWeights(const void *weights) { model.weights = weights; }
  /// Blocks that it has with others.
  decltype(ModelWeights::blocks) shared;
  static inline std::atomic<int> numAlive = 0;

private:
  int32_t answer;
  int64_t shapes[3];
  ascendrt_tensor_desc inputs[2] = {{"a", ASCENDRT_INT8, 1, &shapes[0]},
                                    {"b", ASCENDRT_INT8, 1, &shapes[1]}};
  ascendrt_tensor_desc output = {"y", ASCENDRT_INT32, 1, &shapes[2]};
  ascendrt_model model = {};
  CompileStatistics statistics;
};

struct Destroy {
  void operator()(ascendrt_context *context) const {
    ascendrt_destroy(context);
  }
};

/// A model that answers 0, and bodies that answer 100 a + b.
class ShapeBodiesTest : public testing::Test {
protected:
  using Context = std::unique_ptr<ascendrt_context, Destroy>;

  ShapeBodies &start(JitCompile when, ShapeBodies::Limits limits = {},
                     Generalization reach = Generalization::Strict) {
    bodies.emplace(
        own.getModel(), when, reach,
        [this](const ShapeBodies::Shapes &shapes, Stop &stop) {
          return make(shapes, stop);
        },
        [this](const Diagnostic &why) { notes.push_back(why.message); },
        limits);
    context = makeContext();
    return *bodies;
  }
  Context makeContext() {
    Context made(ascendrt_create(&own.getModel(), nullptr, nullptr));
    bodies->attach(made.get());
    return made;
  }

  llvm::Expected<std::unique_ptr<CompiledModel>>
  make(const ShapeBodies::Shapes &shapes, Stop &stop) {
    ++making;
    priority = ownPriority();
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    takesSignals = !sigismember(&blocked, SIGINT);
    while (isSlow && !stop.isDue())
      std::this_thread::yield();
    if (stop.isDue())
      return stop.error();
    int64_t a = shapes[0][0], b = shapes[1][0];
    if (a == 7)
      return makeError(
          {"", "seven has no code", "", "", ExitCode::UnsupportedOp});
    if (a == 9)
      return makeError({"", "nine is refused", "", ""});
    ++numMade;
    auto made = std::make_unique<Fake>(100 * a + b, a, b, arena);
    made->shared = shared;
    return made;
  }

  /// How nice the thread is.
  static int ownPriority() {
    return getpriority(PRIO_PROCESS, syscall(SYS_gettid));
  }

  int32_t run(int64_t a, int64_t b, ascendrt_context *on = nullptr) {
    char data[64] = {};
    int32_t y = -1;
    int64_t shape = 0;
    ascendrt_tensor inputs[] = {{data, sizeof(data), &a},
                                {data, sizeof(data), &b}};
    ascendrt_tensor output = {&y, sizeof(y), &shape};
    on = on ? on : context.get();
    EXPECT_EQ(ascendrt_run_tensors(on, inputs, &output), ASCENDRT_OK)
        << ascendrt_last_error(on);
    return y;
  }
  /// What is known of the shapes.
  ShapeBodies::Info info(int64_t a, int64_t b) {
    for (const ShapeBodies::Info &info : bodies->list())
      if (info.shapes == ShapeBodies::Shapes{{a}, {b}})
        return info;
    ADD_FAILURE() << a << ", " << b << " is not known";
    return {};
  }
  void waitUntil(llvm::function_ref<bool()> isSo) {
    auto end = std::chrono::steady_clock::now() + kSoon;
    while (!isSo() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(isSo());
  }
  void waitFor(int64_t a, int64_t b, State state) {
    waitUntil([&] { return info(a, b).state == state; });
  }

  Fake own{0, -1, -1, 0};
  std::atomic<int> making = 0, numMade = 0, priority = -1;
  std::atomic<bool> isSlow = false, takesSignals = false;
  uint64_t arena = 64;
  decltype(ModelWeights::blocks) shared; ///< of what is made
  std::vector<std::string> notes;
  std::optional<ShapeBodies> bodies;
  Context context;
};

} // namespace

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
