//===- BufferizableOps.h - The dialect's own ops on buffers ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_COMPILER_BUFFERIZABLEOPS_H
#define ASCEND_COMPILER_BUFFERIZABLEOPS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::ascend {

/// Says how `ascend.concat_into`, `split_into` and `launch` are bufferized.
void registerBufferizableOps(DialectRegistry &registry);

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_BUFFERIZABLEOPS_H
