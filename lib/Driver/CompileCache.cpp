//===- CompileCache.cpp - Where compiled kernels are kept -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::ascend;

static std::optional<std::string> environment(StringRef name) {
  return llvm::sys::Process::GetEnv(name);
}

/// The folder, and whether the user named it; "" where nothing is to be kept.
static std::pair<std::string, bool> folderOf(const OptionValues &values) {
  StringRef mode = values.getOr("op_compiler_cache_mode", "");
  if (mode == "disable")
    return {"", true};
  if (std::optional<StringRef> folder = values.get("op_compiler_cache_dir"))
    return {folder->str(), true};
  if (auto folder = environment("ASCEND_MLIR_CACHE")) {
    if (!folder->empty() && *folder != "off")
      return {*folder, true};
    if (mode.empty())
      return {"", true};
  }
  llvm::SmallString<128> folder;
  if (!llvm::sys::path::cache_directory(folder))
    return {"", false};
  llvm::sys::path::append(folder, "ascend-mlir");
  return {folder.str().str(), false};
}

std::shared_ptr<ObjectCache>
mlir::ascend::openObjectCache(const OptionValues &values, WarningHandler warn) {
  auto [folder, isNamed] = folderOf(values);
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
