//===- OpTable.h - Rows of op stores by op type -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The tables that an OpStore looks into: the built-in ones of the library, and
// those that are made of a user's files.

#ifndef ASCEND_LIB_OPSTORE_OPTABLE_H
#define ASCEND_LIB_OPSTORE_OPTABLE_H

#include "Ascend/OpStore/Installation.h"
#include "Ascend/OpStore/OpStore.h"

#include "llvm/ADT/StringMap.h"

#include <set>

namespace mlir::ascend {

/// Rows by op type.
class OpTable {
public:
  llvm::StringMap<AICoreOp> aicore;
  llvm::StringMap<std::vector<AICpuOp>> aicpu;

  /// Words for data types that AI Core rows hold and this project does not
  /// know.
  std::set<std::string> unknownWords;

  bool holds(llvm::StringRef type) const {
    return aicore.contains(type) || aicpu.contains(type);
  }

  const AICoreOp *lookupAICore(llvm::StringRef type) const {
    auto it = aicore.find(type);
    return it == aicore.end() ? nullptr : &it->second;
  }

  llvm::ArrayRef<AICpuOp> lookupAICpu(llvm::StringRef type) const {
    auto it = aicpu.find(type);
    if (it == aicpu.end())
      return {};
    return it->second;
  }
};

/// The built-in AI Core rows of a chip, of the process's lifetime; chips with
/// the same stores share them. The caller holds the mutex of OpStore::get.
const OpTable *builtinAICoreTable(const SoCInfo &soc);

/// The built-in AI CPU rows, the same on every chip.
const OpTable &builtinAICpuTable();

/// The rows of the files of option ops_info. CANN's own files leave the columns
/// of dynamicFormat ops empty: they are the ones of `builtin`.
llvm::Expected<std::unique_ptr<const OpTable>>
makeUserTable(llvm::ArrayRef<OpStore::File> files, const OpTable &builtin);

/// The rows of a CANN installation for both engines, custom ops first; an AI
/// CPU library that it lacks is the built-in one, and so are all AI Core rows
/// if it has no AI Core store. `builtin` gives the columns of dynamicFormat ops
/// and the shape-only types that GE runs itself.
llvm::Expected<std::unique_ptr<const OpTable>>
makeInstalledTable(const Installation &installation, const OpTable &builtin);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPSTORE_OPTABLE_H
