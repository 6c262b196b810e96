//===- DiagnosticCollector.h - MLIR's diagnostics as an error ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H
#define ASCEND_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H

#include "Ascend/Support/Diagnostics.h"
#include "mlir/IR/Diagnostics.h"

#include <vector>

namespace mlir::ascend::compiler {

/// While it lives, takes the errors that passes report in a context.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context);

  /// All errors so far, without doubles, in one; each names the node of its
  /// kernel. `otherwise` is the sentence if a pass failed without a word; where
  /// it is empty that is no error.
  llvm::Error takeError(ExitCode exitCode, llvm::StringRef otherwise);

private:
  std::vector<Diagnostic> errors;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H
