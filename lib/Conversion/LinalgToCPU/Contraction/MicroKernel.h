//===- MicroKernel.h - One tile of a matrix product -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_MICROKERNEL_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_MICROKERNEL_H

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "InnerProduct.h"
#include "Nest/StridedNest.h"

namespace mlir::ascend::to_cpu {

/// One of A, B, C as [batch][tile row]…[tile column]…, flat.
struct Packed {
  FlatMemRef flat;
  unsigned batched;
  OpFoldResult stride(unsigned dim) const {
    return flat.strides[batched + dim];
  }
};

/// A tile of C for each of some panels, in memory or in a buffer of the thread.
struct SumTile {
  Value memref;
  OpFoldResult start, rowStride, panelStride;
  /// What the sums begin with; null where the tile holds it.
  Value initial;
  /// What is added to the sums of each row, by vectors; may be empty.
  SmallVector<Value> corrections = {};
};

/// Adds the products of packed A and B to tiles of C, one k after the other.
struct MicroKernel {
  /// Takes tiles, elements and attributes of `op`, a linalg.mmt4d or
  /// batch_mmt4d. Emits an error and fails for what has no kernel.
  LogicalResult choose(linalg::LinalgOp op, const VectorUnit &unit);

  /// C tiles += A tiles * B tiles over `length` packed k, which begin at `a`
  /// and, of the first panel, at `b`.
  void emit(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
            const SumTile &tile, OpFoldResult length) const;

  Location loc;
  std::unique_ptr<InnerProduct> product;
  Packed a = {}, b = {};
  int64_t tileRows = 0, tileColumns = 0, lanes = 0;
  /// How many panels of B are multiplied at once. Few rows leave registers for
  /// some, and to read one alone does not keep memory busy.
  int64_t panels = 1;
  int64_t vectors() const { return panels * tileColumns / lanes; }
  /// Products that join a sum at once (kKBlockAttrName); 0: one by one.
  int64_t kBlock = 0;
  /// What elements of A hold beyond their value (kAOffsetAttrName).
  int64_t offset = 0;
  /// Whether emit makes the corrections itself, along with the sums: where
  /// there is one tile of them.
  bool correctsAlong = false;

  /// What `offset` makes the sums over `length` packed k of B be too large by,
  /// negated: one vector for each of a tile's.
  SmallVector<Value> emitCorrections(OpBuilder &builder, OpFoldResult b,
                                     OpFoldResult length) const;

private:
  LogicalResult chooseProduct(linalg::LinalgOp op, const VectorUnit &unit);
  Value loadColumns(OpBuilder &builder, OpFoldResult row, int64_t vector) const;
  Value correction(OpBuilder &builder, Value columnSum) const;
  Value positionIn(OpBuilder &builder, const SumTile &tile, int64_t row,
                   int64_t vector) const;
  Value loadSums(OpBuilder &builder, const SumTile &tile, Value position) const;
  void emitInBlocks(OpBuilder &builder, OpFoldResult a, OpFoldResult b,
                    const SumTile &tile, OpFoldResult length) const;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_MICROKERNEL_H
