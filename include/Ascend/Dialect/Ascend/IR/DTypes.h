//===- DTypes.h - CANN's dtypes and MLIR's types ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_DTYPES_H
#define ASCEND_DIALECT_ASCEND_IR_DTYPES_H

#include "Ascend/OpStore/DType.h"
#include "mlir/IR/Types.h"

namespace mlir::ascend {

/// The element type of a dtype: signless iN for intN, uiN for uintN, i1 for
/// bool, `!ascend.hif8` for hifloat8. Null for dtypes without a type, such as
/// string.
Type toElementType(MLIRContext *context, DType dtype);

/// The dtype of an element type, or of a tensor's element type; Undefined for
/// none and for types that CANN lacks.
DType toDType(Type type);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_DTYPES_H
