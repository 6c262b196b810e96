//===- ascend-run.cpp - Runs a model with Ascend's decisions on the CPU ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Driver/Comparison.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Driver/RunModel.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/OutputFile.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

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
             const std::shared_ptr<ObjectCache> &cache, Stop &stop) {
  llvm::Expected<CompileOptions> options =
      compileOptions(values, "native", cache, stop);
  if (!options)
    return options.takeError();
  options->observe = observe;
  Progress progress("compiling");
  auto model = compile(module, *options,
                       [&](StringRef stage, unsigned done, unsigned total) {
                         progress.step(stage, done, total);
                       });
  if (model)
    logCompilation(values, (*model)->getStatistics(), cache.get());
  return model;
}

static int64_t elementsOf(const Array &array) {
  return std::accumulate(array.shape.begin(), array.shape.end(), int64_t(1),
                         std::multiplies<>());
}

/// The elements of an array as float; empty for dtypes that are no floats.
static std::vector<float> floatsOf(const Array &array) {
  ascendrt_dtype dtype = ASCENDRT_FLOAT;
  (void)ascendrt_dtype_from_word(array.dtype.c_str(), &dtype);
  return asFloats(dtype, array.data.data(), elementsOf(array));
}

/// Runs reference and decided model slice by slice and prints how far apart
/// they are, op by op.
static llvm::Error compareWithReference(const CompiledModel &reference,
                                        const CompiledModel &decided,
                                        const OptionValues &values,
                                        const ModelInputs &inputs,
                                        std::vector<Array> &outputs,
                                        const llvm::StringMap<std::string> &why,
                                        llvm::StringMap<std::string> partners) {
  llvm::Expected<RunContext> first = startModel(reference.getModel(), values);
  if (!first)
    return first.takeError();
  llvm::Expected<RunContext> second = startModel(decided.getModel(), values);
  if (!second)
    return second.takeError();
  llvm::Expected<std::vector<Array>> wanted =
      makeOutputs(reference.getModel(), inputs.slices);
  if (!wanted)
    return wanted.takeError();
  llvm::Expected<ModelInputs> same =
      convertInputs(inputs, reference.getModel());
  if (!same)
    return same.takeError();
  // A run that begins again would be seen twice: make room for outputs first.
  if (llvm::Error error = runSlice(first->get(), *same, *wanted, 0))
    return error;
  if (llvm::Error error = runSlice(second->get(), inputs, outputs, 0))
    return error;
  Comparison comparison;
  comparison.setPartners(std::move(partners));
  ascendrt_set_observer(
      first->get(),
      [](void *user, const ascendrt_observed_tensor *tensor,
         const int64_t *shape, const void *data) {
        static_cast<Comparison *>(user)->observeReference(*tensor, shape, data);
      },
      &comparison);
  ascendrt_set_observer(
      second->get(),
      [](void *user, const ascendrt_observed_tensor *tensor,
         const int64_t *shape, const void *data) {
        static_cast<Comparison *>(user)->observe(*tensor, shape, data);
      },
      &comparison);
  Progress progress("comparing");
  for (int64_t slice = 0; slice < inputs.slices; ++slice) {
    comparison.nextSlice();
    if (llvm::Error error = runSlice(first->get(), *same, *wanted, slice))
      return error;
    if (llvm::Error error = runSlice(second->get(), inputs, outputs, slice))
      return error;
    progress.step("slice", slice + 1, inputs.slices);
  }
  comparison.print(llvm::outs(), [&](StringRef op) { return why.lookup(op); });
  for (const auto &[have, want] : llvm::zip(outputs, *wanted)) {
    // The decided outputs may have dtypes of their own (output_type).
    std::vector<float> a = floatsOf(have), b = floatsOf(want);
    if (a.size() != b.size()) {
      llvm::outs() << "output '" << have.name << "': " << have.dtype
                   << " is not compared with " << want.dtype << '\n';
      continue;
    }
    double error = 0;
    int64_t lost = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      if (std::isfinite(a[i]) && std::isfinite(b[i]))
        error = std::max(error, std::fabs(double(a[i]) - double(b[i])));
      else
        lost += std::isfinite(b[i]);
    }
    llvm::outs() << "output '" << have.name
                 << llvm::formatv("': largest error {0:E2}, {1} of {2} "
                                  "elements Inf or NaN\n",
                                  error, lost, elementsOf(have));
  }
  return llvm::Error::success();
}

/// The sentence for each op; says the decision in a line on the way.
static llvm::Expected<llvm::StringMap<std::string>>
explainDecision(ModuleOp module) {
  llvm::Expected<ModuleConfig> config = configOf(module);
  if (!config)
    return config.takeError();
  ReportSummary summary = summarize(module, configLineStatus(module, *config));
  llvm::outs() << "decided: soc=" << config->config.soc
               << " mode=" << config->config.modeWord;
  for (const auto &[dtype, count] : summary.opsPerDtype)
    llvm::outs() << " " << dtype << "=" << count;
  llvm::outs() << " casts=" << summary.casts << summary.faults() << '\n';
  llvm::StringMap<std::string> why;
  forEachOp(module, [&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    if (judged && judged.getPrecisionAttr())
      why[op.getGEName()] = reasonOf(op, judged.getPrecisionAttr(), *config);
  });
  return why;
}

/// The last node that each fused op stands for, by the op's name.
static llvm::StringMap<std::string> lastMembers(ModuleOp module) {
  llvm::StringMap<std::string> result;
  forEachOp(module, [&](AscendOpInterface op) {
    SmallVector<FusedMember> members = fusedMembers(op);
    if (!members.empty())
      result[op.getGEName()] = members.back().name.str();
  });
  return result;
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

/// Runs `model` as --repeat and --dump say.
static llvm::Error runOn(const ascendrt_model &model,
                         const OptionValues &values, Arrays &arrays) {
  llvm::Expected<RunContext> context = startModel(model, values);
  if (!context)
    return context.takeError();
  if (std::optional<StringRef> folder = values.get("dump");
      folder && ascendrt_dump_to(context->get(), folder->str().c_str()))
    return makeError(
        {"", std::string("cannot dump: ") + ascendrt_last_error(context->get()),
         "", "", ExitCode::ModelFailed});
  return runAll(context->get(), values, arrays.inputs, arrays.outputs);
}

static llvm::Error runCompiledFile(const OptionValues &values) {
  llvm::Expected<CompiledFile> file =
      openCompiledFile(values.getOr("model", ""));
  if (!file)
    return file.takeError();
  if (std::optional<StringRef> path = values.get("report"))
    if (llvm::Error error = writeReport(**file, *path))
      return error;
  const ascendrt_model &model = *ascendrt_file_model(file->get());
  if (llvm::Error error = checkInputs(values, model.num_inputs))
    return error;
  llvm::Expected<Arrays> arrays = makeArrays(values, model);
  if (!arrays)
    return arrays.takeError();
  if (llvm::Error error = runOn(model, values, *arrays))
    return error;
  if (std::optional<StringRef> path = values.get("outputs"))
    return writeNpz(*path, arrays->outputs);
  return llvm::Error::success();
}

static llvm::Error run(const OptionValues &values) {
  if (namesCompiledFile(values.getOr("model", "")))
    return runCompiledFile(values);
  bool referenceOnly = values.getOr("reference", "off") == "on";
  bool compares = values.has("compare"), dumps = values.has("dump");
  if (referenceOnly && compares)
    return makeError({"",
                      "--reference and --compare exclude each other: the "
                      "reference would be compared with itself",
                      "", "leave one of them out"});
  auto hear = [&](const ascend::Diagnostic &warning) { warn(values, warning); };
  std::unique_ptr<MLIRContext> context = makeContext();
  Stop stop;
  ContextWork work(*context, stop);
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
  if (compares)
    undecided = (*module)->clone();

  std::shared_ptr<ObjectCache> cache = openObjectCache(values, hear);
  std::unique_ptr<CompiledModel> reference;
  llvm::StringMap<std::string> why, partners;
  if (!referenceOnly) {
    noteDefaultMode(values);
    if (llvm::Error error = decidePrecision(**module, values, hear, stop))
      return error;
    auto reasons = explainDecision(**module);
    if (!reasons)
      return reasons.takeError();
    why = std::move(*reasons);
    partners = lastMembers(**module);
  }
  if (compares) {
    auto compiled =
        compileModel(*undecided, values, /*observe=*/true, cache, stop);
    if (!compiled)
      return compiled.takeError();
    reference = std::move(*compiled);
  }
  auto compiled =
      compileModel(**module, values, compares || dumps, cache, stop);
  if (!compiled)
    return compiled.takeError();
  const ascendrt_model &model = (*compiled)->getModel();
  llvm::Expected<Arrays> arrays = makeArrays(values, model);
  if (!arrays)
    return arrays.takeError();

  if (compares) {
    if (llvm::Error error =
            compareWithReference(*reference, **compiled, values, arrays->inputs,
                                 arrays->outputs, why, std::move(partners)))
      return error;
  }
  if (!compares || dumps || values.has("repeat"))
    if (llvm::Error error = runOn(model, values, *arrays))
      return error;
  if (std::optional<StringRef> path = values.get("outputs"))
    return writeNpz(*path, arrays->outputs);
  return llvm::Error::success();
}

int main(int argc, char **argv) { return runTool(argc, argv, Tool::Run, run); }
