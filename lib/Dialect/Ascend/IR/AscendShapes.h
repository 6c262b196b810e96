//===- AscendShapes.h - Helpers of shape inference --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H
#define ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::ascend {

/// The extents of a ranked tensor, or nothing.
std::optional<ArrayRef<int64_t>> shapeOf(Value value);

/// numpy's broadcast of two shapes; an error on `op` where they do not fit.
LogicalResult broadcastShapes(Operation *op, ArrayRef<int64_t> a,
                              ArrayRef<int64_t> b,
                              SmallVectorImpl<int64_t> &result);

/// Axes counted from 0 and sorted, or nothing where one repeats or lies outside
/// the rank.
std::optional<SmallVector<int64_t>> normalizeAxes(ArrayRef<int64_t> axes,
                                                  int64_t rank);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H
