//===- Reduction.h - Builders of reductions ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_REDUCTION_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_REDUCTION_H

#include "Base/Generics.h"
#include "Base/Scalars.h"

namespace mlir::ascend::to_linalg {

/// What becomes of many elements.
enum class Combination { Sum, Prod, Max, Min };

/// The result of no elements, of an integer or float type: -infinity is the
/// maximum of no floats.
TypedAttr neutralElement(OpBuilder &b, Combination combination, NumberKind kind,
                         Type type);

/// x and y combined; kind Bool counts as unsigned.
Value combineElements(ImplicitLocOpBuilder &b, Combination combination,
                      NumberKind kind, Value x, Value y);

/// The number of elements of `sizes`, which a mean divides by, as a value of
/// `type`. Integers of no elements have the sum 0 and no mean: for them it is
/// at least 1.
Value countAs(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes, Type type);

/// What `body` makes, of type `result`, of each element of `value` and of
/// countAs of `sizes` and `type`.
Value mapWithCount(
    ImplicitLocOpBuilder &b, Value value, ArrayRef<OpFoldResult> sizes,
    Type type, Type result,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> body);

/// From the axes of a tensor of `rank` to those that are not among `axes`.
AffineMap keptAxes(OpBuilder &b, int64_t rank, ArrayRef<int64_t> axes);

/// Combines, over `axes` of `shape`, what `element` makes of the elements of
/// `inputs`: values of `type`, an integer or a float (kind Bool: unsigned). An
/// input, the first one always, has that shape, or the shape without the axes,
/// which the result has.
Value reduceTensor(ImplicitLocOpBuilder &b, ValueRange inputs,
                   ArrayRef<int64_t> shape, ArrayRef<int64_t> axes,
                   Combination combination, NumberKind kind, Type type,
                   ElementBody element);

/// The mean over `axes` as a kernel in f16 has it: each element of `x` (f16)
/// times 1 / count, and their sum, all rounded to f16. Of x in NC1HWC0 the axes
/// are H and W.
Value meanInHalf(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes,
                 bool inBlocks = false);

/// The first (or last) positions, of integer type `type`, of the maxima (or
/// minima, by `best`) along `axis` of `x`, whose GE element type is a number;
/// the axis is at most 2^31 long. Where there is NaN, NaN is the extremum.
Value findExtrema(ImplicitLocOpBuilder &b, Value x, Type element, int64_t axis,
                  Combination best, bool last, Type type);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_REDUCE_REDUCTION_H
