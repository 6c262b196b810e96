//===- StridedView.h - Where the elements of a memref lie -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDVIEW_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDVIEW_H

#include "mlir/IR/Builders.h"

namespace mlir::ascend::to_cpu {

/// A memref as a view of a buffer whose first element is its base.
struct StridedView {
  Value base;
  /// In elements.
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes, strides;
};

/// Follows `memref` through the ops that make views. Sizes and strides that are
/// known at run time only are the values that those ops were given, so that
/// equal ones are one value; that MLIR's own expansion of expand_shape does not
/// take two of them in a group is another reason for it.
StridedView viewOf(OpBuilder &builder, Location loc, Value memref);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDVIEW_H
