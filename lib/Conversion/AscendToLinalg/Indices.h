//===- Indices.h - Index tensors that are known at run time -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_INDICES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_INDICES_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {

/// Whether the tensor or element type is int32 or int64.
bool isIndexType(Type type);

/// Ends the run where an element of `values` (int32 or int64) lies outside of
/// [least, bound): one pass over them, before anything else is done.
void checkRange(ImplicitLocOpBuilder &b, AscendOpInterface op, Value values,
                int64_t least, int64_t bound);

/// The same for indices along an axis of `extent`, of which negative ones count
/// from its end.
void checkIndices(ImplicitLocOpBuilder &b, AscendOpInterface op, Value indices,
                  int64_t extent);

/// An index of an element as a position in an axis of `extent` > 0: counted
/// from the start and, wherever the run has ended, still inside of it.
Value positionOf(ImplicitLocOpBuilder &b, Value index, int64_t extent);

/// `value` (index) in [0, extent).
Value clampPosition(ImplicitLocOpBuilder &b, Value value, int64_t extent);

/// Loops over `extents`, all from 0 by 1, in row-major order, that carry a
/// tensor: `body` gives its next value. Gives the last one.
Value forEach(ImplicitLocOpBuilder &b, ArrayRef<int64_t> extents, Value init,
              llvm::function_ref<Value(ImplicitLocOpBuilder &,
                                       ValueRange positions, Value carried)>
                  body);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_INDICES_H
