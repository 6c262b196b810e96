//===- LocalInputs.h - Copies that are made part by part --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A pool or a convolution of each channel by itself reads a copy of x that has
// a border. Where a turn of its outer loops reads a part of the copy that no
// other turn reads, that part is made in the turn, in a buffer of the thread's
// that stays in the nearest cache: the copy is never written to memory.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOCALINPUTS_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOCALINPUTS_H

#include "KernelLowering.h"
#include "StridedNest.h"

namespace mlir::ascend::to_cpu {

class LocalInputs {
public:
  /// The buffer that `op` alone reads, and what writes it: parallel ops before
  /// it that read arguments of the function. None where there is no such one or
  /// several, and where something between them could tell the difference.
  static std::optional<LocalInputs> find(linalg::GenericOp op);

  ArrayRef<linalg::GenericOp> getWriters() const { return writers; }

  /// Replaces the op and what writes its buffer by loops over their parts.
  /// False, with nothing but ops that compute positions added, where the loops
  /// share no part. Emits an error and fails for what has no vector form.
  FailureOr<bool> lower(RewriterBase &rewriter, const VectorUnit &unit);

private:
  explicit LocalInputs(linalg::GenericOp op) : op(op) {}

  /// How many outer loops of `nests`, of the writers and of the op, go through
  /// parts of the buffer one by one; sets `part` to the elements of one.
  unsigned countSharedLoops(ArrayRef<StridedNest> nests);

  /// Splits the last of the `shared` loops in three: pieces that threads take,
  /// the turns of a piece, and the parts that a turn makes at once, which are
  /// one part from now on.
  void splitTurns(RewriterBase &rewriter, MutableArrayRef<StridedNest> nests,
                  unsigned shared, bool threads);

  linalg::GenericOp op;
  Value buffer;
  SmallVector<linalg::GenericOp> writers;
  int64_t part = 0;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_LOCALINPUTS_H
