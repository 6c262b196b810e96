//===- KernelUnit.h - The unit that a kernel stands for ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_KERNELS_KERNELUNIT_H
#define ASCEND_LIB_COMPILER_KERNELS_KERNELUNIT_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend::compiler {

/// What a chip runs an op on.
enum class KernelUnit { AICpu, Cube, Vector };

/// "ai_cpu", "cube" or "vector".
StringRef nameOf(KernelUnit unit);
/// The unit of that name, or nothing.
std::optional<KernelUnit> unitNamed(StringRef name);

/// Of the ops of one kernel that which takes longest, as far as its kind shows.
Operation *heaviestOf(ArrayRef<Operation *> ops);

/// Where `op` was decided to run; of one that was not, what its kind says.
KernelUnit unitOf(Operation *op);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_KERNELS_KERNELUNIT_H
