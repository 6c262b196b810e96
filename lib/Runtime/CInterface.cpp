//===- CInterface.cpp - The functions of ascendrt.h -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The border that no exception crosses. The only ones that come here are those
// of memory that ran out.

#include "Context.h"
#include "ModelCheck.h"

#include "Ascend/Runtime/ShortMemory.h"

#include <algorithm>
#include <cstring>
#include <exception>

using namespace ascendrt;

static constexpr int32_t maxThreads = 1024;

/// Makes the context fail for want of memory, which itself takes none.
static void failForMemory(ascendrt_context &context) noexcept {
  context.fail(ASCENDRT_LIMIT, "out of memory"); // short: no allocation
}

/// Calls `function` as a run or a setting of its own: with no failure before
/// it, and never while another one is under way.
template <typename Function>
static int32_t guard(ascendrt_context *context, Function function) {
  if (!context || context->isRunning.exchange(true))
    return ASCENDRT_INVALID_ARGUMENT;
  prepareToThrow();
  context->failure = ASCENDRT_OK;
  context->error.clear();
  try {
    function();
  } catch (const std::exception &) {
    failForMemory(*context);
  }
  context->outputTensors = nullptr;
  context->allocateOutput = nullptr;
  int32_t result = context->failure;
  context->isRunning = false;
  return result;
}

static std::string create(const ascendrt_model *model,
                          const ascendrt_options *options,
                          std::unique_ptr<ascendrt_context> &context) {
  if (!model)
    return "there is no model";
  std::string wrong = checkModel(*model);
  if (!wrong.empty())
    return "the model cannot be run: " + wrong;
  if (options && options->struct_size < sizeof(ascendrt_options))
    return "the options have no valid struct_size";
  int32_t guard =
      options && options->guard
          ? options->guard
          : static_cast<int32_t>(model->flags & ASCENDRT_MODEL_GUARD);
  if (guard < ASCENDRT_GUARD_NONE || guard > ASCENDRT_GUARD_BEGIN)
    return "the options ask for what this libascendrt does not have";
  int32_t threads = options ? options->threads : 0;
  if (threads < 0 || threads > maxThreads)
    return "threads is " + std::to_string(threads) + ", which is not in 0.." +
           std::to_string(maxThreads);
  bool isAsked = threads != 0;
  if (!isAsked)
    threads = std::min<unsigned>(countUsableCPUs(), maxThreads);
  if (model->max_threads && model->max_threads < unsigned(threads))
    threads = model->max_threads;
  context = std::make_unique<ascendrt_context>(*model);
  return context->prepare(threads, !isAsked,
                          static_cast<ascendrt_guard>(guard));
}

ascendrt_context *ascendrt_create(const ascendrt_model *model,
                                  const ascendrt_options *options,
                                  char **error) {
  prepareToThrow();
  std::unique_ptr<ascendrt_context> context;
  std::string wrong;
  try {
    wrong = create(model, options, context);
  } catch (const std::exception &) {
    wrong = "out of memory";
  }
  if (wrong.empty())
    return context.release();
  if (error)
    *error = strdup(wrong.c_str());
  return nullptr;
}

void ascendrt_destroy(ascendrt_context *context) { delete context; }

void ascendrt_free_string(char *string) { std::free(string); }

const ascendrt_model *ascendrt_get_model(const ascendrt_context *context) {
  return &context->model;
}

int32_t ascendrt_get_threads(const ascendrt_context *context) {
  return static_cast<int32_t>(context->threads);
}

int32_t ascendrt_run(ascendrt_context *context, const void *const *inputs,
                     void *const *outputs) {
  return guard(context, [&] { context->run(inputs, outputs); });
}

int32_t ascendrt_run_tensors(ascendrt_context *context,
                             const ascendrt_tensor *inputs,
                             const ascendrt_tensor *outputs) {
  return guard(context, [&] { context->runTensors(inputs, outputs); });
}

int32_t ascendrt_run_allocating(ascendrt_context *context,
                                const ascendrt_tensor *inputs,
                                ascendrt_allocator allocate, void *user) {
  return guard(context,
               [&] { context->runAllocating(inputs, allocate, user); });
}

const char *ascendrt_last_error(const ascendrt_context *context) {
  return context->error.c_str();
}

void ascendrt_set_observer(ascendrt_context *context,
                           ascendrt_observer observer, void *user) {
  context->observer = observer;
  context->observerUser = user;
}

int32_t ascendrt_set_bodies(ascendrt_context *context,
                            const ascendrt_bodies *bodies) {
  return guard(context, [&] {
    context->bodies = {};
    if (!bodies)
      return;
    if (bodies->struct_size < sizeof(ascendrt_bodies) || !bodies->take ||
        !bodies->give_back)
      return context->fail(ASCENDRT_INVALID_ARGUMENT,
                           "the bodies have no valid struct_size, or lack a "
                           "function");
    context->bodies = *bodies;
  });
}

void ascendrt_set_poll(ascendrt_context *context, ascendrt_poll poll,
                       void *user) {
  context->watch.set(poll, user);
}

int32_t ascendrt_set_time_limit(ascendrt_context *context,
                                ascendrt_time_limit limit,
                                int64_t milliseconds) {
  return guard(context, [&] {
    // As a number of nanoseconds it would be none.
    constexpr int64_t kMost = int64_t(1) << 43;
    if (limit < ASCENDRT_RUN_TIME || limit > ASCENDRT_WAIT_TIME)
      return context->fail(ASCENDRT_INVALID_ARGUMENT,
                           "there is no limit of time " +
                               std::to_string(int(limit)));
    context->watch.limit(limit, std::chrono::milliseconds(std::clamp(
                                    milliseconds, int64_t(0), kMost)));
  });
}

int32_t ascendrt_dump_to(ascendrt_context *context, const char *directory) {
  return guard(context, [&] {
    context->dump = nullptr;
    if (!directory)
      return;
    auto dump = std::make_unique<Dump>();
    std::string wrong = dump->open(directory);
    if (!wrong.empty())
      return context->fail(ASCENDRT_IO, wrong);
    context->dump = std::move(dump);
  });
}

int32_t ascendrt_get_profile(ascendrt_context *context,
                             ascendrt_profile *profile) {
  if (!context || context->isRunning || !profile ||
      profile->struct_size < sizeof(ascendrt_profile))
    return ASCENDRT_INVALID_ARGUMENT;
  if (!context->profile.isThere())
    return ASCENDRT_UNSUPPORTED;
  context->profile.describe(*profile);
  return ASCENDRT_OK;
}

void ascendrt_begin_profile(ascendrt_context *context, const char *kernels,
                            int64_t count) {
  try {
    context->profile.begin(kernels, count);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

void ascendrt_begin_kernel(ascendrt_context *context, int64_t kernel,
                           const int64_t *sizes, int64_t count) {
  context->beginKernel(kernel, sizes, count);
}

void ascendrt_end_kernel(ascendrt_context *context) { context->endKernel(); }

void ascendrt_parallel_for(ascendrt_context *context, int64_t count,
                           void (*body)(void *env, int64_t begin, int64_t end),
                           void *env) {
  context->parallelFor(count, body, env);
}

void ascendrt_run_side_by_side(ascendrt_context *context, int64_t count,
                               void (*body)(void *env, int64_t begin,
                                            int64_t end),
                               void *env) {
  context->runSideBySide(count, body, env);
}

void ascendrt_copy(ascendrt_context *context, void *to, const void *from,
                   uint64_t bytes) {
  context->copy(to, from, bytes);
}

void ascendrt_observe(ascendrt_context *context, int64_t tensorIndex,
                      const int64_t *shape, const void *data) {
  try {
    context->observe(tensorIndex, shape, data);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

void ascendrt_fail(ascendrt_context *context, int32_t code,
                   const char *message) {
  try {
    context->fail(code ? code : ASCENDRT_MODEL_FAILED, message ? message : "");
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

void ascendrt_enter_node(ascendrt_context *context, const char *name) {
  try {
    context->enterNode(name);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

void ascendrt_fail_index(ascendrt_context *context, const char *opType,
                         int64_t index, int64_t least, int64_t bound) {
  try {
    const char *node = context->nodeHere();
    std::string message =
        node ? "node '" + std::string(node) + "' (" + opType + ")"
             : std::string(opType);
    message += ": the index " + std::to_string(index) + " lies outside of ";
    message += bound <= least
                   ? "an axis without elements"
                   : std::to_string(least) + " to " + std::to_string(bound - 1);
    context->fail(ASCENDRT_MODEL_FAILED, message);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

void ascendrt_fail_with(ascendrt_context *context, int32_t code,
                        const char *message, const int64_t *values) {
  try {
    std::string text;
    for (const char *at = message; *at; ++at) {
      if (at[0] == '{' && at[1] == '}') {
        text += std::to_string(*values++);
        ++at;
      } else {
        text += *at;
      }
    }
    context->fail(code ? code : ASCENDRT_MODEL_FAILED, std::move(text));
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}

int32_t ascendrt_has_failed(ascendrt_context *context) {
  std::lock_guard<std::mutex> lock(context->failureMutex);
  return context->failure != ASCENDRT_OK;
}

int32_t ascendrt_is_stopped(ascendrt_context *context) {
  try {
    return context->isStopped();
  } catch (const std::exception &) {
    failForMemory(*context);
    return 1;
  }
}

int32_t ascendrt_check_buffers(ascendrt_context *context, const char *opType) {
  try {
    context->checkBuffers(opType);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
  return ascendrt_has_failed(context);
}

const int64_t *ascendrt_input_shape(ascendrt_context *context, int64_t index) {
  return context->inputShapes[index];
}

void *ascendrt_output(ascendrt_context *context, int64_t index,
                      const int64_t *shape) {
  try {
    return context->giveOutput(index, shape);
  } catch (const std::exception &) {
    failForMemory(*context);
    return nullptr;
  }
}

void *ascendrt_allocate(ascendrt_context *context, uint64_t bytes) {
  try {
    return context->allocate(bytes);
  } catch (const std::exception &) {
    failForMemory(*context);
    return nullptr;
  }
}

void ascendrt_release(ascendrt_context *context, void *memory) {
  try {
    context->release(memory);
  } catch (const std::exception &) {
    failForMemory(*context);
  }
}
