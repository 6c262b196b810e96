//===- KeptFile.h - Compiled files that are there already -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The cache remembers a hash of each file that was written. A file that has it
// still is what would be written again, so it stays as it is.

#ifndef ASCEND_LIB_COMPILER_CACHE_KEPTFILE_H
#define ASCEND_LIB_COMPILER_CACHE_KEPTFILE_H

#include "KeptRecord.h"

#include <optional>

namespace mlir::ascend::compiler {

class KeptFile {
public:
  /// The file `path` of the model with the key `model`, compiled with
  /// `options`, which have a cache, and with `texts`.
  KeptFile(const ObjectCache::Key &model, const CompileOptions &options,
           ModelTexts texts, llvm::StringRef path);

  /// What was said when the file was written that is there, bit for bit; then
  /// its time is now. Nothing if that is another file, one that is damaged, no
  /// file of this user, or none; or if that is true of its weights next to it.
  std::optional<CompiledFileInfo> find() const;

  /// Keeps what is in the file.
  void store(const KeptRecord &record) const;

private:
  const CompileOptions &options;
  llvm::StringRef path;
  ObjectCache::Key key;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_KEPTFILE_H
