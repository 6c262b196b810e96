//===- ShapeBodiesFixture.h - A model and bodies that count -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_DRIVER_SHAPEBODIESFIXTURE_H
#define ASCEND_UNITTESTS_DRIVER_SHAPEBODIESFIXTURE_H

#include "Ascend/Driver/ShapeBodies.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csignal>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mlir::ascend {

/// What happens in the next run of a body, before it is done.
inline std::function<void()> inRun;

/// y[0] = what the weights say.
inline int32_t entry(ascendrt_context *context, const void *const *,
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
  using State = ShapeBodies::State;
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
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
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

} // namespace mlir::ascend

#endif // ASCEND_UNITTESTS_DRIVER_SHAPEBODIESFIXTURE_H
