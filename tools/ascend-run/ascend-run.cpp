//===- ascend-run.cpp - Runs a model with Ascend's decisions on the CPU ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Driver/RunModel.h"
#include "Ascend/Driver/ShapeBodies.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Lab/DataDump.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Lab/Summary.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::ascend;

/// Writes the report that `file` holds.
static llvm::Error writeReport(const ascendrt_file &file, StringRef path) {
  if (path.ends_with(".txt"))
    return makeError({"", "a compiled file holds its report as JSON only",
                      path.str(), "let --report name a .json file"});
  uint64_t bytes = 0;
  const char *text = ascendrt_file_report(&file, &bytes);
  return writeWholeFile(path, StringRef(text, bytes));
}

static llvm::Expected<std::unique_ptr<CompiledModel>>
compileModel(ModuleOp module, const OptionValues &values, bool observe,
             const CompileCaches &caches, Stop &stop) {
  llvm::Expected<CompileOptions> options =
      compileOptions(module, values, "native", caches, stop);
  if (!options)
    return options.takeError();
  options->observe = observe;
  Progress progress("compiling");
  auto model = compile(module, *options,
                       [&](StringRef stage, unsigned done, unsigned total) {
                         progress.step(stage, done, total);
                       });
  if (model)
    logCompilation(values, (*model)->getStatistics(), caches);
  return model;
}

/// Runs all slices of a model that runs beside its reference and prints how far
/// apart they are, op by op. `outputs` are both models'.
static llvm::Error
compareWithReference(const ascendrt_model &model, ShownOperands operands,
                     const OptionValues &values, const ModelInputs &inputs,
                     std::vector<Array> &outputs,
                     const llvm::StringMap<std::string> &why) {
  llvm::Expected<RunContext> context = startModel(model, values);
  if (!context)
    return context.takeError();
  Comparison comparison(model, std::move(operands));
  comparison.attach(context->get());
  Progress progress("comparing");
  for (int64_t slice = 0; slice < inputs.slices; ++slice) {
    if (llvm::Error error = runSlice(context->get(), inputs, outputs, slice))
      return error;
    progress.step("slice", slice + 1, inputs.slices);
  }
  printSummary(comparison, llvm::outs(),
               [&](StringRef op) { return why.lookup(op); });
  return llvm::Error::success();
}

/// The sentence for each op; says the decision in a line on the way.
static llvm::Expected<llvm::StringMap<std::string>>
explainDecision(ModuleOp module) {
  auto loaded = configOf(module);
  if (!loaded)
    return loaded.takeError();
  const ModuleConfig &config = **loaded;
  ReportSummary summary = summarize(module, configLineStatus(module, config));
  llvm::outs() << "decided: soc=" << config.config.soc
               << " mode=" << config.config.modeWord;
  for (const auto &[dtype, count] : summary.opsPerDtype)
    llvm::outs() << " " << dtype << "=" << count;
  llvm::outs() << " casts=" << summary.casts << summary.faults() << '\n';
  llvm::StringMap<std::string> why;
  forEachOp(module, [&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    if (judged && judged.getPrecisionAttr())
      why[op.getGEName()] = reasonOf(op, judged.getPrecisionAttr(), config);
  });
  return why;
}

/// What goes into a model and comes out of it.
struct Arrays {
  ModelInputs inputs;
  std::vector<Array> outputs;
};

static llvm::Expected<Arrays> makeArrays(const OptionValues &values,
                                         const ascendrt_model &model) {
  llvm::Expected<ModelInputs> inputs = makeInputs(values, model);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<std::vector<Array>> outputs =
      makeOutputs(model, inputs->slices);
  if (!outputs)
    return outputs.takeError();
  return Arrays{std::move(*inputs), std::move(*outputs)};
}

/// Runs `model` as --repeat, --dump and the dumps of sessions say, in the code
/// of `bodies` where it has some.
static llvm::Error runOn(const ascendrt_model &model,
                         const OptionValues &values, DumpRequest request,
                         Arrays &arrays, ShapeBodies &bodies) {
  std::unique_ptr<DataDump> dump;
  if (request.isAsked())
    dump = DataDump::make(
        std::move(request), model,
        [&](const ascend::Diagnostic &warning) { warn(values, warning); });
  llvm::Expected<RunContext> context = startModel(model, values);
  if (!context)
    return context.takeError();
  if (std::optional<StringRef> folder = values.getDump();
      folder && ascendrt_dump_to(context->get(), folder->str().c_str()))
    return makeError(
        {"", std::string("cannot dump: ") + ascendrt_last_error(context->get()),
         "", "", ExitCode::ModelFailed});
  bodies.attach(context->get());
  return runAll(context->get(), values, arrays.inputs, arrays.outputs,
                dump.get());
}

/// Says which shapes came, what code they had, and which profiles there are.
static void logShapes(const OptionValues &values, const ShapeBodies &bodies) {
  StringRef log = values.getLog();
  if (log != "info" && log != "debug")
    return;
  for (const ShapeBodies::Info &info : bodies.list()) {
    llvm::errs() << "info: the shapes";
    for (const std::vector<int64_t> &shape : info.shapes) {
      llvm::errs() << " [";
      llvm::interleave(shape, llvm::errs(), ",");
      llvm::errs() << ']';
    }
    if (info.state == ShapeBodies::State::Profile)
      llvm::errs() << ": " << info.runs << " runs in the code of this profile";
    else
      llvm::errs() << ": " << info.ownRuns << " runs in the model's own code";
    if (info.state == ShapeBodies::State::Ready)
      llvm::errs() << llvm::formatv(
          ", {0} in code for them, made in {1:f3} s, which has {2} bytes of "
          "weights, {3} of them its own",
          info.runs, info.seconds, info.weights, info.addedWeights);
    llvm::errs() << '\n';
  }
}

static llvm::Error runCompiledFile(const OptionValues &values,
                                   DumpRequest request) {
  llvm::Expected<CompiledFile> file =
      openCompiledFile(values.getModel().value_or(""));
  if (!file)
    return file.takeError();
  if (std::optional<StringRef> path = values.getReport())
    if (llvm::Error error = writeReport(**file, *path))
      return error;
  const ascendrt_model &model = *ascendrt_file_model(file->get());
  if (request.isAsked() && model.num_observed == 0)
    return makeError({"",
                      "the compiled file shows no tensors, so they cannot "
                      "be dumped",
                      "",
                      "compile it with ascend-atc --enable_dump=1, or run the "
                      "model itself"});
  if (llvm::Error error = checkInputs(values, model.num_inputs))
    return error;
  llvm::Expected<Arrays> arrays = makeArrays(values, model);
  if (!arrays)
    return arrays.takeError();
  ShapeBodies bodies(model);
  if (llvm::Error error =
          runOn(model, values, std::move(request), *arrays, bodies))
    return error;
  logShapes(values, bodies);
  if (std::optional<StringRef> path = values.getOutputs())
    return writeNpz(*path, arrays->outputs);
  return llvm::Error::success();
}

static llvm::Error run(const OptionValues &values) {
  llvm::Expected<DumpRequest> request =
      readDumpRequest(values, values.getModel().value_or(""));
  if (!request)
    return request.takeError();
  if (llvm::Error error = ProfiledRun(values).checkPlaces())
    return error;
  if (namesCompiledFile(values.getModel().value_or("")))
    return runCompiledFile(values, std::move(*request));
  bool referenceOnly = values.getReference();
  bool compares = values.has(option::compare);
  bool dumps = values.has(option::dump) || request->isAsked();
  if (referenceOnly && compares)
    return makeError({"",
                      "--reference and --compare exclude each other: the "
                      "reference would be compared with itself",
                      "", "leave one of them out"});
  auto hear = [&](const ascend::Diagnostic &warning) { warn(values, warning); };
  std::unique_ptr<MLIRContext> context = makeContext();
  Stop stop;
  std::optional<ContextWork> work;
  work.emplace(*context, stop);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      loadModel(values, *context, hear, ModelFile::Stays);
  if (!module)
    return module.takeError();
  // What is wrong with inputs or options is said before anything is compiled.
  auto entry = (*module)->lookupSymbol<func::FuncOp>("main");
  if (llvm::Error error =
          checkInputs(values, entry ? entry.getNumArguments() : 0))
    return error;
  OwningOpRef<ModuleOp> undecided;
  if (compares) {
    if (llvm::Error error = checkHasMain(**module))
      return error;
    undecided = (*module)->clone();
  }

  CompileCaches caches = openCaches(values, hear);
  llvm::StringMap<std::string> why;
  if (!referenceOnly) {
    noteDefaultMode(values);
    if (llvm::Error error = decidePrecision(**module, values, hear, stop))
      return error;
    auto reasons = explainDecision(**module);
    if (!reasons)
      return reasons.takeError();
    why = std::move(*reasons);
  }
  auto tellStatistics = [&](CompileStatTime time) {
    return exportCompileStat(**module, values, time);
  };
  std::vector<Array> outputs;
  if (compares) {
    ShownOperands operands;
    OwningOpRef<ModuleOp> both =
        pairWithReference(*undecided, **module, &operands);
    auto compiled =
        compileModel(*both, values, /*observe=*/false, caches, stop);
    if (!compiled)
      return compiled.takeError();
    if (llvm::Error error = tellStatistics(CompileStatTime::Compiled))
      return error;
    const ascendrt_model &model = (*compiled)->getModel();
    llvm::Expected<Arrays> arrays = makeArrays(values, model);
    if (!arrays)
      return arrays.takeError();
    if (llvm::Error error =
            compareWithReference(model, std::move(operands), values,
                                 arrays->inputs, arrays->outputs, why))
      return error;
    // Those of the decided model.
    outputs = std::move(arrays->outputs);
    outputs.erase(outputs.begin(), outputs.begin() + outputs.size() / 2);
  }
  bool isProfiled = ProfiledRun(values).isAsked();
  if (!compares || dumps || isProfiled || values.has(option::repeat)) {
    if (!referenceOnly)
      if (llvm::Error error =
              tuneAndTell(**module, values, "native", caches, stop))
        return error;
    auto compiled = compileModel(**module, values, dumps, caches, stop);
    if (!compiled)
      return compiled.takeError();
    if (llvm::Error error = tellStatistics(CompileStatTime::Compiled))
      return error;
    const ascendrt_model &model = (*compiled)->getModel();
    llvm::Expected<Arrays> arrays = makeArrays(values, model);
    if (!arrays)
      return arrays.takeError();
    // From now on it is the bodies' to work in.
    work.reset();
    std::mutex inUse;
    ShapeBodies bodies(model, jitCompileOf(values), generalizationOf(values),
                       bodyMaker(**module, values, caches, inUse), hear);
    bodies.setBounds(boundsOf(**module));
    if (llvm::Error error =
            runOn(model, values, std::move(*request), *arrays, bodies))
      return error;
    logShapes(values, bodies);
    outputs = std::move(arrays->outputs);
  }
  if (std::optional<StringRef> path = values.getOutputs())
    if (llvm::Error error = writeNpz(*path, outputs))
      return error;
  return tellStatistics(CompileStatTime::Ended);
}

int main(int argc, char **argv) { return runTool(argc, argv, Tool::Run, run); }
