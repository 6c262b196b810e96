//===- RunModel.h - Running a compiled model on arrays ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_RUNMODEL_H
#define ASCEND_DRIVER_RUNMODEL_H

#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Driver/ProfiledRun.h"

#include <memory>

namespace mlir::ascend {

struct RunContextDeleter {
  void operator()(ascendrt_context *context) const {
    ascendrt_destroy(context);
  }
};
using RunContext = std::unique_ptr<ascendrt_context, RunContextDeleter>;

struct CompiledFileCloser {
  void operator()(ascendrt_file *file) const { ascendrt_close(file); }
};
using CompiledFile = std::unique_ptr<ascendrt_file, CompiledFileCloser>;

/// Loads the compiled file `path`.
llvm::Expected<CompiledFile> openCompiledFile(llvm::StringRef path);

/// Opens it without its code: it says what it holds, and cannot run.
llvm::Expected<CompiledFile> inspectCompiledFile(llvm::StringRef path);

/// What hears of each run of a context: begin() before it, and end() behind it,
/// which takes the run's error and gives the one that goes on.
class RunListener {
public:
  virtual ~RunListener() = default;
  virtual void begin(ascendrt_context *context) = 0;
  virtual llvm::Error end(llvm::Error run) = 0;
};

/// Gives `context` the limits of time that the options have.
void setTimeLimits(ascendrt_context *context, const OptionValues &values);

/// A context of `model`, which outlives it, with --threads and the limits of
/// time.
llvm::Expected<RunContext> startModel(const ascendrt_model &model,
                                      const OptionValues &values);

/// One run; `slice` picks the part of the arrays. Outputs with a dynamic shape
/// get it, and room for it.
llvm::Error runSlice(ascendrt_context *context, const ModelInputs &inputs,
                     std::vector<Array> &outputs, int64_t slice);

/// Runs all slices, and again for --repeat with the time of each whole pass,
/// which is printed, and for a profile, which is printed. `listener` may be
/// null.
llvm::Error runAll(ascendrt_context *context, const OptionValues &values,
                   const ModelInputs &inputs, std::vector<Array> &outputs,
                   RunListener *listener = nullptr);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_RUNMODEL_H
