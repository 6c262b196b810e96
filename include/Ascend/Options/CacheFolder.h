//===- CacheFolder.h - Where compilations are kept, how much ----*- C++ -*-===//
//-*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_CACHEFOLDER_H
#define ASCEND_OPTIONS_CACHEFOLDER_H

#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// Where compiled kernels are kept: the folder of --op_compiler_cache_dir, of
/// ASCEND_MLIR_CACHE, kernel_cache below ASCEND_CACHE_PATH, or ascend-mlir in
/// the user's cache folder; the first that is there.
struct CacheFolder {
  /// Empty where nothing is to be kept, or nothing can.
  std::string path;
  /// The user said so, or that there is to be none.
  bool isNamed = false;
  /// The environment variable that says so, if one does.
  std::string variable = "";
};
CacheFolder cacheFolderOf(const OptionValues &values);

/// The environment variables that name a folder, the first one first, and which
/// folder each one names; those that are not set are left out.
std::vector<std::pair<std::string, std::string>> cacheFoldersOfEnvironment();

/// How much a folder keeps.
struct CacheSizes {
  /// What its files may have together, in bytes; nothing: any number.
  std::optional<uint64_t> most = uint64_t(500) << 20;
  /// When they have more, how many percent of it stay.
  unsigned remainPercent = 50;
};

/// What the file op_cache.ini of `folder` says, as in CANN; where it says
/// nothing, ASCEND_MAX_OP_CACHE_SIZE (MB of 2^20 bytes, or -1: any number) and
/// ASCEND_REMAIN_CACHE_SIZE_RATIO. What is wrong with either is a warning, and
/// as if it were not there.
CacheSizes cacheSizesOf(llvm::StringRef folder, FileSource &files,
                        std::vector<Diagnostic> &warnings);

/// What the text of op_cache.ini says; nothing where it names no sizes. Errors,
/// with their place: one of both sizes alone, one that stands twice or outside
/// of [op_compiler_cache], that is no whole number or out of range; a text that
/// is none.
llvm::Expected<std::optional<CacheSizes>>
readOpCacheIni(llvm::StringRef text, llvm::StringRef path,
               std::vector<Diagnostic> &warnings);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_CACHEFOLDER_H
