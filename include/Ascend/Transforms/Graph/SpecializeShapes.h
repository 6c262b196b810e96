//===- SpecializeShapes.h - A model for inputs of known shapes --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPH_SPECIALIZESHAPES_H
#define ASCEND_TRANSFORMS_GRAPH_SPECIALIZESHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {

/// Gives the arguments of `entry` these shapes, which agree with their types
/// and may leave extents open, and everything behind them the shapes that
/// follow. Integers that become known are constants from then on. An error
/// where the model refuses such inputs, where another shape than a type's
/// follows, or where a tensor has no elements: then `isEmpty`, if asked for, is
/// set, as the model takes such inputs.
LogicalResult specializeShapes(func::FuncOp entry,
                               ArrayRef<SmallVector<int64_t>> shapes,
                               bool *isEmpty = nullptr);

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_GRAPH_SPECIALIZESHAPES_H
