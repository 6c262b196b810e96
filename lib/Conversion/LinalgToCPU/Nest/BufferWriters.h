//===- BufferWriters.h - What fills a buffer of a kernel --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What one op reads from a buffer of the kernel's own need not be written to it
// as a whole: parts of it are made, right before they are read, in a buffer of
// the thread's that stays in the cache.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_BUFFERWRITERS_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_BUFFERWRITERS_H

#include "StridedNest.h"

namespace mlir::ascend::to_cpu {

/// What writes `buffer`, in their order, if `reader` is all that reads it: each
/// is before `reader`, writes an element once, and reads arguments of the
/// kernel alone. None where nothing writes it.
std::optional<SmallVector<linalg::LinalgOp>>
findWriters(linalg::LinalgOp reader, Value buffer);

/// Whether the writers read the same when they run part by part with `reader`,
/// and with what is done along with it.
bool canRunLater(ArrayRef<linalg::LinalgOp> writers, linalg::LinalgOp reader);

/// The operands of `op` that lie in `buffer`.
SmallVector<unsigned> operandsIn(linalg::LinalgOp op, Value buffer);

/// Elements from the begin of the buffer that `operand` reaches in the loops of
/// `nest` from number `first` on; none where that is dynamic.
std::optional<int64_t> reachOf(const StridedNest &nest, unsigned operand,
                               unsigned first);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_BUFFERWRITERS_H
