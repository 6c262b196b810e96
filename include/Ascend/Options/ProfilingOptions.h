//===- ProfilingOptions.h - What a profiled run writes ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_PROFILINGOPTIONS_H
#define ASCEND_OPTIONS_PROFILINGOPTIONS_H

#include "Ascend/Options/OptionValues.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend {

/// Whether profiling_mode asks for what CANN's profiler writes.
bool asksForProfile(const OptionValues &values);

/// Whether runs record when their kernels begin and end: for that, or for
/// --profile.
bool asksForTimes(const OptionValues &values);

/// What profiling_options asks for.
struct ProfilingRequest {
  std::string folder = "."; ///< `output`
  /// task_time, or task_trace where that is not given: `l0` has times alone,
  /// `l1` also what the ops are.
  bool hasTasks = true, hasOps = true;
  bool hasSteps = false;        ///< training_trace
  std::string fpPoint, bpPoint; ///< names of ops, or empty
};

/// Reads it; a text that checkProfilingOptions refuses is as none.
ProfilingRequest readProfilingOptions(const OptionValues &values);

/// An error (E10001) where profiling_options is no JSON object, or has keys or
/// values that CANN's documents do not name.
llvm::Error checkProfilingOptions(const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_PROFILINGOPTIONS_H
