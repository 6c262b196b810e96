//===- Passes.td - Passes that turn a typed module into code *- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// In the order in which the compiler runs them.

#ifndef ASCEND_COMPILER_PASSES_TD
#define ASCEND_COMPILER_PASSES_TD

include "Ascend/Compiler/KernelPasses.td"
include "Ascend/Compiler/EntryPasses.td"

#endif // ASCEND_COMPILER_PASSES_TD
