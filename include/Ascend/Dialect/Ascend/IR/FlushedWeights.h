//===- FlushedWeights.h - Weights without subnormal numbers -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_FLUSHEDWEIGHTS_H
#define ASCEND_DIALECT_ASCEND_IR_FLUSHEDWEIGHTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"

#include <mutex>

namespace mlir::ascend {

/// What ascend-flush-subnormals made of constants, as long as the context: a
/// model is compiled for many shapes, and the memory of an attribute is never
/// freed before. Any thread.
class FlushedWeights : public DialectInterface::Base<FlushedWeights> {
public:
  explicit FlushedWeights(Dialect *dialect) : Base(dialect) {}

  /// Those of the Ascend dialect of a context.
  static FlushedWeights &of(MLIRContext &context);

  /// What `value` is without them, made by `make` unless it is known; null
  /// where it stays.
  ElementsAttr get(ElementsAttr value,
                   llvm::function_ref<ElementsAttr(ElementsAttr)> make) {
    std::lock_guard<std::mutex> lock(mutex);
    auto [entry, isNew] = values.try_emplace(value);
    if (isNew)
      entry->second = make(value);
    return entry->second;
  }

  /// What was made of it, or null.
  ElementsAttr find(ElementsAttr value) {
    std::lock_guard<std::mutex> lock(mutex);
    return values.lookup(value);
  }

private:
  std::mutex mutex;
  llvm::DenseMap<ElementsAttr, ElementsAttr> values;
};

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_FLUSHEDWEIGHTS_H
