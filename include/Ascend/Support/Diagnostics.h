//===- Diagnostics.h - What is said to a refused request --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One shape for every error of the project: CANN's code where CANN has one,
// one sentence, the place, the mend and the exit code of the tools. Errors
// travel as llvm::Error and become text or JSON only at the edge of a tool.

#ifndef ASCEND_SUPPORT_DIAGNOSTICS_H
#define ASCEND_SUPPORT_DIAGNOSTICS_H

#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::ascend {

/// Exit codes of ascend-atc, ascend-run and ascend-lab.
enum class ExitCode {
  Success = 0,
  /// The model or its data failed.
  ModelFailed = 1,
  /// The command line, an option or a configuration file is wrong.
  Usage = 2,
  UnsupportedOp = 3,
  /// A limit or a time-out was hit.
  Limit = 4
};

/// One refusal, as a person or a program sees it.
struct Diagnostic {
  /// CANN's code, such as "E10001", or empty.
  std::string code;
  /// One sentence: what and why.
  std::string message;
  /// "file:line:column" or "node 'x' (Type)", or empty.
  std::string where;
  /// How to mend it, or empty.
  std::string note;
  ExitCode exitCode = ExitCode::Usage;
};

/// The llvm::Error payload that carries one Diagnostic.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
public:
  static char ID;

  explicit DiagnosticError(Diagnostic diagnostic)
      : diagnostic(std::move(diagnostic)) {}

  const Diagnostic &getDiagnostic() const { return diagnostic; }

  /// "[CODE] message (where)", without a line end.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Diagnostic diagnostic;
};

/// An error that carries `diagnostic`.
llvm::Error makeError(Diagnostic diagnostic);

/// Takes the diagnostic out of `error`, which must not be success. An error of
/// LLVM or MLIR becomes a diagnostic that has only a message. Of several joined
/// errors the first one gives code, place, mend and exit code; the sentences of
/// the others are added to its message.
Diagnostic toDiagnostic(llvm::Error error);

/// Prints `error: [CODE] message (where)` and, if there is one, a line
/// `note: mend`; with `json` one object on one line with the keys severity,
/// code, message, where, note and exit_code (empty strings where nothing is
/// known). Control characters of untrusted text never reach `os` as they are,
/// nor, in JSON, bytes that are not UTF-8. Of a text longer than 4096 bytes the
/// middle is left out.
void print(llvm::raw_ostream &os, const Diagnostic &diagnostic, bool json);

/// The same for a warning: `warning: [CODE] message (where)`.
void printWarning(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                  bool json);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_DIAGNOSTICS_H
