//===- Driver.h - What the command-line tools share -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_DRIVER_H
#define ASCEND_DRIVER_DRIVER_H

#include "Ascend/Options/CommandLine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>

namespace mlir::ascend {

/// The main function of a tool: reads the command line, answers --help and
/// --version, calls `run`, and tells every error as the contract says. Gives
/// the exit code.
int runTool(int argc, char **argv, Tool tool,
            llvm::function_ref<llvm::Error(const OptionValues &)> run);

/// Prints a warning on stderr as the options ask for it (--log, --diagnostics).
void warn(const OptionValues &values, const Diagnostic &diagnostic);

/// A context with every dialect that a model can be written in.
std::unique_ptr<MLIRContext> makeContext();

/// Reads the model that --model names: ONNX, or ascend IR as .mlir or .mlirbc,
/// with --input_shape. A module that was decided already is fine.
llvm::Expected<OwningOpRef<ModuleOp>> loadModel(const OptionValues &values,
                                                MLIRContext &context);

/// Runs the precision pipeline on `module` and writes the file of
/// --write_impl_ini. Says in one line which mode is taken when the user gave
/// none.
llvm::Error decidePrecision(ModuleOp module, const OptionValues &values);

/// Runs `body` and turns what it emits on the context into one error (all
/// errors joined) and printed warnings. Succeeds where `body` does.
llvm::Error collectDiagnostics(MLIRContext &context, const OptionValues &values,
                               llvm::function_ref<LogicalResult()> body);

/// A line on stderr about work that takes more than two seconds, at most once
/// a second; in place on a terminal.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();
  /// `done` of `total` steps of `stage` are behind us.
  void step(llvm::StringRef stage, uint64_t done, uint64_t total);

private:
  using Clock = std::chrono::steady_clock;
  std::string what;
  Clock::time_point start, last;
  bool terminal, shown = false;
};

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_DRIVER_H
