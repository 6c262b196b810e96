//===- FoldPacking.h - Weights are packed while compiling -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_FOLDPACKING_H
#define ASCEND_LIB_COMPILER_FOLDPACKING_H

#include "Compilation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::ascend {

/// The packed weights, as resources of the context, which keeps them until they
/// are released.
class PackedWeights {
public:
  PackedWeights() = default;
  PackedWeights(const PackedWeights &) = delete;
  PackedWeights &operator=(const PackedWeights &) = delete;
  ~PackedWeights() { release(); }

  void add(DenseResourceElementsHandle handle) { handles.push_back(handle); }
  /// Frees their memory: nobody reads the constants any more.
  void release();

  /// In the order of the results of what made them.
  ArrayRef<DenseResourceElementsHandle> getHandles() const { return handles; }

  /// The model that makes them, where there is a cache to keep it in.
  std::optional<CompiledPlan> maker;

private:
  SmallVector<DenseResourceElementsHandle> handles;
};

/// The CPU for which what packs weights is compiled, which runs here, in a
/// model for `target`.
CpuTarget packingTarget(const CpuTarget &target);

/// Loads and runs a model that has no inputs, such as one that packs weights;
/// its results.
llvm::Expected<SmallVector<AsmResourceBlob>>
runWithoutInputs(CompiledParts parts, const CpuTarget &target,
                 unsigned threads);

/// Compiles and runs the calls of `entry` that are marked `ascend.packing`, and
/// puts constants in their places, which `weights` owns. Does nothing if there
/// are none. `statistics` is told of the code.
llvm::Error foldPacking(func::FuncOp entry, const CompileOptions &options,
                        PackedWeights &weights, CompileStatistics &statistics);

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_FOLDPACKING_H
