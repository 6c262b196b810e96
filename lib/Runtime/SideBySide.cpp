//===- SideBySide.cpp - Kernels that run at the same time -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SideBySide.h"

#include <algorithm>
#include <thread>

using namespace ascendrt;

/// The kernel that this thread is in, and whether in a part of one of its
/// loops: loops below that are run serially.
static thread_local Lane *currentLane = nullptr;
static thread_local bool isInPart = false;

/// A loop has so many parts for each thread, so that one that comes late finds
/// something to do.
static constexpr int64_t kPartsPerThread = 4;

/// Waits a little. Who waits for long lets others have the CPU.
static void rest(unsigned &turns) {
  constexpr unsigned kSpins = 1000;
  if (++turns > kSpins)
    std::this_thread::yield();
  else
    relaxCPU();
}

Lane *Lane::current() { return currentLane; }

void Lane::takeParts() {
  isInPart = true;
  for (int64_t part; (part = nextPart.fetch_add(1)) < parts;) {
    int64_t share = count / parts, more = count % parts;
    int64_t begin = part * share + std::min(part, more);
    int64_t end = begin + share + (part < more);
    if (watch)
      watch->run(body, env, begin, end);
    else
      body(env, begin, end);
  }
  isInPart = false;
}

void Lane::run(int64_t count, Body body, void *env) {
  if (count <= 0)
    return;
  if (isInPart)
    return body(env, 0, count);
  this->body = body;
  this->env = env;
  this->count = count;
  parts = std::min(count, kPartsPerThread * threads);
  nextPart = 0;
  // In one order with `helpers` for all: who sees it open is waited for.
  isOpen = parts > 1;
  takeParts();
  isOpen = false;
  for (unsigned turns = 0; helpers != 0;)
    rest(turns);
}

bool Lane::help() {
  if (!isOpen)
    return false;
  ++helpers;
  bool helps = isOpen && nextPart < parts;
  if (helps) {
    currentLane = this;
    takeParts();
    currentLane = nullptr;
  }
  --helpers;
  return helps;
}

void SideBySide::begin(int64_t kernel) {
  currentLane = &lanes[kernel];
  body(env, kernel, kernel + 1);
  currentLane = nullptr;
  ++done;
}

bool SideBySide::helpAny() {
  return std::any_of(lanes, lanes + count, [](Lane &l) { return l.help(); });
}

void SideBySide::join() {
  for (int64_t kernel; (kernel = next.fetch_add(1)) < count;)
    begin(kernel);
  for (unsigned turns = 0; done != count;) {
    if (helpAny())
      turns = 0;
    else
      rest(turns);
    // The thread of the run is the one that asks its caller.
    if (watch)
      (void)watch->ask();
  }
}

void SideBySide::join(void *self, int64_t begin, int64_t end) {
  for (; begin != end; ++begin)
    static_cast<SideBySide *>(self)->join();
}

void SideBySide::run(ThreadPool &pool, unsigned threads) {
  for (Lane &lane : lanes) {
    lane.threads = threads;
    lane.watch = watch;
  }
  pool.run(threads, join, this);
}
