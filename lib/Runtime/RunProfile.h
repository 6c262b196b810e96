//===- RunProfile.h - When each kernel of a run began and ended -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_RUNPROFILE_H
#define ASCEND_LIB_RUNTIME_RUNPROFILE_H

#include "Ascend/Runtime/ascendrt.h"

#include <vector>

namespace ascendrt {

/// The times of the last run's kernels. While a run goes on nothing is
/// allocated: what there is no room for is counted, and has room in the next
/// one. The thread of the run alone.
class Profile {
public:
  /// A run begins, of a model that has `count` kernels.
  void begin(const char *kernels, int64_t count);
  /// It is done, whether it went well or not.
  void end();

  /// Between begin and end, outside of kernels.
  bool isBetweenKernels() const { return isRunning && !isOpen; }

  void beginKernel(int64_t kernel, const int64_t *sizes, int64_t count) {
    open(kernel, /*bytes=*/0, sizes, count);
  }
  void beginCopy(uint64_t bytes) { open(-1, bytes, nullptr, 0); }
  void endKernel();

  /// A kernel without sizes that ran side by side with others, from `began` to
  /// `ended`, in ticks.
  void add(int64_t kernel, uint64_t began, uint64_t ended);
  /// Any thread.
  static uint64_t ticks();

  /// Whether there was a run.
  bool isThere() const { return kernels; }
  void describe(ascendrt_profile &profile) const;

private:
  struct Instant {
    int64_t nanoseconds = 0; ///< of the steady clock
    uint64_t ticks = 0;
    static Instant now();
  };
  void open(int64_t kernel, uint64_t bytes, const int64_t *sizes,
            int64_t count);

  const char *kernels = nullptr;
  bool isRunning = false;
  bool isOpen = false; ///< a kernel is, for which there was room
  size_t numTimes = 0, numSizes = 0, numLost = 0, numLostSizes = 0;
  /// As many as there is room for; in ticks until the run ends.
  std::vector<ascendrt_kernel_time> times;
  std::vector<int64_t> sizes;
  Instant origin; ///< of the first run, so that the length of a tick is exact
  Instant start;
  int64_t startSince1970 = 0, length = 0;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_RUNPROFILE_H
