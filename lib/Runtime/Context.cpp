//===- Context.cpp - One model, ready to run --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "DataTypes.h"
#include "ModelCheck.h"
#include "SideBySide.h"

#include <algorithm>
#include <cfenv>
#include <cstdint>
#include <cstring>

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

void ascendrt_context::enterNode(const char *name) {
  // All of those that run side by side are under one limit of time.
  if (Lane *lane = Lane::current()) {
    lane->node = name;
    return;
  }
  if (watch.isSet()) {
    watch.enterNode();
    if (watch.isStopped())
      failForStop(); // with the name of the one before
  }
  // Before each kernel: other threads may see it late.
  node.store(name, std::memory_order_relaxed);
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

bool ascendrt_context::checkBuffer(const ascendrt_tensor_desc &desc,
                                   const char *kind, const int64_t *shape,
                                   const void *data) {
  auto refuse = [&](const std::string &why,
                    ascendrt_status status = ASCENDRT_INVALID_ARGUMENT) {
    fail(status, std::string(kind) + " '" + desc.name + "' " + why);
    return false;
  };
  int64_t bytes;
  if (ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes) ==
      ASCENDRT_LIMIT)
    return refuse("is too large: " + describe(desc, shape), ASCENDRT_LIMIT);
  if (bytes && !data)
    return refuse("has no data");
  unsigned align = findDataType(desc.dtype)->align;
  if (reinterpret_cast<uintptr_t>(data) % align)
    return refuse("is not aligned to " + std::to_string(align) + " bytes");
  return true;
}

bool ascendrt_context::checkBools(const ascendrt_tensor_desc &desc,
                                  const int64_t *shape, const void *data) {
  if (desc.dtype != ASCENDRT_BOOL)
    return true;
  int64_t count = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &count);
  const auto *begin = static_cast<const unsigned char *>(data);
  // All of them first: a loop that may end anywhere is not vectorized.
  unsigned char all = 0;
  for (int64_t i = 0; i < count; ++i)
    all |= begin[i];
  if (all <= 1)
    return true;
  const auto *wrong =
      std::find_if(begin, begin + count, [](unsigned char c) { return c > 1; });
  fail(ASCENDRT_INVALID_ARGUMENT,
       std::string("input '") + desc.name + "' has the byte " +
           std::to_string(*wrong) + " as element " +
           std::to_string(wrong - begin) + ": a bool is 0 or 1");
  return false;
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

bool ascendrt_context::takeInputs(const ascendrt_tensor *inputs) {
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    const ascendrt_tensor_desc &desc = model.inputs[i];
    const ascendrt_tensor &tensor = inputs[i];
    std::string named = std::string("input '") + desc.name + "'";
    if (desc.rank && !tensor.shape)
      fail(ASCENDRT_INVALID_ARGUMENT, named + " has no shape");
    else if (!agrees(desc, tensor.shape))
      fail(ASCENDRT_INVALID_ARGUMENT,
           named + " is " + describe(desc, tensor.shape) +
               ", and the model takes " + describe(desc, desc.shape));
    if (failure != ASCENDRT_OK ||
        !checkBuffer(desc, "input", tensor.shape, tensor.data))
      return false;
    int64_t bytes = 0;
    ascendrt_tensor_bytes(desc.dtype, desc.rank, tensor.shape, &bytes);
    if (tensor.bytes < static_cast<uint64_t>(bytes)) {
      fail(ASCENDRT_INVALID_ARGUMENT,
           named + " has " + std::to_string(tensor.bytes) + " bytes, and " +
               describe(desc, tensor.shape) + " needs " +
               std::to_string(bytes));
      return false;
    }
    if (!checkBools(desc, tensor.shape, tensor.data))
      return false;
    inputShapes[i] = tensor.shape;
    inputData[i] = tensor.data;
  }
  return true;
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

/// The caller's buffer for `bytes` of output `index`; null, the run having
/// failed, if there is none that large.
void *ascendrt_context::roomForOutput(int64_t index, const int64_t *shape,
                                      uint64_t bytes) {
  const ascendrt_tensor_desc &desc = model.outputs[index];
  auto refuse = [&](const std::string &why) {
    fail(ASCENDRT_LIMIT, std::string("output '") + desc.name + "' is " +
                             describe(desc, shape) + " and needs " +
                             std::to_string(bytes) + " bytes, " + why);
    return nullptr;
  };
  void *data = nullptr;
  if (outputTensors) {
    const ascendrt_tensor &tensor = outputTensors[index];
    std::copy_n(shape, desc.rank, tensor.shape);
    if (tensor.bytes < bytes)
      return refuse("not " + std::to_string(tensor.bytes));
    data = tensor.data;
  } else if (!(data = allocateOutput(allocatorUser, index, shape, bytes))) {
    return refuse("for which there is no memory");
  }
  if (!checkBuffer(desc, "output", shape, data))
    return nullptr;
  // An empty tensor may have no buffer, but NULL means failure.
  return data ? data : arena;
}

void *ascendrt_context::setOutput(int64_t index, const int64_t *shape) {
  bool hasRoom = outputTensors || allocateOutput;
  if (!hasRoom || index < 0 || index >= model.num_outputs) {
    fail(ASCENDRT_MODEL_FAILED,
         "the model asks for output " + std::to_string(index));
    return nullptr;
  }
  const ascendrt_tensor_desc &desc = model.outputs[index];
  if (!agrees(desc, shape)) {
    fail(ASCENDRT_MODEL_FAILED, std::string("output '") + desc.name +
                                    "' came out as " + describe(desc, shape) +
                                    ", and the model says " +
                                    describe(desc, desc.shape));
    return nullptr;
  }
  int64_t bytes = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes);
  void *data = roomForOutput(index, shape, bytes);
  hasOutput[index] = data != nullptr;
  return data;
}

void ascendrt_context::parallelFor(int64_t count, ThreadPool::Body body,
                                   void *env) {
  if (Lane *lane = Lane::current()) {
    lane->run(count, body, env);
    if (watch.isStopped())
      failForStop();
  } else if (watch.isSet()) {
    if (pool)
      pool->run(count, body, env, &watch);
    else
      watch.run(body, env, 0, count);
    if (watch.isStopped())
      failForStop();
  } else if (pool) {
    pool->run(count, body, env);
  } else if (count > 0) {
    body(env, 0, count);
  }
}

void ascendrt_context::runSideBySide(int64_t count, ThreadPool::Body body,
                                     void *env) {
  constexpr int64_t kMost = SideBySide::kMost;
  if (count > kMost) {
    for (int64_t first = 0; first < count; first += kMost) {
      struct Rest {
        int64_t first;
        ThreadPool::Body body;
        void *env;
      } rest{first, body, env};
      auto shifted = [](void *env, int64_t begin, int64_t end) {
        const auto &rest = *static_cast<Rest *>(env);
        rest.body(rest.env, rest.first + begin, rest.first + end);
      };
      runSideBySide(std::min(count - first, kMost), shifted, &rest);
    }
    return;
  }
  if (!pool) {
    for (int64_t kernel = 0; kernel < count; ++kernel)
      body(env, kernel, kernel + 1);
    return;
  }
  profile.endKernel();
  SideBySide kernels(count, body, env, watch.isSet() ? &watch : nullptr);
  kernels.run(*pool, threads);
  if (watch.isStopped())
    failForStop();
  // In the order in which they began, as all times are.
  const Lane *order[kMost];
  for (int64_t kernel = 0; kernel < count; ++kernel)
    order[kernel] = &kernels.lane(kernel);
  std::sort(order, order + count,
            [](const Lane *a, const Lane *b) { return a->began < b->began; });
  for (const Lane *const *lane = order; lane != order + count; ++lane)
    if ((*lane)->kernel >= 0)
      profile.add((*lane)->kernel, (*lane)->began, (*lane)->ended);
}

void ascendrt_context::beginKernel(int64_t kernel, const int64_t *sizes,
                                   int64_t count) {
  Lane *lane = Lane::current();
  if (!lane)
    return profile.beginKernel(kernel, sizes, count);
  lane->kernel = kernel;
  lane->began = Profile::ticks();
}

void ascendrt_context::endKernel() {
  if (Lane *lane = Lane::current())
    lane->ended = Profile::ticks();
  else
    profile.endKernel();
}

void ascendrt_context::copy(void *to, const void *from, uint64_t bytes) {
  // What is smaller is copied before another thread has heard of it.
  constexpr uint64_t kPart = 1 << 20;
  struct Copy {
    char *to;
    const char *from;
    uint64_t bytes;
  } env{static_cast<char *>(to), static_cast<const char *>(from), bytes};
  auto body = [](void *env, int64_t begin, int64_t end) {
    const auto &copy = *static_cast<Copy *>(env);
    uint64_t at = begin * kPart;
    std::memcpy(copy.to + at, copy.from + at,
                std::min(end * kPart, copy.bytes) - at);
  };
  // A kernel's copies are a part of its time.
  bool isTold = !Lane::current() && profile.isBetweenKernels();
  if (isTold)
    profile.beginCopy(bytes);
  if (bytes <= kPart)
    std::memcpy(to, from, bytes);
  else
    parallelFor(bytes / kPart + (bytes % kPart != 0), body, &env);
  if (isTold)
    profile.endKernel();
}

void ascendrt_context::observe(int64_t index, const int64_t *shape,
                               const void *data) {
  if (!observer && !dump)
    return;
  if (failure != ASCENDRT_OK)
    return;
  if (index < 0 || index >= model.num_observed)
    return fail(ASCENDRT_MODEL_FAILED, "the model shows a tensor " +
                                           std::to_string(index) +
                                           " that it does not have");
  const ascendrt_observed_tensor &tensor = model.observed[index];
  if (!shape && !ascendrt::isStatic(tensor.desc))
    return fail(ASCENDRT_MODEL_FAILED, std::string("the model shows '") +
                                           tensor.desc.name +
                                           "' without a shape");
  if (!shape)
    shape = tensor.desc.shape;
  if (observer)
    observer(observerUser, &tensor, shape, data);
  if (dump) {
    std::string wrong = dump->write(tensor, shape, data);
    if (!wrong.empty())
      fail(ASCENDRT_IO, wrong);
  }
}

void *ascendrt_context::giveOutput(int64_t index, const int64_t *shape) {
  void *data = setOutput(index, shape);
  return data && guarded ? guardOutput(index, shape, data) : data;
}

void ascendrt_context::failForRoom(uint64_t bytes) {
  if (bytes > PTRDIFF_MAX)
    fail(ASCENDRT_LIMIT, "a tensor is larger than any memory");
  else
    fail(ASCENDRT_LIMIT,
         "there is not enough memory for " + std::to_string(bytes) + " bytes");
}

bool ascendrt_context::isStopped() {
  bool stopped = Lane::current() ? watch.ask() : watch.askInTurn();
  if (stopped)
    failForStop();
  return stopped;
}

void *ascendrt_context::allocate(uint64_t bytes) {
  // A loop of the model whose kernels are skipped may have no other end.
  if (watch.ask()) {
    failForStop();
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(memoryMutex);
  void *block = guarded ? guarded->allocate(GuardedBuffer::Kind::Work, nullptr,
                                            bytes, alignment)
                        : memory.allocate(bytes);
  if (!block)
    failForRoom(bytes);
  return block;
}

void ascendrt_context::release(void *block) {
  std::lock_guard<std::mutex> lock(memoryMutex);
  if (!guarded)
    return memory.release(block);
  std::string wrong = guarded->release(block, /*opType=*/nullptr);
  if (!wrong.empty())
    fail(ASCENDRT_MODEL_FAILED, std::move(wrong));
}
