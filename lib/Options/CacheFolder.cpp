//===- CacheFolder.cpp - Where compiled kernels are kept ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;

CacheFolder mlir::ascend::cacheFolderOf(const OptionValues &values) {
  llvm::StringRef mode = values.getOr("op_compiler_cache_mode", "");
  if (mode == "disable")
    return {"", true};
  if (std::optional<llvm::StringRef> folder =
          values.get("op_compiler_cache_dir"))
    return {folder->str(), true};
  if (auto folder = llvm::sys::Process::GetEnv("ASCEND_MLIR_CACHE")) {
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
