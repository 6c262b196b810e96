//===- Errors.h - Errors of the C interface as exceptions -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_ERRORS_H
#define ASCEND_PYTHON_ERRORS_H

#include "Ascend-c/Support.h"
#include <exception>
#include <string>
#include <vector>

namespace ascend_python {

/// An AscendDiagnostic that owns its strings.
struct Diagnostic {
  std::string code, message, where, note;
  int exitCode = ASCEND_USAGE;
};

Diagnostic copyOf(const AscendDiagnostic &diagnostic);

/// What Python sees as an AscendError: at least one diagnostic.
class Failure : public std::exception {
public:
  explicit Failure(std::vector<Diagnostic> diagnostics)
      : diagnostics(std::move(diagnostics)) {}
  const char *what() const noexcept override {
    return diagnostics.front().message.c_str();
  }

  std::vector<Diagnostic> diagnostics;
};

/// What `error` says, none where it is no error; destroys it.
std::vector<Diagnostic> takeDiagnostics(AscendError error);

/// Throws `error` if it is one, and destroys it.
void check(AscendError error);

/// Throws an error of one sentence.
[[noreturn]] void fail(AscendExitCode exitCode, std::string message,
                       std::string note = "");

/// Makes Failure an exception of ascend_mlir.errors.
void registerFailure();

} // namespace ascend_python

#endif // ASCEND_PYTHON_ERRORS_H
