//===- AscendOps.td - All ops of the dialect ---------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPS_TD
#define ASCEND_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendCoreOps.td"
include "Ascend/Dialect/Ascend/IR/AscendKernelOps.td"
include "Ascend/Dialect/Ascend/IR/AscendModelledOps.td"

#endif // ASCEND_OPS_TD
