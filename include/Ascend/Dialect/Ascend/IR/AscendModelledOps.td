//===- AscendModelledOps.td - GE types with ops of their own -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_MODELLED_OPS_TD
#define ASCEND_MODELLED_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendAlgebraOps.td"
include "Ascend/Dialect/Ascend/IR/AscendCountOps.td"
include "Ascend/Dialect/Ascend/IR/AscendCubeOps.td"
include "Ascend/Dialect/Ascend/IR/AscendElementwiseOps.td"
include "Ascend/Dialect/Ascend/IR/AscendImageOps.td"
include "Ascend/Dialect/Ascend/IR/AscendIndexOps.td"
include "Ascend/Dialect/Ascend/IR/AscendLossOps.td"
include "Ascend/Dialect/Ascend/IR/AscendMoveOps.td"
include "Ascend/Dialect/Ascend/IR/AscendNormOps.td"
include "Ascend/Dialect/Ascend/IR/AscendQuantOps.td"
include "Ascend/Dialect/Ascend/IR/AscendRearrangeOps.td"
include "Ascend/Dialect/Ascend/IR/AscendRecurrentOps.td"
include "Ascend/Dialect/Ascend/IR/AscendSampleOps.td"
include "Ascend/Dialect/Ascend/IR/AscendSortOps.td"
include "Ascend/Dialect/Ascend/IR/AscendStaticOps.td"
include "Ascend/Dialect/Ascend/IR/AscendVectorOps.td"

#endif // ASCEND_MODELLED_OPS_TD
