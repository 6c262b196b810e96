//===- PoolWindows.h - Windows of pools -------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_POOLWINDOWS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_POOLWINDOWS_H

#include "Base/Lowering.h"
#include "Base/SeenRanges.h"
#include "Reduce/Reduction.h"

namespace mlir::ascend::to_linalg {

/// Refuses an op whose padded input or windows cannot be counted.
LogicalResult checkWindows(Operation *op, ArrayRef<PoolAxis> axes,
                           ArrayRef<int64_t> shape, ArrayRef<int64_t> result);

/// What `compute` makes of x with its border. Where it is known only at range
/// time whether windows end outside of an x that has none, there are two
/// branches.
SmallVector<Value> computePadded(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes, bool ceil,
    TypedAttr border,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value padded)>
        compute);

/// How many elements each window along an axis has: those of x, or those of x
/// and its border.
Value windowCounts(ImplicitLocOpBuilder &b, ShapeCode &math,
                   const PoolAxis &axis, Extent extent, bool exclusive,
                   FloatType type);

/// Combines, as numbers of `kind` in `type`, what `element` makes of the
/// elements of each window of `input` and of those of `others`, which have the
/// result's shape; in `destination`, of that shape and type.
Value combineWindows(ImplicitLocOpBuilder &b, Value input, ValueRange others,
                     ArrayRef<PoolAxis> axes, Value destination,
                     Combination combination, NumberKind kind,
                     ElementBody element);

/// The elements of a window.
int64_t windowSize(ArrayRef<PoolAxis> axes);

/// The axes of each of the pools, one after the other, that combine windows of
/// an x of `shape` along one axis at a time; none where all at once is faster.
/// They are for what may be combined in any order. `isConverted`: elements are
/// of another type when they are combined than in memory.
SmallVector<SmallVector<PoolAxis>>
divideByAxis(ArrayRef<PoolAxis> axes, ArrayRef<Extent> shape, bool isConverted);

/// The ranges of windows along each axis that see the same elements of an x of
/// `shape`, which has `bits` each, and no border: where copying an image with
/// its border takes longer than the parts, of a run along each axis, by
/// themselves. Else none.
SmallVector<SmallVector<SeenRange>>
divideBySeen(ArrayRef<PoolAxis> axes, ArrayRef<Extent> shape, unsigned bits);

/// `destination`, of which `compute` makes each such part of `x`: windows of
/// `own` axes of what the part sees, in the part `destination`; `part` is where
/// that lies.
Value computeParts(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes,
    ArrayRef<SmallVector<SeenRange>> ranges, Value destination,
    llvm::function_ref<Value(Value seen, ArrayRef<PoolAxis> own,
                             ArrayRef<SeenRange> part, Value destination)>
        compute);

/// What each element of all windows of `input` sees: views of it, which are
/// read with `map`, in the order of the window.
SmallVector<Value> viewWindows(ImplicitLocOpBuilder &b, Value input,
                               ArrayRef<PoolAxis> axes, AffineMap &map);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_POOLWINDOWS_H
