//===- ElementwiseBodies.h - Bodies of elementwise ops ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_ELEMENTWISEBODIES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_ELEMENTWISEBODIES_H

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Base/Scalars.h"

namespace mlir::ascend::to_linalg {

/// What a body is made from: the elements of the operands at one place, all in
/// one compute type.
struct Elements {
  ImplicitLocOpBuilder &b;
  /// The kind of all operands.
  NumberKind kind;
  AscendOpInterface op;
  ValueRange x;
};

/// Kinds of operands, as a set. Float: up to 32 bits, computed in f32.
enum Kinds : unsigned {
  kBool = 1,
  kSigned = 2,
  kUnsigned = 4,
  kFloat = 8,
  kDouble = 16,
  kInteger = kSigned | kUnsigned,
  kNumber = kInteger | kFloat | kDouble,
};

/// The set that holds the kind of compute type `type`.
Kinds kindsOf(NumberKind kind, Type type);

/// One elementwise op.
struct ElementwiseBody {
  StringLiteral type;
  /// A set of Kinds.
  unsigned operands;
  /// The result is bool; else it is of the operands' kind.
  bool toBool;
  /// The result, in the operands' compute type or i1.
  Value (*emit)(Elements &in);
};

/// The body of GE type `type` from the tables below, or null.
const ElementwiseBody *elementwiseBody(StringRef type);

/// Functions of numbers of any kind, bits and bools.
ArrayRef<ElementwiseBody> numberBodies();
/// Piecewise functions with parameters.
ArrayRef<ElementwiseBody> activationBodies();

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SCALAR_ELEMENTWISEBODIES_H
