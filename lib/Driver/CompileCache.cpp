//===- CompileCache.cpp - Where compilations are kept ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Options/CacheFolder.h"
#include "Ascend/Support/OutputFile.h"
#include "KernelFiles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Opens the caches of one compilation.
class CacheOpener {
public:
  CacheOpener(const OptionValues &values, WarningHandler warn)
      : warn(warn), log(values.getLog()),
        reads(values.getOpCompilerCacheMode() != "force") {}

  /// That of `folder`; null if it cannot be used.
  std::shared_ptr<ObjectCache> open(const std::string &folder, StringRef what,
                                    bool isNamed);
  bool tells(bool isNamed) const {
    return isNamed || log == "info" || log == "debug";
  }

private:
  WarningHandler warn;
  StringRef log;
  bool reads;
};

} // namespace

std::shared_ptr<ObjectCache> CacheOpener::open(const std::string &folder,
                                               StringRef what, bool isNamed) {
  auto cache = ObjectCache::open(folder, what, reads);
  if (!cache) {
    ascend::Diagnostic why = toDiagnostic(cache.takeError());
    if (tells(isNamed))
      warn(why);
    return nullptr;
  }
  DiskFiles disk;
  std::vector<ascend::Diagnostic> warnings;
  CacheSizes sizes = cacheSizesOf(folder, disk, warnings);
  for (const ascend::Diagnostic &warning : warnings)
    warn(warning);
  (*cache)->limit({sizes.most, sizes.remainPercent});
  return std::move(*cache);
}

CompileCaches mlir::ascend::openCaches(const OptionValues &values,
                                       WarningHandler warn) {
  // As in CANN, what is kept of all kernels is compiled anew. What is wrong
  // with the file is said by who compiles.
  llvm::Expected<OpDebug> debug = loadOpDebug(values);
  if (!debug) {
    llvm::consumeError(debug.takeError());
    return {};
  }
  if (debug->files.ofAll.object)
    return {};
  CompileCaches caches;
  CacheOpener opener(values, warn);
  CacheFolder kernels = cacheFolderOf(values);
  if (!kernels.path.empty())
    caches.kernels =
        opener.open(kernels.path, "the compile cache", kernels.isNamed);
  else if (!kernels.isNamed && opener.tells(/*isNamed=*/false))
    warn({"", "there is no folder for the compile cache: HOME is not set", "",
          "set ASCEND_MLIR_CACHE to a folder, or to off"});
  if (std::optional<StringRef> models = values.getGraphCompilerCacheDir())
    // What is wrong with one folder is said once.
    caches.models = !kernels.path.empty() && areSameFile(*models, kernels.path)
                        ? caches.kernels
                        : opener.open(models->str(), "the cache of models",
                                      /*isNamed=*/true);
  return caches;
}

std::vector<ascend::Diagnostic>
mlir::ascend::cacheFailures(const OptionValues &values,
                            const CompileCaches &caches, bool isNamed) {
  std::vector<ascend::Diagnostic> failures;
  auto look = [&](const ObjectCache *cache, StringRef what) {
    if (cache && !cache->getFailure().empty())
      failures.push_back(
          {"", (what + " cannot be written: " + cache->getFailure()).str(),
           cache->getFolder().str(),
           "make room in it, or name a folder that may be written to"});
  };
  bool areOne = caches.kernels == caches.models;
  if (isNamed == (areOne || cacheFolderOf(values).isNamed))
    look(caches.kernels.get(), "the compile cache");
  if (isNamed && !areOne)
    look(caches.models.get(), "the cache of models");
  return failures;
}
