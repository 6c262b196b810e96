//===- Compilation.h - The parts of a compiled model ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_COMPILATION_H
#define ASCEND_LIB_COMPILER_COMPILATION_H

#include "Ascend/Compiler/Compiler.h"
#include "LoadedCode.h"
#include "ModelDescription.h"
#include "WeightsPool.h"
#include "mlir/IR/OwningOpRef.h"

#include <chrono>

namespace mlir::ascend {

class KeptModel;

/// The function in the objects that runs the model, an ascendrt_entry.
inline constexpr char kEntrySymbol[] = "ascend_entry";

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
  ModelDescription description;
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

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_COMPILATION_H
