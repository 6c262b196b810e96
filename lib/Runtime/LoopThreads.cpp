//===- LoopThreads.cpp - Threads with a static partition --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LoopThreads.h"

#include "Ascend/Runtime/ShortMemory.h"

#include <algorithm>
#include <cfenv>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <sched.h>

using namespace ascendrt;

/// Set while a thread runs a body, of whatever pool: ranges below it are run
/// serially.
static thread_local bool isInsideBody = false;

static std::atomic<unsigned> forkCount{0};

/// Counts forks from the time when the library is loaded.
[[maybe_unused]] static const int watchesForks =
    pthread_atfork(nullptr, nullptr, [] { ++forkCount; });

void ascendrt::relaxCPU() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

unsigned ascendrt::countUsableCPUs() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  // It fails on a machine of more than CPU_SETSIZE CPUs.
  if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0)
    return std::max(CPU_COUNT(&cpus), 1);
  return std::max(std::thread::hardware_concurrency(), 1u);
}

ThreadPool::ThreadPool(unsigned threads)
    : threads(threads),
      // Some 150 to 400 microseconds: longer than the gap between two kernels,
      // or what a program does between two runs, as waking takes 50 of them;
      // shorter than anyone notices. A thread that has no CPU of its own only
      // keeps others from working when it spins.
      spins(threads <= countUsableCPUs() ? 8000 : 0), forks(forkCount),
      offers(new Offer[threads]) {}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::Deleter::operator()(ThreadPool *pool) const {
  if (pool->forks == forkCount)
    delete pool;
}

ThreadPool::Pointer ThreadPool::create(unsigned threads) {
  Pointer pool(new ThreadPool(threads));
  pool->start();
  return pool;
}

void ThreadPool::start() {
  workers.reserve(threads - 1);
  // Workers inherit them. Of a machine with more than CPU_SETSIZE it has none.
  CPU_ZERO(&usable);
  if (sched_getaffinity(0, sizeof(usable), &usable) != 0)
    CPU_ZERO(&usable);
  given = usable;
  // The process's signals are not for the workers: its handlers run on its own
  // threads. Faults and profilers concern the thread itself.
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPROF})
    sigdelset(&blocked, own);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  struct Restore {
    sigset_t &mask;
    ~Restore() { pthread_sigmask(SIG_SETMASK, &mask, nullptr); }
  } restore{before};
  for (unsigned thread = 1; thread < threads; ++thread)
    workers.emplace_back([this, thread] { work(thread); });
}

void ThreadPool::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopping = true;
    epoch.fetch_add(1, std::memory_order_release);
  }
  jobArrived.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

template <typename Condition>
void ThreadPool::await(std::condition_variable &event, Condition condition) {
  for (unsigned i = 0; i < spins; ++i) {
    if (condition())
      return;
    relaxCPU();
  }
  std::unique_lock<std::mutex> lock(mutex);
  event.wait(lock, condition);
}

/// Takes the range of `job` that is the thread's; false where somebody has it.
bool ThreadPool::takeRange(unsigned thread, uint64_t job) {
  return offers[thread].job.compare_exchange_strong(job, 0,
                                                    std::memory_order_acq_rel);
}

void ThreadPool::runBody(Body body, void *env, int64_t begin, int64_t end,
                         RunWatch *watch) {
  if (watch)
    watch->run(body, env, begin, end);
  else
    body(env, begin, end);
}

void ThreadPool::runRange(unsigned thread) {
  int64_t share = count / threads, rest = count % threads;
  int64_t begin = thread * share + std::min<int64_t>(thread, rest);
  int64_t end = begin + share + (thread < rest);
  if (begin == end)
    return;
  isInsideBody = true;
  runBody(body, env, begin, end, watch);
  isInsideBody = false;
}

void ThreadPool::work(unsigned thread) {
  prepareToThrow();
  char name[16];
  std::snprintf(name, sizeof(name), "ascendrt-%u", thread);
  pthread_setname_np(pthread_self(), name);
  // A new thread has its maker's modes, which may flush subnormals.
  std::fesetenv(FE_DFL_ENV);

  for (uint64_t seen = 0;;) {
    await(jobArrived,
          [&] { return epoch.load(std::memory_order_acquire) != seen; });
    seen = epoch.load(std::memory_order_acquire);
    if (isStopping)
      return;
    // The job may be over.
    if (!takeRange(thread, seen))
      continue;
    runRange(thread);
    if (pending.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      // Taken so that the caller is not between its check and its sleep.
      {
        std::lock_guard<std::mutex> lock(mutex);
      }
      jobDone.notify_one();
    }
  }
}

/// Forbids the workers the CPU that the caller is on. Linux likes to wake a
/// thread where it is woken from, and may leave both there for tens of
/// milliseconds, one waiting for the other, while another CPU is idle.
void ThreadPool::leaveCallersCPU() {
  int cpu = sched_getcpu();
  if (cpu == avoidedCPU || cpu < 0 || cpu >= CPU_SETSIZE || !isChoosing)
    return;
  avoidedCPU = cpu;
  cpu_set_t others = usable;
  CPU_CLR(cpu, &others);
  // More workers than CPUs would be fewer to each with the caller's.
  if (CPU_COUNT(&others) < static_cast<int>(workers.size()))
    return;
  for (std::thread &worker : workers) {
    cpu_set_t own;
    pthread_t thread = worker.native_handle();
    isChoosing &= pthread_getaffinity_np(thread, sizeof(own), &own) == 0 &&
                  CPU_EQUAL(&own, &given);
  }
  // Whoever restricts a process that runs, as taskset does, has his way.
  if (!isChoosing)
    return;
  // Where it fails they stay as they are, which is slower at worst.
  for (std::thread &worker : workers)
    (void)pthread_setaffinity_np(worker.native_handle(), sizeof(others),
                                 &others);
  given = others;
}

void ThreadPool::run(int64_t count, Body body, void *env, RunWatch *watch) {
  if (count <= 0)
    return;
  if (isInsideBody || count == 1 || forks != forkCount)
    return runBody(body, env, 0, count, watch);
  leaveCallersCPU();
  this->count = count;
  this->body = body;
  this->env = env;
  this->watch = watch;
  pending.store(threads - 1, std::memory_order_relaxed);
  uint64_t job = epoch.load(std::memory_order_relaxed) + 1;
  for (unsigned thread = 1; thread != threads; ++thread)
    offers[thread].job.store(job, std::memory_order_release);
  {
    std::lock_guard<std::mutex> lock(mutex);
    epoch.store(job, std::memory_order_release);
  }
  jobArrived.notify_all();
  runRange(0);
  for (unsigned thread = 1; thread != threads; ++thread)
    if (takeRange(thread, job)) {
      runRange(thread);
      pending.fetch_sub(1, std::memory_order_relaxed);
    }
  if (watch)
    watch->beginWait();
  await(jobDone, [&] { return pending.load(std::memory_order_acquire) == 0; });
  if (watch)
    watch->endWait();
}
