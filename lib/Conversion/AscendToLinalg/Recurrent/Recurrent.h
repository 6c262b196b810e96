//===- Recurrent.h - Parts of recurrent networks ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENT_H

#include "Product/Packing.h"

namespace mlir::ascend::to_linalg {

/// A function of a gate: its name, and parameters where they are not NaN.
struct GateFunction {
  StringRef name;
  float alpha, beta;

  bool isKnown() const;
  /// Its value for x (f32).
  Value emit(ImplicitLocOpBuilder &b, Value x) const;
};

/// The functions of a recurrent op, `count` per direction, by its attributes
/// `ge.activations`, `ge.activation_alpha` and `ge.activation_beta`;
/// `defaults` are the names where there are none. An error on the op where one
/// is unknown.
FailureOr<SmallVector<GateFunction>> gateFunctions(AscendOpInterface op,
                                                   ArrayRef<StringRef> defaults,
                                                   int64_t directions);

/// What the cell of an op computes in one step from the products of its gates.
enum class RecurrentCell { LSTM, GRU, RNN };

/// A tensor and its GE element type; there is none where `value` is null.
struct TypedTensor {
  Value value;
  Type type;

  explicit operator bool() const { return bool(value); }
};

/// One direction of a recurrent op: T steps, B sequences, I inputs, H hidden
/// elements, G gates (four of LSTM, three of GRU, one of RNN).
struct RecurrentLayer {
  RecurrentCell cell = RecurrentCell::LSTM;
  /// Those of the gates, of the candidate, and of what an LSTM shows.
  SmallVector<GateFunction> functions;
  bool isReverse = false;
  /// GRU: the reset is a factor of h's product, not of h.
  bool resetsProduct = false;
  /// LSTM: the forget gate is 1 - i.
  bool isCoupled = false;
  /// What the functions get stays within [-clip, clip]; 0: no bound.
  float clip = 0;
  /// LSTM: an addend of the forget gate.
  float forgetBias = 0;

  /// [T, B, I].
  TypedTensor x;
  /// [G H, I] and [G H, H], or with `gatesLast` [I, G H] and [H, G H].
  TypedTensor w, r;
  bool gatesLast = false;
  /// Where the gates stand along G: i, o, f, c of LSTM, z, r, h of GRU.
  SmallVector<int64_t> order;
  /// [G H].
  TypedTensor inputBias, recurrentBias;
  /// [B]: the steps that each sequence has (i32).
  TypedTensor lengths;
  /// [B, H].
  TypedTensor initialH, initialC;
  /// [H] for each of i, o and f, or none.
  SmallVector<TypedTensor> peepholes;

  int64_t gates() const {
    return cell == RecurrentCell::LSTM ? 4 : cell == RecurrentCell::GRU ? 3 : 1;
  }
  int64_t hidden() const {
    return cast<RankedTensorType>(r.value.getType())
        .getShape()[gatesLast ? 0 : 1];
  }
  /// Whether the last gate's product comes after the reset.
  bool multipliesReset() const {
    return cell == RecurrentCell::GRU && !resetsProduct;
  }
};

/// A state after every step: h is number 0, c number 1.
struct StepResult {
  unsigned state;
  /// The GE element type to which it is rounded.
  Type type;
};

/// What loops over steps give.
struct LayerResults {
  int64_t directions;
  /// What is wanted, each [T, B, H]; of two directions [T, 2, B, H].
  SmallVector<Value> steps;
  /// The last states, each [B, H] in f32; of two directions [2, B, H].
  SmallVector<Value> states;

  /// One of them with an axis of the directions in any case.
  Value stepsOfAll(ImplicitLocOpBuilder &b, unsigned index) const;
  Value statesOfAll(ImplicitLocOpBuilder &b, unsigned index) const;
};

/// The loops over the steps of one or two directions, which have their inputs,
/// cells and sizes in common.
LayerResults emitLayers(ImplicitLocOpBuilder &b,
                        ArrayRef<RecurrentLayer> layers,
                        ArrayRef<StepResult> wanted, CubeTile tile);

/// Refuses weights of dynamic extents, and gates that exceed any memory.
LogicalResult checkLayer(Operation *op, Value x, ValueRange weights);

/// Sums of products of floats in f32.
CubeNumerics floatNumerics(ImplicitLocOpBuilder &b);

/// A factor [N, K] of products, or [K, N] with `columnsLast`; packed once for
/// many of them, in panels of `panel` columns.
struct PackedFactor {
  Value packed;
  int64_t columns, inner, panel;
};
PackedFactor packFactor(ImplicitLocOpBuilder &b, Value factor, Type type,
                        bool columnsLast, CubeTile tile);

/// x [M, K], whose M is `rows`, times `panels` [P, K, columns], both f32:
/// [M, P, columns].
Value multiplyPanels(ImplicitLocOpBuilder &b, Value x, Extent rows,
                     Value panels);

/// x [M, K] (GE element type `type`) times the factor in f32: [M, N], or more
/// columns, of which those behind the first N are 0.
Value multiplyBy(ImplicitLocOpBuilder &b, Value x, Type type,
                 const PackedFactor &factor);

/// `value` without `axis`, at place `at` of it.
Value takeAt(ImplicitLocOpBuilder &b, Value value, OpFoldResult at,
             int64_t axis = 0);

/// `destination` with `value` at place `at` of `axis`.
Value putAt(ImplicitLocOpBuilder &b, Value value, Value destination,
            OpFoldResult at, int64_t axis = 0);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_RECURRENT_H
