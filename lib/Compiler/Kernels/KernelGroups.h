//===- KernelGroups.h - Calls that run side by side -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_KERNELGROUPS_H
#define ASCEND_LIB_COMPILER_KERNELS_KERNELGROUPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// The calls of kernels that run side by side with `first`, itself the first of
/// them: alone where it has no group.
SmallVector<func::CallOp> groupFrom(func::CallOp first);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_KERNELGROUPS_H
