//===- Recurrent.h - Parts of recurrent networks ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_H

#include "Packing.h"

namespace mlir::ascend {

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

/// Direction `number` of a recurrent op: y [T, B, H] in GE type `y`, and the
/// last states, [B, H] in f32. `functions` are those of this direction.
SmallVector<Value> emitDirection(ImplicitLocOpBuilder &b, AscendOpInterface op,
                                 ValueRange operands, RecurrentCell cell,
                                 int64_t number,
                                 ArrayRef<GateFunction> functions,
                                 CubeTile tile, Type y);

/// A factor [N, K] of products x factorᵀ, packed once for many of them.
struct PackedFactor {
  Value packed;
  int64_t columns, inner;
  CubeTile tile;
};
PackedFactor packFactor(ImplicitLocOpBuilder &b, Value factor, Type type,
                        int64_t rows, CubeTile tile);

/// x [M, K] (GE element type `type`) times the factor, [M, N] in f32.
Value multiplyBy(ImplicitLocOpBuilder &b, Value x, Type type,
                 const PackedFactor &factor);

/// `value` without `axis`, at place `at` of it.
Value takeAt(ImplicitLocOpBuilder &b, Value value, OpFoldResult at,
             int64_t axis = 0);

/// `destination` with `value` at place `at` of `axis`.
Value putAt(ImplicitLocOpBuilder &b, Value value, Value destination,
            OpFoldResult at, int64_t axis = 0);

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_RECURRENT_H
