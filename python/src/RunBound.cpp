//===- RunBound.cpp - How many runs of a model go on at once --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RunBound.h"

#include "PoolLock.h"

#include <chrono>
#include <thread>
#include <unistd.h>

using namespace ascend_python;

bool RunBound::tryToEnter() {
  if (!most)
    return true;
  pid_t own = getpid();
  PoolLock lock;
  if (process != own) {
    process = own;
    running = 0;
  }
  if (running == most)
    return false;
  ++running;
  return true;
}

void RunBound::leave() {
  if (!most)
    return;
  pid_t own = getpid();
  PoolLock lock;
  if (process == own && running)
    --running;
}

bool RunBound::enter(ascendrt_poll poll) {
  // A condition variable would not outlive a fork.
  using std::chrono::milliseconds;
  constexpr int kTurnsBetweenQuestions = 30;
  for (int turn = 1; !tryToEnter(); ++turn) {
    std::this_thread::sleep_for(milliseconds(1));
    if (turn % kTurnsBetweenQuestions == 0 && poll && poll(nullptr))
      return false;
  }
  return true;
}
