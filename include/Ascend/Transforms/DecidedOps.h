//===- DecidedOps.h - Every op that was decided -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A Cast of the model is decided like any op, and config lines name it; then
// ascend-materialize-precision may merge it away. Reports still account for it.

#ifndef ASCEND_TRANSFORMS_DECIDEDOPS_H
#define ASCEND_TRANSFORMS_DECIDEDOPS_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::ascend {

/// The note on a Cast that is about to be erased: its attributes.
DictionaryAttr describeRemovedCast(AscendOpInterface cast);

/// Whether `op` is what stands in DecidedOps for a Cast that was merged away.
bool isMergedAway(AscendOpInterface op);

/// The ops of a module with the Casts that were merged away, which stand here
/// as `ascend.ge_op "Cast"` without operands and results.
class DecidedOps {
public:
  explicit DecidedOps(ModuleOp module);

  /// Calls `visit` for every op with an identity, the removed Casts last.
  void forEach(llvm::function_ref<void(AscendOpInterface)> visit);

private:
  ModuleOp module;
  SmallVector<OwningOpRef<GEOp>> removed;
};

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_DECIDEDOPS_H
