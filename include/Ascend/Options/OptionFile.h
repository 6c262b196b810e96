//===- OptionFile.h - Options out of a file ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The file of --options: JSON, or a script for the TensorFlow adapter. Nothing
// of it is executed.

#ifndef ASCEND_OPTIONS_OPTIONFILE_H
#define ASCEND_OPTIONS_OPTIONFILE_H

#include "Ascend/Options/FileSource.h"
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

/// Puts what the file of `options` says, if that is given, below `values`: an
/// option that they have, or that excludes one that they have, stays as it is
/// and remembers what it overrides. Each value is checked as a session's.
/// `taker` says whose options are known beside those of sessions. Errors
/// (file:line:column): a file that cannot be read, an ending that is no form,
/// unknown options (all of them at once, with the nearest name), bad values.
llvm::Error addOptionFile(OptionValues &values, OptionTaker taker,
                          FileSource &files, std::vector<Diagnostic> &warnings);

/// The word for `isOn` as sessions write it: on and off for a switch, true and
/// false or 1 and 0 by what `option` takes. An error for one that takes
/// neither.
llvm::Expected<llvm::StringRef> wordForFlag(const OptionInfo &option,
                                            bool isOn);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_OPTIONFILE_H
