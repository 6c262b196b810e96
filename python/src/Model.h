//===- Model.h - A model that Python holds ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_MODEL_H
#define ASCEND_PYTHON_MODEL_H

#include "Ascend-c/Lab.h"
#include "Ascend-c/Profile.h"
#include "Errors.h"
#include "OutputMemory.h"
#include "RunBound.h"
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

namespace ascend_python {

/// An option's name and its value, a bool for on and off or 1 and 0.
using Option = std::pair<std::string, std::variant<bool, std::string>>;

/// Names and values as text, and those of the file that `options` names, of
/// which what is given wins. Throws Failure.
std::vector<std::pair<std::string, std::string>>
expandOptions(const std::vector<Option> &values);

/// What a run made: dense bytes at 64, in C order.
struct Output {
  OutputBlock data;
  uint64_t bytes = 0;
  std::vector<int64_t> shape;
};

/// Destroys a handle of the C interface.
template <typename Handle, void (*destroy)(Handle)>
class Owned {
public:
  Owned() = default;
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() { destroy(handle); }

  Handle handle = {nullptr};
  explicit operator bool() const { return handle.ptr; }
};

class ErrorTable;

/// A decided module with its code, or a compiled file. Any thread may use it
/// at any time, without Python's lock; a run takes a context that no other run
/// has.
class Model {
public:
  /// What is decided of a model, without its code.
  struct Decision {
    /// JSON.
    std::string report;
    std::vector<Diagnostic> warnings;
  };
  static Decision decideFile(const std::string &path,
                             const std::vector<Option> &options,
                             AscendStop stop);
  static std::shared_ptr<Model> compileFile(const std::string &path,
                                            const std::vector<Option> &options,
                                            AscendStop stop);
  static std::shared_ptr<Model> compileBytes(AscendStringRef bytes,
                                             const std::string &name,
                                             const std::vector<Option> &options,
                                             AscendStop stop);
  /// A model that runs in its own dtypes and as decided, in step: the inputs of
  /// the decided model, its own outputs and then the decided ones.
  static std::shared_ptr<Model> compareFile(const std::string &path,
                                            const std::vector<Option> &options,
                                            AscendStop stop);
  /// A model that holds two forms of each op that the options `kept` change: as
  /// decided, and kept. The last input chooses.
  static std::shared_ptr<Model> chooseFile(const std::string &path,
                                           const std::vector<Option> &options,
                                           const std::vector<Option> &kept,
                                           AscendStop stop);
  static std::shared_ptr<Model> load(const std::string &path);
  static std::shared_ptr<Model> loadBytes(AscendStringRef bytes);

  const ascendrt_model &description() const {
    return *ascendCompiledModelGetModel(code.handle);
  }
  AscendCompiledModel getCode() const { return code.handle; }
  /// Whether it is a compiled file, which has no module.
  bool isLoaded() const { return !module; }
  const std::vector<Diagnostic> &getWarnings() const { return warnings; }

  /// Of chooseFile: the ops that there are two forms of, and what the last
  /// input is for other options `kept`.
  std::vector<std::string> choices();
  std::vector<bool> findForms(const std::vector<Option> &kept, AscendStop stop);

  std::string report();
  std::string reportText();
  std::string text();
  void save(const std::string &path, AscendStop stop);

  /// Compiles the model that dumps; to be called before a run with `dump`.
  void prepareDump(AscendStop stop);
  /// Runs on `threads` threads, 0 for all CPUs, and writes the tensors of every
  /// op to the folder `dump`. `table` (or null) measures it. `poll` (or null)
  /// may end it.
  std::vector<Output> run(const std::vector<ascendrt_tensor> &inputs,
                          int threads, const std::optional<std::string> &dump,
                          ErrorTable *table, ascendrt_poll poll);

  /// What is known of shapes that came.
  struct ShapesInfo {
    std::vector<std::vector<int64_t>> shapes;
    std::string state, why;
    uint64_t ownRuns, runs;
    double seconds;
    uint64_t weights, addedWeights;
  };
  std::vector<ShapesInfo> shapes() const;

  /// The times of the last run that ended well: JSON, and a file or a folder of
  /// them, whose path it gives.
  std::string profile();
  std::string saveProfile(const std::string &path);

private:
  struct Destroy {
    void operator()(ascendrt_context *context) const {
      ascendrt_destroy(context);
    }
  };
  struct Context {
    std::unique_ptr<ascendrt_context, Destroy> context;
    int threads;
    bool observes;
  };

  using Profile = Owned<AscendProfile, ascendProfileDestroy>;

  /// What the module, which is compiled, says of warnings and of runs.
  void askModule();
  void makeBodies();
  Context takeContext(int threads, bool observes);
  std::shared_ptr<Profile> lastProfile();
  void giveBack(Context context);
  std::shared_ptr<OutputMemory> memoryOfOutputs(size_t count);

  using Module = Owned<AscendModule, ascendModuleDestroy>;
  using Code = Owned<AscendCompiledModel, ascendCompiledModelDestroy>;

  std::vector<Diagnostic> warnings;
  /// A module is used by one thread at a time.
  std::mutex moduleMutex;
  Module module;
  Code code;
  /// What the options ask for, or null.
  Owned<AscendDataDump, ascendDataDumpDestroy> dataDump;
  /// With observers, made for the first dump.
  Code observing;
  RunBound bound;
  /// Code for the shapes that come, or null. It goes before the module.
  Owned<AscendShapeBodies, ascendShapeBodiesDestroy> bodies;
  /// Goes before the code that it runs. Under PoolLock, as what is next.
  std::vector<Context> idle;
  /// Made by the first run.
  std::shared_ptr<OutputMemory> outputMemory;
  /// Of the last run, where it records its times.
  std::shared_ptr<Profile> times;
  /// A profile is read by one thread at a time.
  std::mutex profileMutex;
};

} // namespace ascend_python

#endif // ASCEND_PYTHON_MODEL_H
