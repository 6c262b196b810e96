//===- KernelRows.h - What a profile says of each kernel --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_KERNELROWS_H
#define ASCEND_LIB_COMPILER_KERNELS_KERNELROWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend::compiler {

/// Says it on `call`, of the kernel of `ops`, which reads `arguments` and
/// writes `results`. `sizesOf` gives the sizes of a tensor.
void describeKernel(
    func::CallOp call, ArrayRef<Operation *> ops, ArrayRef<Value> arguments,
    ArrayRef<OpResult> results,
    llvm::function_ref<SmallVector<OpFoldResult>(Value)> sizesOf);

/// The operands of `call` that are sizes, in their order.
SmallVector<Value> sizesOfCall(func::CallOp call);

/// The list that a profile has of the kernels of one entry.
class KernelRows {
public:
  /// The number of the kernel that `call` calls; nothing where it is not
  /// profiled.
  std::optional<int64_t> add(func::CallOp call);
  int64_t size() const { return count; }
  /// All of them, JSON.
  std::string json() const { return "[" + rows + "]"; }

private:
  std::string rows;
  int64_t count = 0;
};

/// Makes runs of `entry` record the times of its kernels, of which there may be
/// none: an `ascend.profiled` of its own.
void markProfiled(func::FuncOp entry);

/// Whether runs of `entry` do so.
bool isProfiled(func::FuncOp entry);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_KERNELROWS_H
