//===- DiagnosticCollector.cpp - MLIR's diagnostics as an error -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "DiagnosticCollector.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// "node 'x'" of the innermost name, else "file:line:column", else nothing.
static std::string describe(Location location) {
  std::string node, file;
  location->walk([&](Location part) {
    if (auto name = dyn_cast<NameLoc>(part); name && node.empty())
      node = "node '" + name.getName().str() + "'";
    if (auto place = dyn_cast<FileLineColLoc>(part); place && file.empty())
      file = (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
              ":" + Twine(place.getColumn()))
                 .str();
    return WalkResult::advance();
  });
  return node.empty() ? file : node;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors.push_back(
              {"", diagnostic.str(), describe(diagnostic.getLocation()), ""});
        return success();
      }) {}

llvm::Error DiagnosticCollector::takeError(ExitCode exitCode,
                                           llvm::StringRef otherwise) {
  if (errors.empty() && otherwise.empty())
    return llvm::Error::success();
  if (errors.empty())
    return makeError({"", otherwise.str(), "", "", exitCode});
  llvm::Error result = llvm::Error::success();
  llvm::StringSet<llvm::MallocAllocator> seen;
  for (Diagnostic &error : errors) {
    error.exitCode = exitCode;
    if (seen.insert(error.message + "\n" + error.where).second)
      result = llvm::joinErrors(std::move(result), makeError(error));
  }
  errors.clear();
  return result;
}
