//===- CompileOptions.cpp - How options say to compile --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInfo.h"
#include "Ascend/Driver/ShapeBodies.h"
#include "Ascend/Options/ProfilingOptions.h"
#include "Ascend/Options/TuningOptions.h"
#include "KernelFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

bool mlir::ascend::asksForTensors(const OptionValues &values) {
  return values.getEnableDump() || values.getEnableDumpDebug() ||
         values.getEnableExceptionDump() != "0";
}

ascendrt_guard mlir::ascend::guardOf(const OptionValues &values) {
  return llvm::StringSwitch<ascendrt_guard>(values.getGuard())
      .Case("end", ASCENDRT_GUARD_END)
      .Case("begin", ASCENDRT_GUARD_BEGIN)
      .Default(ASCENDRT_GUARD_NONE);
}

/// The engines whose ops may run side by side, as CANN calls them.
static constexpr struct {
  StringLiteral name;
  unsigned StreamOptions::*bound;
} kEngines[] = {
    {"AIcoreEngine", &StreamOptions::aiCore},
    {"DNN_VM_AICPU", &StreamOptions::aiCpu},
};

/// Where the bound of an engine is kept; null where it is none of these.
static unsigned StreamOptions::*boundOf(StringRef engine) {
  const auto *found = llvm::find_if(
      kEngines, [&](const auto &known) { return known.name == engine; });
  return found == std::end(kEngines) ? nullptr : found->bound;
}

/// What the options say of kernels side by side; checked when they were set.
static StreamOptions streamsOf(const OptionValues &values) {
  StreamOptions streams;
  streams.cubeBesideVector = values.has(option::autoMultistreamParallelMode);
  streams.aiCpuBeside = values.getAcParallelEnable();
  for (StringRef bound :
       llvm::split(values.getStreamMaxParallelNum().value_or(""), ',')) {
    auto [engine, text] = bound.split(':');
    unsigned number;
    if (text.getAsInteger(10, number))
      continue;
    if (unsigned StreamOptions::*field = boundOf(engine))
      streams.*field = number;
  }
  return streams;
}

std::vector<ascend::Diagnostic>
mlir::ascend::unknownEngines(const OptionValues &values) {
  SmallVector<StringRef> names, bounds;
  for (const auto &engine : kEngines)
    names.push_back(engine.name);
  llvm::SplitString(values.getStreamMaxParallelNum().value_or(""), bounds, ",");
  std::vector<ascend::Diagnostic> warnings;
  for (StringRef bound : bounds)
    if (StringRef engine = bound.split(':').first; !boundOf(engine))
      warnings.push_back(
          {"",
           "stream_max_parallel_num: no engine here is called '" +
               engine.str() + "'",
           "", "the engines are " + llvm::join(names, " and ")});
  return warnings;
}

/// Whether inputs have dynamic shapes: the model may have bodies, whose weights
/// are mostly those of its own code.
static bool hasOpenInputs(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  return main && llvm::any_of(main.getArgumentTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && !tensor.hasStaticShape();
         });
}

llvm::Expected<CompileOptions>
mlir::ascend::compileOptions(ModuleOp module, const OptionValues &values,
                             llvm::StringRef cpu, const CompileCaches &caches,
                             Stop &stop) {
  llvm::Expected<CpuTarget> target = CpuTarget::parse(
      values.getCpu().value_or(cpu), values.getPlan().value_or(""),
      values.getCpuCaches().value_or(""));
  if (!target)
    return target.takeError();
  llvm::Expected<ShapeProfiles> profiles = shapeProfilesOf(module, values);
  if (!profiles)
    return profiles.takeError();
  CompileOptions options;
  options.profiles = std::move(*profiles);
  options.target = std::move(*target);
  options.cache = caches.kernels;
  options.models = caches.models;
  if (jitCompileOf(values) != JitCompile::False && hasOpenInputs(module))
    options.weights = caches.weights;
  options.stop = &stop;
  llvm::Expected<OpDebug> debug = loadOpDebug(values);
  if (!debug)
    return debug.takeError();
  options.files = std::move(debug->files);
  options.guard = guardOf(values);
  options.profile = asksForTimes(values);
  options.streams = streamsOf(values);
  options.packWeights = values.getVariableFormatOptimize();
  if (debug->oom && !values.has(option::guard))
    options.guard = ASCENDRT_GUARD_END;
  if (std::string folder = tuningBankFolder(values); !folder.empty()) {
    llvm::Expected<ScheduleBank> bank =
        ScheduleBank::read(scheduleBankPath(folder, options.target));
    if (!bank)
      return bank.takeError();
    if (!bank->empty())
      options.schedules = std::make_shared<ScheduleBank>(std::move(*bank));
  }
  // Cube and vector kernels run one after the other, on the same threads.
  for (StringRef number :
       llvm::split(values.getAicoreNum().value_or(""), '|')) {
    unsigned cores = 0;
    if (!number.getAsInteger(10, cores))
      options.maxThreads = std::max<unsigned>(options.maxThreads, cores);
  }
  return options;
}

llvm::Expected<CompiledFileInfo>
mlir::ascend::writeCompiledFile(ModuleOp module, const OptionValues &values,
                                StringRef report, StringRef path,
                                const CompileCaches &caches, Stop &stop,
                                CompileProgress progress) {
  // Of the CPUs that are as good as this one, none is left out.
  llvm::Expected<CompileOptions> options =
      compileOptions(module, values, CpuTarget::host().form, caches, stop);
  if (!options)
    return options.takeError();
  options->observe = asksForTensors(values);
  StringRef weights = values.getExternalWeight();
  options->weightFiles = llvm::StringSwitch<WeightFiles>(weights)
                             .Case("1", WeightFiles::OneEach)
                             .Case("2", WeightFiles::One)
                             .Default(WeightFiles::None);
  if (options->weightFiles != WeightFiles::None &&
      !options->target.isOfHostArchitecture())
    return makeError({"", "the weights of a static library lie in it",
                      ("external_weight=" + weights).str(),
                      "leave external_weight out, or compile for this "
                      "machine's kind of CPU"});
  return compileToFile(module, *options, {report, jsonGraph(module, values)},
                       path, progress);
}
