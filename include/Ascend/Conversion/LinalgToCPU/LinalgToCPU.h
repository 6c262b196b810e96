//===- LinalgToCPU.h - Kernels from linalg to LLVM ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_LINALGTOCPU_H
#define ASCEND_CONVERSION_LINALGTOCPU_LINALGTOCPU_H

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"

namespace mlir {
class OpPassManager;

namespace ascend {

/// Adds the passes that take a module whose functions hold linalg ops on
/// memrefs (and arith, memref, scf, func, cf) to the LLVM dialect for `target`:
/// `lower-linalg-to-cpu`, `ascend-parallel-to-runtime`,
/// `ascend-expand-half-floats`, the stock conversions (index is i64; a memref
/// argument of static shape becomes one pointer), `ascend-set-cpu-target`.
///
/// No op gets fastmath flags, and a product and a sum fuse only where the IR
/// says `math.fma`. Whoever generates code from the result keeps that:
/// `TargetOptions::AllowFPOpFusion` at Standard or Strict, never Fast. Calls of
/// `fmaf` and `fma` (libm) appear on targets without FMA, the portable one.
void buildKernelToLLVMPipeline(OpPassManager &pm, const CpuTarget &target);

/// Registers that pipeline as `ascend-kernel-to-llvm{target=native}`.
void registerKernelToLLVMPipeline();

} // namespace ascend
} // namespace mlir

#endif // ASCEND_CONVERSION_LINALGTOCPU_LINALGTOCPU_H
