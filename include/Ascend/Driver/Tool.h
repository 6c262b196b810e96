//===- Tool.h - The main function and the terminal of the tools -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_TOOL_H
#define ASCEND_DRIVER_TOOL_H

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Options/CommandLine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>

namespace mlir::ascend {

/// The main function of a tool: reads the command line, answers --help and
/// --version, calls `run`, and reports every error as the contract says. Gives
/// the exit code.
int runTool(int argc, char **argv, Tool tool,
            llvm::function_ref<llvm::Error(const OptionValues &)> run);

/// From now on memory that runs out inside of LLVM ends the process with one
/// sentence and ExitCode::Limit, in the place of an abort; and where addresses
/// are limited, threads share what malloc reserves. For programs, never for a
/// library. runTool does so.
void endToolWhereMemoryEnds();

/// For the main function of a program, before it opens anything: a standard
/// stream that is closed stays so, whatever is opened later; a file that grows
/// beyond its limit is an error of writing; and where the standard output did
/// not take what was written, exit() says so and ends with 1.
void prepareStreams();

/// What a program of MLIR's is given as its input: a regular file, or for "-"
/// the standard input, with a zero behind it. Null, and said on stderr, where
/// it cannot be read.
std::unique_ptr<llvm::MemoryBuffer> readToolInput(llvm::StringRef path);

/// The file `output` becomes what `write` writes, and stays what it was where
/// that fails, which `write` says. Meanwhile no option of a pass may name it or
/// `input`.
llvm::LogicalResult writeToolOutput(
    llvm::StringRef input, llvm::StringRef output,
    llvm::function_ref<llvm::LogicalResult(llvm::raw_ostream &)> write);

/// Prints a warning on stderr as the options ask for it (--log, --diagnostics).
void warn(const OptionValues &values, const Diagnostic &diagnostic);

/// Says in one line which mode is taken, when the user gave none.
void noteDefaultMode(const OptionValues &values);

/// Tells on stderr how a compilation went: with --log=info in a line, with
/// debug each stage and each kernel, too, the slowest first. Warns of caches
/// that the user named and that could not be written.
void logCompilation(const OptionValues &values,
                    const CompileStatistics &statistics,
                    const CompileCaches &caches);

/// tuneModel, with what is warned of on stderr, how far it is, and the line of
/// describe(TunedModel) on the standard output.
llvm::Error tuneAndTell(ModuleOp module, const OptionValues &values,
                        llvm::StringRef cpu, const CompileCaches &caches,
                        Stop &stop);

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

#endif // ASCEND_DRIVER_TOOL_H
