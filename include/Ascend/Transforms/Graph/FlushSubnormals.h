//===- FlushSubnormals.h - Weights without subnormal numbers ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPH_FLUSHSUBNORMALS_H
#define ASCEND_TRANSFORMS_GRAPH_FLUSHSUBNORMALS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::ascend {

/// What ascend-flush-subnormals makes of a constant factor; null where it
/// stays. Made once in a context.
ElementsAttr flushSubnormals(ElementsAttr value);

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_GRAPH_FLUSHSUBNORMALS_H
