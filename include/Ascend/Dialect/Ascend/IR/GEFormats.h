//===- GEFormats.h - GE's formats of tensors --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_GEFORMATS_H
#define ASCEND_DIALECT_ASCEND_IR_GEFORMATS_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend {

/// GE's word for the format of an operand or a result of `op` that has `type`:
/// ops that know heights and widths have pictures; the others take any format,
/// "ND".
llvm::StringRef geFormatOf(Operation &op, Type type);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_GEFORMATS_H
