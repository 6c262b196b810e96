//===- RunCalls.cpp - What a model asks for while it runs -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "ModelCheck.h"
#include "SideBySide.h"

#include <algorithm>
#include <cstring>

using namespace ascendrt;

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
