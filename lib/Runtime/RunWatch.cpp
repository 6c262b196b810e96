//===- RunWatch.cpp - Runs that end before they are done ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RunWatch.h"

#include <algorithm>
#include <iterator>

using namespace ascendrt;

/// Between two questions: what a person does not notice, and a program neither,
/// whose answer may take the lock of an interpreter.
static constexpr std::chrono::milliseconds kPause(30);

void RunWatch::set(ascendrt_poll poll, void *user) {
  this->poll = poll;
  this->user = user;
}

void RunWatch::limit(ascendrt_time_limit what, std::chrono::milliseconds most) {
  limits[what].most = most;
  isLimited = std::any_of(
      std::begin(limits), std::end(limits),
      [](const TimeLimit &limit) { return limit.most.count() > 0; });
}

std::optional<ascendrt_time_limit> RunWatch::passedLimit() const {
  int limit = passed;
  if (limit == kNone)
    return std::nullopt;
  return static_cast<ascendrt_time_limit>(limit);
}

/// Looks at what came before and begins the time of `what` anew.
void RunWatch::restart(ascendrt_time_limit what) {
  Clock::time_point now = Clock::now();
  passesLimit(now);
  limits[what].began = now.time_since_epoch().count();
}

void RunWatch::beginWait() {
  if (isLimited)
    restart(ASCENDRT_WAIT_TIME);
}

void RunWatch::endWait() {
  if (!isLimited)
    return;
  passesLimit(Clock::now());
  limits[ASCENDRT_WAIT_TIME].began = kNotRunning;
}

void RunWatch::end() {
  if (isLimited)
    passesLimit(Clock::now());
}

bool RunWatch::passesLimit(Clock::time_point now) {
  for (int what : {ASCENDRT_NODE_TIME, ASCENDRT_WAIT_TIME, ASCENDRT_RUN_TIME}) {
    Clock::rep began = limits[what].began;
    if (limits[what].most.count() <= 0 || began == kNotRunning ||
        now.time_since_epoch() - Clock::duration(began) <= limits[what].most)
      continue;
    int none = kNone;
    passed.compare_exchange_strong(none, what);
    stopped = true;
  }
  return stopped;
}

void RunWatch::begin() {
  stopped = false;
  passed = kNone;
  if (!isSet())
    return;
  for (TimeLimit &limit : limits)
    limit.began = kNotRunning;
  limits[ASCENDRT_RUN_TIME].began = Clock::now().time_since_epoch().count();
  caller = std::this_thread::get_id();
  lastAsked = lastTurn = Clock::now();
  stride = 1;
  turnsLeft = 0;
}

bool RunWatch::ask(Clock::time_point now) {
  // Any thread sees that it takes too long: the caller may wait for this one.
  if (isLimited && passesLimit(now))
    return true;
  if (stopped || !poll || std::this_thread::get_id() != caller ||
      now - lastAsked < kPause)
    return stopped;
  stopped = poll(user) != 0;
  // The answer may have taken its time.
  lastAsked = Clock::now();
  return stopped;
}

bool RunWatch::askInTurn() {
  if (!isSet() || --turnsLeft > 0)
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
  // The first part shows how long the others take: a small one, as of a copy of
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
