//===- Driver.h - From a file and options to what is compiled ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The stages that the tools and the C interface share: read, decide, compile.
// Nothing here prints or ends the process.

#ifndef ASCEND_DRIVER_DRIVER_H
#define ASCEND_DRIVER_DRIVER_H

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Stop.h"
#include "Ascend/Support/ThreadPool.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend {

/// Hears the warnings of a stage, one at a time.
using WarningHandler = llvm::function_ref<void(const Diagnostic &)>;

/// A context with every dialect that a model can be written in, and without
/// threads.
std::unique_ptr<MLIRContext> makeContext();

/// What a context has while there is work. Threads: a module that waits has
/// none, so that a process with many of them is small, and one that forks can
/// free them. And a stop: when it is due, no pass and no pattern runs any more,
/// and what the passes made until then is of no use.
class ContextWork {
public:
  ContextWork(MLIRContext &context, Stop &stop);
  ~ContextWork();

private:
  MLIRContext &context;
  ThreadPool pool;
};

/// What becomes of a model's file for as long as the context lives. The weights
/// of an ONNX model that stays need no copy.
enum class ModelFile { MayChange, Stays };

/// Reads the model that --model names: ONNX, or ascend IR as .mlir or .mlirbc,
/// with --input_shape. A module that was decided already is fine. `dataFiles`
/// gets the other files that hold the model's data.
llvm::Expected<OwningOpRef<ModuleOp>>
loadModel(const OptionValues &values, MLIRContext &context, WarningHandler warn,
          ModelFile file = ModelFile::MayChange,
          std::vector<UsedFile> *dataFiles = nullptr);

/// The same of `bytes`, which are copied where they are needed for longer, and
/// which errors call `name`. They are IR where they are MLIR's bytecode or
/// text, else ONNX.
llvm::Expected<OwningOpRef<ModuleOp>> loadModel(llvm::StringRef bytes,
                                                llvm::StringRef name,
                                                const OptionValues &values,
                                                MLIRContext &context,
                                                WarningHandler warn);

/// Runs the graph fusions and the precision pipeline on `module` and writes the
/// files of --report and --write_impl_ini. `stop` is that of the context's
/// work.
llvm::Error decidePrecision(ModuleOp module, const OptionValues &values,
                            WarningHandler warn, Stop &stop);

/// The configuration that a decided module carries.
llvm::Expected<std::shared_ptr<const ModuleConfig>> configOf(ModuleOp module);

/// The caches in the folder that cacheFolderOf says and in that of
/// --graph_compiler_cache_dir. Null where nothing is to be kept, or nothing
/// can: `warn` hears why not, if the user named the folder or asked for
/// --log=info. It hears what is wrong with what a folder says of its size, too.
CompileCaches openCaches(const OptionValues &values, WarningHandler warn);

/// A warning for each of them that could not be written. `isNamed` asks for
/// those in a folder that the user named, else for the others.
std::vector<Diagnostic> cacheFailures(const OptionValues &values,
                                      const CompileCaches &caches,
                                      bool isNamed);

/// What --guard says.
ascendrt_guard guardOf(const OptionValues &values);

/// Whether the options ask for dumps, so that a model has to show its tensors
/// (CompileOptions::observe).
bool asksForTensors(const OptionValues &values);

/// A warning for each name in stream_max_parallel_num that is no engine's.
std::vector<Diagnostic> unknownEngines(const OptionValues &values);

/// Whether the options open all extents of inputs.
bool opensExtents(const OptionValues &values);

/// The shapes that dynamic_dims, dynamic_batch_size or dynamic_image_size lists
/// for the inputs of `module`; none where no option does. An error has CANN's
/// code.
llvm::Expected<ShapeProfiles> shapeProfilesOf(ModuleOp module,
                                              const OptionValues &values);

/// How to compile `module`: for the CPU that --cpu names, or else `cpu` (as
/// CpuTarget knows it).
llvm::Expected<CompileOptions>
compileOptions(ModuleOp module, const OptionValues &values, llvm::StringRef cpu,
               const CompileCaches &caches, Stop &stop);

/// Compiles the decided `module` into the file `path` with `report` and its
/// graph in it, for the CPU that --cpu names, or else for all that are as good
/// as this one.
llvm::Expected<CompiledFileInfo>
writeCompiledFile(ModuleOp module, const OptionValues &values,
                  llvm::StringRef report, llvm::StringRef path,
                  const CompileCaches &caches, Stop &stop,
                  CompileProgress progress = {});

/// When --export_compile_stat lets fusion_result.json be written: where the
/// model is compiled (2), or when all that was asked for has gone well (1).
enum class CompileStatTime { Compiled, Ended };

/// Writes fusion_result.json of the decided `module` if it is asked for at this
/// `time`; nothing where no decision was made (--reference).
llvm::Error exportCompileStat(ModuleOp module, const OptionValues &values,
                              CompileStatTime time);

/// The report of a decided module as JSON and as a table for people.
std::string jsonReport(ModuleOp module, const ModuleConfig &config);
std::string textReport(ModuleOp module, const ModuleConfig &config);

/// Runs `body` and turns what it emits on the context into one error (all
/// errors joined) and warnings. Succeeds where `body` does.
llvm::Error collectDiagnostics(MLIRContext &context, WarningHandler warn,
                               llvm::function_ref<LogicalResult()> body);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_DRIVER_H
