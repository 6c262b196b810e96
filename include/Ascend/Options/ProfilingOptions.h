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

/// Whether runs tell when their kernels begin and end: for that, or for
/// --profile.
bool asksForTimes(const OptionValues &values);

/// The folder that `output` of profiling_options names, or the working one.
std::string profilingFolder(const OptionValues &values);

/// An error (E10001) where profiling_options is no JSON object, or has keys or
/// values that CANN's documents do not name.
llvm::Error checkProfilingOptions(const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_PROFILINGOPTIONS_H
