//===- ProfiledRun.h - Profiles that options ask for ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_PROFILEDRUN_H
#define ASCEND_DRIVER_PROFILEDRUN_H

#include "Ascend/Options/ProfilingOptions.h"
#include "Ascend/Profile/Profile.h"

namespace mlir::ascend {

/// Of several runs of one model the times of the fastest, for --profile and
/// profiling_mode; nothing where neither is given.
class ProfiledRun {
public:
  explicit ProfiledRun(const OptionValues &values);

  /// Before any work: whether a profile could be written.
  llvm::Error checkPlaces() const;

  bool isAsked() const { return asked; }
  /// The context's last run was one to warm up: an error where the model
  /// records no times.
  llvm::Error warmUp(ascendrt_context *context);
  /// The context's last run counts.
  llvm::Error see(ascendrt_context *context);

  /// Prints the profile and writes what the options name; the model is there
  /// yet.
  llvm::Error tell() const;

private:
  const OptionValues &values;
  bool asked;
  ProfilingRequest request;
  StepTrace steps;
  std::optional<RunTimes> fastest;
};

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_PROFILEDRUN_H
