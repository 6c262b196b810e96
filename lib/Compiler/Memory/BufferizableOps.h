//===- BufferizableOps.h - The dialect's own ops on buffers ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_MEMORY_BUFFERIZABLEOPS_H
#define ASCEND_LIB_COMPILER_MEMORY_BUFFERIZABLEOPS_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::ascend::compiler {

/// Says how `ascend.concat_into`, `split_into` and `launch` are bufferized.
void registerBufferizableOps(DialectRegistry &registry);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_MEMORY_BUFFERIZABLEOPS_H
