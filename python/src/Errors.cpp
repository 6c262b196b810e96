//===- Errors.cpp - Errors of the C interface as exceptions ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Text.h"

namespace nb = nanobind;
using namespace ascend_python;

static std::string copyOf(AscendStringRef text) {
  return std::string(text.data, text.length);
}

Diagnostic ascend_python::copyOf(const AscendDiagnostic &diagnostic) {
  return {::copyOf(diagnostic.code), ::copyOf(diagnostic.message),
          ::copyOf(diagnostic.where), ::copyOf(diagnostic.note),
          diagnostic.exitCode};
}

std::vector<Diagnostic> ascend_python::takeDiagnostics(AscendError error) {
  std::vector<Diagnostic> diagnostics;
  if (ascendErrorIsNull(error))
    return diagnostics;
  for (size_t i = 0, n = ascendErrorGetNumDiagnostics(error); i < n; ++i)
    diagnostics.push_back(copyOf(ascendErrorGetDiagnostic(error, i)));
  ascendErrorDestroy(error);
  return diagnostics;
}

void ascend_python::check(AscendError error) {
  if (!ascendErrorIsNull(error))
    throw Failure(takeDiagnostics(error));
}

void ascend_python::fail(AscendExitCode exitCode, std::string message,
                         std::string note) {
  throw Failure({{"", std::move(message), "", std::move(note), exitCode}});
}

void ascend_python::registerFailure() {
  nb::register_exception_translator([](const std::exception_ptr &pointer,
                                       void *) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Failure &failure) {
      nb::list diagnostics;
      for (const Diagnostic &diagnostic : failure.diagnostics)
        diagnostics.append(
            nb::make_tuple(toText(diagnostic.code), toText(diagnostic.message),
                           toText(diagnostic.where), toText(diagnostic.note),
                           diagnostic.exitCode));
      nb::object error =
          nb::module_::import_("ascend_mlir.errors").attr("_make")(diagnostics);
      PyErr_SetObject(error.type().ptr(), error.ptr());
    }
  });
}
