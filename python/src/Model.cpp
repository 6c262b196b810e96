//===- Model.cpp - A model that Python holds ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "ErrorTable.h"
#include "PoolLock.h"
#include <algorithm>
#include <thread>

using namespace ascend_python;

static AscendStringRef ref(const std::string &text) {
  return {text.data(), text.size()};
}
static std::string copyOf(AscendStringRef text) {
  return std::string(text.data, text.length);
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

using OwnedOptions = Owned<AscendOptions, ascendOptionsDestroy>;

/// All that are wrong are reported at once.
static void setOptions(AscendOptions options,
                       const std::vector<Option> &values) {
  std::vector<Diagnostic> wrong;
  for (const auto &[name, value] : values) {
    const bool *flag = std::get_if<bool>(&value);
    AscendError error =
        flag ? ascendOptionsSetFlag(options, ref(name), *flag)
             : ascendOptionsSet(options, ref(name),
                                ref(std::get<std::string>(value)));
    for (Diagnostic &diagnostic : takeDiagnostics(error))
      wrong.push_back(std::move(diagnostic));
  }
  if (!wrong.empty())
    throw Failure(std::move(wrong));
}

std::vector<std::pair<std::string, std::string>>
ascend_python::expandOptions(const std::vector<Option> &values) {
  OwnedOptions options;
  options.handle = ascendOptionsCreate();
  setOptions(options.handle, values);
  std::vector<std::pair<std::string, std::string>> result;
  check(ascendOptionsVisit(
      options.handle,
      [](AscendStringRef name, AscendStringRef value, void *result) {
        static_cast<std::vector<std::pair<std::string, std::string>> *>(result)
            ->emplace_back(copyOf(name), copyOf(value));
      },
      &result));
  return result;
}

/// Reads with `read(options, &module)`, and decides.
template <typename Read>
static void decide(const std::vector<Option> &values, AscendStop stop,
                   Read read, AscendModule &module) {
  OwnedOptions options;
  options.handle = ascendOptionsCreate();
  setOptions(options.handle, values);
  ascendOptionsSetStop(options.handle, stop);
  check(read(options.handle, &module));
}

/// And compiles.
template <typename Read>
static void compile(const std::vector<Option> &values, AscendStop stop,
                    Read read, AscendModule &module, AscendCompiledModel &code,
                    AscendDataDump &dump) {
  decide(values, stop, read, module);
  check(ascendModuleCompile(module, /*observe=*/false, &code));
  check(ascendModuleOpenDataDump(module, code, &dump));
}

static std::vector<Diagnostic> warningsOf(AscendModule module) {
  std::vector<Diagnostic> result;
  for (size_t i = 0, n = ascendModuleGetNumWarnings(module); i < n; ++i)
    result.push_back(copyOf(ascendModuleGetWarning(module, i)));
  return result;
}

void Model::askModule() {
  warnings = warningsOf(module.handle);
  bound.set(ascendModuleGetMostRuns(module.handle));
}

void Model::makeBodies() {
  bodies.handle = isLoaded()
                      ? ascendShapeBodiesOfProfiles(&description())
                      : ascendModuleMakeShapeBodies(module.handle, code.handle);
}

Model::Decision Model::decideFile(const std::string &path,
                                  const std::vector<Option> &options,
                                  AscendStop stop) {
  Module module;
  decide(
      options, stop,
      [&](AscendOptions options, AscendModule *module) {
        return ascendModuleReadFile(ref(path), options, module);
      },
      module.handle);
  return {copyOf(ascendModuleGetReport(module.handle)),
          warningsOf(module.handle)};
}

std::shared_ptr<Model> Model::compileFile(const std::string &path,
                                          const std::vector<Option> &options,
                                          AscendStop stop) {
  auto model = std::make_shared<Model>();
  compile(
      options, stop,
      [&](AscendOptions options, AscendModule *module) {
        return ascendModuleReadFile(ref(path), options, module);
      },
      model->module.handle, model->code.handle, model->dataDump.handle);
  model->askModule();
  model->makeBodies();
  return model;
}

std::shared_ptr<Model> Model::compileBytes(AscendStringRef bytes,
                                           const std::string &name,
                                           const std::vector<Option> &options,
                                           AscendStop stop) {
  auto model = std::make_shared<Model>();
  compile(
      options, stop,
      [&](AscendOptions options, AscendModule *module) {
        return ascendModuleReadBytes(bytes, ref(name), options, module);
      },
      model->module.handle, model->code.handle, model->dataDump.handle);
  model->askModule();
  model->makeBodies();
  return model;
}

std::shared_ptr<Model> Model::compareFile(const std::string &path,
                                          const std::vector<Option> &options,
                                          AscendStop stop) {
  auto model = std::make_shared<Model>();
  decide(
      options, stop,
      [&](AscendOptions options, AscendModule *module) {
        ascendOptionsKeepReference(options);
        return ascendModuleReadFile(ref(path), options, module);
      },
      model->module.handle);
  check(
      ascendModuleCompileComparison(model->module.handle, &model->code.handle));
  model->askModule();
  return model;
}

std::shared_ptr<Model> Model::chooseFile(const std::string &path,
                                         const std::vector<Option> &options,
                                         const std::vector<Option> &kept,
                                         AscendStop stop) {
  OwnedOptions other;
  other.handle = ascendOptionsCreate();
  setOptions(other.handle, kept);
  auto model = std::make_shared<Model>();
  decide(
      options, stop,
      [&](AscendOptions options, AscendModule *module) {
        ascendOptionsKeepReference(options);
        return ascendModuleReadFile(ref(path), options, module);
      },
      model->module.handle);
  check(ascendModuleCompileChoice(model->module.handle, other.handle,
                                  &model->code.handle));
  model->askModule();
  return model;
}

std::vector<std::string> Model::choices() {
  std::lock_guard<std::mutex> lock(moduleMutex);
  std::vector<std::string> result;
  for (size_t i = 0, n = ascendModuleGetNumChoices(module.handle); i < n; ++i)
    result.push_back(copyOf(ascendModuleGetChoice(module.handle, i)));
  return result;
}

std::vector<bool> Model::findForms(const std::vector<Option> &kept,
                                   AscendStop stop) {
  OwnedOptions other;
  other.handle = ascendOptionsCreate();
  setOptions(other.handle, kept);
  std::lock_guard<std::mutex> lock(moduleMutex);
  size_t count = ascendModuleGetNumChoices(module.handle);
  std::unique_ptr<bool[]> forms(new bool[count]());
  ascendModuleSetStop(module.handle, stop);
  check(ascendModuleFindForms(module.handle, other.handle, forms.get()));
  return std::vector<bool>(forms.get(), forms.get() + count);
}

std::shared_ptr<Model> Model::load(const std::string &path) {
  auto model = std::make_shared<Model>();
  check(ascendCompiledModelLoad(ref(path), &model->code.handle));
  model->makeBodies();
  return model;
}

std::shared_ptr<Model> Model::loadBytes(AscendStringRef bytes) {
  auto model = std::make_shared<Model>();
  check(ascendCompiledModelLoadBytes(bytes, &model->code.handle));
  model->makeBodies();
  return model;
}

//===----------------------------------------------------------------------===//
// What it says
//===----------------------------------------------------------------------===//

std::string Model::report() {
  if (isLoaded())
    return copyOf(ascendCompiledModelGetReport(code.handle));
  std::lock_guard<std::mutex> lock(moduleMutex);
  return copyOf(ascendModuleGetReport(module.handle));
}

std::string Model::reportText() {
  if (isLoaded())
    fail(ASCEND_USAGE, "a compiled file holds its report as JSON only",
         "take report, or compile the model that the file was made of");
  std::lock_guard<std::mutex> lock(moduleMutex);
  return copyOf(ascendModuleGetReportText(module.handle));
}

std::string Model::text() {
  if (isLoaded())
    fail(ASCEND_USAGE, "a compiled file holds no IR",
         "compile the model that the file was made of");
  std::lock_guard<std::mutex> lock(moduleMutex);
  return copyOf(ascendModuleGetText(module.handle));
}

void Model::save(const std::string &path, AscendStop stop) {
  if (isLoaded())
    fail(ASCEND_USAGE, "the model was loaded from a compiled file",
         "copy the file");
  std::lock_guard<std::mutex> lock(moduleMutex);
  ascendModuleSetStop(module.handle, stop);
  check(ascendModuleCompileToFile(module.handle, ref(path)));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Model::prepareDump(AscendStop stop) {
  if (isLoaded())
    fail(ASCEND_USAGE, "a compiled file shows no tensors",
         "compile the model that the file was made of, and dump that");
  std::lock_guard<std::mutex> lock(moduleMutex);
  if (observing)
    return;
  ascendModuleSetStop(module.handle, stop);
  check(
      ascendModuleCompile(module.handle, /*observe=*/true, &observing.handle));
}

Model::Context Model::takeContext(int threads, bool observes) {
  {
    PoolLock lock;
    auto fits = [&](const Context &context) {
      return context.threads == threads && context.observes == observes;
    };
    auto found = std::find_if(idle.rbegin(), idle.rend(), fits);
    if (found != idle.rend()) {
      Context context = std::move(*found);
      idle.erase(std::next(found).base());
      return context;
    }
  }
  const ascendrt_model &model =
      observes ? *ascendCompiledModelGetModel(observing.handle) : description();
  ascendrt_options options = {sizeof(options), threads, 0};
  char *why = nullptr;
  Context context{std::unique_ptr<ascendrt_context, Destroy>(
                      ascendrt_create(&model, &options, &why)),
                  threads, observes};
  if (context.context) {
    if (!isLoaded())
      ascendModuleSetTimeLimits(module.handle, context.context.get());
    if (bodies && !observes)
      ascendShapeBodiesAttach(bodies.handle, context.context.get());
    return context;
  }
  std::string reason = why ? why : "unknown";
  ascendrt_free_string(why);
  fail(ASCEND_LIMIT, "the model cannot start: " + reason);
}

/// More contexts than CPUs are work memory for nothing. To count CPUs takes a
/// file of the kernel, which is longer than a small run.
static const size_t mostIdle =
    std::max(1u, std::thread::hardware_concurrency());

void Model::giveBack(Context context) {
  // Ends its threads when the lock is free again.
  Context oldest = {};
  PoolLock lock;
  if (idle.size() >= mostIdle) {
    oldest = std::move(idle.front());
    idle.erase(idle.begin());
  }
  idle.push_back(std::move(context));
}

std::shared_ptr<OutputMemory> Model::memoryOfOutputs(size_t count) {
  PoolLock lock;
  if (!outputMemory)
    outputMemory = std::make_shared<OutputMemory>(count);
  return outputMemory;
}

namespace {

/// Where a run's outputs go.
struct Outputs {
  const ascendrt_model &model;
  std::shared_ptr<OutputMemory> memory;
  std::vector<Output> list;
};

} // namespace

/// An ascendrt_allocator; `user` is Outputs.
static void *allocateOutput(void *user, uint32_t index, const int64_t *shape,
                            uint64_t bytes) {
  auto *outputs = static_cast<Outputs *>(user);
  void *memory = outputs->memory->take(bytes);
  if (!memory)
    return nullptr;
  Output &output = outputs->list[index];
  output.data = OutputBlock(memory, {outputs->memory, bytes});
  output.bytes = bytes;
  output.shape.assign(shape, shape + outputs->model.outputs[index].rank);
  return memory;
}

std::vector<Output> Model::run(const std::vector<ascendrt_tensor> &inputs,
                               int threads,
                               const std::optional<std::string> &dump,
                               ErrorTable *table, ascendrt_poll poll) {
  if (!bound.enter(poll))
    fail(ASCEND_MODEL_FAILED, "the run failed: it was stopped");
  RunBound::Place place(bound);
  Context taken = takeContext(threads, dump.has_value());
  ascendrt_context *context = taken.context.get();
  auto checkStatus = [&](int32_t status, const char *what,
                         std::vector<Diagnostic> besides = {}) {
    if (status == ASCENDRT_OK)
      return;
    bool isLimit = status == ASCENDRT_LIMIT || status == ASCENDRT_TIMEOUT;
    besides.insert(besides.begin(),
                   {"", what + std::string(ascendrt_last_error(context)), "",
                    "", isLimit ? ASCEND_LIMIT : ASCEND_MODEL_FAILED});
    throw Failure(std::move(besides));
  };
  if (dump)
    checkStatus(ascendrt_dump_to(context, dump->c_str()), "cannot dump: ");
  if (table)
    table->attach(context);
  const ascendrt_model &model = *ascendrt_get_model(context);
  Outputs outputs = {model, memoryOfOutputs(model.num_outputs),
                     std::vector<Output>(model.num_outputs)};
  ascendrt_set_poll(context, poll, /*user=*/nullptr);
  // One that dumps or measures by itself has been asked for besides the
  // session's.
  bool dumps = dataDump.handle.ptr && !dump && !table;
  if (dumps)
    ascendDataDumpBegin(dataDump.handle, context);
  int32_t status =
      ascendrt_run_allocating(context, inputs.data(), allocateOutput, &outputs);
  bool stopped = false;
  AscendError notDumped = {nullptr};
  if (dumps)
    notDumped =
        ascendDataDumpEnd(dataDump.handle, status != ASCENDRT_OK, &stopped);
  if (stopped || status == ASCENDRT_OK)
    check(notDumped);
  std::vector<Diagnostic> besides = takeDiagnostics(notDumped);
  checkStatus(status, "the run failed: ", std::move(besides));
  if (dump)
    ascendrt_dump_to(context, nullptr);
  if (table)
    ascendrt_set_observer(context, nullptr, nullptr);
  // A model that records no times costs nothing.
  ascendrt_profile told = {};
  told.struct_size = sizeof(told);
  if (ascendrt_get_profile(context, &told) == ASCENDRT_OK) {
    auto profile = std::make_shared<Profile>();
    check(ascendProfileCreate(context, &profile->handle));
    PoolLock lock;
    times.swap(profile);
  }
  giveBack(std::move(taken));
  return std::move(outputs.list);
}

std::vector<Model::ShapesInfo> Model::shapes() const {
  struct List {
    const ascendrt_model &model;
    std::vector<ShapesInfo> infos;
  } list{description(), {}};
  if (!bodies)
    return {};
  ascendShapeBodiesVisit(
      bodies.handle,
      [](const AscendShapesInfo *told, void *user) {
        auto &list = *static_cast<List *>(user);
        ShapesInfo &info = list.infos.emplace_back();
        for (uint32_t i = 0; i < list.model.num_inputs; ++i)
          info.shapes.emplace_back(told->shapes[i],
                                   told->shapes[i] + list.model.inputs[i].rank);
        info.state = copyOf(told->state);
        info.why = copyOf(told->why);
        info.ownRuns = told->own_runs;
        info.runs = told->runs;
        info.seconds = told->seconds;
        info.weights = told->weights;
        info.addedWeights = told->added_weights;
      },
      &list);
  return std::move(list.infos);
}

std::shared_ptr<Model::Profile> Model::lastProfile() {
  std::shared_ptr<Profile> profile;
  {
    PoolLock lock;
    profile = times;
  }
  if (!profile)
    fail(ASCEND_USAGE, "there is no profile of the model",
         "compile it with profiling_mode=1, and run it");
  return profile;
}

std::string Model::profile() {
  std::shared_ptr<Profile> profile = lastProfile();
  std::lock_guard<std::mutex> lock(profileMutex);
  AscendStringRef text = {};
  check(ascendProfileGetJSON(profile->handle, &text));
  return copyOf(text);
}

std::string Model::saveProfile(const std::string &path) {
  std::shared_ptr<Profile> profile = lastProfile();
  std::lock_guard<std::mutex> lock(profileMutex);
  AscendStringRef written = {};
  check(ascendProfileWrite(profile->handle, ref(path), &written));
  return copyOf(written);
}
