//===- ConvertCount.cpp - Ops whose sizes depend on data ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// ONNX has a column for each element, GE a row.
static Value convertNonZero(NodeImporter &node) {
  return node.create<NonZeroOp>(node.getBuilder().getI64Type(),
                                node.getInput(0),
                                node.geBool("transpose", true));
}

/// The slices of x, or the elements where there is no axis, whose condition
/// holds.
static Value convertCompress(NodeImporter &node) {
  if (!node.isBool(1))
    return {};
  if (node.getRank(1) != 1)
    return node.fail("its condition is no vector");
  OpBuilder &builder = node.getBuilder();
  Type type = node.getElementType(0), i64 = builder.getI64Type();
  Value x = node.getInput(0);
  bool hasAxis = node.getAttribute("axis");
  int64_t axis = hasAxis ? node.getInt("axis", 0) : 1;
  if (!hasAxis)
    x = node.create<FlattenOp>(type, x, node.geInt("axis", 0), "flat");
  Value positions = node.create<WhereOp>(i64, node.getInput(1), {}, "where");
  positions = node.create<SqueezeOp>(i64, positions, node.geInts("axis", {1}),
                                     "positions");
  SmallVector<Value> operands{
      x, positions, node.createConstant("axis", axis, builder.getI32Type())};
  if (hasAxis)
    return node.create<GatherV2Op>(type, operands);
  Value y = node.create<GatherV2Op>(type, operands, {}, "gather");
  return node.create<SqueezeOp>(type, y, node.geInts("axis", {0}));
}

/// (Y, indices, inverse_indices, counts).
static SmallVector<Value> convertUnique(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  Type type = node.getElementType(0), i64 = builder.getI64Type();
  bool hasAxis = node.getAttribute("axis");
  int64_t axis = node.getInt("axis", 0);
  int64_t isSorted = node.getInt("sorted", 1);
  if (isSorted != 0 && isSorted != 1)
    return {node.fail("attribute 'sorted' is " + Twine(isSorted))};
  Value x = node.getInput(0);
  if (!hasAxis)
    x = reshapeTo(node, x, {-1}, "flat");
  SmallVector<Value> results = node.createMany<UniqueWithCountsExt2Op>(
      {type, i64, i64, i64}, {x, node.createConstant("axis", axis, i64)},
      node.geBool("sorted", isSorted));
  return {results[0], results[1], results[3], results[2]};
}

/// GE's indices are int32.
static Value convertNonMaxSuppression(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  if (!node.isFloat(0) || !node.isFloat(1))
    return {};
  if (node.hasInput(2) && !node.isIndex(2))
    return {};
  Value rows = node.create<NonMaxSuppressionV6Op>(
      builder.getI32Type(), node.getInputs(),
      node.geInt("center_point_box", node.getInt("center_point_box", 0)),
      "boxes");
  return node.create<CastOp>(builder.getI64Type(), rows);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getCountOps() {
  static constexpr OpImporter ops[] = {
      {"Compress", 9, 2, 2, convertCompress},
      {"NonMaxSuppression", 10, 2, 5, convertNonMaxSuppression},
      {"NonZero", 9, 1, 1, convertNonZero},
      {"Unique", 11, 1, 1, convertUnique},
  };
  return ops;
}
