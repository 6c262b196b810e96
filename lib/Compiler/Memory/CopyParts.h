//===- CopyParts.h - Copies between a buffer and its parts ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_MEMORY_COPYPARTS_H
#define ASCEND_LIB_COMPILER_MEMORY_COPYPARTS_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

namespace mlir::ascend::compiler {

/// What lies one behind the other along `dim` of `whole`.
struct BufferParts {
  Value whole;
  SmallVector<Value> parts;
  int64_t dim;
  /// Whether the parts are arguments of the kernel: dense, and there until it
  /// ends.
  bool areArguments;
};

/// Copies each part to its place in the whole, or, with `splits`, from there.
LogicalResult copyParts(RewriterBase &rewriter, Location loc,
                        const bufferization::BufferizationOptions &options,
                        const BufferParts &buffers, bool splits);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_MEMORY_COPYPARTS_H
