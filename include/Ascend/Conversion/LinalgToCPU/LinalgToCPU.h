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

/// On a linalg.mmt4d or linalg.batch_mmt4d of floats, an index: so many
/// products, in the order of k, are summed exactly and rounded once before they
/// join the sum.
inline constexpr llvm::StringLiteral kBlockAttr = "ascend.k_block";

/// On the same ops of integers, two flags: whether the elements of A and of B
/// have no sign.
inline constexpr llvm::StringLiteral kUnsignedAttr = "ascend.unsigned";

/// On the same ops with int32 sums, an i32: what each element of A holds beyond
/// its value.
inline constexpr llvm::StringLiteral kOffsetAttr = "ascend.a_offset";

/// On a memref.alloca of static size whose contents nobody needs in the next
/// turn of a loop: ascend-parallel-to-runtime makes it where the function
/// begins, once for each thread.
inline constexpr llvm::StringLiteral kThreadBufferAttr = "ascend.thread_buffer";

/// On an arith.select in an scf.parallel, between the number of a turn counted
/// from the end and the number itself: from the end of what its thread does,
/// where that is known.
inline constexpr llvm::StringLiteral kMirroredAttr = "ascend.mirrored";

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
