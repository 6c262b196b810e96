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

/// Appends `shape` without an axis of it, which must have elements.
LogicalResult inferWithoutAxis(Operation *op, ArrayRef<int64_t> shape,
                               int64_t axis,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes);

/// Appends the shape of x where `axes`, from the attribute `ge.ATTRIBUTE`, are
/// different axes of it.
LogicalResult inferAlong(Operation *op, Value x, ArrayRef<int64_t> axes,
                         StringRef attribute,
                         SmallVectorImpl<SmallVector<int64_t>> &shapes);

/// Appends the shape of x with its axes permuted, or broadcast with `wanted`;
/// nothing where x has no rank.
LogicalResult inferTranspose(Operation *op, Value x, ArrayRef<int64_t> perm,
                             SmallVectorImpl<SmallVector<int64_t>> &shapes);
LogicalResult inferExpand(Operation *op, Value x, ArrayRef<int64_t> wanted,
                          SmallVectorImpl<SmallVector<int64_t>> &shapes);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H
