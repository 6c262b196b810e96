//===- GenericLowering.h - linalg.generic to vector loops ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Five forms, all of which give the same bits on every CPU and for any number
// of threads:
//
//   elementwise       the last loop of the output is the vector;
//   transposed tiles  so it is, but an input is contiguous along another loop:
//                     squares of both are read and transposed in registers;
//   short rows        the last loop has two or four elements: squares of such
//                     rows are transposed, or rows interleaved;
//   column reduction  so it is, and the reductions run inside, each lane its
//                     own sum in the order of the loops;
//   row reduction     the innermost reduction is the vector: a fixed number of
//                     lanes, then a tree of halves.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_GENERICLOWERING_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_GENERICLOWERING_H

#include "KernelLowering.h"
#include "LoopBuilder.h"
#include "StridedNest.h"
#include "VectorBody.h"

namespace mlir::ascend::to_cpu {

/// How a reduction joins two values: by `op`, or by an addition where that is
/// an FMA.
struct Combiner {
  Operation *op;
  /// Which operand of `op` is the running value.
  unsigned carriedOperand;
  TypedAttr neutral;
};

/// `combiner` of two values of any one shape.
Value combine(OpBuilder &builder, const Combiner &combiner, Value carried,
              Value other);

/// Transposes the square of the vectors `rows`.
void transposeSquare(OpBuilder &builder, Location loc,
                     MutableArrayRef<Value> rows);

class GenericLowering {
public:
  GenericLowering(RewriterBase &rewriter, linalg::GenericOp op,
                  const VectorUnit &unit, StridedNest nest,
                  bool mayThread = true, bool mayRepeat = false)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit),
        nest(std::move(nest)), mayThread(mayThread), mayRepeat(mayRepeat),
        inputs(op.getNumDpsInputs()), outputs(op.getNumDpsInits()) {}

  /// Emits the loops of the nest, all of the op's or a part of them.
  void emit();
  /// About what an iteration takes.
  double nanosecondsOfIteration();
  /// Whether the op takes long enough to wake other threads for it.
  bool worthThreads();
  /// One block of `part` without reductions. `known`: an input's vector, or
  /// null for one that is to be read.
  void emitBlock(OpBuilder &builder, const StridedNest &part, unsigned column,
                 const Positions &at, const VectorBlock &block,
                 llvm::function_ref<Value(unsigned)> known);

private:
  unsigned firstReduction();
  bool isColumnContiguous(unsigned column);
  std::optional<unsigned> findRowLoop();
  FailureOr<SmallVector<Combiner>> matchCombiners();

  int64_t widestElement();
  int64_t blockLanes(OpFoldResult size);

  void emitColumns(unsigned column);
  /// The same where the loop of columns is of dynamic length, in pieces of it.
  void emitPieces(unsigned column, int64_t lanes);

  struct SharedReads;
  SharedReads findSharedReads(unsigned column, bool isNarrow);
  /// Does what emitColumns does, if turns of the loop around the columns share
  /// what they read.
  bool emitSharedReads(unsigned column, int64_t lanes);
  void emitTurnLoop(
      OpBuilder &builder, const StridedNest &part, unsigned row, int64_t turns,
      const Positions &first,
      llvm::function_ref<void(OpBuilder &, const Positions &, int64_t)> body);
  void emitTurns(OpBuilder &builder, const StridedNest &part, unsigned column,
                 const SharedReads &shared, const Positions &at,
                 const VectorBlock &block, int64_t turns,
                 ArrayRef<Value> known);

  void emitReducedColumns(unsigned column);
  /// `part` with the inputs that are the same in all loops from `begin` on read
  /// at `positions`.
  StridedNest readScalars(OpBuilder &builder, const StridedNest &part,
                          unsigned begin, const Positions &positions);
  void emitColumnBlocks(OpBuilder &builder, const StridedNest &part,
                        unsigned column, const Positions &positions,
                        int64_t lanes);
  void moveSharingLoop();
  int64_t rowsTogether(int64_t lanes);
  void emitRows(ArrayRef<Combiner> combiners);
  void emitRows(ArrayRef<Combiner> combiners, const StridedNest &part,
                unsigned end, int64_t lanes);

  std::optional<unsigned> findTransposedLoop(unsigned column);
  void emitTransposed(unsigned across);
  bool isMove();
  std::optional<int64_t> findRange();
  std::optional<unsigned> findTransposedRanges(int64_t range);
  void emitTransposedRanges(unsigned across, int64_t range);
  bool isInterleaved();
  void emitInterleaved(int64_t range);
  std::optional<unsigned> findPairs();
  void emitPairs(unsigned pair);
  void emitSquares(OpBuilder &builder, const StridedNest &part,
                   const Positions &positions, int64_t side);

  /// The values that the outputs hold before a block; null where nobody asks.
  SmallVector<Value> readOutputs(OpBuilder &builder, const StridedNest &part,
                                 unsigned column, const Positions &at,
                                 const VectorBlock &block);
  void writeOutputs(OpBuilder &builder, ValueRange values,
                    const StridedNest &part, unsigned column,
                    const Positions &at, const VectorBlock &block);
  /// The body on one block, of outputs that hold `before`.
  SmallVector<Value> emitBody(OpBuilder &builder, const StridedNest &part,
                              unsigned column, const Positions &at,
                              const VectorBlock &block, ValueRange before,
                              llvm::function_ref<Value(unsigned)> known);
  void emitReducedBlock(OpBuilder &builder, const StridedNest &part,
                        unsigned column, const Positions &at,
                        const VectorBlock &block);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  Location loc;
  const VectorUnit &unit;
  StridedNest nest;
  bool mayThread;
  /// Whether elements may be computed twice: nothing that is written is read.
  bool mayRepeat;
  unsigned inputs;
  unsigned outputs;
  /// Set while the last two loops are groups of a column reduction and the
  /// elements of a group: how a group joins the running value.
  ArrayRef<Combiner> groupCombiners;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_NEST_GENERICLOWERING_H
