//===- Passes.h - Conversions out of the ascend dialect ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_PASSES_H
#define ASCEND_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
namespace ascend {

#define GEN_PASS_DECL
#include "Ascend/Conversion/Passes.h.inc"

} // namespace ascend
} // namespace mlir

#endif // ASCEND_CONVERSION_PASSES_H
