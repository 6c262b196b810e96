//===- ElementwiseGroups.h - Which ops share a kernel -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ELEMENTWISEGROUPS_H
#define ASCEND_LIB_COMPILER_ELEMENTWISEGROUPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::ascend {

/// Groups of elementwise ops whose results have one shape and of which only the
/// last one's is used outside the group. `ops` are the ops of a block in their
/// order. The map has the members of each group, in order, at its last op; ops
/// alone are no group.
llvm::DenseMap<Operation *, SmallVector<Operation *>>
groupElementwise(ArrayRef<Operation *> ops);

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_ELEMENTWISEGROUPS_H
