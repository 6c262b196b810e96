//===- Compilation.h - The parts of a compiled model ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_COMPILATION_H
#define ASCEND_LIB_COMPILER_COMPILATION_H

#include "Ascend/Compiler/Compiler.h"
#include "Memory/WeightsPool.h"
#include "Objects/LoadedCode.h"
#include "Objects/ModelDescription.h"
#include "mlir/IR/OwningOpRef.h"

#include <chrono>

namespace mlir::ascend::compiler {

class KeptModel;

/// What a compiled model is put together from, but for its weights: its code is
/// in the cache, under a key each.
struct CompiledPlan {
  struct Unit {
    std::string name;
    ObjectCache::Key key;
  };
  /// What ModelDescription::write wrote.
  std::string description;
  uint64_t arenaBytes = 0, weightsBytes = 0;
  unsigned numKernels = 0, numKernelCalls = 0, numSideBySide = 0;
  /// In the order of the objects.
  std::vector<Unit> units;
};

/// A model that is compiled, and neither loaded nor written yet.
struct CompiledParts {
  /// Code for inputs of some shapes.
  struct Profile {
    ModelDescription description;
    int64_t arenaBytes = 0;
    /// As below; empty where the model's own code takes them.
    std::string entry;
  };

  ModelDescription description;
  /// The function in the objects that runs the model, an ascendrt_entry.
  std::string entry;
  std::vector<Profile> profiles;
  /// Whether inputs need no profile.
  bool takesOthers = true;
  WeightsPool weights;
  int64_t arenaBytes = 0;
  LoadedCode::Objects objects;
  unsigned maxThreads = 0;
  ascendrt_guard guard = ASCENDRT_GUARD_NONE;
  unsigned numKernels = 0;
  unsigned numKernelCalls = 0;
  CompileStatistics statistics;
  /// Where there is a cache.
  std::optional<CompiledPlan> plan;

  /// What libascendrt is told of it, but for the addresses of its weights and
  /// its entry. It points into this object.
  ascendrt_model describe() const;
};

/// What libascendrt is told of a model with its profiles, but for the addresses
/// of weights and entries. It points into the parts.
struct DescribedModel {
  explicit DescribedModel(const CompiledParts &parts);

  ascendrt_profiled_model model = {};
  std::vector<ascendrt_model> profiles;
};

/// Tells the time in which it lives as that of a stage.
class StageTime {
public:
  StageTime(CompileStatistics &statistics, llvm::StringRef stage)
      : statistics(statistics), stage(stage), start(Clock::now()) {}
  ~StageTime() {
    std::chrono::duration<double> time = Clock::now() - start;
    statistics.stages.push_back({stage.str(), time.count()});
  }

private:
  using Clock = std::chrono::steady_clock;
  CompileStatistics &statistics;
  llvm::StringRef stage;
  Clock::time_point start;
};

/// CPU time of this thread.
double threadSeconds();

/// What compile and compileToFile have in common.
llvm::Expected<CompiledParts> compileToParts(ModuleOp module,
                                             const CompileOptions &options,
                                             CompileProgress progress,
                                             KeptModel *kept = nullptr);

/// The same of a module whose kernels are outlined and in linalg already.
llvm::Expected<CompiledParts> compileOutlined(OwningOpRef<ModuleOp> module,
                                              const CompileOptions &options);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_COMPILATION_H
