//===- ConvertML.cpp - Operators of the domain ai.onnx.ml -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Of classical machine learning: those that are made of GE's operators.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The columns of x that a list of indices names; a vector is one row.
static Value convertArrayFeatureExtractor(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  int64_t rank = node.getRank(0);
  if (rank == 0)
    return node.fail("input 0 is a scalar");
  OpBuilder &builder = node.getBuilder();
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  if (rank == 1) {
    x = reshapeTo(node, x, {1, -1}, "row");
    rank = 2;
  }
  Value indices = reshapeTo(node, node.getInput(1), {-1}, "indices");
  return node.create<GatherV2Op>(
      type, {x, indices,
             node.createConstant("axis", rank - 1, builder.getI32Type())});
}

/// 1 where x is above the threshold, else 0.
static Value convertBinarizer(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  OpBuilder &builder = node.getBuilder();
  Type type = node.getElementType(0);
  float bound = node.getFloat("threshold", 0);
  if (!isa<FloatType>(type)) {
    if (!type.isSignlessInteger(32) && !type.isSignlessInteger(64))
      return node.fail("takes float, double, int32 and int64");
    if (!(std::fabs(bound) < 0x1p31f))
      return node.unsupported("a threshold outside of int32 is not built yet");
    // An integer is above a number where it is above the whole part of it.
    bound = std::floor(bound);
  }
  Value isAbove = node.create<GreaterOp>(
      builder.getI1Type(),
      {node.getInput(0), node.createScalar("threshold", bound, type)}, {},
      "greater");
  return node.create<CastOp>(type, isAbove);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getMLOps() {
  static constexpr OpImporter ops[] = {
      {"ArrayFeatureExtractor", 1, 2, 2, convertArrayFeatureExtractor},
      {"Binarizer", 1, 1, 1, convertBinarizer},
  };
  return ops;
}
