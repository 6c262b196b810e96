//===- CubeWork.h - How much the cube unit multiplies -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_CUBEWORK_H
#define ASCEND_DIALECT_ASCEND_IR_CUBEWORK_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend {

/// The extent of `tensor` along `axis`.
struct ExtentOf {
  Value tensor;
  int64_t axis;
};

/// The extents whose product is how many products the definition of `op`, a
/// CubeWorkOpInterface, sums in all; none for other ops.
SmallVector<ExtentOf> workExtentsOf(Operation *op);

/// The product of `extents`; nothing where one is open or not there, or where
/// it is too large for an int64_t.
std::optional<int64_t> multiply(ArrayRef<ExtentOf> extents);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_CUBEWORK_H
