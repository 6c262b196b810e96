//===- Families.cpp - Which passes are modelled ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct Family {
  StringLiteral pass;
  PopulateFusions populate;
};
} // namespace

static constexpr Family families[] = {
    {"AABiasaddConvFusion", populateConvBias},
    {"AReduceAllFusionPass", populateRemovals},
    {"AReduceAnyFusionPass", populateRemovals},
    {"AReduceMaxFusionPass", populateRemovals},
    {"AReduceMeanFusionPass", populateRemovals},
    {"AReduceMinFusionPass", populateRemovals},
    {"AReduceProdFusionPass", populateRemovals},
    {"AReduceSumFusionPass", populateRemovals},
    {"BatchMatMulFusionPass", populateBatchMatMulForms},
    {"BatchNormBnInferFusionPass", populateBatchNormForms},
    {"CommonGRUFusionPass", populateRecurrent},
    {"CommonLSTMFusionPass", populateRecurrent},
    {"ConstToAttrPass", populateConstToAttr},
    {"ConstToAttrReduceSumFusion", populateConstToAttr},
    {"ConstToAttrStridedSliceV2Fusion", populateStridedSlice},
    {"ConvBatchnormFusionPass", populateConvBatchNorm},
    {"DropOutPass", populateRemovals},
    {"GeluFusionPass", populateGelu},
    {"GeluONNXFusionPass", populateGelu},
    {"Globalavgpoolpass", populateGlobalAveragePool},
    {"IdentityPass", populateRemovals},
    {"LayerNormFusionPass", populateLayerNorm},
    {"LayerNormONNXFusionPass", populateLayerNorm},
    {"LayerNormONNXMULFusionPass", populateLayerNorm},
    {"MatMulBiasAddFusionPass", populateMatMulBias},
    {"NoUseReshapeRemovePass", populateRemovals},
    {"NonMaxSuppressionV6Fusion", populateSelection},
    {"PadFusionPass", populateConstToAttr},
    {"Pow2SquareFusionPass", populateScalarForms},
    {"RealDiv2MulsFusionPass", populateScalarForms},
    {"SoftmaxSmallOpFusionPass", populateSoftmax},
    {"TileConstToAttrFusion", populateConstToAttr},
    {"TopKFusionPass", populateSelection},
    {"UnchangedTransposeRemovePass", populateRemovals},
};

PopulateFusions mlir::ascend::fusionFamily(const FusionPassInfo &pass) {
  for (const Family &family : families)
    if (family.pass == pass.name)
      return family.populate;
  return nullptr;
}
