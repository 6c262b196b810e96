//===- Passes.td - Conversions out of the ascend dialect ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_PASSES_TD
#define ASCEND_CONVERSION_PASSES_TD

include "Ascend/Conversion/AscendToLinalgPasses.td"
include "Ascend/Conversion/LinalgToCPUPasses.td"

#endif // ASCEND_CONVERSION_PASSES_TD
