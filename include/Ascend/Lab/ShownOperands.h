//===- ShownOperands.h - What a compared op reads ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_SHOWNOPERANDS_H
#define ASCEND_LAB_SHOWNOPERANDS_H

#include <vector>

namespace mlir::ascend {

/// The number of an `ascend.observe` that shows what an op reads, maybe through
/// ops that are not shown.
struct ShownOperand {
  unsigned number;
  /// Whether each of its elements reaches one element of what the op gives, or
  /// as many as that has more: elementwise ops and reductions read so, but for
  /// what is moved before.
  bool reachesItsShare;
};

/// Of each `ascend.observe`, in order, what its op reads.
using ShownOperands = std::vector<std::vector<ShownOperand>>;

} // namespace mlir::ascend

#endif // ASCEND_LAB_SHOWNOPERANDS_H
