//===- RunModel.cpp - Running a compiled model on arrays ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/RunModel.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::ascend;
using Clock = std::chrono::steady_clock;

llvm::Expected<CompiledFile>
mlir::ascend::openCompiledFile(llvm::StringRef path) {
  if (path.contains('\0'))
    return makeError({"", "the path of the compiled file has a NUL in it",
                      path.str(), "check the path", ExitCode::ModelFailed});
  char *error = nullptr;
  CompiledFile file(ascendrt_open(path.str().c_str(), &error));
  if (file)
    return std::move(file);
  std::string text = error ? error : "unknown";
  ascendrt_free_string(error);
  return makeError(
      {"", "the compiled file cannot be loaded: " + text, path.str(),
       llvm::sys::fs::exists(path) ? "compile the model again with ascend-atc"
                                   : "check the path",
       ExitCode::ModelFailed});
}

llvm::Expected<RunContext>
mlir::ascend::startModel(const ascendrt_model &model,
                         const OptionValues &values) {
  ascendrt_options options = {sizeof(options), 0, 0};
  (void)values.getOr("threads", "0").getAsInteger(10, options.threads);
  char *error = nullptr;
  RunContext context(ascendrt_create(&model, &options, &error));
  if (context)
    return std::move(context);
  std::string text = error ? error : "unknown";
  ascendrt_free_string(error);
  return makeError(
      {"", "the model cannot start: " + text, "", "", ExitCode::Limit});
}

llvm::Error mlir::ascend::runSlice(ascendrt_context *context,
                                   const ModelInputs &inputs,
                                   std::vector<Array> &outputs, int64_t slice) {
  std::vector<const void *> in = inputs.pointers(slice);
  std::vector<void *> out;
  out.reserve(outputs.size());
  for (Array &array : outputs)
    out.push_back(array.data.data() +
                  array.data.size() / inputs.slices * slice);
  int32_t status = ascendrt_run(context, in.data(), out.data());
  if (status == ASCENDRT_OK)
    return llvm::Error::success();
  return makeError(
      {"", std::string("the run failed: ") + ascendrt_last_error(context), "",
       "", status == ASCENDRT_LIMIT ? ExitCode::Limit : ExitCode::ModelFailed});
}

llvm::Error mlir::ascend::runAll(ascendrt_context *context,
                                 const OptionValues &values,
                                 const ModelInputs &inputs,
                                 std::vector<Array> &outputs) {
  auto pass = [&]() -> llvm::Error {
    Progress progress("running");
    for (int64_t slice = 0; slice < inputs.slices; ++slice) {
      if (llvm::Error error = runSlice(context, inputs, outputs, slice))
        return error;
      progress.step("slice", slice + 1, inputs.slices);
    }
    return llvm::Error::success();
  };
  // The first pass also warms caches; with --repeat it is not counted.
  if (llvm::Error error = pass())
    return error;
  if (!values.has("repeat"))
    return llvm::Error::success();
  unsigned runs = 1;
  (void)values.getOr("repeat", "1").getAsInteger(10, runs);
  std::vector<double> times;
  for (unsigned i = 0; i < runs; ++i) {
    Clock::time_point start = Clock::now();
    if (llvm::Error error = pass())
      return error;
    times.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - start)
            .count());
  }
  llvm::sort(times);
  llvm::outs() << llvm::formatv(
      "time: runs={0} min_ms={1:f3} median_ms={2:f3} max_ms={3:f3}\n", runs,
      times.front(), times[times.size() / 2], times.back());
  return llvm::Error::success();
}
