//===- Compiler.h - From a typed module to a model that runs ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The door to everything below the precision passes: kernels, bufferization,
// weights, machine code. What comes out is an ascendrt_model, which
// ascendrt_create takes, or a file that ascendrt_open makes one of.

#ifndef ASCEND_COMPILER_COMPILER_H
#define ASCEND_COMPILER_COMPILER_H

#include "Ascend/Compiler/Cache/ObjectCache.h"
#include "Ascend/Compiler/Cache/ScheduleBank.h"
#include "Ascend/Compiler/KernelFiles.h"
#include "Ascend/Compiler/Memory/WeightStore.h"
#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Runtime/ascendrt.h"
#include "Ascend/Support/Stop.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::ascend {

/// Which kernels of a model run at the same time, if they do not depend on each
/// other, and do on a chip.
struct StreamOptions {
  bool cubeBesideVector = false;  ///< one of either unit
  bool aiCpuBeside = false;       ///< those of the AI CPU beside the others
  unsigned aiCore = 1, aiCpu = 1; ///< at most so many of each engine

  /// Whether any two may.
  bool isOn() const {
    return cubeBesideVector || aiCpuBeside || aiCore > 1 || aiCpu > 1;
  }
};

/// One extent for each axis of an input.
using InputShape = std::vector<int64_t>;

/// Shapes of the inputs of a model for which it has code of its own.
struct ShapeProfiles {
  /// A shape for each input; no two of them are the same.
  std::vector<std::vector<InputShape>> all;
  /// Whether there is code for inputs of other shapes, too.
  bool takesOthers = false;
};

/// Where the weights of a compiled file lie.
enum class WeightFiles {
  /// In it.
  None,
  /// Each that is large (kWeightPage) in a file of its own next to it; the
  /// others in it.
  OneEach,
  /// All of them in one file next to it.
  One
};

struct CompileOptions {
  /// The CPU that the code is for. compile needs one that this machine is,
  /// compileToFile one that CpuTarget::parse knows by its form ("avx512", …).
  CpuTarget target = CpuTarget::host();
  /// Whether the model shows every op's inputs and outputs to the runtime's
  /// observer (ascendrt_set_observer, ascendrt_dump_to).
  bool observe = false;
  /// Whether chains of elementwise ops become one kernel; never with `observe`.
  /// Results do not depend on it.
  bool fuse = true;
  /// Whether weights are packed when the model is compiled, rather than in each
  /// run. Results do not depend on it.
  bool packWeights = true;
  /// Threads that compile, 0 for one per CPU. Results do not depend on it. One
  /// only where the module's context does not allow more.
  unsigned threads = 0;
  /// The most threads that a run of the model may have, 0 for any number.
  unsigned maxThreads = 0;
  /// Whether each buffer of the model is memory of its own, in pages of its
  /// own, and which end of them it touches: what kernels write outside of it
  /// makes a run fail (ascendrt.h). Results do not depend on it.
  ascendrt_guard guard = ASCENDRT_GUARD_NONE;
  /// Whether runs record when each kernel began and ended
  /// (ascendrt_get_profile). Results do not depend on it.
  bool profile = false;
  /// Kernels that run side by side, where all shapes are static; never with
  /// `observe` or a guard. Results do not depend on it.
  StreamOptions streams;
  /// Code for certain shapes, besides that for all or in its place. With
  /// `observe` or a guard that for all takes them; other shapes are refused all
  /// the same.
  ShapeProfiles profiles;
  /// How kernels are cut that were tuned; null: none. Results do not depend on
  /// it.
  std::shared_ptr<const ScheduleBank> schedules;
  /// For compileToFile; a model in memory has all of them there.
  WeightFiles weightFiles = WeightFiles::None;
  /// Where machine code is looked for and kept; null: every kernel is compiled.
  /// Results do not depend on it.
  std::shared_ptr<ObjectCache> cache;
  /// Where whole models are looked for and kept, as compiled files; null:
  /// nowhere. It may be the same as `cache`.
  std::shared_ptr<ObjectCache> models;
  /// Where a model in memory, without guards or a cache of models, finds
  /// weights that others have, and leaves its own for them; null: all are its
  /// own. Results do not depend on it.
  std::shared_ptr<WeightStore> weights;
  /// What is kept for people. Machine code of kernels of which something is
  /// kept is neither looked for in a cache nor kept there.
  KernelFiles files;
  /// What may end the compilation before it is done, with its error, or null.
  /// It is asked before each kernel; for more, see ContextWork (Driver.h).
  Stop *stop = nullptr;
};

/// Where compilations are kept; null: nowhere.
struct CompileCaches {
  /// Machine code.
  std::shared_ptr<ObjectCache> kernels;
  /// Whole models; it may be the same.
  std::shared_ptr<ObjectCache> models;
  /// Weights, while models in memory use them.
  std::shared_ptr<WeightStore> weights = std::make_shared<WeightStore>();
};

/// Where the time of a compilation went.
struct CompileStatistics {
  /// A piece of code: a kernel, or the entry, which calls them.
  struct Unit {
    std::string name;
    double seconds = 0; ///< of one CPU
    bool isCached = false;
  };
  struct Stage {
    std::string name;
    double seconds = 0; ///< by the clock
  };
  /// Those that run while compiling, to pack weights, come first.
  std::vector<Unit> units;
  /// In their order.
  std::vector<Stage> stages;
  /// Calls of kernels that run side by side with others.
  unsigned numSideBySide = 0;
  /// The file of the cache of models that the model is from, if it is.
  std::string file;

  unsigned numCached() const;
  double seconds() const;
};

/// What the weights of a model take.
struct ModelWeights {
  uint64_t bytes = 0; ///< of all
  uint64_t added = 0; ///< of those that no other model had, when it was made
  /// Where they lie, its own block first; others may use them, too. None where
  /// they are no one else's.
  llvm::SmallVector<std::shared_ptr<const WeightBlock>, 0> blocks;
};

/// A model in memory: its code, its weights and their description.
class CompiledModel {
public:
  virtual ~CompiledModel() = default;

  /// What libascendrt runs; it lives as long as this object. Inputs and outputs
  /// have the names `ascend.name` of the arguments and results, or `arg0`, …
  /// and `result0`, …. With CompileOptions::observe the observed tensors are
  /// those of every op in the order in which the ops run: its inputs, then its
  /// outputs.
  virtual const ascendrt_model &getModel() const = 0;

  /// How many different kernels the model has, and how often it calls one.
  virtual unsigned getNumKernels() const = 0;
  virtual unsigned getNumKernelCalls() const = 0;
  virtual ModelWeights getWeights() const {
    uint64_t bytes = getModel().weights_bytes;
    return {bytes, bytes, {}};
  }
  virtual const CompileStatistics &getStatistics() const = 0;
};

/// Hears how far compilation is: `done` of `total` units of `stage`. Calls come
/// one at a time, not all on one thread.
using CompileProgress = llvm::function_ref<void(llvm::StringRef stage,
                                                unsigned done, unsigned total)>;

/// Compiles the function `main` of `module`, which holds ascend ops whose types
/// are decided, on tensors of known rank. The module stays as it is. An op
/// that has no lowering is an error with ExitCode::UnsupportedOp that names its
/// type and its node.
llvm::Expected<std::unique_ptr<CompiledModel>>
compile(ModuleOp module, const CompileOptions &options,
        CompileProgress progress = {});

/// The same for inputs of these shapes, one for each, which agree with their
/// types: a model with the same bits. An error also where it refuses them
/// (ExitCode::Usage), or they leave nothing to compute
/// (ExitCode::UnsupportedOp).
llvm::Expected<std::unique_ptr<CompiledModel>>
compileForShapes(ModuleOp module, llvm::ArrayRef<InputShape> shapes,
                 const CompileOptions &options);

/// What a compiled file says of its model; JSON both.
struct ModelTexts {
  ModelTexts(llvm::StringRef report, llvm::StringRef graph = {})
      : report(report), graph(graph) {}
  ModelTexts(const char *report) : report(report) {}

  /// How its ops were decided (docs/Report.md).
  llvm::StringRef report;
  /// The ops themselves (docs/ModelJSON.md).
  llvm::StringRef graph;
};

struct CompiledFileInfo {
  /// The CPUs that the code is for, as CpuTarget knows them.
  std::string form;
  uint64_t bytes;
  unsigned numKernels;
  unsigned numKernelCalls;
  CompileStatistics statistics;
};

/// Compiles as compile does, into the file `path`, which holds code, weights
/// and `texts` and needs libascendrt alone
/// (Ascend/Runtime/CompiledFile.h). It is written whole or not at all. The same
/// bytes for the same module, options and texts, always.
///
/// For a target of another architecture, whose libascendrt is not here to link
/// with, `path` becomes a static library: an object for each kernel and
/// one with the weights and the ascendrt_model `ascend_model`; no texts.
llvm::Expected<CompiledFileInfo>
compileToFile(ModuleOp module, const CompileOptions &options, ModelTexts texts,
              llvm::StringRef path, CompileProgress progress = {});

/// Adds what compile needs in a context: external models for bufferization and
/// the translations to LLVM IR. compile adds them by itself; ascend-opt needs
/// them for the passes alone.
void registerCompilerDialects(DialectRegistry &registry);

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_COMPILER_H
