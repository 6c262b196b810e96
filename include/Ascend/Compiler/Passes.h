//===- Passes.h - Passes that turn a typed module into code -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_COMPILER_PASSES_H
#define ASCEND_COMPILER_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

#define GEN_PASS_DECL
#include "Ascend/Compiler/Passes.h.inc"

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_PASSES_H
