//===- CompileCache.cpp - Where compiled kernels are kept -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Options/CacheFolder.h"
#include "KernelFiles.h"

using namespace mlir;
using namespace mlir::ascend;

std::shared_ptr<ObjectCache>
mlir::ascend::openObjectCache(const OptionValues &values, WarningHandler warn) {
  // As in CANN, what is kept of all kernels is compiled anew. What is wrong
  // with the file is said by who compiles.
  llvm::Expected<OpDebug> debug = loadOpDebug(values);
  if (!debug) {
    llvm::consumeError(debug.takeError());
    return nullptr;
  }
  if (debug->files.ofAll.object)
    return nullptr;
  const auto [folder, isNamed, variable] = cacheFolderOf(values);
  StringRef log = values.getOr("log", "");
  bool tells = isNamed || log == "info" || log == "debug";
  if (folder.empty()) {
    if (!isNamed && tells)
      warn({"", "there is no folder for the compile cache: HOME is not set", "",
            "set ASCEND_MLIR_CACHE to a folder, or to off"});
    return nullptr;
  }
  auto cache = ObjectCache::open(
      folder, /*reads=*/values.getOr("op_compiler_cache_mode", "") != "force");
  if (!cache) {
    Diagnostic why = toDiagnostic(cache.takeError());
    if (tells)
      warn(why);
    return nullptr;
  }
  DiskFiles disk;
  std::vector<Diagnostic> warnings;
  CacheSizes sizes = cacheSizesOf(folder, disk, warnings);
  for (const Diagnostic &warning : warnings)
    warn(warning);
  (*cache)->limit({sizes.most, sizes.remainPercent});
  return std::move(*cache);
}
