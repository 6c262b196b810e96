//===- CubeModes.h - What modes make of cube ops ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_CUBEMODES_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_CUBEMODES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// Whether the cube op `op` rounds float32 operands of its products to HF32.
bool multipliesAsHF32(Operation *op);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_CUBEMODES_H
