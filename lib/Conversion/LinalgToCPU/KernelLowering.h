//===- KernelLowering.h - From linalg ops to vector loops -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H

#include "Ascend/Conversion/LinalgToCPU/CpuVectors.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ascend::to_cpu {

/// Replaces `op`, on memrefs, by loops over vectors. Its rows run on the
/// threads if there is enough to do. Emits an error and fails, with nothing
/// changed, for what has no vector form.
LogicalResult lowerGeneric(RewriterBase &rewriter, linalg::GenericOp op,
                           const VectorUnit &unit);

/// Replaces each scf.forall, over buffers and of one axis, by a loop on the
/// threads or on one. Of two around each other the inner one has the threads
/// where each turn of the outer one takes long enough, else the outer one.
LogicalResult lowerForalls(RewriterBase &rewriter, Operation *root,
                           const VectorUnit &unit);

/// Stores of so many first lanes as two halves that overlap, where half of the
/// lanes or more are known to be stored: a masked store takes longer than ten
/// others where masks are no registers.
void splitMaskedStores(RewriterBase &rewriter, Operation *root);

/// Stores of the first lane alone as stores of an element. LLVM 22.1.8 gets
/// them wrong on CPUs with AVX-512 where the vector was truncated: it writes as
/// many bytes as the lane had before (llvm/llvm-project issue 179489, mended
/// behind that release). `ascend-verify-masked-stores` refuses those that are
/// left.
void storeSingleLanes(RewriterBase &rewriter, Operation *root);

/// Loads and stores of a dynamic number of first lanes, of elements that the
/// CPU has no masks for, by way of a copy on the stack.
void copyMaskedTails(RewriterBase &rewriter, Operation *root,
                     const VectorUnit &unit);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H
