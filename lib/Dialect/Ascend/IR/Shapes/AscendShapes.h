//===- AscendShapes.h - Helpers of shape inference --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DIALECT_ASCEND_IR_SHAPES_ASCENDSHAPES_H
#define ASCEND_LIB_DIALECT_ASCEND_IR_SHAPES_ASCENDSHAPES_H

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include <optional>

namespace mlir::ascend {

/// The extents of a ranked tensor as its type has them, or nothing.
std::optional<ArrayRef<int64_t>> rankedShapeOf(Value value);

/// Prints extents as types do: `4, ?, 6`.
void printExtents(InFlightDiagnostic &diag, ArrayRef<int64_t> shape);

/// Whether a <= b.
Extent isAtMost(ShapeMath &math, Extent a, Extent b);

/// numpy's broadcast of two shapes; an error on `op` where they do not fit.
LogicalResult broadcastExtents(Operation *op, ShapeMath &math,
                               ArrayRef<Extent> a, ArrayRef<Extent> b,
                               SmallVectorImpl<Extent> &result);

/// Axes counted from 0 and sorted, or nothing where one repeats or lies outside
/// the rank.
std::optional<SmallVector<int64_t>> normalizeAxes(ArrayRef<int64_t> axes,
                                                  int64_t rank);

/// Appends `shape` without an axis of it, which must have elements.
LogicalResult inferWithoutAxis(Operation *op, ShapeMath &math,
                               ArrayRef<Extent> shape, int64_t axis,
                               SmallVectorImpl<Extents> &extents);

/// Appends the shape of x where `axes`, from the attribute `ge.ATTRIBUTE`, are
/// different axes of it.
LogicalResult inferAlong(Operation *op, ShapeMath &math, Value x,
                         ArrayRef<int64_t> axes, StringRef attribute,
                         SmallVectorImpl<Extents> &extents);

/// Appends the shape of x with its axes permuted, or broadcast with `wanted`;
/// nothing where x has no rank.
LogicalResult inferTranspose(Operation *op, ShapeMath &math, Value x,
                             ArrayRef<int64_t> perm,
                             SmallVectorImpl<Extents> &extents);
LogicalResult inferExpand(Operation *op, ShapeMath &math, Value x,
                          ArrayRef<Extent> wanted,
                          SmallVectorImpl<Extents> &extents);

/// Appends the shape of x with its extents times `multiples`, one per axis.
LogicalResult inferTile(Operation *op, ShapeMath &math, ArrayRef<Extent> x,
                        ArrayRef<Extent> multiples,
                        SmallVectorImpl<Extents> &extents);

/// Appends `dims`, the shape of a tensor that has `value`, of one element,
/// everywhere.
LogicalResult inferFill(Operation *op, ShapeMath &math, Value value,
                        std::optional<Extents> dims,
                        SmallVectorImpl<Extents> &extents);

/// Appends the shape of the images x, [N, C, H, W], with H and W as in `size`.
LogicalResult inferResizedImages(Operation *op, ShapeMath &math, Value x,
                                 const std::optional<Extents> &size,
                                 SmallVectorImpl<Extents> &extents);

/// Sets the border of an axis of `extent` to what `ge.auto_pad` says; a window
/// reaches over `reach` elements. NOTSET, and what is no word of it, which the
/// op's verifier refuses, leave the border as it is.
void setAutoPad(AscendOpInterface op, ShapeMath &math, Extent extent,
                Extent reach, int64_t stride, Extent &before, Extent &after);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DIALECT_ASCEND_IR_SHAPES_ASCENDSHAPES_H
