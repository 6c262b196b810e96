//===- PythonTokens.h - The tokens of a Python script -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_OPTIONS_FILES_PYTHONTOKENS_H
#define ASCEND_LIB_OPTIONS_FILES_PYTHONTOKENS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// A token of Python, as far as statements need to be told apart.
struct PythonToken {
  enum Kind {
    Name,
    /// A number, as it is written.
    Number,
    String,
    /// One character: `.`, `[`, `=`, …
    Operator,
    /// The end of a logical line, or `;`.
    End,
    /// A string that does not end on its line.
    Broken
  };
  Kind kind;
  /// As it stands in the script.
  llvm::StringRef text;
  /// Counted from 1; columns count bytes.
  unsigned line, column;

  bool is(llvm::StringRef word) const {
    return (kind == Name || kind == Operator) && text == word;
  }
};

/// All tokens of `script`, the last one an End. Comments and joined lines are
/// gone: in brackets and behind a backslash a statement goes on. An error, with
/// the place in `path`, for a NUL byte and for a long string ("""…""") that
/// does not end, in which the rest of the script would vanish.
llvm::Expected<std::vector<PythonToken>> tokenizePython(llvm::StringRef script,
                                                        llvm::StringRef path);

/// What the string token `token` stands for, and whether it is one of bytes.
/// False where that is not known without running it (f"…", \N{…}).
bool decodePythonString(const PythonToken &token, std::string &value,
                        bool &isBytes);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPTIONS_FILES_PYTHONTOKENS_H
