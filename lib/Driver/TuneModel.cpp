//===- TuneModel.cpp - Measuring how kernels are cut best -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/TuneModel.h"

#include "Ascend/Compiler/Cache/ScheduleBank.h"
#include "Ascend/Driver/RunModel.h"
#include "Ascend/Options/TuningOptions.h"
#include "TuningResult.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// One number of a schedule that is tried; that which a bank does not know is
/// left to the lowering.
struct Move {
  int64_t KernelSchedule::*number; ///< null: on one thread
  int64_t value;

  bool isOfProducts() const { return number; }
  void apply(KernelSchedule &schedule) const {
    if (number)
      schedule.*number = value;
    else
      schedule.serial = true;
  }
};

/// The model with the schedules of `bank`, and how long its kernels take.
struct Contender {
  ScheduleBank bank;
  std::unique_ptr<CompiledModel> model;
  RunContext context;
  std::vector<Array> outputs;
  /// Of each kernel, by its name: the least nanoseconds of all its calls of one
  /// run together.
  llvm::StringMap<double> ns;

  double nsOf(StringRef kernel) const { return ns.lookup(kernel); }
  double nsOfAll() const {
    double sum = 0;
    for (const auto &kernel : ns)
      sum += kernel.second;
    return sum;
  }
};

class KernelTuner {
public:
  KernelTuner(ModuleOp module, const OptionValues &values,
              const TuningRequest &request, CompileOptions options,
              CompileProgress progress)
      : module(module), values(values), request(request),
        options(std::move(options)), progress(progress) {}

  llvm::Expected<std::optional<TunedModel>> run(WarningHandler warn);

private:
  llvm::Expected<Contender> make(ScheduleBank bank);
  llvm::Expected<RunTimes> runOnce(Contender &contender);
  llvm::Error measure(Contender &one, Contender &other);
  llvm::Error begin(Contender &first, WarningHandler warn);
  void chooseKernels(const Profile &profile, const Contender &first);
  /// Of a copy of the runtime's own: none.
  StringRef symbolOf(int64_t kernel) const {
    return size_t(kernel) < symbols.size() ? StringRef(symbols[kernel]) : "";
  }
  bool isAsked(const ProfiledKernel &kernel) const;
  llvm::Expected<bool> tryMove(const Move &move, Contender &best);
  llvm::Error search(Contender &best);
  void dropLosses(const Contender &first, Contender &best);

  ModuleOp module;
  const OptionValues &values;
  const TuningRequest &request;
  CompileOptions options;
  CompileProgress progress;
  ModelInputs inputs;
  /// The outputs of the first run.
  std::vector<Array> expected;
  unsigned threads = 1, repeats = 1;
  /// The kernels' functions, by the numbers that a run's times have.
  std::vector<std::string> symbols;
  /// What is tuned, in the order of the first run.
  std::vector<TunedKernel> kernels;
  TunedModel told;
};

} // namespace

/// In the order in which they are tried.
static constexpr Move kMoves[] = {
    {&KernelSchedule::vectors, 1},
    {&KernelSchedule::vectors, 3},
    {&KernelSchedule::vectors, 4},
    {&KernelSchedule::vectors, 6},
    {&KernelSchedule::rows, 4},
    {&KernelSchedule::rows, 8},
    {&KernelSchedule::panelBytes, 96 << 10},
    {&KernelSchedule::panelBytes, 640 << 10},
    {&KernelSchedule::pieceBytes, 128 << 10},
    {&KernelSchedule::pieceBytes, 768 << 10},
    {nullptr, 0},
};
/// What takes no more of the best time so far than this is faster: below lies
/// what two runs of one model differ in.
static constexpr double kFaster = 0.97, kStillFaster = 0.985;

llvm::Expected<Contender> KernelTuner::make(ScheduleBank bank) {
  Contender contender;
  options.schedules = std::make_shared<ScheduleBank>(bank);
  contender.bank = std::move(bank);
  auto model = compile(module, options);
  if (!model)
    return model.takeError();
  contender.model = std::move(*model);
  auto context = startModel(contender.model->getModel(), values);
  if (!context)
    return context.takeError();
  contender.context = std::move(*context);
  auto outputs = makeOutputs(contender.model->getModel(), /*slices=*/1);
  if (!outputs)
    return outputs.takeError();
  contender.outputs = std::move(*outputs);
  return contender;
}

llvm::Expected<RunTimes> KernelTuner::runOnce(Contender &contender) {
  if (isDue(options.stop))
    return options.stop->error();
  if (llvm::Error error = runSlice(contender.context.get(), inputs,
                                   contender.outputs, /*slice=*/0))
    return error;
  return RunTimes::of(contender.context.get());
}

/// Runs both by turns, so that what else the machine does hits both.
llvm::Error KernelTuner::measure(Contender &one, Contender &other) {
  one.ns.clear();
  other.ns.clear();
  for (unsigned repeat = 0; repeat <= repeats; ++repeat)
    for (Contender *contender : {&one, &other}) {
      llvm::Expected<RunTimes> times = runOnce(*contender);
      if (!times)
        return times.takeError();
      if (repeat == 0) // Caches are cold.
        continue;
      llvm::StringMap<double> ns;
      for (const ascendrt_kernel_time &time : times->getTimes())
        ns[symbolOf(time.kernel)] += time.end_ns - time.begin_ns;
      for (const auto &kernel : ns) {
        auto [least, isNew] =
            contender->ns.try_emplace(kernel.first(), kernel.second);
        if (!isNew)
          least->second = std::min(least->second, kernel.second);
      }
    }
  return llvm::Error::success();
}

bool KernelTuner::isAsked(const ProfiledKernel &kernel) const {
  if (kernel.flops ? !request.cubes : !request.others)
    return false;
  if (request.names.empty() && request.types.empty())
    return true;
  return llvm::any_of(kernel.nodes, [&](const auto &node) {
    return llvm::is_contained(request.names, node.first) ||
           llvm::is_contained(request.types, node.second);
  });
}

void KernelTuner::chooseKernels(const Profile &profile,
                                const Contender &first) {
  llvm::StringMap<bool> seen;
  for (const ProfiledKernel &kernel : profile.kernels) {
    if (kernel.symbol.empty() || !seen.try_emplace(kernel.symbol).second)
      continue;
    ++told.kernels;
    if (!isAsked(kernel))
      continue;
    if (first.bank.lookup(kernel.symbol))
      ++told.known;
    else
      kernels.push_back({kernel.symbol, kernel.name, kernel.type,
                         kernel.flops.has_value(), first.nsOf(kernel.symbol),
                         0});
  }
  if (!request.slowestOnly)
    return;
  constexpr double most = 0.9;
  llvm::sort(kernels, [](const TunedKernel &a, const TunedKernel &b) {
    return std::tie(b.nsBefore, a.symbol) < std::tie(a.nsBefore, b.symbol);
  });
  double sum = 0, all = first.nsOfAll();
  auto end = llvm::find_if(kernels, [&](const TunedKernel &kernel) {
    return std::exchange(sum, sum + kernel.nsBefore) >= most * all;
  });
  kernels.erase(end, kernels.end());
}

/// The first runs, which say what there is to tune.
llvm::Error KernelTuner::begin(Contender &first, WarningHandler warn) {
  constexpr double enoughNs = 200e6;
  if (llvm::Error error = runOnce(first).takeError()) // Caches are cold.
    return error;
  llvm::Expected<RunTimes> times = runOnce(first);
  if (!times)
    return times.takeError();
  llvm::Expected<Profile> profile = times->read();
  if (!profile)
    return profile.takeError();
  threads = profile->threads;
  repeats = std::clamp<double>(enoughNs / std::max<int64_t>(profile->runNs, 1),
                               5, 50);
  for (const ProfiledKernel &kernel : profile->kernels) {
    first.ns[kernel.symbol] += kernel.timeNs;
    if (kernel.number < 0)
      continue;
    symbols.resize(std::max<size_t>(symbols.size(), kernel.number + 1));
    symbols[kernel.number] = kernel.symbol;
  }
  expected = std::move(first.outputs);
  auto outputs = makeOutputs(first.model->getModel(), /*slices=*/1);
  if (!outputs)
    return outputs.takeError();
  first.outputs = std::move(*outputs);
  warnOfUnknownOps(request, *profile, values, warn);
  chooseKernels(*profile, first);
  return llvm::Error::success();
}

/// Whether all bytes are the same.
static bool areSame(ArrayRef<Array> one, ArrayRef<Array> other) {
  return llvm::equal(one, other, [](const Array &a, const Array &b) {
    return StringRef(a.data.data(), a.data.size()) ==
           StringRef(b.data.data(), b.data.size());
  });
}

/// Tries it with all kernels at once, and takes it over for those that are
/// faster; whether there were some.
llvm::Expected<bool> KernelTuner::tryMove(const Move &move, Contender &best) {
  ScheduleBank bank = best.bank;
  std::vector<StringRef> changed;
  for (const TunedKernel &kernel : kernels) {
    if (move.isOfProducts() ? !kernel.hasProduct : threads == 1)
      continue;
    const KernelSchedule *known = best.bank.lookup(kernel.symbol);
    KernelSchedule schedule = known ? *known : KernelSchedule();
    move.apply(schedule);
    if (known && schedule == *known)
      continue;
    bank.set(kernel.symbol, schedule);
    changed.push_back(kernel.symbol);
  }
  if (changed.empty())
    return false;
  llvm::Expected<Contender> next = make(std::move(bank));
  if (!next)
    return next.takeError();
  if (llvm::Error error = measure(best, *next))
    return error;
  if (!areSame(expected, next->outputs))
    return makeError({"", "a schedule of a kernel changes what the model gives",
                      "", "this is a fault of the compiler: please report it",
                      ExitCode::ModelFailed});
  bool isBetter = false;
  for (StringRef kernel : changed)
    if (next->nsOf(kernel) < kFaster * best.nsOf(kernel)) {
      best.bank.set(kernel, *next->bank.lookup(kernel));
      isBetter = true;
    }
  return isBetter;
}

llvm::Error KernelTuner::search(Contender &best) {
  unsigned passes = request.isDeep ? 2 : 1, steps = std::size(kMoves) * passes,
           done = 0;
  for (unsigned pass = 0; pass != passes; ++pass)
    for (const Move &move : kMoves) {
      if (progress)
        progress("step", done++, steps);
      llvm::Expected<bool> isBetter = tryMove(move, best);
      if (!isBetter)
        return isBetter.takeError();
      if (!*isBetter)
        continue;
      llvm::Expected<Contender> next = make(best.bank);
      if (!next)
        return next.takeError();
      // A context goes before its model.
      std::swap(best, *next);
    }
  return llvm::Error::success();
}

/// What the last measurement does not confirm is left to the lowering. Kernels
/// for which nothing was faster are in the bank, too: they are known.
void KernelTuner::dropLosses(const Contender &first, Contender &best) {
  for (TunedKernel &kernel : kernels) {
    kernel.nsBefore = first.nsOf(kernel.symbol);
    kernel.nsAfter = best.nsOf(kernel.symbol);
    const KernelSchedule *found = best.bank.lookup(kernel.symbol);
    if (found && !found->isDefault() &&
        kernel.nsAfter < kStillFaster * kernel.nsBefore) {
      ++told.faster;
      continue;
    }
    kernel.nsAfter = kernel.nsBefore;
    best.bank.set(kernel.symbol, {});
  }
}

llvm::Expected<std::optional<TunedModel>>
KernelTuner::run(WarningHandler warn) {
  std::string folder = tuningBankFolder(values);
  told.bank = scheduleBankPath(folder, options.target);
  ScheduleBank bank;
  if (options.schedules)
    bank = *options.schedules;
  llvm::Expected<Contender> first = make(bank);
  if (!first)
    return first.takeError();
  const ascendrt_model &model = first->model->getModel();
  if (hasOpenInputs(model)) {
    warn({"", "nothing is tuned: the shapes of the inputs are open", "",
          "give --input_shape with all extents"});
    return std::nullopt;
  }
  if (llvm::Error error = makeTuningFolders(folder, values))
    return error;
  llvm::Expected<ModelInputs> made = makeRandomInputs(values, model);
  if (!made)
    return made.takeError();
  inputs = std::move(*made);
  if (llvm::Error error = begin(*first, warn))
    return error;
  told.tuned = kernels.size();
  if (!kernels.empty()) {
    llvm::Expected<Contender> best = make(bank);
    if (!best)
      return best.takeError();
    if (llvm::Error error = search(*best))
      return error;
    if (llvm::Error error = measure(*first, *best))
      return error;
    dropLosses(*first, *best);
    bank = std::move(best->bank);
  }
  told.nsBefore = told.nsAfter = first->nsOfAll();
  for (const TunedKernel &kernel : kernels)
    told.nsAfter += kernel.nsAfter - kernel.nsBefore;
  if (llvm::Error error = bank.write(told.bank))
    return error;
  if (llvm::Error error = writeTuningResult(told, kernels, bank, values))
    return error;
  return told;
}

llvm::Expected<std::optional<TunedModel>>
mlir::ascend::tuneModel(ModuleOp module, const OptionValues &values,
                        StringRef cpu, const CompileCaches &caches, Stop &stop,
                        WarningHandler warn, CompileProgress progress) {
  if (std::string why = tuningWithoutEffect(values); !why.empty())
    warn({"",
          ("--aoe_mode=" + values.getAoeMode().value_or("") +
           " has no effect here: " + why)
              .str(),
          "", ""});
  llvm::Expected<std::optional<TuningRequest>> request =
      TuningRequest::of(values);
  if (!request)
    return request.takeError();
  if (!*request)
    return std::nullopt;
  llvm::Expected<CompileOptions> options =
      compileOptions(module, values, cpu, caches, stop);
  if (!options)
    return options.takeError();
  if (!options->target.runsOnHost()) {
    warn({"",
          "nothing is tuned: code for the CPU '" + options->target.cpu +
              "' does not run on this machine",
          "", "tune where it runs, and copy the bank"});
    return std::nullopt;
  }
  // Each kernel by itself, and all of its times.
  options->models = nullptr;
  options->files = {};
  options->profiles = {};
  options->streams = {};
  options->guard = ASCENDRT_GUARD_NONE;
  options->profile = true;
  return KernelTuner(module, values, **request, std::move(*options), progress)
      .run(warn);
}
