//===- RecurrentLoop.h - The loop over the steps of a sequence --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTLOOP_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTLOOP_H

#include "Ascend/Costs/FormCosts.h"
#include "RecurrentCell.h"

namespace mlir::ascend::to_linalg {

/// Builds the loop of one direction.
class LayerLoop {
public:
  LayerLoop(const RecurrentLayer &layer, ArrayRef<StepResult> wanted)
      : layer(layer), wanted(wanted), hidden(layer.hidden()) {}

  /// What the loop carries, as it begins: the states, each [B, H] in f32, room
  /// for parts of a step, then what is wanted, each [T, B, H].
  SmallVector<Value> begin(ImplicitLocOpBuilder &b, CubeTile tile);

  /// The same behind the last step, of the `rows` sequences from `first` on.
  SmallVector<Value> overSteps(ImplicitLocOpBuilder &b, ValueRange carried,
                               Extent first, Extent rows);

  unsigned states() const { return layer.cell == RecurrentCell::LSTM ? 2 : 1; }
  unsigned firstShown() const { return states() + rooms(); }
  Extent sequences() const { return ShapeCode::extent(batch); }
  /// Whether parts of the batch, of as many sequences as are known, go through
  /// all steps: those of a batch that has some, where r stays in a core's cache
  /// meanwhile. Then the products of x are made some steps before they are
  /// taken.
  bool isSplit() const {
    Extent count = sequences();
    return layer.gates() * hidden * hidden * int64_t(sizeof(float)) <=
               FormCosts::splitFactorBytes &&
           !(count.isNumber() && count.number() < FormCosts::sequencesOfPart);
  }
  /// Whether there is nothing to do.
  bool isEmpty() const { return isZero(steps) || isZero(batch) || hidden == 0; }
  /// Behind the states: z and r h, or the new h, which others read meanwhile.
  unsigned rooms() const { return layer.multipliesReset() ? 2 : 1; }

private:
  static bool isZero(OpFoldResult size) {
    return ShapeCode::extent(size).is(0);
  }

  Value initial(ImplicitLocOpBuilder &b, const TypedTensor &given);
  void addBiases(ImplicitLocOpBuilder &b);
  SmallVector<Value> overPart(ImplicitLocOpBuilder &b, StepValues in,
                              Value part, Extent from, Extent length,
                              ValueRange carried);
  Value multiplyInputs(ImplicitLocOpBuilder &b, Extent from, Extent length,
                       int64_t most, Extent first, Extent rows);
  SmallVector<Value> step(ImplicitLocOpBuilder &b, StepValues in,
                          ValueRange carried);

  const RecurrentLayer &layer;
  ArrayRef<StepResult> wanted;
  int64_t hidden;
  OpFoldResult steps, batch;
  /// x in f32, or the products of all of it.
  Value x, products;
  PackedFactor inputs;
  Value bias, inputBias, recurrentBias;
  GateFactor recurrent, candidate;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENTLOOP_H
