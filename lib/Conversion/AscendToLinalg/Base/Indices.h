//===- Indices.h - Index tensors that are known at run time -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_INDICES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_INDICES_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// Whether the tensor or element type is int32 or int64.
bool isIndexType(Type type);

/// Ends the run where an element of `values` (int32 or int64) lies outside of
/// [least, bound): one pass over them, before anything else is done.
void checkRange(ImplicitLocOpBuilder &b, AscendOpInterface op, Value values,
                Extent least, Extent bound);

/// The same for indices along an axis of `extent`, of which negative ones count
/// from its end.
void checkIndices(ImplicitLocOpBuilder &b, AscendOpInterface op, Value indices,
                  Extent extent);

/// An index of an element as a position in an axis of `extent` > 0: counted
/// from the start and, wherever the run has ended, still inside of it.
Value positionOf(ImplicitLocOpBuilder &b, Value index, Extent extent);

/// `value` (index) in [0, extent).
Value clampPosition(ImplicitLocOpBuilder &b, Value value, Extent extent);

/// One of two elements that keep their bits: LLVM may go through float to
/// choose between halves.
Value selectBits(ImplicitLocOpBuilder &b, Value condition, Value yes, Value no);

/// What `fill` makes of a new tensor of `sizes`, whose elements it reads where
/// there are `elements`; zeros where there are none: then the run has ended.
Value readSome(
    ImplicitLocOpBuilder &b, Extent elements, ArrayRef<Extent> sizes, Type type,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value destination)> fill);

/// Loops over `extents`, all from 0 by 1, in row-major order, that carry a
/// tensor: `body` gives its next value. Gives the last one.
Value forEach(ImplicitLocOpBuilder &b, ArrayRef<Extent> extents, Value init,
              llvm::function_ref<Value(ImplicitLocOpBuilder &,
                                       ValueRange positions, Value carried)>
                  body);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_INDICES_H
