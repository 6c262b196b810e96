//===- AscendShapes.h - Helpers of shape inference --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H
#define ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
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

/// Appends the shape of x with its axes permuted, or broadcast with `wanted`;
/// nothing where x has no rank.
LogicalResult inferTranspose(Operation *op, Value x, ArrayRef<int64_t> perm,
                             SmallVectorImpl<SmallVector<int64_t>> &shapes);
LogicalResult inferExpand(Operation *op, Value x, ArrayRef<int64_t> wanted,
                          SmallVectorImpl<SmallVector<int64_t>> &shapes);

/// The reduced axes of x over `axes`: all of them where there are none, unless
/// `ge.noop_with_empty_axes` says otherwise.
std::optional<SmallVector<int64_t>> reducedAxesOf(AscendOpInterface op, Value x,
                                                  ArrayRef<int64_t> axes);

/// Appends the shape of x reduced over `axes`, or an error where those are
/// nothing.
LogicalResult inferReduction(AscendOpInterface op, Value x,
                             const std::optional<SmallVector<int64_t>> &axes,
                             SmallVectorImpl<SmallVector<int64_t>> &shapes);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DIALECT_ASCEND_IR_ASCENDSHAPES_H
