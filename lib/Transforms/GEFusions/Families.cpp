//===- Families.cpp - Which passes are modelled ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Graph/GEFusions.h"
#include "Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {
struct Family {
  StringLiteral pass;
  PopulateFusions populate;
};
} // namespace

static constexpr Family families[] = {
    {"AABiasaddConvFusion", populateConvBias},
    {"AConv2dMulFusion", populateConvMul},
    {"AReduceAllFusionPass", populateRemovals},
    {"AReduceAnyFusionPass", populateRemovals},
    {"AReduceMaxFusionPass", populateRemovals},
    {"AReduceMeanFusionPass", populateRemovals},
    {"AReduceMinFusionPass", populateRemovals},
    {"AReduceProdFusionPass", populateRemovals},
    {"AReduceSumFusionPass", populateRemovals},
    {"ArgMaxV2FusionPass", populateIndexForms},
    {"AvgPoolV2FusionPass", populateAveragePool},
    {"BatchMatMul2MulFusionPass", populateOuterProducts},
    {"BatchMatMulFusionPass", populateBatchMatMulForms},
    {"BatchNormBnInferFusionPass", populateBatchNormForms},
    {"ClipFusionRule0", populateVectorForms},
    {"ClipFusionRule1", populateVectorForms},
    {"CommonGRUFusionPass", populateRecurrent},
    {"CommonLSTMFusionPass", populateRecurrent},
    {"ConstantFoldingPass", populateConstantFolding},
    {"BatchMatmulV2QuantProcessFusionPass", populateQuantProcess},
    {"ConstToAttrPass", populateConstToAttr},
    {"ConstToAttrReduceSumFusion", populateConstToAttr},
    {"ConstToAttrStridedSliceV2Fusion", populateStridedSlice},
    {"Conv2DQuantProcessFusionPass", populateQuantProcess},
    {"ConvBatchnormFusionPass", populateConvBatchNorm},
    {"ConvConcatFusionPass", populateConvConcat},
    {"ConvToFullyConnectionFusionPass", populateFullyConnection},
    {"DWConv2DQuantProcessFusionPass", populateQuantProcess},
    {"DimensionComputePass", populateDimensionCompute},
    {"DropOutPass", populateRemovals},
    {"GeluFusionPass", populateGelu},
    {"GeluONNXFusionPass", populateGelu},
    {"Globalavgpoolpass", populateGlobalAveragePool},
    {"HostBNFusionPass", populateHostBN},
    {"IdentityPass", populateRemovals},
    {"LayerNormFusionPass", populateLayerNorm},
    {"LayerNormONNXFusionPass", populateLayerNorm},
    {"LayerNormONNXMULFusionPass", populateLayerNorm},
    {"MatMulBiasAddFusionPass", populateMatMulBias},
    {"MatmulV2QuantProcessFusionPass", populateQuantProcess},
    {"MulMaximumFusionPass", populateVectorForms},
    {"MulSquareFusionPass", populateVectorForms},
    {"NoUseReshapeRemovePass", populateRemovals},
    {"NonMaxSuppressionV6Fusion", populateSelection},
    {"PadConv2dFusionPass", populateConvPads},
    {"PadDepthwiseConv2dFusionPass", populateConvPads},
    {"PadFusionPass", populateConstToAttr},
    {"Pow2SquareFusionPass", populateScalarForms},
    {"RealDiv2MulsFusionPass", populateScalarForms},
    {"ResizeFusionPass", populateResizeForms},
    {"SoftmaxFusionPass", populateSoftmax},
    {"SoftmaxSmallOpFusionPass", populateSoftmax},
    {"SoftplusTanhMulPass", populateVectorForms},
    {"SubFusionPass", populateRemovals},
    {"TBEConvAddFusion", populateConvAdd},
    {"TensorScatterUpdateFusionPass", populateIndexForms},
    {"TileConstToAttrFusion", populateConstToAttr},
    {"TopKFusionPass", populateSelection},
    {"UnchangedTransposeRemovePass", populateRemovals},
    {"V100NotRequantFusionPass", populateQuantizedScales},
    {"ZConcatDFusionPass", populateCascades},
    {"ZConcatExt2FusionPass", populateConstToAttr},
    {"ZConcatFusionPass", populateCascades},
    {"ZSplitDFusionPass", populateCascades},
    {"ZSplitFusionPass", populateConstToAttr},
    {"ZSplitFusionPassV2", populateCascades},
    {"ZSplitVDFusionPass", populateCascades},
    {"ZSplitVDFusionPassV2", populateConstToAttr},
};

PopulateFusions transforms::fusionFamily(const FusionPassInfo &pass) {
  for (const Family &family : families)
    if (family.pass == pass.name)
      return family.populate;
  return nullptr;
}

bool transforms::isModelled(const FusionPassInfo &pass) {
  return fusionFamily(pass) != nullptr;
}
