//===- Data.cpp - The data files that are part of the library ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The plugin and the Python package find no share/ folder, so the files are
// bytes in the library. EmbeddedFiles.inc is made by cmake/EmbedFiles.cmake.

#include "Data.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::ascend;

namespace {
struct EmbeddedFile {
  llvm::StringLiteral path;
  llvm::StringRef text;
};
} // namespace

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "EmbeddedFiles.inc"
#pragma clang diagnostic pop

static const EmbeddedFile *findFile(llvm::StringRef path) {
  const EmbeddedFile *it = llvm::find_if(
      files, [&](const EmbeddedFile &file) { return file.path == path; });
  return it == std::end(files) ? nullptr : it;
}

bool mlir::ascend::hasEmbeddedFile(llvm::StringRef path) {
  return findFile(path);
}

llvm::StringRef mlir::ascend::embeddedFile(llvm::StringRef path) {
  if (const EmbeddedFile *file = findFile(path))
    return file->text;
  llvm::report_fatal_error("share/ascend has no file " + llvm::Twine(path));
}

llvm::StringRef mlir::ascend::embeddedHash() { return hash; }

std::vector<std::string> mlir::ascend::readStrings(const json::Node &array) {
  std::vector<std::string> result;
  result.reserve(array.elements.size());
  for (const json::Node &element : array.elements)
    result.push_back(element.string);
  return result;
}
