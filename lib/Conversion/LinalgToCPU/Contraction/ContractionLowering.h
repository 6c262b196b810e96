//===- ContractionLowering.h - Contractions in place ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONLOWERING_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONLOWERING_H

#include "KernelLowering.h"

namespace mlir::ascend::to_cpu {

/// Whether the body of `op` adds the product of its two inputs, widened or not,
/// to its output: by one FMA for floats.
bool isContraction(linalg::GenericOp op);

/// Replaces such an op, on memrefs, by micro-kernels, and what reads its sums
/// along with it; by the loops of lowerGeneric where it has not the form that
/// they need. The bits are the same.
LogicalResult lowerContraction(RewriterBase &rewriter, linalg::GenericOp op,
                               const VectorUnit &unit);

/// Replaces a contraction with `ascend.k_block`, on memrefs. Emits an error and
/// fails for what takes none.
LogicalResult lowerExactProduct(RewriterBase &rewriter, linalg::GenericOp op,
                                const VectorUnit &unit);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTIONLOWERING_H
