//===- Scalars.h - Elements of tensors in bodies of linalg ops --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SCALARS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SCALARS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// What an element type of GE is to arithmetic. `Other` can only be moved.
enum class NumberKind { Bool, Signed, Unsigned, Float, Other };

/// i1 is Bool, signless iN Signed (8 to 64 bits), uiN Unsigned, f16, bf16, f32
/// and f64 Float.
NumberKind kindOf(Type type);

/// The same, and Float for `!ascend.hif8`: for lowerings that read and write
/// all elements by readElement and writeElement.
NumberKind readKindOf(Type type);

/// Whether elements of the tensor or element type `type` are computed in f32:
/// f16, bf16 or f32.
bool isReal(Type type);

/// `x` op `y` by the op of that kind; bool counts as unsigned.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
Value createByKind(ImplicitLocOpBuilder &b, NumberKind kind, Value x, Value y) {
  if (kind == NumberKind::Float)
    return FloatOp::create(b, x, y);
  if (kind == NumberKind::Signed)
    return SignedOp::create(b, x, y);
  return UnsignedOp::create(b, x, y);
}

/// The type in which elements of `type` (not Other) are computed: f32 for
/// floats up to 32 bits (also `!ascend.hif8`), f64, i1 for bool, iN for both
/// kinds of integers.
Type computeType(Type type);

/// The element type in memory: i8 for bool, floats of eight bits and what is
/// smaller, iN for uiN.
Type storedType(Type type);

/// An element of GE type `type`, as it is stored in memory, in its compute
/// type.
Value readElement(ImplicitLocOpBuilder &b, Value stored, Type type);

/// The value in the compute type of `type`'s kind (f32 or f64 for any float) as
/// it is stored in memory; floats round once, to nearest even (hif8:
/// HiFloat8.h).
Value writeElement(ImplicitLocOpBuilder &b, Value value, Type type);

/// f64 to f32 rounded to odd: a second rounding to a much narrower type then
/// gives what one rounding would.
Value truncateToOdd(ImplicitLocOpBuilder &b, Value value);

/// GE's Cast between the compute types of `from` and `to`, which are not Other.
/// Integers wrap; to bool is "not zero" (NaN is true); float to integer
/// truncates, and saturates outside the range (NaN is 0); to a narrower float
/// rounds once (writeElement), integers to f16 and bf16 by way of f32.
Value castElement(ImplicitLocOpBuilder &b, Value value, Type from, Type to);

/// A constant of an integer or float type.
Value constantOf(ImplicitLocOpBuilder &b, Type type, double value);

/// A constant of type f32 or i32.
Value constantF32(ImplicitLocOpBuilder &b, float value);
Value constantI32(ImplicitLocOpBuilder &b, int32_t value);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_SCALARS_H
