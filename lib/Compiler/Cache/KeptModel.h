//===- KeptModel.h - Compiled models that are kept on disk ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_CACHE_KEPTMODEL_H
#define ASCEND_LIB_COMPILER_CACHE_KEPTMODEL_H

#include "Kernels/FoldPacking.h"

namespace mlir::ascend::compiler {

/// What the cache has of a whole model: how to put it together from the code
/// that is there, too, and from the weights of its module. It lives as long as
/// a compilation.
class KeptModel {
public:
  /// Whether `options` have a cache, and no files that only a compilation
  /// writes.
  static bool isPossible(const CompileOptions &options) {
    return (options.cache || options.models) && !options.files.isOn() &&
           options.profiles.all.empty();
  }

  /// `module` and `options`, of which it is possible, outlive it.
  KeptModel(ModuleOp module, const CompileOptions &options);
  KeptModel(const KeptModel &) = delete;
  /// Makes room in the caches for what was stored there meanwhile.
  ~KeptModel();

  /// What names the model; none if it cannot be kept.
  const std::optional<ObjectCache::Key> &getKey() const { return key; }
  const CompileStatistics &getStatistics() const { return statistics; }

  /// The model as the cache of kernels has it; nothing if it was not stored, or
  /// any part of it is not there any more.
  std::optional<CompiledParts> find();

  /// Keeps what `plan` says, of a model whose weights are `weights`.
  void store(const CompiledPlan &plan, const WeightsPool &weights);

private:
  /// Puts together what the plan `entry` says.
  std::optional<CompiledParts>
  follow(std::shared_ptr<const llvm::MemoryBuffer> entry) const;

  ModuleOp module;
  const CompileOptions &options;
  std::optional<ObjectCache::Key> key;
  CompileStatistics statistics;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_KEPTMODEL_H
