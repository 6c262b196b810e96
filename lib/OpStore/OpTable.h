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

/// Rows by op type. Safe to share between threads.
class OpTable {
public:
  virtual ~OpTable() = default;

  /// The AI Core row of a type, or nullptr.
  virtual const AICoreOp *lookupAICore(llvm::StringRef type) const = 0;
  /// The AI CPU rows of a type, in the order of the libraries.
  virtual llvm::ArrayRef<AICpuOp> lookupAICpu(llvm::StringRef type) const = 0;
  /// Adds each type that has a row.
  virtual void addTypes(std::vector<llvm::StringRef> &names) const = 0;

  bool holds(llvm::StringRef type) const {
    return lookupAICore(type) || !lookupAICpu(type).empty();
  }
};

/// The rows of files, all read at once.
class FileTable final : public OpTable {
public:
  const AICoreOp *lookupAICore(llvm::StringRef type) const override {
    auto it = aicore.find(type);
    return it == aicore.end() ? nullptr : &it->second;
  }
  llvm::ArrayRef<AICpuOp> lookupAICpu(llvm::StringRef type) const override {
    auto it = aicpu.find(type);
    return it == aicpu.end() ? llvm::ArrayRef<AICpuOp>()
                             : llvm::ArrayRef(it->second);
  }
  void addTypes(std::vector<llvm::StringRef> &names) const override;

  llvm::StringMap<AICoreOp> aicore;
  llvm::StringMap<std::vector<AICpuOp>> aicpu;

  /// Words for data types that AI Core rows hold and this project does not
  /// know.
  std::set<std::string> unknownWords;
};

/// The built-in AI Core rows of a chip, of the process's lifetime; chips with
/// the same stores share them. The caller holds the mutex of OpStore::get.
const OpTable *builtinAICoreTable(const SoCInfo &soc);

/// By the priorities of GE's engines: AI CPU, then its TensorFlow kernels, the
/// host's CPU last.
inline constexpr llvm::StringRef aicpuLibraries[] = {
    "aicpu_kernel", "tf_kernel", "host_cpu_kernel"};

/// The built-in AI CPU rows of these libraries, the same on every chip.
std::unique_ptr<const OpTable>
makeBuiltinAICpuTable(llvm::ArrayRef<llvm::StringRef> libraries);

/// The rows of the files of option ops_info. CANN's own files leave the columns
/// of dynamicFormat ops empty: they are the ones of `builtin`.
llvm::Expected<std::unique_ptr<const FileTable>>
makeUserTable(llvm::ArrayRef<OpStore::File> files, const OpTable &builtin);

/// The rows of a CANN installation for both engines, custom ops first; an AI
/// CPU library that it lacks is the built-in one, and so are all AI Core rows
/// if it has no AI Core store. `builtin` gives the columns of dynamicFormat ops
/// and the shape-only types that GE runs itself.
llvm::Expected<std::unique_ptr<const FileTable>>
makeInstalledTable(const Installation &installation, const OpTable &builtin);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPSTORE_OPTABLE_H
