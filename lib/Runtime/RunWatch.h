//===- RunWatch.h - Runs that end before they are done ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_RUNWATCH_H
#define ASCEND_LIB_RUNTIME_RUNWATCH_H

#include "Ascend/Runtime/ascendrt.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace ascendrt {

/// Asks a caller, while his model runs, whether the run is to end.
class RunWatch {
public:
  using Body = void (*)(void *env, int64_t begin, int64_t end);

  /// Null ends it.
  void set(ascendrt_poll poll, void *user);
  bool isSet() const { return poll; }

  /// This thread begins a run.
  void begin();

  /// Whether the run has to end.
  bool isStopped() const { return stopped; }

  /// The same; asks before, if this is the thread of the run and it is time to.
  bool ask() { return poll && ask(Clock::now()); }

  /// The same for turns of a loop, which may be short: where they are, not each
  /// looks at the clock. The thread of the run alone.
  bool askInTurn();

  /// Calls `body` on parts of [begin, end), of some hundredths of a second
  /// each, until the run is stopped. Any thread.
  void run(Body body, void *env, int64_t begin, int64_t end);

private:
  using Clock = std::chrono::steady_clock;
  bool ask(Clock::time_point now);

  ascendrt_poll poll = nullptr;
  void *user = nullptr;
  std::thread::id caller;
  Clock::time_point lastAsked; ///< by the caller
  Clock::time_point lastTurn;  ///< of those that looked at the clock
  int stride = 1, turnsLeft = 0;
  std::atomic<bool> stopped{false};
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_RUNWATCH_H
