//===- KernelTable.h - One function for each kernel body ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_KERNELTABLE_H
#define ASCEND_LIB_COMPILER_KERNELS_KERNELTABLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::ascend::compiler {

/// All kernels of one module, one function for each body.
class KernelTable {
public:
  explicit KernelTable(ModuleOp module);

  /// The kernel that computes `results` of the last of `ops` from `arguments`:
  /// the distinct operands of theirs that are neither results of
  /// one of them nor parameters. After them and the results' destinations come
  /// `numSizes` indices: `sizes` says of each tensor which one is its extent
  /// at each axis, counted from 0, or -1 where its type says it.
  func::FuncOp getOrCreate(ArrayRef<Operation *> ops, ArrayRef<Value> arguments,
                           ArrayRef<OpResult> results,
                           ArrayRef<SmallVector<int64_t>> sizes,
                           int64_t numSizes);

  /// Adds another function of the module.
  void insert(func::FuncOp function) { symbols.insert(function); }

  /// Erases calls in `entries` whose results nobody uses, and kernels that
  /// nobody calls: what a model computed sizes with that the entry computes
  /// itself.
  void eraseUnused(ArrayRef<func::FuncOp> entries);

private:
  void eraseUnused(Block &block, llvm::StringSet<> &called);
  OwningOpRef<func::FuncOp> build(ArrayRef<Operation *> ops,
                                  ArrayRef<Value> arguments,
                                  ArrayRef<OpResult> results,
                                  ArrayRef<SmallVector<int64_t>> sizes,
                                  int64_t numSizes);

  SymbolTable symbols;
  MLIRContext *context;
  Type pointer;
  llvm::StringMap<func::FuncOp> byText;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_KERNELTABLE_H
