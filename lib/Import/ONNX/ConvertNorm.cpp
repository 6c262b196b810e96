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

/// (Y, Mean, InvStdDev). GE's op needs both parameters, of the shape of the
/// normalized axes, and gives all results in the type of x.
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
  NamedAttribute attributes[] = {
      node.geInt("begin_norm_axis", axis),
      node.geFloat("epsilon", node.getFloat("epsilon", 1e-5f))};
  bool isStashed = node.getInt("stash_type", 1) != 0;
  if (node.hasOutput(2))
    return {node.unsupported("its third output is not built yet")};

  Type type = node.getElementType(0);
  ArrayRef<int64_t> extents = node.getShape(0).drop_front(axis);
  for (unsigned i = 1; i < node.getNumInputs(); ++i)
    if (node.getShape(i) != extents)
      return {node.unsupported("parameters that have to be broadcast are not "
                               "built yet")};
  Value bias =
      hasBias ? node.getInput(2) : node.createSplat("bias", 0, extents, type);
  SmallVector<Value> results = node.createMany<LayerNormOp>(
      {type, type, type}, {node.getInput(0), node.getInput(1), bias},
      attributes);
  Value &mean = results[1];
  Type f32 = node.getBuilder().getF32Type();
  if (node.hasOutput(1) && isStashed && type != f32)
    mean = node.create<CastOp>(f32, mean, {}, "mean");
  results.pop_back();
  return results;
}

ArrayRef<OpImporter> mlir::ascend::onnx::getNormOps() {
  static constexpr OpImporter ops[] = {
      {"LayerNormalization", 17, 2, 3, convertLayerNormalization},
  };
  return ops;
}
