//===- CommandLine.h - The command line of the tools ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_COMMANDLINE_H
#define ASCEND_OPTIONS_COMMANDLINE_H

#include "Ascend/Options/Option.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// A tool that takes options of the table.
enum class Tool { Atc, Run };

/// What the table says of `tool`.
const ToolInfo &toolInfo(Tool tool);

/// What a command line asks for.
struct ParsedCommandLine {
  /// `--help`, `-h`: print helpText and end.
  bool help = false;
  /// `--version`: print versionText and end.
  bool version = false;
  /// Every option that was given, on the line and in the file of --options,
  /// checked, plus what ATC always fills in: op_select_implmode. Each remembers
  /// where it is from.
  OptionValues values;
  /// Deprecated options, options that stand twice.
  std::vector<Diagnostic> warnings;
};

/// Reads `--name=value`, `--name value`, the same with one dash, `--switch` for
/// `--switch=on`, and for ascend-run the model. argv[0] is not looked at; after
/// `--` nothing is an option. Errors (exit code Usage): an unknown option with
/// the nearest known name, a missing or bad value, options that exclude each
/// other, no model (unless --explain-options is given), options that say how to
/// compile what is compiled, and those of addOptionFile.
llvm::Expected<ParsedCommandLine>
parseCommandLine(int argc, const char *const *argv, Tool tool);

/// Whether `path` is called as compiled files are: *.asc.
bool namesCompiledFile(llvm::StringRef path);

/// True when the command line asks for JSON diagnostics, even where
/// parseCommandLine fails: so that this failure is printed as JSON too.
bool wantsJsonDiagnostics(int argc, const char *const *argv);

/// The text of --help: lines of at most 100 columns.
std::string helpText(Tool tool);

/// "0.1.0".
llvm::StringRef projectVersion();

/// "ascend-run (Ascend-MLIR) 0.1.0, LLVM 22.1.8" and a line end.
std::string versionText(Tool tool);

/// What ATC fills in when the user is silent, and FE by itself does not: the
/// tools' and the pipeline's values go through it, after they were checked
/// together: op_select_implmode=high_performance, which defaults=session leaves
/// out, and from the environment opp_path and the progress of
/// experimental_accelerate_train_mode. Each remembers where it is from.
void fillToolDefaults(OptionValues &values);

/// Checks what depends on the chip of soc_version: aicore_num (E20103).
llvm::Error checkOnChip(const OptionValues &values);

/// A warning for each option that CANN's documents name for other chips than
/// that of soc_version.
std::vector<Diagnostic> productRemarks(const OptionValues &values);

/// A warning for each option that does nothing, as none of those that it acts
/// with is asked for: dump_step without a dump.
std::vector<Diagnostic> remarksTogether(const OptionValues &values);

/// Checks what no option can check alone: options that exclude each other
/// (E10056, …) and those that need each other (E10001). loadConfig does it too.
llvm::Error checkTogether(const OptionValues &values);

/// The file that --output names: the ending of a compiled file, .asc or .a, is
/// added where it is not there.
std::string compiledFilePath(const OptionValues &values);

/// Where --export_compile_stat lets fusion_result.json go: the working folder,
/// or FE and the number of the process below ASCEND_WORK_PATH, as in CANN.
/// Empty where the file is not wanted.
std::string fusionResultPath(const OptionValues &values);

/// No file that is written is one that is read, or that is written for another
/// option, is in use (FileInUse) or belongs to the compile cache: by its path
/// or through links. Its name has an ending of the option, and a file can be
/// made there (exit code Usage).
llvm::Error checkOutputFiles(const OptionValues &values);

/// The same of one file more, which no option names; nor are `others`.
llvm::Error checkUsedFile(const OptionValues &values, const UsedFile &file,
                          llvm::ArrayRef<UsedFile> others = {});

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_COMMANDLINE_H
