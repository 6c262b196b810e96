//===- ImplModes.cpp - Lists of implementation modes ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/ImplModes.h"
#include "Data.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <mutex>

using namespace mlir::ascend;
using llvm::StringRef;

ImplModeList mlir::ascend::readImplModeList(StringRef text) {
  ImplModeList list;
  llvm::StringSet<> seen;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    if (line.starts_with("#"))
      continue;
    auto [key, mode] = line.split('=');
    key = key.trim();
    mode = mode.trim();
    if (!key.empty() && !mode.empty() && seen.insert(key).second)
      list.emplace_back(key, mode);
  }
  return list;
}

const ImplModeList &mlir::ascend::builtinImplList(StringRef name) {
  static std::mutex mutex;
  static auto &lists = *new llvm::StringMap<ImplModeList>();
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = lists.try_emplace(name);
  if (std::string path = ("impl_mode/" + name + ".ini").str();
      isNew && hasEmbeddedFile(path))
    it->second = readImplModeList(embeddedFile(path));
  return it->second;
}
