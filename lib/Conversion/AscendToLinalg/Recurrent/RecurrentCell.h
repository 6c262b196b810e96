//===- RecurrentCell.h - One step of some hidden elements -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTCELL_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTCELL_H

#include "Recurrent.h"

namespace mlir::ascend::to_linalg {

/// Some gates of r in f32, as a step takes them: blocks of hidden elements, of
/// each the columns of all those gates next to each other, in panels.
struct GateFactor {
  int64_t gates = 0, hidden = 0;
  /// Hidden elements of a block.
  int64_t width = 0;
  /// [blocks, panels, H, columns].
  Value blocks;
  /// [panels, H, columns] of the last `hidden` % `width`; null where there are
  /// none.
  Value rest;
};

/// Those from number `first` on, as they stand along G.
GateFactor packGates(ImplicitLocOpBuilder &b, const RecurrentLayer &layer,
                     int64_t first, int64_t gates, CubeTile tile);

/// x [M, K] times `block` [panels, K, columns], both f32.
Value multiplyBlock(ImplicitLocOpBuilder &b, Value x, Value block);

/// `rows` sequences from `row` on, and of each `width` hidden elements from
/// `column` on.
struct CellPart {
  Extent row;
  int64_t rows;
  Extent column;
  int64_t width;
  /// The block of a GateFactor that has these elements.
  Value factor;
};

using CellBody = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &, const CellPart &, ValueRange outs)>;

/// `outs`, each [B, H], as `body` makes their parts, block after block of
/// `factor`, in any order.
SmallVector<Value> overBlocks(ImplicitLocOpBuilder &b, const GateFactor &factor,
                              ArrayRef<Value> outs, CellBody body);

/// What a step reads.
struct StepValues {
  Value at;
  /// [B, H].
  Value h;
  /// The products of x, [B, G H] or wider.
  Value fromX;
  /// [G H].
  Value bias, inputBias, recurrentBias;
  /// [B], or null.
  Value lengths;
  /// [B, H]: of a GRU that has computed it.
  Value z;
  /// [B, H]: what r is multiplied with.
  Value factor;
};

/// A part of a GRU's z and r h, where the candidate's product is of r h.
SmallVector<Value> emitResets(ImplicitLocOpBuilder &b,
                              const RecurrentLayer &layer, const StepValues &in,
                              const CellPart &part, ValueRange outs);

/// A part of the states after the step, and of what is wanted of them; `outs`
/// are the parts that they replace.
SmallVector<Value> emitCell(ImplicitLocOpBuilder &b,
                            const RecurrentLayer &layer,
                            ArrayRef<StepResult> wanted, const StepValues &in,
                            const CellPart &part, ValueRange outs);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTCELL_H
