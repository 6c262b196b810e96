//===- ImplModeText.h - What is said of a mode ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_IMPLMODETEXT_H
#define ASCEND_DIALECT_ASCEND_IR_IMPLMODETEXT_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::ascend {

/// Ends `error`, which names an op of type `type`: `mode` is none of those that
/// the type offers.
LogicalResult refuseImplMode(InFlightDiagnostic error, StringRef type,
                             StringRef mode, ArrayRef<std::string> offered);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_IMPLMODETEXT_H
