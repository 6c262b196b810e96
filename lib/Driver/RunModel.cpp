//===- RunModel.cpp - Running a compiled model on arrays ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/RunModel.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::ascend;
using Clock = std::chrono::steady_clock;

/// Opens `path` with `open`; `what` is what cannot be done with it otherwise.
static llvm::Expected<CompiledFile> openWith(decltype(ascendrt_open) *open,
                                             llvm::StringRef path,
                                             llvm::StringRef what) {
  if (path.contains('\0'))
    return makeError({"", "the path of the compiled file has a NUL in it",
                      path.str(), "check the path", ExitCode::ModelFailed});
  char *error = nullptr;
  CompiledFile file(open(path.str().c_str(), &error));
  if (file)
    return std::move(file);
  std::string text = error ? error : "unknown";
  ascendrt_free_string(error);
  return makeError(
      {"", ("the compiled file cannot be " + what + ": " + text).str(),
       path.str(),
       llvm::sys::fs::exists(path) ? "compile the model again with ascend-atc"
                                   : "check the path",
       ExitCode::ModelFailed});
}

llvm::Expected<CompiledFile>
mlir::ascend::openCompiledFile(llvm::StringRef path) {
  return openWith(ascendrt_open, path, "loaded");
}

llvm::Expected<CompiledFile>
mlir::ascend::inspectCompiledFile(llvm::StringRef path) {
  return openWith(ascendrt_inspect, path, "read");
}

void mlir::ascend::setTimeLimits(ascendrt_context *context,
                                 const OptionValues &values) {
  int64_t stream = std::max<int64_t>(values.getStreamSyncTimeout(), 0),
          event = std::max<int64_t>(values.getEventSyncTimeout(), 0);
  int64_t run = stream && event ? std::min(stream, event) : stream + event;
  ascendrt_set_time_limit(context, ASCENDRT_RUN_TIME, run);
  ascendrt_set_time_limit(context, ASCENDRT_NODE_TIME,
                          1000 * values.getOpExecuteTimeout());
  ascendrt_set_time_limit(context, ASCENDRT_WAIT_TIME,
                          1000 * values.getOpWaitTimeout());
}

llvm::Expected<RunContext>
mlir::ascend::startModel(const ascendrt_model &model,
                         const OptionValues &values) {
  ascendrt_options options = {sizeof(options), 0, guardOf(values)};
  options.threads = values.getThreads().value_or(0);
  char *error = nullptr;
  RunContext context(ascendrt_create(&model, &options, &error));
  if (context) {
    setTimeLimits(context.get(), values);
    return std::move(context);
  }
  std::string text = error ? error : "unknown";
  ascendrt_free_string(error);
  return makeError(
      {"", "the model cannot start: " + text, "", "", ExitCode::Limit});
}

static llvm::Error failedRun(ascendrt_context *context, int32_t status) {
  return makeError(
      {"", std::string("the run failed: ") + ascendrt_last_error(context), "",
       "",
       status == ASCENDRT_LIMIT || status == ASCENDRT_TIMEOUT
           ? ExitCode::Limit
           : ExitCode::ModelFailed});
}

namespace {
/// Where the outputs of a slice go.
struct Room {
  std::vector<Array> &outputs;
  const ModelInputs &inputs;
  int64_t slice;
};
} // namespace

/// An ascendrt_allocator; `user` is a Room. Room that an output has is taken
/// again; of several slices, whose shapes are known, each has its part.
static void *roomForOutput(void *user, uint32_t index, const int64_t *shape,
                           uint64_t bytes) {
  Room &room = *static_cast<Room *>(user);
  Array &array = room.outputs[index];
  if (room.inputs.slices == 1)
    std::copy_n(shape, array.shape.size(), array.shape.begin());
  if (!bytes) { // null would say that there is no room
    alignas(64) static char nothing;
    return &nothing;
  }
  if (room.inputs.slices > 1)
    return room.inputs.partOf(array, room.slice);
  if (array.data.size() < bytes) {
    std::optional<AlignedBuffer> data = AlignedBuffer::allocate(bytes);
    if (!data)
      return nullptr;
    array.data = std::move(*data);
  }
  return array.data.data();
}

/// A run of a model with dynamic shapes.
static llvm::Error runOpen(ascendrt_context *context, const ModelInputs &inputs,
                           std::vector<Array> &outputs, int64_t slice) {
  const ascendrt_model *model = ascendrt_get_model(context);
  std::vector<const void *> pointers = inputs.pointers(slice);
  std::vector<std::vector<int64_t>> shapes;
  std::vector<ascendrt_tensor> in;
  for (auto [array, pointer] : llvm::zip_equal(inputs.arrays, pointers)) {
    shapes.emplace_back(array.shape.begin(), array.shape.end());
    if (inputs.slices > 1)
      shapes.back()[0] /= inputs.slices;
    in.push_back({const_cast<void *>(pointer),
                  array.data.size() / inputs.slices, shapes.back().data()});
  }
  for (auto [number, array] : llvm::enumerate(outputs))
    array.shape.resize(model->outputs[number].rank);
  Room room{outputs, inputs, slice};
  int32_t status =
      ascendrt_run_allocating(context, in.data(), roomForOutput, &room);
  return status == ASCENDRT_OK ? llvm::Error::success()
                               : failedRun(context, status);
}

llvm::Error mlir::ascend::runSlice(ascendrt_context *context,
                                   const ModelInputs &inputs,
                                   std::vector<Array> &outputs, int64_t slice) {
  const ascendrt_model *model = ascendrt_get_model(context);
  if (hasOpenInputs(*model) ||
      std::any_of(model->outputs, model->outputs + model->num_outputs, isOpen))
    return runOpen(context, inputs, outputs, slice);
  std::vector<const void *> in = inputs.pointers(slice);
  std::vector<void *> out;
  out.reserve(outputs.size());
  for (Array &array : outputs)
    out.push_back(inputs.partOf(array, slice));
  int32_t status = ascendrt_run(context, in.data(), out.data());
  return status == ASCENDRT_OK ? llvm::Error::success()
                               : failedRun(context, status);
}

llvm::Error mlir::ascend::runAll(ascendrt_context *context,
                                 const OptionValues &values,
                                 const ModelInputs &inputs,
                                 std::vector<Array> &outputs,
                                 RunListener *listener) {
  ProfiledRun profile(values);
  auto pass = [&](llvm::function_ref<llvm::Error()> see) -> llvm::Error {
    Progress progress("running");
    for (int64_t slice = 0; slice < inputs.slices; ++slice) {
      if (listener)
        listener->begin(context);
      llvm::Error result = runSlice(context, inputs, outputs, slice);
      if (listener)
        result = listener->end(std::move(result));
      if (result)
        return result;
      if (llvm::Error error = see())
        return error;
      progress.step("slice", slice + 1, inputs.slices);
    }
    return llvm::Error::success();
  };
  // The first pass also warms caches; with --repeat, and in a profile, it is
  // not counted.
  if (llvm::Error error = pass([&] { return profile.warmUp(context); }))
    return error;
  if (!values.has(option::repeat) && !profile.isAsked())
    return llvm::Error::success();
  unsigned runs = values.getRepeat();
  std::vector<double> times;
  for (unsigned i = 0; i < runs; ++i) {
    Clock::time_point start = Clock::now();
    if (llvm::Error error = pass([&] { return profile.see(context); }))
      return error;
    times.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - start)
            .count());
  }
  llvm::sort(times);
  if (values.has(option::repeat))
    llvm::outs() << llvm::formatv(
        "time: runs={0} min_ms={1:f3} median_ms={2:f3} max_ms={3:f3}\n", runs,
        times.front(), times[times.size() / 2], times.back());
  return profile.tell();
}
