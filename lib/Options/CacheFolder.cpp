//===- CacheFolder.cpp - Where compiled kernels are kept ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CacheFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;
using llvm::sys::Process;

std::vector<std::pair<std::string, std::string>>
mlir::ascend::cacheFoldersOfEnvironment() {
  std::vector<std::pair<std::string, std::string>> folders;
  // Ours is empty where there is to be none.
  if (auto folder = Process::GetEnv("ASCEND_MLIR_CACHE"))
    folders.emplace_back("ASCEND_MLIR_CACHE", *folder);
  if (auto parent = Process::GetEnv("ASCEND_CACHE_PATH");
      parent && !parent->empty()) {
    llvm::SmallString<128> folder(*parent);
    llvm::sys::path::append(folder, "kernel_cache");
    folders.emplace_back("ASCEND_CACHE_PATH", folder.str());
  }
  return folders;
}

CacheFolder mlir::ascend::cacheFolderOf(const OptionValues &values) {
  if (values.getOpCompilerCacheMode() == "disable")
    return {"", true};
  if (std::optional<llvm::StringRef> folder = values.getOpCompilerCacheDir())
    return {folder->str(), true, ""};
  for (auto &[variable, folder] : cacheFoldersOfEnvironment()) {
    bool isNone = folder.empty() || folder == "off";
    if (!isNone)
      return {std::move(folder), true, std::move(variable)};
    // Who asks for a cache by the option has one, in the next place.
    if (!values.has(option::opCompilerCacheMode))
      return {"", true, std::move(variable)};
  }
  llvm::SmallString<128> folder;
  if (!llvm::sys::path::cache_directory(folder))
    return {"", false};
  llvm::sys::path::append(folder, "ascend-mlir");
  return {folder.str().str(), false};
}
