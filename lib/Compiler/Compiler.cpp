//===- Compiler.cpp - From a typed module to a model that runs ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"

#include "Ascend/Compiler/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Compilation.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class ModelInMemory : public CompiledModel {
public:
  explicit ModelInMemory(CompiledParts parts)
      : parts(std::move(parts)), model(this->parts.describe()) {}

  llvm::Error load(const CompileOptions &options);

  const ascendrt_model &getModel() const override { return model; }
  unsigned getNumKernels() const override { return parts.numKernels; }
  unsigned getNumKernelCalls() const override { return parts.numKernelCalls; }
  const CompileStatistics &getStatistics() const override {
    return parts.statistics;
  }

private:
  CompiledParts parts;
  ascendrt_model model;
  WeightsPool::Memory weights;
  std::unique_ptr<LoadedCode> code;
};

} // namespace

double mlir::ascend::threadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

ascendrt_model CompiledParts::describe() const {
  ascendrt_model model = {};
  model.abi_version = ASCENDRT_ABI_VERSION;
  description.describe(model);
  model.flags = guard;
  model.max_threads = maxThreads;
  model.arena_bytes = arenaBytes;
  model.arena_alignment = kBufferAlignment;
  model.weights_bytes = weights.bytes;
  return model;
}

unsigned CompileStatistics::numCached() const {
  return llvm::count_if(units, [](const Unit &unit) { return unit.isCached; });
}

double CompileStatistics::seconds() const {
  double sum = 0;
  for (const Stage &stage : stages)
    sum += stage.seconds;
  return sum;
}

llvm::Error ModelInMemory::load(const CompileOptions &options) {
  {
    StageTime time(parts.statistics, "weights");
    llvm::Expected<WeightsPool::Memory> made =
        parts.weights.make(options.threads);
    if (!made)
      return made.takeError();
    weights = std::move(*made);
    // The source may go now.
    parts.weights = {};
  }
  StageTime time(parts.statistics, "load");
  auto loaded =
      LoadedCode::load(std::move(parts.objects), options.target.triple);
  if (!loaded)
    return loaded.takeError();
  code = std::move(*loaded);
  llvm::Expected<void *> function = code->lookup(kEntrySymbol);
  if (!function)
    return function.takeError();
  model.weights = weights.get();
  model.entry = reinterpret_cast<ascendrt_entry>(*function);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<CompiledModel>>
mlir::ascend::compile(ModuleOp module, const CompileOptions &options,
                      CompileProgress progress) {
  if (!options.target.runsOnHost())
    return makeError({"",
                      "code for the CPU '" + options.target.cpu +
                          "' does not run on this machine",
                      "", "compile for this machine, or for 'portable'",
                      ExitCode::Usage});
  llvm::Expected<CompiledParts> parts =
      compileToParts(module, options, progress);
  if (!parts)
    return parts.takeError();
  auto model = std::make_unique<ModelInMemory>(std::move(*parts));
  if (llvm::Error error = model->load(options))
    return error;
  return std::move(model);
}
