//===- Compilation.cpp - From a typed module to the parts of a model ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "Ascend/Compiler/Pipelines.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/Threads.h"
#include "Cache/KeptModel.h"
#include "Cache/ObjectKey.h"
#include "DiagnosticCollector.h"
#include "Entry/EntryChecks.h"
#include "Entry/ShapeEntries.h"
#include "Kernels/FoldPacking.h"
#include "Kernels/KernelGroups.h"
#include "Objects/CodeGenerator.h"
#include "Objects/KernelMeta.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include <atomic>
#include <mutex>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// Compiles one module, stage by stage.
class Compilation {
public:
  Compilation(OwningOpRef<ModuleOp> source, const CompileOptions &options,
              CompileProgress progress)
      : context(source->getContext()), module(std::move(source)),
        options(options), progress(progress), diagnostics(context),
        meta(options.files) {
    if (options.cache)
      result.plan.emplace();
  }

  llvm::Expected<CompiledParts> run();
  llvm::Expected<CompiledParts> runOutlined();

private:
  llvm::Error describe();
  llvm::Error lowerToLinalg();
  llvm::Expected<CompiledParts> finish();
  llvm::Error planMemory();
  llvm::Expected<LoadedCode::Objects> compileUnits();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compileUnit(ModuleOp unit, PassManager &kernelPasses);
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  findOrCompileUnit(ModuleOp unit, PassManager &kernelPasses,
                    ObjectCache::Key &key, CompileStatistics::Unit &told);

  /// Runs the passes of a stage. If one fails, the error has `exitCode`.
  llvm::Error
  runPasses(function_ref<void(OpPassManager &, const CompileOptions &)> build,
            ExitCode exitCode);
  /// Why the work ends here; what passes said that had nothing to work on does
  /// not count.
  llvm::Error stopped();
  void configure(PassManager &passes) const;
  void report(llvm::StringRef stage, unsigned done, unsigned total) {
    if (progress)
      progress(stage, done, total);
  }

  MLIRContext *context;
  OwningOpRef<ModuleOp> module;
  const CompileOptions &options;
  CompileProgress progress;
  DiagnosticCollector diagnostics;
  FoldedPacking packing;
  KernelMeta meta;
  std::atomic<bool> cannotKeep = false;
  CompiledParts result;
};

} // namespace

void Compilation::configure(PassManager &passes) const {
#ifdef NDEBUG
  passes.enableVerifier(false);
#endif
}

llvm::Error Compilation::stopped() {
  llvm::consumeError(diagnostics.takeError(ExitCode::Limit, ""));
  return options.stop->error();
}

llvm::Error Compilation::runPasses(
    function_ref<void(OpPassManager &, const CompileOptions &)> build,
    ExitCode exitCode) {
  PassManager passes(context);
  configure(passes);
  build(passes, options);
  bool ran = succeeded(passes.run(*module));
  if (isDue(options.stop))
    return stopped();
  if (ran)
    return llvm::Error::success();
  return diagnostics.takeError(exitCode, "the model cannot be compiled");
}

llvm::Error Compilation::describe() {
  for (func::FuncOp entry : entriesOf(*module)) {
    llvm::Expected<ModelDescription> description = ModelDescription::of(entry);
    if (!description)
      return description.takeError();
    std::string symbol = entrySymbolOf(entry);
    if (result.entry.empty())
      result.entry = symbol;
    if (entry->hasAttr(kProfileAttrName))
      result.profiles.push_back({std::move(*description), 0, symbol});
    else
      result.description = std::move(*description);
  }
  return llvm::Error::success();
}

llvm::Error Compilation::lowerToLinalg() {
  report("kernels", 0, 1);
  StageTime time(result.statistics, "kernels");
  if (llvm::Error error =
          runPasses(buildGraphPipeline, ExitCode::UnsupportedOp))
    return error;
  meta.noteNodes(*module);
  if (llvm::Error error =
          runPasses(buildOutlinePipeline, ExitCode::UnsupportedOp))
    return error;
  for (func::FuncOp entry : entriesOf(*module))
    if (llvm::Error error = meta.noteCalls(entry))
      return error;
  if (llvm::Error error = options.files.writeStage("02-outlined", {*module}))
    return error;
  if (llvm::Error error = describe())
    return error;
  for (auto function : module->getOps<func::FuncOp>())
    result.numKernels += function->hasAttr(kKernelAttrName);
  for (func::FuncOp entry : entriesOf(*module))
    entry.walk([&](func::CallOp call) {
      result.numKernelCalls += call->hasAttr(kOpTypeAttrName);
    });
  return runPasses(buildKernelsPipeline, ExitCode::UnsupportedOp);
}

llvm::Error Compilation::planMemory() {
  report("memory", 0, 1);
  StageTime time(result.statistics, "memory");
  if (llvm::Error error = runPasses(buildMemoryPipeline, ExitCode::ModelFailed))
    return error;
  if (llvm::Error error = options.files.writeStage("03-bufferized", {*module}))
    return error;
  SmallVector<func::FuncOp> entries = entriesOf(*module);
  auto numberAt = [](func::FuncOp entry, StringRef name) {
    auto number = entry->getAttrOfType<IntegerAttr>(name);
    return number ? number.getInt() : 0;
  };
  // All of them have the same weights.
  result.weights.parts = WeightsPool::partsOf(entries.front());
  packing.markResults(result.weights.parts);
  result.weights.packing = std::move(packing.model);
  result.weights.bytes = numberAt(entries.front(), kWeightsBytesAttrName);
  result.weights.numTabled = numberAt(entries.front(), kTabledWeightsAttrName);
  auto *profile = result.profiles.begin().base();
  for (func::FuncOp entry : entries) {
    entry.walk([&](func::CallOp call) {
      result.statistics.numSideBySide += call->hasAttr(kGroupAttrName);
    });
    int64_t &arenaBytes = entry->hasAttr(kProfileAttrName)
                              ? (profile++)->arenaBytes
                              : result.arenaBytes;
    arenaBytes = numberAt(entry, kArenaBytesAttrName);
  }
  return runPasses(buildEntryPipeline, ExitCode::ModelFailed);
}

/// Kernels are verified when they are done: after each of their passes it would
/// take two fifths of the passes' time.
static LogicalResult check(ModuleOp unit) {
#ifdef NDEBUG
  return success();
#else
  return verify(unit);
#endif
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
Compilation::compileUnit(ModuleOp unit, PassManager &kernelPasses) {
  bool isKernel = !unit.getOps<func::FuncOp>().empty();
  KernelRecord record(meta, unit);
  const KeptOfKernel &kept = record.getKept();
  if (isKernel && (failed(kernelPasses.run(unit)) || failed(check(unit)) ||
                   failed(record.addScopes(unit))))
    return makeError(
        {"", "a kernel cannot be compiled", "", "", ExitCode::ModelFailed});
  // Of a kernel some of whose passes did not run there is no code.
  if (isDue(options.stop))
    return options.stop->error();
  std::string text;
  CodeOptions code{!kept.unoptimized, kept.code ? &text : nullptr};
  auto object = generateObject(unit, options.target, options.stop, code);
  if (object)
    if (llvm::Error error = record.write((*object)->getBuffer(), text)) {
      // Where one cannot be written, the others cannot: once is enough.
      if (!cannotKeep.exchange(true))
        return error;
      llvm::consumeError(std::move(error));
    }
  return object;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
Compilation::findOrCompileUnit(ModuleOp unit, PassManager &kernelPasses,
                               ObjectCache::Key &key,
                               CompileStatistics::Unit &told) {
  if (!options.cache || meta.keptOf(told.name).object)
    return compileUnit(unit, kernelPasses);
  key = makeObjectKey(unit, options.target, options.cache->getBuild());
  if (auto object = options.cache->find(key)) {
    told.isCached = true;
    return object;
  }
  auto object = compileUnit(unit, kernelPasses);
  if (object)
    options.cache->store(key, (*object)->getBuffer());
  return object;
}

llvm::Expected<LoadedCode::Objects> Compilation::compileUnits() {
  StageTime time(result.statistics, "code");
  SmallVector<OwningOpRef<ModuleOp>> units;
  for (auto unit : llvm::make_early_inc_range(module->getOps<ModuleOp>())) {
    unit->remove();
    if (options.schedules)
      options.schedules->apply(unit);
    units.emplace_back(unit);
  }

  // Dialects are loaded while there is one thread.
  {
    PassManager passes(context);
    buildCodePipeline(passes, options);
    DialectRegistry registry;
    passes.getDependentDialects(registry);
    context->appendDialectRegistry(registry);
    for (StringRef name : registry.getDialectNames())
      context->getOrLoadDialect(name);
  }

  LoadedCode::Objects objects(units.size());
  SmallVector<CompileStatistics::Unit> told(units.size());
  SmallVector<ObjectCache::Key> keys(units.size());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0;
  llvm::Error errors = llvm::Error::success();
  report("code", 0, units.size());
  auto work = [&] {
    PassManager passes(context);
    passes.enableVerifier(false);
    buildCodePipeline(passes, options);
    for (size_t i; !isDue(options.stop) && (i = next++) < units.size();) {
      told[i].name = units[i]->getSymName().value_or("").str();
      double start = threadSeconds();
      auto object = findOrCompileUnit(*units[i], passes, keys[i], told[i]);
      told[i].seconds = threadSeconds() - start;
      std::lock_guard<std::mutex> lock(mutex);
      if (object)
        objects[i] = std::move(*object);
      else
        errors = llvm::joinErrors(std::move(errors), object.takeError());
      report("code", ++done, units.size());
    }
  };
  onThreads(context->isMultithreadingEnabled() ? options.threads : 1, work);
  if (isDue(options.stop)) {
    llvm::consumeError(std::move(errors));
    return stopped();
  }
  llvm::append_range(result.statistics.units, told);
  if (result.plan)
    for (auto [unit, key] : llvm::zip_equal(told, keys))
      result.plan->units.push_back({unit.name, key});
  if (!errors)
    errors = options.files.writeStage(
        "04-lowered", llvm::map_to_vector(units, [](auto &unit) {
          return unit->getOperation();
        }));
  if (!errors)
    return objects;
  // What the passes said comes first, and says more.
  llvm::Error said = diagnostics.takeError(ExitCode::ModelFailed, "");
  return llvm::joinErrors(std::move(said), std::move(errors));
}

llvm::Expected<CompiledParts> Compilation::run() {
  if (llvm::Error error = lowerToLinalg())
    return error;
  {
    StageTime time(result.statistics, "packing");
    llvm::Expected<FoldedPacking> folded =
        foldPacking(entriesOf(*module), options, result.statistics);
    if (!folded)
      return folded.takeError();
    packing = std::move(*folded);
  }
  return finish();
}

llvm::Expected<CompiledParts> Compilation::runOutlined() {
  if (llvm::Error error = describe())
    return error;
  return finish();
}

llvm::Expected<CompiledParts> Compilation::finish() {
  result.maxThreads = options.maxThreads;
  result.guard = options.guard;
  if (llvm::Error error = planMemory())
    return error;
  llvm::Expected<LoadedCode::Objects> objects = compileUnits();
  if (!objects)
    return objects.takeError();
  result.objects = std::move(*objects);
  if (result.plan) {
    CompiledPlan &plan = *result.plan;
    llvm::raw_string_ostream description(plan.description);
    result.description.write(description);
    plan.arenaBytes = result.arenaBytes;
    plan.weightsBytes = result.weights.bytes;
    plan.numKernels = result.numKernels;
    plan.numKernelCalls = result.numKernelCalls;
    plan.numSideBySide = result.statistics.numSideBySide;
  }
  return std::move(result);
}

static llvm::Expected<CompiledParts>
compileProfiles(ModuleOp module, const CompileOptions &options,
                CompileProgress progress) {
  const ShapeProfiles &profiles = options.profiles;
  llvm::Expected<ModelDescription> open = ModelDescription::ofOpen(
      module.lookupSymbol<func::FuncOp>("main"), /*inputs=*/{});
  if (!open)
    return open.takeError();
  OwningOpRef<ModuleOp> copy = module.clone();
  // What shows tensors or guards them is one code for all.
  bool isShared = options.observe || options.guard != ASCENDRT_GUARD_NONE ||
                  copy->walk([](ObserveOp) { return WalkResult::interrupt(); })
                      .wasInterrupted();
  if (!isShared)
    if (llvm::Error error = addProfiles(*copy, profiles))
      return isDue(options.stop) ? options.stop->error() : std::move(error);
  llvm::Expected<CompiledParts> parts =
      Compilation(std::move(copy), options, progress).run();
  if (!parts)
    return parts;
  parts->takesOthers = profiles.takesOthers;
  if (!isShared && !profiles.takesOthers)
    parts->description = std::move(*open);
  if (isShared)
    for (const std::vector<InputShape> &shapes : profiles.all) {
      llvm::Expected<ModelDescription> description = ModelDescription::ofOpen(
          module.lookupSymbol<func::FuncOp>("main"), shapes);
      if (!description)
        return description.takeError();
      parts->profiles.push_back({std::move(*description), 0, ""});
    }
  return parts;
}

llvm::Expected<CompiledParts>
compiler::compileToParts(ModuleOp module, const CompileOptions &options,
                         CompileProgress progress, KeptModel *kept) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  module.getContext()->appendDialectRegistry(registry);
  if (llvm::Error error = checkModel(module))
    return std::move(error);
  if (!options.profiles.all.empty())
    return compileProfiles(module, options, progress);
  if (!KeptModel::isPossible(options))
    return Compilation(module.clone(), options, progress).run();
  std::optional<KeptModel> own;
  if (!kept)
    kept = &own.emplace(module, options);
  if (std::optional<CompiledParts> found = kept->find())
    return std::move(*found);
  Compilation compilation(module.clone(), options, progress);
  llvm::Expected<CompiledParts> parts = compilation.run();
  if (parts && parts->plan)
    kept->store(*parts->plan, parts->weights);
  return parts;
}

llvm::Expected<CompiledParts>
compiler::compileOutlined(OwningOpRef<ModuleOp> module,
                          const CompileOptions &options) {
  return Compilation(std::move(module), options, {}).runOutlined();
}
