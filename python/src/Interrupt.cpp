//===- Interrupt.cpp - Ctrl-C while Python waits --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Interrupt.h"
#include "Ascend/Runtime/ShortMemory.h"
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <pthread.h>
#include <thread>
#include <vector>

namespace nb = nanobind;
using namespace ascend_python;

/// Between two questions, and how long what was stopped may take to end.
static constexpr std::chrono::milliseconds kPause(20), kGrace(150);

/// The main thread's number, as Python gives it.
static unsigned long mainThread = 0;

bool ascend_python::isMainThread() {
  return PyThread_get_thread_ident() == mainThread;
}

int32_t ascend_python::pollSignals(void *) {
  nb::gil_scoped_acquire lock;
  return PyErr_CheckSignals();
}

namespace {

/// Work on a thread of its own. Both that one and the waiting one hold it.
struct Task {
  std::function<void(AscendStop)> work;
  AscendStop stop = ascendStopCreate();
  std::mutex mutex;
  std::condition_variable ended;
  bool isDone = false;
  std::exception_ptr error;

  Task() = default;
  Task(const Task &) = delete;
  ~Task() { ascendStopDestroy(stop); }

  void run() {
    ascendrt::prepareToThrow();
    try {
      work(stop);
    } catch (...) {
      error = std::current_exception();
    }
    work = nullptr;
    {
      std::lock_guard<std::mutex> lock(mutex);
      isDone = true;
    }
    ended.notify_all();
  }

  /// Whether it is done, after so long at most; without Python's lock.
  bool wait(std::chrono::milliseconds most) {
    nb::gil_scoped_release release;
    std::unique_lock<std::mutex> lock(mutex);
    return ended.wait_for(lock, most, [&] { return isDone; });
  }
};

} // namespace

/// Threads of tasks that were stopped and had not ended in time. Under Python's
/// lock.
static std::vector<std::thread> &endingThreads() {
  static auto &threads = *new std::vector<std::thread>;
  return threads;
}

void ascend_python::prepareInterrupts() {
  ascendrt::prepareToThrow();
  mainThread = nb::cast<unsigned long>(
      nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  // The interpreter does not end while one of them needs it, or the library.
  nb::module_::import_("atexit").attr("register")(nb::cpp_function([] {
    std::vector<std::thread> threads = std::move(endingThreads());
    endingThreads().clear();
    nb::gil_scoped_release release;
    for (std::thread &thread : threads)
      thread.join();
  }));
}

/// A thread for `task` that no signal interrupts; none where the system has no
/// more, or no memory for it.
static std::thread start(const std::shared_ptr<Task> &task) {
  ascendrt::saveAddresses();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread;
  try {
    thread = std::thread([task] { task->run(); });
  } catch (const std::exception &) {
    // Then it is this one.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

void ascend_python::runStoppable(std::function<void(AscendStop)> work) {
  auto task = std::make_shared<Task>();
  task->work = std::move(work);
  std::thread thread = isMainThread() ? start(task) : std::thread();
  if (!thread.joinable()) {
    nb::gil_scoped_release release;
    task->run();
  }
  while (!task->wait(kPause)) {
    if (PyErr_CheckSignals() == 0)
      continue;
    // The exception stays with this thread until it is thrown.
    ascendStopRequest(task->stop);
    if (task->wait(kGrace))
      thread.join();
    else
      endingThreads().push_back(std::move(thread));
    throw nb::python_error();
  }
  if (thread.joinable())
    thread.join();
  if (task->error)
    std::rethrow_exception(task->error);
}
