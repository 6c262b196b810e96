//===- ValueNames.h - Names of values in reports and dumps ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_VALUENAMES_H
#define ASCEND_TRANSFORMS_VALUENAMES_H

#include "mlir/IR/Value.h"
#include <string>

namespace mlir::ascend {

/// "NODE:output index", for ops that are no nodes with the op's own name
/// ("scf.if:0"); or the name of a function's argument (`ascend.name`, else
/// "argN").
std::string nameOfValue(Value value);

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_VALUENAMES_H
