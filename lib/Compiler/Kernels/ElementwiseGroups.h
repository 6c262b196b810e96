//===- ElementwiseGroups.h - Which ops share a kernel -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_ELEMENTWISEGROUPS_H
#define ASCEND_LIB_COMPILER_KERNELS_ELEMENTWISEGROUPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend::compiler {

/// Groups of elementwise ops whose results have one shape and of which only the
/// last one's is used outside the group. `ops` are the ops of a block in their
/// order, and `sizesOf` gives the sizes of a tensor, equal ones as equal
/// values. The map has the members of each group, in order, at its last op; ops
/// alone are no group, nor are ops of which it is known only at run time what
/// they broadcast. A cube op whose plan takes an epilogue may be the first of a
/// group.
llvm::DenseMap<Operation *, SmallVector<Operation *>>
groupElementwise(ArrayRef<Operation *> ops,
                 llvm::function_ref<SmallVector<OpFoldResult>(Value)> sizesOf);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_ELEMENTWISEGROUPS_H
