//===- OptionFile.h - Options out of a file ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The file of --options: JSON, or a script for the TensorFlow adapter. Nothing
// of it is executed.

#ifndef ASCEND_OPTIONS_FILES_OPTIONFILE_H
#define ASCEND_OPTIONS_FILES_OPTIONFILE_H

#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"

#include <variant>
#include <vector>

namespace mlir::ascend {

/// A name and a value as a file writes them; a bool is for a switch.
struct WrittenOption {
  std::string name;
  std::variant<std::string, bool> value;
  /// Counted from 1; columns count bytes.
  unsigned nameLine = 1, nameColumn = 1, valueLine = 1, valueColumn = 1;
};

/// The members of the object that `text`, which errors call `path`, is. Errors
/// (exit code Usage, file:line:column): no JSON, no object, a value that is
/// neither string, number nor bool.
llvm::Expected<std::vector<WrittenOption>>
readOptionObject(llvm::StringRef text, llvm::StringRef path);

/// What the Python script `text` assigns to members of a parameter_map:
/// `NAME.parameter_map["x"].s = tf.compat.as_bytes("v")` or `b"v"`, `.i = 1`,
/// `.f = 0.5`, `.b = True`, in the order of the script; comments, strings and
/// all other statements are skipped. Errors: a statement that names
/// parameter_map and is none of these, a string that does not end, a NUL byte.
llvm::Expected<std::vector<WrittenOption>>
readAdapterScript(llvm::StringRef text, llvm::StringRef path);

/// The options of the file of --raw_ge_options, whose text is `text`, by our
/// names: those of "compile options", where "graph" beats "session" and that
/// beats "global". `given` are the options that the command line has.
/// Errors: E10032 (file:line:column: another form), E10055 (what ATC does not
/// take, unless `ignoresUnsupported`; then `warnings` name it), E10001 (what
/// the command line alone can say).
llvm::Expected<std::vector<WrittenOption>>
readRawGEOptions(llvm::StringRef text, llvm::StringRef path,
                 const OptionValues &given, bool ignoresUnsupported,
                 std::vector<Diagnostic> &warnings);

/// Puts what the file of raw_ge_options says, if that is given, below `values`,
/// and what that of `options` says below both: an option that is there, or that
/// excludes one that is, stays as it is and remembers what it overrides. Each
/// value is checked, in the first file as a command line's, in the second as a
/// session's. `taker` says whose options are known besides those of sessions.
/// Errors (file:line:column): a file that cannot be read, an ending that is no
/// form, unknown options (all of them at once, with the nearest name), bad
/// values, and those of readRawGEOptions.
llvm::Error addOptionFiles(OptionValues &values, OptionTaker taker,
                           FileSource &files,
                           std::vector<Diagnostic> &warnings);

/// The word for `isOn` as sessions write it: on and off for a switch, true and
/// false or 1 and 0 by what `option` takes. An error for one that takes
/// neither.
llvm::Expected<llvm::StringRef> wordForFlag(const OptionInfo &option,
                                            bool isOn);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_FILES_OPTIONFILE_H
