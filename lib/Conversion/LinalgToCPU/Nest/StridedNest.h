//===- StridedNest.h - A linalg op as loops over flat memory --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Loop generation wants to know one thing of an operand: how far each loop
// moves in it. Here every memref becomes a flat one with one stride per loop,
// so that broadcasts, slices, transposes and contiguous rows are all the same
// case, and loops merge where every operand lets them.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDNEST_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDNEST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

namespace mlir::ascend::to_cpu {

/// Builds index arithmetic; constants are folded while it is built.
class IndexMath {
public:
  IndexMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpFoldResult constant(int64_t value) const;
  Value value(OpFoldResult operand) const;
  OpFoldResult add(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult sub(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult mul(OpFoldResult lhs, OpFoldResult rhs) const;
  /// Of two non-negative numbers.
  OpFoldResult div(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult rem(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult min(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult max(OpFoldResult lhs, OpFoldResult rhs) const;

private:
  template <typename OpTy, typename Fold>
  OpFoldResult fold(OpFoldResult lhs, OpFoldResult rhs, Fold compute) const;

  OpBuilder &builder;
  Location loc;
};

/// A memref as a 1-D one of unit stride over the same memory.
struct FlatMemRef {
  Value memref;
  /// Elements from the start of `memref` to the first element.
  OpFoldResult offset;
  /// Elements from one index to the next, per dimension of the original.
  SmallVector<OpFoldResult> strides;
};

/// Flattens `memref`, of any strided layout. 16-bit floats are i16 in it: no
/// CPU here moves, masks or shuffles vectors of them as such (where bf16 is not
/// arithmetic, LLVM takes those vectors apart).
FlatMemRef flatten(OpBuilder &builder, Location loc, Value memref);

/// What a loop body reads or writes in one iteration. It is one of three: an
/// element of memory, a scalar that never changes, or the value of an index.
struct NestOperand {
  /// A flat memref, or null.
  Value memref;
  /// The scalar, or null.
  Value scalar;
  /// Position in `memref`, or value of the index, at the nest's first
  /// iteration.
  OpFoldResult offset;
  /// What one step of each loop adds to it.
  SmallVector<OpFoldResult> strides;
};

/// A number of elements: `number`, and products of dynamic values, sorted, each
/// so many times.
struct ElementCount {
  using Term = std::pair<SmallVector<Value, 2>, int64_t>;

  /// Of sums and products of such; null where its numbers become too large.
  static std::optional<ElementCount> of(OpFoldResult count);

  int64_t number = 0;
  SmallVector<Term, 2> terms;
};

struct NestLoop {
  OpFoldResult size;
  bool reduction;
  /// Which loop of the op it is; of merged ones the outermost.
  unsigned dim = 0;
};

/// Values, and what they are equal to: a number, or a value that is none of
/// them.
using EqualSizes = SmallVector<std::pair<Value, OpFoldResult>, 0>;

/// Loops from outermost to innermost, all from 0 by 1, and the operands of what
/// is in them.
struct StridedNest {
  SmallVector<NestLoop> loops;
  /// The op's inputs, its outputs, then one per linalg.index in its body.
  SmallVector<NestOperand> operands;
  /// What extents of operands are that say how long a loop is, too: the size of
  /// the loop, as the op says that they are equal.
  EqualSizes equalSizes = {};

  /// Reorders, or picks some of, the loops.
  void takeLoops(ArrayRef<unsigned> order);
  /// Removes loops of one iteration.
  void dropUnitLoops();
  /// Merges neighbours of one kind that every operand passes in one stride.
  void collapse(const IndexMath &math);
  /// Two nests that together do the same: one where `loop` is
  /// the number of whole pieces and the loop after it one piece; one where
  /// `loop` is what is left over.
  std::pair<StridedNest, StridedNest> split(const IndexMath &math,
                                            unsigned loop, int64_t piece) const;
  /// Static product of the loops' sizes in [begin, end), or kDynamic.
  int64_t iterations(unsigned begin, unsigned end) const;
  /// The same where each loop of dynamic length may turn once.
  int64_t leastIterations(unsigned begin, unsigned end) const;
  /// Whether `operand` moves by the constant `stride` in `loop`.
  bool hasStride(unsigned operand, unsigned loop, int64_t stride) const;
};

/// Reads off the loops of `op`: first the parallel ones in the order in which
/// its first output is laid out, then the reductions. Emits an error and fails
/// for indexing maps that are not linear.
FailureOr<StridedNest> buildNest(OpBuilder &builder, linalg::GenericOp op);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_STRIDEDNEST_H
