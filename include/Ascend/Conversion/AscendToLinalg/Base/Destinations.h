//===- Destinations.h - Results computed where they are wanted --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_BASE_DESTINATIONS_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_BASE_DESTINATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {

/// Where `function` materializes a value in one of its arguments, computes it
/// there: reshapes move behind the materialization, and the tensor.empty that
/// the value was computed in becomes the argument. What bufferization's
/// eliminate-empty-tensors does, also through reshapes.
void forwardDestinations(func::FuncOp function);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_BASE_DESTINATIONS_H
