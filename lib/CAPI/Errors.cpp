//===- Errors.cpp - Errors of the C interface -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace mlir;
using namespace mlir::ascend;

AscendDiagnostic capi::toC(const ascend::Diagnostic &diagnostic) {
  return {toC(diagnostic.code), toC(diagnostic.message), toC(diagnostic.where),
          toC(diagnostic.note),
          static_cast<AscendExitCode>(diagnostic.exitCode)};
}

AscendError capi::toC(llvm::Error error) {
  if (!error)
    return {nullptr};
  auto diagnostics = std::make_unique<Diagnostics>();
  llvm::handleAllErrors(
      std::move(error),
      [&](const DiagnosticError &info) {
        diagnostics->push_back(info.getDiagnostic());
      },
      [&](const llvm::ErrorInfoBase &info) {
        diagnostics->push_back(
            {"", info.message(), "", "", ExitCode::ModelFailed});
      });
  return wrap(diagnostics.release());
}

size_t ascendErrorGetNumDiagnostics(AscendError error) {
  return unwrap(error)->size();
}

AscendDiagnostic ascendErrorGetDiagnostic(AscendError error, size_t index) {
  return capi::toC((*unwrap(error))[index]);
}

AscendExitCode ascendErrorGetExitCode(AscendError error) {
  ExitCode gravest = ExitCode::Success;
  for (const ascend::Diagnostic &diagnostic : *unwrap(error))
    gravest = std::max(gravest, diagnostic.exitCode);
  return static_cast<AscendExitCode>(gravest);
}

void ascendErrorDestroy(AscendError error) { delete unwrap(error); }
