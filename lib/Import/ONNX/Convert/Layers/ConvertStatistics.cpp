//===- ConvertStatistics.cpp - Normalizations by channels and norms -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// x, scale and bias, of one type of float.
static bool checkAffine(NodeImporter &node) {
  return node.isFloat(0) && node.haveOneType({0, 1, 2});
}

static Value convertInstanceNormalization(NodeImporter &node) {
  if (!checkAffine(node))
    return {};
  Type type = node.getElementType(0);
  return node
      .createMany<InstanceNormOp>(
          {type, type, type},
          {node.getInput(0), node.getInput(1), node.getInput(2)},
          node.geFloat("epsilon", node.getFloat("epsilon", 1e-5f)))
      .front();
}

/// A vector with an element per group, repeated for the group's channels.
static Value repeatForChannels(NodeImporter &node, unsigned index,
                               int64_t groups, int64_t channels,
                               StringRef word) {
  Type type = node.getElementType(index), i64 = node.getBuilder().getI64Type();
  auto reshape = [&](Value x, ArrayRef<int64_t> shape, const Twine &suffix) {
    return node.create<ReshapeOp>(
        type, {x, node.createConstant(suffix + "_shape", shape, i64)}, {},
        suffix);
  };
  Value column = reshape(node.getInput(index), {groups, 1}, word + "_column");
  Value repeated = node.create<ExpandOp>(
      type,
      {column,
       node.createConstant(word + "_groups", {groups, channels / groups}, i64)},
      {}, word + "_repeated");
  return reshape(repeated, {channels}, word);
}

/// Scale and bias have an element per channel; before opset 21, per group.
static Value convertGroupNormalization(NodeImporter &node) {
  if (!checkAffine(node))
    return {};
  int64_t groups = node.getInt("num_groups", 0);
  (void)node.getInt("stash_type", 1);
  if (node.getRank(0) > 1 && !node.areKnown(node.getShape(0)[1]))
    return {};
  if (node.getRank(0) < 2 || groups < 1 || node.getShape(0)[1] % groups)
    return node.fail("attribute 'num_groups' is " + Twine(groups) +
                     ", which does not divide the channels");
  int64_t channels = node.getShape(0)[1];
  SmallVector<Value> operands{node.getInput(0)};
  for (unsigned i : {1u, 2u}) {
    if (node.getOpset() >= 21) {
      operands.push_back(node.getInput(i));
      continue;
    }
    if (node.getShape(i) != ArrayRef<int64_t>(groups))
      return node.fail("input " + Twine(i) + " needs " + Twine(groups) +
                       " elements, one per group");
    operands.push_back(repeatForChannels(node, i, groups, channels,
                                         i == 1 ? "scale" : "bias"));
  }
  Type type = node.getElementType(0);
  return node
      .createMany<GroupNormOp>(
          {type, type, type}, operands,
          {node.geInt("num_groups", groups),
           node.geFloat("eps", node.getFloat("epsilon", 1e-5f))})
      .front();
}

/// The scale is broadcast to the normalized axes.
static Value convertRMSNormalization(NodeImporter &node) {
  if (!node.isFloat(0) || !node.isFloat(1))
    return {};
  Type type = node.getElementType(0);
  if (node.getElementType(1) != type)
    return node.unsupported("a scale of another type than x is not built yet");
  if (node.getInt("stash_type", 1) != 1)
    return node.unsupported("only stash_type 1 (float) is built");
  int64_t axis = node.getInt("axis", -1), rank = node.getRank(0);
  if (axis < -rank || axis >= rank)
    return node.fail("attribute 'axis' is " + Twine(axis) + ", outside rank " +
                     Twine(rank));
  axis += axis < 0 ? rank : 0;
  ArrayRef<int64_t> extents = node.getShape(0).drop_front(axis);
  if (!node.areKnown(extents))
    return {};
  Value scale = node.getInput(1);
  if (node.getShape(1) != extents) {
    if (node.getRank(1) > rank - axis)
      return node.unsupported("a scale with more axes than are normalized is "
                              "not built yet");
    Type i64 = node.getBuilder().getI64Type();
    scale = node.create<ExpandOp>(
        type, {scale, node.createConstant("scale_shape", extents, i64)}, {},
        "scale");
  }
  return node
      .createMany<RmsNormOp>(
          {type, node.getBuilder().getF32Type()}, {node.getInput(0), scale},
          node.geFloat("epsilon", node.getFloat("epsilon", 1e-5f)))
      .front();
}

/// GE's alpha is a factor of the sum, ONNX's of the mean.
static Value convertLRN(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t size = node.getInt("size", 0);
  if (size < 1 || size > INT32_MAX)
    return node.fail("attribute 'size' is " + Twine(size));
  return node.create<LRNOp>(
      node.getElementType(0), node.getInput(0),
      {node.geInt("depth_radius", (size - 1) / 2),
       node.geInt("local_size", size),
       node.geFloat("alpha", node.getFloat("alpha", 1e-4f) / float(size)),
       node.geFloat("beta", node.getFloat("beta", 0.75f)),
       node.geFloat("bias", node.getFloat("bias", 1)),
       node.geString("norm_region", "ACROSS_CHANNELS")});
}

/// x / norm, and 0 where the norm is.
static Value convertLpNormalization(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t axis = node.getInt("axis", -1), p = node.getInt("p", 2);
  if (p != 1 && p != 2)
    return node.fail("attribute 'p' is " + Twine(p) + ", needs 1 or 2");
  Type type = node.getElementType(0);
  Value norm =
      node.create<LpNormV2Op>(type, node.getInput(0),
                              {node.geInts("axes", axis), node.geFloat("p", p),
                               node.geBool("keepdim", true)},
                              "norm");
  Value isZero = node.create<EqualOp>(
      node.getBuilder().getI1Type(), {norm, node.createScalar("zero", 0, type)},
      {}, "is_zero");
  Value divisor = node.create<SelectV2Op>(
      type, {isZero, node.createScalar("one", 1, type), norm}, {}, "divisor");
  return node.create<RealDivOp>(type, {node.getInput(0), divisor});
}

static Value convertMeanVarianceNormalization(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  SmallVector<int64_t> axes{0, 2, 3};
  if (auto given = node.getInts("axes"))
    axes.assign(given->begin(), given->end());
  return node.create<MVNV2Op>(
      node.getElementType(0), node.getInput(0),
      {node.geInts("axes", axes), node.geFloat("eps", 1e-9f)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getStatisticsOps() {
  static constexpr OpImporter ops[] = {
      {"GroupNormalization", 18, 3, 3, convertGroupNormalization},
      {"InstanceNormalization", 6, 3, 3, convertInstanceNormalization},
      {"LRN", 1, 1, 1, convertLRN},
      {"LpNormalization", 1, 1, 1, convertLpNormalization},
      {"MeanVarianceNormalization", 9, 1, 1, convertMeanVarianceNormalization},
      {"RMSNormalization", 23, 2, 2, convertRMSNormalization},
  };
  return ops;
}
