//===- KernelMeta.h - The folder kernel_meta --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_KERNELMETA_H
#define ASCEND_LIB_COMPILER_OBJECTS_KERNELMETA_H

#include "Ascend/Compiler/KernelFiles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend::compiler {

/// What is known of the kernels of one model: which nodes each one does.
class KernelMeta {
public:
  explicit KernelMeta(const KernelFiles &files) : files(files) {}

  /// A node, as it was before its kernel was outlined.
  struct Node {
    std::string name, type;
    SmallVector<Type> inputs, outputs;
  };

  /// Remembers the ops of `module`, from which kernels will be outlined.
  void noteNodes(ModuleOp module);
  /// Remembers which kernel `entry` calls for which of them, and makes the
  /// folder.
  llvm::Error noteCalls(func::FuncOp entry);

  /// What is kept of `kernel`: nothing where it does no node by itself.
  KeptOfKernel keptOf(StringRef kernel) const;

  /// For each call of `kernel` the nodes that it does, in their order.
  ArrayRef<SmallVector<const Node *>> callsOf(StringRef kernel) const;

  const KernelFiles &getFiles() const { return files; }

private:
  SmallVector<const Node *> nodesOf(func::CallOp call) const;

  const KernelFiles &files;
  llvm::StringMap<std::vector<Node>> nodes;
  llvm::StringMap<std::vector<SmallVector<const Node *>>> calls;
};

/// The files of one kernel. May be used on several threads, one for each
/// kernel.
class KernelRecord {
public:
  /// Takes down `unit`, a module with the kernel's name, before it is lowered.
  /// With symbols its ops get the places that they have in that text.
  KernelRecord(const KernelMeta &meta, ModuleOp unit);

  const KeptOfKernel &getKept() const { return kept; }

  /// Gives the functions of the lowered `unit` what the places of its ops need
  /// to become line numbers of an object, if it is kept with symbols.
  LogicalResult addScopes(ModuleOp unit) const;

  /// Writes what is kept. `code` is the text of the LLVM IR.
  llvm::Error write(StringRef object, StringRef code) const;

private:
  std::string pathOf(StringRef ending) const;
  std::string description(StringRef object) const;
  std::string lineTable() const;
  std::string opTable() const;

  const KernelMeta &meta;
  std::string name;
  KeptOfKernel kept;
  std::string text;
  /// By the lines of the text, from 1: nodes in the order of their first line.
  std::vector<std::pair<std::string, std::vector<unsigned>>> lines;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_KERNELMETA_H
