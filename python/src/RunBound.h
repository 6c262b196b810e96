//===- RunBound.h - How many runs of a model go on at once ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_SRC_RUNBOUND_H
#define ASCEND_PYTHON_SRC_RUNBOUND_H

#include "Ascend/Runtime/ascendrt.h"

#include <sys/types.h>

namespace ascend_python {

/// A run beyond the bound waits until one of the others is done.
class RunBound {
public:
  /// One of the runs that go on, for as long as it lives.
  class Place {
  public:
    explicit Place(RunBound &bound) : bound(bound) {}
    Place(const Place &) = delete;
    ~Place() { bound.leave(); }

  private:
    RunBound &bound;
  };

  /// At most `most` at once; 0 for no bound.
  explicit RunBound(unsigned most = 0) : most(most) {}
  void set(unsigned most) { this->most = most; }

  /// Waits for a place, which leave gives back; false where `poll` (or null)
  /// says meanwhile that the run is to end.
  bool enter(ascendrt_poll poll);

private:
  bool tryToEnter();
  void leave();

  unsigned most;
  // Under PoolLock.
  unsigned running = 0;
  pid_t process = 0; ///< in which they run: a forked child has none of them
};

} // namespace ascend_python

#endif // ASCEND_PYTHON_SRC_RUNBOUND_H
