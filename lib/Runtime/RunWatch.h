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
#include <optional>
#include <thread>

namespace ascendrt {

/// Asks a caller, while his model runs, whether the run is to end, and ends it
/// where it takes too long.
class RunWatch {
public:
  using Body = void (*)(void *env, int64_t begin, int64_t end);

  /// Null ends it.
  void set(ascendrt_poll poll, void *user);

  /// What takes longer than `most` ends the run; 0 for no limit.
  void limit(ascendrt_time_limit what, std::chrono::milliseconds most);

  bool isSet() const { return poll || isLimited; }

  /// This thread begins a run, or the code of a node of it, or to wait for
  /// others that run it, or ends to wait.
  void begin();
  void enterNode() {
    if (isLimited)
      restart(ASCENDRT_NODE_TIME);
  }
  void beginWait();
  void endWait();

  /// The run is done: whether it took too long is known.
  void end();

  /// Whether the run has to end.
  bool isStopped() const { return stopped; }

  /// Why: the limit that was passed, or none if the caller said so.
  std::optional<ascendrt_time_limit> passedLimit() const;
  std::chrono::milliseconds limitOf(ascendrt_time_limit what) const {
    return limits[what].most;
  }

  /// The same; asks before, if this is the thread of the run and it is time to.
  bool ask() { return isSet() && ask(Clock::now()); }

  /// The same for turns of a loop, which may be short: where they are, not each
  /// looks at the clock. The thread of the run alone.
  bool askInTurn();

  /// Calls `body` on parts of [begin, end), of some hundredths of a second
  /// each, until the run is stopped. Any thread.
  void run(Body body, void *env, int64_t begin, int64_t end);

private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::rep kNotRunning = -1;
  static constexpr int kNone = -1;

  /// A time that has a limit, if it is under way.
  struct TimeLimit {
    std::chrono::milliseconds most{0};
    std::atomic<Clock::rep> began{kNotRunning};
  };

  bool ask(Clock::time_point now);
  void restart(ascendrt_time_limit what);
  bool passesLimit(Clock::time_point now);

  ascendrt_poll poll = nullptr;
  void *user = nullptr;
  std::thread::id caller;
  Clock::time_point lastAsked; ///< by the caller
  Clock::time_point lastTurn;  ///< of those that looked at the clock
  int stride = 1, turnsLeft = 0;
  std::atomic<bool> stopped{false};
  TimeLimit limits[ASCENDRT_WAIT_TIME + 1];
  bool isLimited = false;
  std::atomic<int> passed{kNone}; ///< the first limit that was
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_RUNWATCH_H
