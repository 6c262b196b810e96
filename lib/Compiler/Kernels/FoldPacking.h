//===- FoldPacking.h - Weights are packed while compiling -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_FOLDPACKING_H
#define ASCEND_LIB_COMPILER_KERNELS_FOLDPACKING_H

#include "Compilation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// A model whose inputs are constants and whose results are packed weights. It
/// runs once, when it is known where they are to lie.
class PackingModel {
public:
  /// `inputs` are constants or bytes; what they point to outlives the model.
  PackingModel(CompiledParts parts, SmallVector<WeightsPool::Part> inputs,
               CpuTarget target)
      : parts(std::move(parts)), inputs(std::move(inputs)),
        target(std::move(target)) {}

  size_t numResults() const { return parts.describe().num_outputs; }
  ArrayRef<WeightsPool::Part> getInputs() const { return inputs; }
  /// What the cache keeps of it.
  const std::optional<CompiledPlan> &getPlan() const { return parts.plan; }

  /// Writes each result where `results` says; those that say null go nowhere.
  llvm::Error run(ArrayRef<void *> results, unsigned threads) const;

private:
  CompiledParts parts;
  SmallVector<WeightsPool::Part> inputs;
  CpuTarget target;
};

/// The CPU for which what packs weights is compiled, which runs here, in a
/// model for `target`.
CpuTarget packingTarget(const CpuTarget &target);

/// What packs the weights of an entry, and what stands for its results there.
struct FoldedPacking {
  /// Null if there is nothing to pack.
  std::shared_ptr<const PackingModel> model;
  /// Constants without bytes, in the order of the results.
  SmallVector<ElementsAttr> results;

  /// Says of the parts that are results which ones they are.
  void markResults(MutableArrayRef<WeightsPool::Part> parts) const;
};

/// Compiles the calls of `entries`, of one module, that are marked
/// `ascend.packing` as a model of their own, and puts constants in their
/// places. `statistics` is told of the code.
llvm::Expected<FoldedPacking> foldPacking(ArrayRef<func::FuncOp> entries,
                                          const CompileOptions &options,
                                          CompileStatistics &statistics);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_FOLDPACKING_H
