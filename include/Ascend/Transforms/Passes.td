//===- Passes.td - Passes from ascend to ascend ------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_PASSES_TD
#define ASCEND_TRANSFORMS_PASSES_TD

include "Ascend/Transforms/GraphPasses.td"
include "Ascend/Transforms/PrecisionPasses.td"

#endif // ASCEND_TRANSFORMS_PASSES_TD
