//===- VectorBody.h - Scalar bodies on vectors ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The scalar body of a linalg.generic, done for a block of iterations at once:
// reads, the body's ops on vectors, writes.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_VECTORBODY_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_VECTORBODY_H

#include "StridedNest.h"

namespace mlir::ascend::to_cpu {

/// Consecutive iterations of the vectorized loop that are done at once.
struct VectorBlock {
  /// Lanes of each vector: a power of two.
  int64_t lanes;
  /// How many of them, from the first, are iterations; kDynamic if not known.
  int64_t active;
  /// vector<lanes x i1>: which lanes are iterations; null if all are.
  Value mask;
};

/// A block of the first `count` iterations, `count` <= `lanes`.
VectorBlock makeBlock(OpBuilder &builder, Location loc, int64_t lanes,
                      OpFoldResult count);

/// `value` as bits of `type` of the same width, in each lane if it is a vector.
Value castBits(OpBuilder &builder, Location loc, Value value, Type type);

/// The lanes of `mask`, all where it is null, of `memref` from `start` on; the
/// others are zero.
Value readLanes(OpBuilder &builder, Location loc, Value memref, VectorType type,
                Value start, Value mask);

/// Reads `operand` at `position`, its lanes `stride` apart. Lanes that are off
/// hold zero. The result has the type of memory: 16-bit floats are i16.
Value readVector(OpBuilder &builder, Location loc, const NestOperand &operand,
                 OpFoldResult position, OpFoldResult stride,
                 const VectorBlock &block);

/// Writes `vector` to `operand`, a memref, in the same way; it may be of the
/// type that memory stands for.
void writeVector(OpBuilder &builder, Location loc, Value vector,
                 const NestOperand &operand, OpFoldResult position,
                 OpFoldResult stride, const VectorBlock &block);

/// `scalar` in each lane.
Value splat(OpBuilder &builder, Location loc, Value scalar, int64_t lanes);

/// Emits an error and fails if the body of `op` holds what has no vector form.
LogicalResult verifyVectorizable(linalg::GenericOp op);

/// Emits the body of `op` on vectors of `block.lanes`. `arguments` are the
/// values of its block arguments, `indices` those of its linalg.index ops in
/// order; those that memory holds in another type are cast. Returns what the
/// body yields.
SmallVector<Value> emitVectorBody(OpBuilder &builder, linalg::GenericOp op,
                                  ArrayRef<Value> arguments,
                                  ArrayRef<Value> indices,
                                  const VectorBlock &block);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_VECTORBODY_H
