//===- RunWatch.cpp - Runs that end before they are done ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RunWatch.h"

#include <algorithm>

using namespace ascendrt;

/// Between two questions: what a person does not notice, and a program neither,
/// whose answer may take the lock of an interpreter.
static constexpr std::chrono::milliseconds kPause(30);

void RunWatch::set(ascendrt_poll poll, void *user) {
  this->poll = poll;
  this->user = user;
}

void RunWatch::begin() {
  stopped = false;
  if (!poll)
    return;
  caller = std::this_thread::get_id();
  lastAsked = lastTurn = Clock::now();
  stride = 1;
  turnsLeft = 0;
}

bool RunWatch::ask(Clock::time_point now) {
  if (stopped || std::this_thread::get_id() != caller ||
      now - lastAsked < kPause)
    return stopped;
  stopped = poll(user) != 0;
  // The answer may have taken its time.
  lastAsked = Clock::now();
  return stopped;
}

bool RunWatch::askInTurn() {
  if (!poll || --turnsLeft > 0)
    return stopped;
  // One look at the clock in so many turns costs little, however short they
  // are.
  constexpr int kMostSpared = 16;
  Clock::time_point now = Clock::now();
  bool isShort = now - lastTurn < kPause / kMostSpared;
  stride = isShort ? std::min(2 * stride, kMostSpared) : 1;
  turnsLeft = stride;
  lastTurn = now;
  return ask(now);
}

void RunWatch::run(Body body, void *env, int64_t begin, int64_t end) {
  // The first part tells how long the others take: a small one, as of a copy of
  // gigabytes even a sixteenth is longer than the pause. Most loops end before
  // the pause does, so they are two calls of the body.
  int64_t part = std::max<int64_t>((end - begin) / 128, 1);
  for (Clock::time_point start = Clock::now(); begin < end && !ask(start);) {
    body(env, begin, begin + part);
    begin += part;
    if (begin == end)
      return;
    Clock::time_point now = Clock::now();
    double inPause = part * (std::chrono::duration<double>(kPause) /
                             std::max(now - start, Clock::duration(1)));
    part = std::max<double>(std::min<double>(inPause, end - begin), 1);
    start = now;
  }
}
