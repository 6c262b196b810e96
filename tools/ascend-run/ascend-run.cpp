//===- ascend-run.cpp - Runs a model with Ascend's decisions on the CPU ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Driver/Comparison.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Report/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace mlir;
using namespace mlir::ascend;
using Clock = std::chrono::steady_clock;

namespace {

struct ContextDeleter {
  void operator()(ascendrt_context *context) const {
    ascendrt_destroy(context);
  }
};
using Context = std::unique_ptr<ascendrt_context, ContextDeleter>;

} // namespace

static llvm::Expected<Context> makeRun(const CompiledModel &model,
                                       const OptionValues &values) {
  ascendrt_options options = {sizeof(options), 0, 0};
  (void)values.getOr("threads", "0").getAsInteger(10, options.threads);
  char *error = nullptr;
  Context context(ascendrt_create(&model.getModel(), &options, &error));
  if (context)
    return std::move(context);
  std::string text = error ? error : "unknown";
  ascendrt_free_string(error);
  return makeError(
      {"", "the model cannot start: " + text, "", "", ExitCode::Limit});
}

/// One run; `slice` picks the part of the arrays.
static llvm::Error runOnce(ascendrt_context *context, const ModelInputs &inputs,
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

static llvm::Expected<std::unique_ptr<CompiledModel>>
compileModel(ModuleOp module, const OptionValues &values, bool observe) {
  CompileOptions options;
  options.observe = observe;
  Progress progress("compiling");
  return compile(module, options,
                 [&](StringRef stage, unsigned done, unsigned total) {
                   progress.step(stage, done, total);
                 });
}

/// Runs all slices, and again for --repeat with the time of each whole pass.
static llvm::Error runAll(ascendrt_context *context, const OptionValues &values,
                          const ModelInputs &inputs,
                          std::vector<Array> &outputs) {
  auto pass = [&]() -> llvm::Error {
    Progress progress("running");
    for (int64_t slice = 0; slice < inputs.slices; ++slice) {
      if (llvm::Error error = runOnce(context, inputs, outputs, slice))
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
  llvm::Expected<Context> first = makeRun(reference, values);
  if (!first)
    return first.takeError();
  llvm::Expected<Context> second = makeRun(decided, values);
  if (!second)
    return second.takeError();
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
  llvm::Expected<std::vector<Array>> wanted =
      makeOutputs(reference.getModel(), inputs.slices);
  if (!wanted)
    return wanted.takeError();
  llvm::Expected<ModelInputs> same =
      convertInputs(inputs, reference.getModel());
  if (!same)
    return same.takeError();
  Progress progress("comparing");
  for (int64_t slice = 0; slice < inputs.slices; ++slice) {
    comparison.nextSlice();
    if (llvm::Error error = runOnce(first->get(), *same, *wanted, slice))
      return error;
    if (llvm::Error error = runOnce(second->get(), inputs, outputs, slice))
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
explainDecision(ModuleOp module, const OptionValues &values) {
  FailureOr<ModuleConfig> config = failure();
  if (llvm::Error error = collectDiagnostics(*module.getContext(), values, [&] {
        config = getModuleConfig(module);
        return success(succeeded(config));
      }))
    return std::move(error);
  ReportSummary summary = summarize(module, *config->store);
  llvm::outs() << "decided: soc=" << config->config.soc
               << " mode=" << config->config.modeWord;
  for (const auto &[dtype, count] : summary.opsPerDtype)
    llvm::outs() << " " << dtype << "=" << count;
  llvm::outs() << " casts=" << summary.casts << '\n';
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

static llvm::Error run(const OptionValues &values) {
  bool referenceOnly = values.getOr("reference", "off") == "on";
  bool compares = values.has("compare"), dumps = values.has("dump");
  if (referenceOnly && compares)
    return makeError({"",
                      "--reference and --compare exclude each other: the "
                      "reference would be compared with itself",
                      "", "leave one of them out"});
  std::unique_ptr<MLIRContext> context = makeContext();
  llvm::Expected<OwningOpRef<ModuleOp>> module = loadModel(values, *context);
  if (!module)
    return module.takeError();

  std::unique_ptr<CompiledModel> reference;
  llvm::StringMap<std::string> why, partners;
  if (compares) {
    OwningOpRef<ModuleOp> copy = (*module)->clone();
    auto compiled = compileModel(*copy, values, /*observe=*/true);
    if (!compiled)
      return compiled.takeError();
    reference = std::move(*compiled);
  }
  if (!referenceOnly) {
    if (llvm::Error error = decidePrecision(**module, values))
      return error;
    auto reasons = explainDecision(**module, values);
    if (!reasons)
      return reasons.takeError();
    why = std::move(*reasons);
    partners = lastMembers(**module);
  }
  auto compiled = compileModel(**module, values, compares || dumps);
  if (!compiled)
    return compiled.takeError();
  const ascendrt_model &model = (*compiled)->getModel();
  llvm::Expected<ModelInputs> inputs = makeInputs(values, model);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<std::vector<Array>> outputs =
      makeOutputs(model, inputs->slices);
  if (!outputs)
    return outputs.takeError();

  if (compares) {
    if (llvm::Error error =
            compareWithReference(*reference, **compiled, values, *inputs,
                                 *outputs, why, std::move(partners)))
      return error;
  }
  if (!compares || dumps || values.has("repeat")) {
    llvm::Expected<Context> started = makeRun(**compiled, values);
    if (!started)
      return started.takeError();
    if (dumps && ascendrt_dump_to(started->get(),
                                  values.getOr("dump", "").str().c_str()))
      return makeError(
          {"",
           std::string("cannot dump: ") + ascendrt_last_error(started->get()),
           "", "", ExitCode::ModelFailed});
    if (llvm::Error error = runAll(started->get(), values, *inputs, *outputs))
      return error;
  }
  if (std::optional<StringRef> path = values.get("outputs"))
    return writeNpz(*path, *outputs);
  return llvm::Error::success();
}

int main(int argc, char **argv) { return runTool(argc, argv, Tool::Run, run); }
