//===- Generics.h - Builders of linalg ops on tensors -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_GENERICS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_GENERICS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {

/// Makes the element of a result from the elements of the operands.
using ElementBody =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange elements)>;

/// A tensor whose elements are not set yet.
Value emptyTensor(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape, Type type);

/// `destination` with every element set to `scalar`.
Value fillTensor(ImplicitLocOpBuilder &b, Value scalar, Value destination);

/// One parallel linalg.generic over the extents of `destination`, which it
/// writes with the identity map; `maps` are those of `inputs`.
Value parallelGeneric(ImplicitLocOpBuilder &b, ValueRange inputs,
                      ArrayRef<AffineMap> maps, Value destination,
                      ElementBody body);

/// The same with numpy's broadcasting and a new tensor of type `result`.
Value mapElements(ImplicitLocOpBuilder &b, RankedTensorType result,
                  ValueRange inputs, ElementBody body);

/// The map by which a tensor of `shape` is read over `result` extents, as numpy
/// broadcasts: dims, and 0 where an extent of 1 stands for a wider one.
AffineMap broadcastMap(MLIRContext *context, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> result);

/// The same elements in another static shape: tensor.collapse_shape and
/// tensor.expand_shape, the fewest that do.
Value reshapeTensor(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<int64_t> shape);

/// Each axis of `value` in `axes` (ascending) as two axes, whose extents stand
/// in `shape`, and the inverse. Both are views also of slices.
Value splitAxes(ImplicitLocOpBuilder &b, Value value, ArrayRef<int64_t> axes,
                ArrayRef<int64_t> shape);
Value mergeAxes(ImplicitLocOpBuilder &b, Value value, ArrayRef<int64_t> axes,
                ArrayRef<int64_t> shape);

/// A box of `value` with unit strides, `value` itself where the box is all.
Value sliceTensor(ImplicitLocOpBuilder &b, Value value,
                  ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes);

/// `destination` with `value` at `offsets`; `value` itself where it covers all.
Value insertTensor(ImplicitLocOpBuilder &b, Value value, Value destination,
                   ArrayRef<int64_t> offsets);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_GENERICS_H
