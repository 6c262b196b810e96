//===- LoopBuilder.h - The loops around vector blocks ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOOPBUILDER_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOOPBUILDER_H

#include "StridedNest.h"
#include "VectorBody.h"

namespace mlir::ascend::to_cpu {

/// Where each operand of a nest stands inside of some of its loops.
using Positions = SmallVector<OpFoldResult>;

/// The body of loops: gets the positions and what the loops carry, returns what
/// they carry on. Loops that carry nothing pass and return nothing.
using LoopBody = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, const Positions &, ValueRange)>;
using BlockBody = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, const Positions &, const VectorBlock &, ValueRange)>;
using ParallelBody = llvm::function_ref<void(OpBuilder &, const Positions &)>;

/// Positions at the first iteration.
Positions startOf(const StridedNest &nest);

/// The positions after `count` steps of number `loop`.
Positions advance(OpBuilder &builder, Location loc, const StridedNest &nest,
                  unsigned loop, OpFoldResult count,
                  const Positions &positions);

/// for (i = 0; i < size; i += step), without a loop where one turn is all.
void emitFor(OpBuilder &builder, Location loc, OpFoldResult size, int64_t step,
             llvm::function_ref<void(OpBuilder &, OpFoldResult)> body);

/// The largest number from 1 to `most` that divides `count`.
int64_t divisorUpTo(int64_t count, int64_t most);

/// min(step, size - done).
OpFoldResult clampChunk(OpBuilder &builder, Location loc, OpFoldResult size,
                        OpFoldResult done, int64_t step);

/// Serial loops over [begin, end) of the nest.
SmallVector<Value> emitLoops(OpBuilder &builder, Location loc,
                             const StridedNest &nest, unsigned begin,
                             unsigned end, const Positions &positions,
                             ValueRange carried, LoopBody body);

/// A loop over number `loop` of the nest, in blocks of `lanes`: full ones
/// without masks, then, unless `lanes` divides its size, one that is masked, or
/// a full one that does some iterations again if it `mayRepeat` them.
SmallVector<Value> emitVectorLoop(OpBuilder &builder, Location loc,
                                  const StridedNest &nest, unsigned loop,
                                  const Positions &positions, int64_t lanes,
                                  ValueRange carried, BlockBody body,
                                  bool mayRepeat = false);

/// The first `end` loops of the nest, all parallel; as one scf.parallel over as
/// many of them as it takes to keep threads busy if `threads` is set.
void emitParallelLoops(OpBuilder &builder, Location loc,
                       const StridedNest &nest, unsigned end, bool threads,
                       ParallelBody body);

/// An scf.parallel of `count` iterations.
void emitParallelFor(OpBuilder &builder, Location loc, OpFoldResult count,
                     llvm::function_ref<void(OpBuilder &, Value)> body);

/// Room for so many elements of `type`, for each thread that comes here.
Value makeThreadBuffer(OpBuilder &builder, Location loc, int64_t elements,
                       Type type);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOOPBUILDER_H
