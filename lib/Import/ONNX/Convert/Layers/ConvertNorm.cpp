//===- ConvertNorm.cpp - Normalization over axes --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// A parameter in the extents of the normalized axes, to which it broadcasts.
static Value broadcastParameter(NodeImporter &node, unsigned index,
                                ArrayRef<int64_t> extents) {
  Value value = node.getInput(index);
  int64_t rank = extents.size();
  bool isOpen = ShapedType::isDynamicShape(extents);
  if (node.getShape(index) == extents ||
      (isOpen && node.getRank(index) == rank))
    return value;
  if (node.getRank(index) > rank)
    return node.unsupported("parameters with more axes than are normalized "
                            "are not built yet");
  if (!node.areKnown(extents))
    return {};
  StringRef word = index == 1 ? "scale" : "bias";
  Value shape = node.createConstant(word + "_shape", extents,
                                    node.getBuilder().getI64Type());
  return node.create<ExpandOp>(node.getElementType(index), {value, shape}, {},
                               word);
}

/// (Y, Mean, InvStdDev). GE's op needs both parameters, of the shape of the
/// normalized axes, and gives all results in the type of x, the variance in
/// place of the last.
static SmallVector<Value> convertLayerNormalization(NodeImporter &node) {
  bool hasBias = node.hasInput(2);
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) ||
      (hasBias && !node.haveOneType({0, 2})))
    return {};
  int64_t axis = node.getInt("axis", -1), rank = node.getRank(0);
  if (axis < -rank || axis >= rank)
    return {
        node.fail("axis " + Twine(axis) + " lies outside rank " + Twine(rank))};
  axis += axis < 0 ? rank : 0;
  float epsilon = node.getFloat("epsilon", 1e-5f);
  bool isStashed = node.getInt("stash_type", 1) != 0;

  Type type = node.getElementType(0);
  ArrayRef<int64_t> extents = node.getShape(0).drop_front(axis);
  Value scale = broadcastParameter(node, 1, extents);
  if (!scale)
    return {};
  ArrayRef<int64_t> known = cast<RankedTensorType>(scale.getType()).getShape();
  if (!hasBias && !node.areKnown(known))
    return {};
  Value bias = hasBias ? broadcastParameter(node, 2, extents)
                       : node.createSplat("bias", 0, known, type);
  if (!bias)
    return {};
  SmallVector<Value> results = node.createMany<LayerNormOp>(
      {type, type, type}, {node.getInput(0), scale, bias},
      {node.geInt("begin_norm_axis", axis), node.geFloat("epsilon", epsilon)});
  if (node.hasOutput(2)) {
    Value sum = node.create<AddsOp>(type, results[2],
                                    node.geFloat("value", epsilon), "adds");
    results[2] = node.create<RsqrtOp>(type, sum, {}, "rsqrt");
  }
  Type f32 = node.getBuilder().getF32Type();
  for (unsigned i : {1u, 2u})
    if (node.hasOutput(i) && isStashed && type != f32)
      results[i] = node.create<CastOp>(f32, results[i], {},
                                       i == 1 ? "mean" : "inv_std_dev");
  return results;
}

ArrayRef<OpImporter> mlir::ascend::onnx::getNormOps() {
  static constexpr OpImporter ops[] = {
      {"LayerNormalization", 17, 2, 3, convertLayerNormalization},
  };
  return ops;
}
