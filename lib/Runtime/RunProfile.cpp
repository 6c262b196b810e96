//===- RunProfile.cpp - When each kernel of a run began and ended ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RunProfile.h"

#include <algorithm>
#include <chrono>

#if defined(__x86_64__)
#include <fstream>
#include <string>
#include <x86intrin.h>
#endif

using namespace ascendrt;

static int64_t steadyNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

#if defined(__x86_64__)
/// Whether Linux takes its own time from the CPU's counter, which it does where
/// that is even and the same on all CPUs. To read it takes a third of what
/// asking for the time does. Only who profiles asks.
static bool hasCounter() {
  static const bool result = [] {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/"
                       "current_clocksource");
    std::string name;
    return file >> name && name == "tsc";
  }();
  return result;
}
uint64_t Profile::ticks() {
  return hasCounter() ? __rdtsc() : steadyNanoseconds();
}
#else
uint64_t Profile::ticks() { return steadyNanoseconds(); }
#endif

Profile::Instant Profile::Instant::now() {
  int64_t before = steadyNanoseconds();
  uint64_t ticks = Profile::ticks();
  return {before + (steadyNanoseconds() - before) / 2, ticks};
}

void Profile::begin(const char *kernels, int64_t count) {
  // A small loop has room in its first run, too.
  constexpr size_t kLeast = 4096;
  size_t kernelsOfModel = count < 0 ? 0 : count;
  size_t wanted = std::max({numTimes + numLost, 2 * kernelsOfModel, kLeast});
  if (wanted > times.size())
    times.resize(wanted);
  size_t wantedSizes = std::max(numSizes + numLostSizes, 4 * kLeast);
  if (wantedSizes > sizes.size())
    sizes.resize(wantedSizes);
  if (!isThere()) {
    (void)ticks(); // the first one takes longer
    origin = Instant::now();
  }
  this->kernels = kernels;
  numTimes = numSizes = numLost = numLostSizes = 0;
  isOpen = false;
  isRunning = true;
  startSince1970 = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  start = Instant::now();
}

void Profile::open(int64_t kernel, uint64_t bytes, const int64_t *kernelSizes,
                   int64_t count) {
  if (!isRunning)
    return;
  uint64_t now = ticks();
  if (isOpen)
    times[numTimes - 1].end_ns = now;
  size_t numKernelSizes = count;
  // What is lost is the end of the run.
  isOpen = !numLost && numTimes < times.size() &&
           numKernelSizes <= sizes.size() - numSizes;
  if (!isOpen) {
    ++numLost;
    numLostSizes += numKernelSizes;
    return;
  }
  std::copy_n(kernelSizes, numKernelSizes, sizes.data() + numSizes);
  times[numTimes++] = {kernel, static_cast<int64_t>(now), 0, bytes, numSizes};
  numSizes += numKernelSizes;
}

void Profile::add(int64_t kernel, uint64_t began, uint64_t ended) {
  open(kernel, /*bytes=*/0, nullptr, 0);
  if (!isOpen)
    return;
  times[numTimes - 1].begin_ns = began;
  times[numTimes - 1].end_ns = ended;
  isOpen = false;
}

void Profile::endKernel() {
  if (!isOpen)
    return;
  times[numTimes - 1].end_ns = ticks();
  isOpen = false;
}

void Profile::end() {
  if (!isRunning)
    return;
  endKernel();
  isRunning = false;
  Instant now = Instant::now();
  length = now.nanoseconds - start.nanoseconds;
  double each = double(now.nanoseconds - origin.nanoseconds) /
                std::max<uint64_t>(now.ticks - origin.ticks, 1);
  for (size_t i = 0; i < numTimes; ++i)
    for (int64_t *time : {&times[i].begin_ns, &times[i].end_ns})
      *time = (static_cast<uint64_t>(*time) - start.ticks) * each;
}

void Profile::describe(ascendrt_profile &profile) const {
  profile.kernels = kernels;
  profile.start_ns = startSince1970;
  profile.run_ns = length;
  profile.num_times = numTimes;
  profile.times = times.data();
  profile.num_sizes = numSizes;
  profile.sizes = sizes.data();
  profile.num_lost = numLost;
}
