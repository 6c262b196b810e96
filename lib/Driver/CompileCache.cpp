//===- CompileCache.cpp - Where compiled kernels are kept -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Options/CommandLine.h"
#include "KernelFiles.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::ascend;

static std::optional<std::string> environment(StringRef name) {
  return llvm::sys::Process::GetEnv(name);
}

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
  auto [folder, isNamed] = cacheFolderOf(values);
  StringRef log = values.getOr("log", "");
  bool tells = isNamed || log == "info" || log == "debug";
  if (folder.empty()) {
    if (!isNamed && tells)
      warn({"", "there is no folder for the compile cache: HOME is not set", "",
            "set ASCEND_MLIR_CACHE to a folder, or to off"});
    return nullptr;
  }
  ObjectCache::Options options;
  options.folder = folder;
  options.reads = values.getOr("op_compiler_cache_mode", "") != "force";
  if (auto text = environment("ASCEND_MLIR_CACHE_MB")) {
    unsigned megabytes = 0;
    if (StringRef(*text).getAsInteger(10, megabytes) || !megabytes)
      warn({"", "ASCEND_MLIR_CACHE_MB is '" + *text + "': 1024 is taken", "",
            "set it to a number of MiB, at least 1"});
    else
      options.maxBytes = uint64_t(megabytes) << 20;
  }
  auto cache = ObjectCache::open(std::move(options));
  if (cache)
    return std::move(*cache);
  Diagnostic why = toDiagnostic(cache.takeError());
  if (tells)
    warn(why);
  return nullptr;
}
