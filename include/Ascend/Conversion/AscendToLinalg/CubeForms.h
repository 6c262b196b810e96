//===- CubeForms.h - How ops of the cube unit lower -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_CUBEFORMS_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_CUBEFORMS_H

#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir {
class Operation;

namespace ascend {

/// Whether `op` is a product of matrices whose rows are multiplied in place,
/// and which ends with one elementwise op on the result's shape, on every CPU.
bool multipliesRows(Operation *op);

/// Whether the cube op `op` rounds float32 operands of its products to HF32.
bool multipliesAsHF32(Operation *op);

/// Whether a product of `n` columns whose sums have `k` terms, as far as these
/// are known, sums in lanes along its rows: in another order than one by one.
bool sumsAlongRows(Extent n, Extent k);

/// Whether a MatMulV2 or BatchMatMulV2 takes its first or its second factor
/// with the last two axes swapped.
bool transposesFactor(Operation *op, bool first);

/// The ordinary convolutions that `op`, a Conv2D, Conv2DTranspose or
/// Conv2DTransposeD, is in NC1HWC0; 0 where there would be too many. With one,
/// its result is that of one elementwise op.
int64_t convolutionsInBlocks(Operation *op);

/// C0 of so many channels: a convolution sums up C1 after C1, in each the
/// window, in that C0, whatever the format. As many as the widest vectors have
/// lanes, or half of them; 1 where neither divides the channels.
inline int64_t channelBlockFor(int64_t channels) {
  return channels % 16 == 0 ? 16 : channels % 8 == 0 ? 8 : 1;
}

} // namespace ascend
} // namespace mlir

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_CUBEFORMS_H
