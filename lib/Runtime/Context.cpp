//===- Context.cpp - One model, ready to run --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "ModelCheck.h"
#include "SideBySide.h"

#include <algorithm>
#include <cfenv>
#include <cstdint>

using namespace ascendrt;

namespace {

/// The floating-point environment that decided dtypes are defined in.
class DefaultFloatingPoint {
public:
  DefaultFloatingPoint() {
    std::fegetenv(&callers);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPoint() { std::fesetenv(&callers); }

private:
  std::fenv_t callers;
};

} // namespace

static bool areStatic(const ascendrt_tensor_desc *descs, uint32_t count) {
  return std::all_of(descs, descs + count, ascendrt::isStatic);
}

ascendrt_context::ascendrt_context(const ascendrt_model &model)
    : model(model), profiles(model),
      isStatic(areStatic(model.inputs, model.num_inputs) &&
               areStatic(model.outputs, model.num_outputs)),
      alignment(std::max<uint64_t>(model.arena_alignment, 64)),
      weights(model.weights), inputShapes(model.num_inputs),
      inputData(model.num_inputs), outputData(model.num_outputs),
      hasOutput(model.num_outputs), memory(alignment) {}

std::string ascendrt_context::prepare(unsigned threads, bool mayBeFewer,
                                      ascendrt_guard guard) {
  if (guard != ASCENDRT_GUARD_NONE) {
    guarded = std::make_unique<GuardedMemory>(guard, node);
    arena = guarded->allocate(GuardedBuffer::Kind::Arena, nullptr,
                              model.arena_bytes, alignment);
    weights =
        guarded->allocateCopy(GuardedBuffer::Kind::Weights, nullptr,
                              model.weights, model.weights_bytes, alignment);
    if (!weights)
      return "there is not enough memory for a copy of the weights of " +
             std::to_string(model.weights_bytes) + " bytes";
  } else {
    ownArena = allocateAligned(model.arena_bytes, alignment);
    arena = ownArena.get();
  }
  if (!arena)
    return "there is not enough memory for the model's work memory of " +
           std::to_string(model.arena_bytes) + " bytes";
  if (threads > 1) {
    try {
      pool = ThreadPool::create(threads);
      this->threads = threads;
    } catch (const std::system_error &error) {
      if (!mayBeFewer)
        return "cannot start " + std::to_string(threads) +
               " threads: " + error.code().message();
    }
  }
  return "";
}

void ascendrt_context::fail(int32_t code, std::string message) {
  std::lock_guard<std::mutex> lock(failureMutex);
  if (failure != ASCENDRT_OK)
    return;
  failure = code;
  error = std::move(message);
}

const char *ascendrt_context::nodeHere() const {
  if (Lane *lane = Lane::current(); lane && lane->node)
    return lane->node;
  return node;
}

void ascendrt_context::failForStop() {
  std::optional<ascendrt_time_limit> limit = watch.passedLimit();
  if (!limit)
    return fail(ASCENDRT_STOPPED, "it was stopped");
  std::string most =
      std::to_string(watch.limitOf(*limit).count()) + " milliseconds";
  // What the compiler added, such as a change of format, may have no name.
  const char *name = node;
  if (name && !*name)
    name = nullptr;
  std::string where = name ? "node '" + std::string(name) + "'" : "a node";
  switch (*limit) {
  case ASCENDRT_RUN_TIME:
    return fail(ASCENDRT_TIMEOUT, "it took longer than " + most +
                                      (name ? ", and was at " + where : ""));
  case ASCENDRT_NODE_TIME:
    return fail(ASCENDRT_TIMEOUT, where + " took longer than " + most);
  case ASCENDRT_WAIT_TIME:
    return fail(ASCENDRT_TIMEOUT,
                where + " waited longer than " + most + " for its threads");
  }
}

int32_t ascendrt_context::call(const void *const *inputs,
                               void *const *outputs) {
  DefaultFloatingPoint mode;
  if (body)
    return body->entry(this, inputs, outputs, bodyArena,
                       body == lent ? body->weights : weights);
  return model.entry(this, inputs, outputs, arena, weights);
}

void ascendrt_context::execute(const void *const *inputs,
                               void *const *outputs) {
  std::string wrong;
  if (dump && !(wrong = dump->begin()).empty())
    return fail(ASCENDRT_IO, wrong);
  node = nullptr;
  int32_t code = guarded ? callGuarded(inputs, outputs) : call(inputs, outputs);
  profile.end();
  memory.endRun();
  watch.end();
  if (watch.isStopped())
    failForStop();
  if (code != ASCENDRT_OK)
    fail(code, "the model failed with code " + std::to_string(code));
  if (failure == ASCENDRT_OK && dump && !(wrong = dump->finish()).empty())
    fail(ASCENDRT_IO, wrong);
}

int32_t ascendrt_context::run(const void *const *inputs, void *const *outputs) {
  if (!isStatic)
    fail(ASCENDRT_INVALID_ARGUMENT,
         "the model has shapes that are known at run time only: it needs "
         "ascendrt_run_tensors");
  else if ((model.num_inputs && !inputs) || (model.num_outputs && !outputs))
    fail(ASCENDRT_INVALID_ARGUMENT, "there is no list of inputs or outputs");
  if (failure != ASCENDRT_OK)
    return failure;

  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    const ascendrt_tensor_desc &desc = model.inputs[i];
    if (!checkBuffer(desc, "input", desc.shape, inputs[i]) ||
        !checkBools(desc, desc.shape, inputs[i]))
      return failure;
    inputShapes[i] = desc.shape;
  }
  for (uint32_t i = 0; i < model.num_outputs; ++i)
    if (!checkBuffer(model.outputs[i], "output", model.outputs[i].shape,
                     outputs[i]))
      return failure;
  watch.begin();
  execute(inputs, outputs);
  return failure;
}

/// Code for the shapes of the inputs: that of a profile, or else what the
/// program has. It shows no tensors and has no guards.
void ascendrt_context::takeBody() {
  const ascendrt_model *profile = profiles.find(inputShapes.data());
  if (!profile && profiles.areNeeded())
    return fail(ASCENDRT_INVALID_ARGUMENT, profiles.refuse(inputShapes.data()));
  if (observer || dump || guarded) {
    // Its code is in profiles alone.
    if (profiles.areNeeded() && profile->entry)
      fail(ASCENDRT_UNSUPPORTED,
           "the model was compiled for profiles, whose code neither shows nor "
           "guards tensors");
    return;
  }
  if (profile && profile->entry)
    body = profile;
  else if (bodies.take &&
           (lent = bodies.take(bodies.user, this, inputShapes.data())))
    body = lent;
  if (!body)
    return;
  bool fits = body->num_inputs == model.num_inputs &&
              body->num_outputs == model.num_outputs;
  if (fits)
    bodyArena = memory.allocate(std::max<uint64_t>(body->arena_bytes, 1));
  if (bodyArena) {
    if (body == profile && bodies.take_profile)
      bodies.take_profile(bodies.user, profile - profiles.begin());
    return;
  }
  uint64_t bytes = body->arena_bytes;
  bool isOnly = profiles.areNeeded();
  giveBodyBack();
  // The model's own code, if there is some, may need less.
  if (isOnly)
    failForRoom(bytes);
}

void ascendrt_context::giveBodyBack() {
  if (lent)
    bodies.give_back(bodies.user, lent);
  lent = nullptr;
  if (bodyArena)
    memory.release(bodyArena);
  body = nullptr;
  bodyArena = nullptr;
}

void ascendrt_context::runOnBody() {
  struct GiveBack {
    ascendrt_context &context;
    ~GiveBack() { context.giveBodyBack(); }
  } giveBack{*this};
  watch.begin();
  takeBody();
  // To wait for code is a part of the run.
  if (failure == ASCENDRT_OK)
    executeAndCheckOutputs();
}

/// Static outputs have their room before the run, the others get it meanwhile.
void ascendrt_context::executeAndCheckOutputs() {
  std::fill(hasOutput.begin(), hasOutput.end(), false);
  for (uint32_t i = 0; i < model.num_outputs; ++i) {
    const ascendrt_tensor_desc &desc = (body ? body : &model)->outputs[i];
    outputData[i] = nullptr;
    if (ascendrt::isStatic(desc) && !(outputData[i] = setOutput(i, desc.shape)))
      return;
  }
  execute(inputData.data(), outputData.data());
  for (uint32_t i = 0; i < model.num_outputs; ++i)
    if (!hasOutput[i])
      fail(ASCENDRT_MODEL_FAILED, std::string("the model made no output '") +
                                      model.outputs[i].name + "'");
}

int32_t ascendrt_context::runTensors(const ascendrt_tensor *inputs,
                                     const ascendrt_tensor *outputs) {
  if ((model.num_inputs && !inputs) || (model.num_outputs && !outputs))
    fail(ASCENDRT_INVALID_ARGUMENT, "there is no list of inputs or outputs");
  if (failure != ASCENDRT_OK || !takeInputs(inputs))
    return failure;
  for (uint32_t i = 0; i < model.num_outputs; ++i) {
    const ascendrt_tensor_desc &desc = model.outputs[i];
    if (desc.rank && !outputs[i].shape) {
      fail(ASCENDRT_INVALID_ARGUMENT,
           std::string("output '") + desc.name + "' has no shape to write to");
      return failure;
    }
  }
  outputTensors = outputs;
  runOnBody();
  return failure;
}

int32_t ascendrt_context::runAllocating(const ascendrt_tensor *inputs,
                                        ascendrt_allocator allocate,
                                        void *user) {
  if ((model.num_inputs && !inputs) || !allocate)
    fail(ASCENDRT_INVALID_ARGUMENT,
         "there is no list of inputs or no allocator");
  if (failure != ASCENDRT_OK || !takeInputs(inputs))
    return failure;
  allocateOutput = allocate;
  allocatorUser = user;
  runOnBody();
  return failure;
}

void ascendrt_context::failForRoom(uint64_t bytes) {
  if (bytes > PTRDIFF_MAX)
    fail(ASCENDRT_LIMIT, "a tensor is larger than any memory");
  else
    fail(ASCENDRT_LIMIT,
         "there is not enough memory for " + std::to_string(bytes) + " bytes");
}
