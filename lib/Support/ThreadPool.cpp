//===- ThreadPool.cpp - Threads that may be fewer than wished for ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/ThreadPool.h"
#include "Ascend/Runtime/ShortMemory.h"

#include "llvm/Support/Threading.h"

using namespace mlir::ascend;

/// The pool whose worker this thread is.
static thread_local const ThreadPool *poolOfThread = nullptr;

ThreadPool::ThreadPool(unsigned threads)
    : maxThreads(llvm::hardware_concurrency(threads).compute_thread_count()) {}

ThreadPool::~ThreadPool() {
  wait();
  {
    Lock lock(mutex);
    isEnding = true;
  }
  arrived.notify_all();
  for (pthread_t worker : workers)
    pthread_join(worker, nullptr);
}

void ThreadPool::asyncEnqueue(llvm::unique_function<void()> task,
                              llvm::ThreadPoolTaskGroup *group) {
  {
    Lock lock(mutex);
    tasks.push_back({std::move(task), group});
    if (group)
      ++unfinished[group];
    grow();
  }
  arrived.notify_one();
}

/// Starts the threads that tasks are left for.
void ThreadPool::grow() {
  while (canGrow && workers.size() < maxThreads &&
         workers.size() < running + tasks.size()) {
    pthread_t worker;
    canGrow = pthread_create(&worker, /*attr=*/nullptr, work, this) == 0;
    if (canGrow)
      workers.push_back(worker);
  }
}

void *ThreadPool::work(void *pool) {
  llvm::set_thread_name("ascend-worker");
  static_cast<ThreadPool *>(pool)->work();
  return nullptr;
}

void ThreadPool::work() {
  ascendrt::prepareToThrow();
  poolOfThread = this;
  Lock lock(mutex);
  for (;;) {
    arrived.wait(lock, [&] { return isEnding || !tasks.empty(); });
    if (tasks.empty())
      return;
    runFirst(lock);
  }
}

void ThreadPool::runFirst(Lock &lock) {
  Task task = std::move(tasks.front());
  tasks.pop_front();
  ++running;
  lock.unlock();
  task.run();
  // What it holds goes before anyone hears that it is done.
  task.run = nullptr;
  lock.lock();
  --running;
  if (task.group && --unfinished[task.group] == 0)
    unfinished.erase(task.group);
  ended.notify_all();
}

bool ThreadPool::isDone(llvm::ThreadPoolTaskGroup *group) const {
  return group ? !unfinished.contains(group) : tasks.empty() && running == 0;
}

void ThreadPool::waitFor(llvm::ThreadPoolTaskGroup *group) {
  Lock lock(mutex);
  // A worker that only waited could be the one that its tasks wait for.
  bool helps = workers.empty() || poolOfThread == this;
  while (!isDone(group)) {
    if (helps && !tasks.empty())
      runFirst(lock);
    else
      ended.wait(lock);
  }
}

void ThreadPool::wait() { waitFor(nullptr); }

void ThreadPool::wait(llvm::ThreadPoolTaskGroup &group) { waitFor(&group); }
