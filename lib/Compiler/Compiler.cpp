//===- Compiler.cpp - From a typed module to a model that runs ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"

#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Cache/KeptModel.h"
#include "Cache/ModelFile.h"
#include "Compilation.h"
#include "DiagnosticCollector.h"
#include "Entry/ShapeEntries.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

class ModelInMemory : public CompiledModel {
public:
  explicit ModelInMemory(CompiledParts parts)
      : parts(std::move(parts)), described(this->parts) {}

  llvm::Error load(const CompileOptions &options);

  const ascendrt_model &getModel() const override {
    return described.model.model;
  }
  unsigned getNumKernels() const override { return parts.numKernels; }
  unsigned getNumKernelCalls() const override { return parts.numKernelCalls; }
  ModelWeights getWeights() const override { return weights.weights; }
  const CompileStatistics &getStatistics() const override {
    return parts.statistics;
  }

private:
  CompiledParts parts;
  DescribedModel described;
  WeightsPool::Made weights;
  std::unique_ptr<LoadedCode> code;
};

} // namespace

double compiler::threadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

DescribedModel::DescribedModel(const CompiledParts &parts) {
  model.model = parts.describe();
  model.num_profiles = parts.profiles.size();
  for (const CompiledParts::Profile &part : parts.profiles) {
    ascendrt_model &profile = profiles.emplace_back();
    profile.abi_version = ASCENDRT_ABI_VERSION;
    part.description.describe(profile);
    profile.arena_bytes = part.arenaBytes;
    profile.arena_alignment = kBufferAlignment;
  }
  model.profiles = profiles.data();
}

ascendrt_model CompiledParts::describe() const {
  ascendrt_model model = {};
  model.abi_version = ASCENDRT_ABI_VERSION;
  description.describe(model);
  model.flags = guard;
  if (!profiles.empty())
    model.flags |= ASCENDRT_MODEL_HAS_PROFILES |
                   (takesOthers ? 0 : ASCENDRT_MODEL_NEEDS_PROFILE);
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
    WeightStore ofItsOwn;
    llvm::Expected<WeightsPool::Made> made = parts.weights.makeIn(
        options.weights ? *options.weights : ofItsOwn, options.threads);
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
  described.model.model.weights = weights.data;
  described.model.model.weights_bytes = weights.weights.added;
  auto find = [&](ascendrt_model &model, StringRef symbol) -> llvm::Error {
    if (symbol.empty())
      return llvm::Error::success();
    llvm::Expected<void *> function = code->lookup(symbol);
    if (!function)
      return function.takeError();
    model.entry = reinterpret_cast<ascendrt_entry>(*function);
    return llvm::Error::success();
  };
  if (llvm::Error error = find(described.model.model, parts.entry))
    return error;
  for (auto [profile, part] :
       llvm::zip_equal(described.profiles, parts.profiles))
    if (llvm::Error error = find(profile, part.entry))
      return error;
  return llvm::Error::success();
}

/// The model that a file of the cache holds; null if there is none.
static std::unique_ptr<CompiledModel> findModel(const ModelFile &file,
                                                CompileStatistics lookup) {
  std::unique_ptr<MappedModel> model;
  {
    StageTime time(lookup, "load");
    model = file.load();
  }
  if (!model)
    return nullptr;
  CompileStatistics statistics = model->getStatistics();
  statistics.stages = std::move(lookup.stages);
  statistics.file = file.getPath();
  model->setStatistics(std::move(statistics));
  return model;
}

llvm::Expected<std::unique_ptr<CompiledModel>>
mlir::ascend::compile(ModuleOp module, const CompileOptions &given,
                      CompileProgress progress) {
  CompileOptions options = given;
  // A file has all of its weights, and guards lie around each of them.
  if (options.models || options.guard != ASCENDRT_GUARD_NONE)
    options.weights = nullptr;
  if (!options.target.runsOnHost())
    return makeError({"",
                      "code for the CPU '" + options.target.cpu +
                          "' does not run on this machine",
                      "", "compile for this machine, or for 'portable'",
                      ExitCode::Usage});
  std::optional<KeptModel> kept;
  std::optional<ModelFile> file;
  if (KeptModel::isPossible(options)) {
    const auto &key = kept.emplace(module, options).getKey();
    if (key && options.models)
      file.emplace(*key, options, /*texts=*/"");
  }
  if (file)
    if (auto model = findModel(*file, kept->getStatistics()))
      return model;
  llvm::Expected<CompiledParts> parts =
      compileToParts(module, options, progress, kept ? &*kept : nullptr);
  if (!parts)
    return parts.takeError();
  if (file) {
    auto model = file->storeAndLoad(*parts);
    if (!model)
      return model.takeError();
    if (*model)
      return std::move(*model);
  }
  auto model = std::make_unique<ModelInMemory>(std::move(*parts));
  if (llvm::Error error = model->load(options))
    return error;
  return std::move(model);
}

llvm::Expected<std::unique_ptr<CompiledModel>>
mlir::ascend::compileForShapes(ModuleOp module, ArrayRef<InputShape> shapes,
                               const CompileOptions &options) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  module.getContext()->appendDialectRegistry(registry);
  OwningOpRef<ModuleOp> copy = module.clone();
  {
    DiagnosticCollector diagnostics(module.getContext());
    bool isEmpty = false;
    if (failed(specializeModule(*copy, shapes, &isEmpty)))
      return isDue(options.stop)
                 ? options.stop->error()
                 : diagnostics.takeError(isEmpty ? ExitCode::UnsupportedOp
                                                 : ExitCode::Usage,
                                         "the model cannot take such inputs");
  }
  return compile(*copy, options);
}
