//===- ConvertBatchNorm.cpp - Batch normalization -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The mean over all axes but that of the channels, as a vector.
static Value channelMean(NodeImporter &node, Value x, bool keepsAxes,
                         StringRef word) {
  if (!x)
    return {};
  SmallVector<int64_t> axes{0};
  llvm::append_range(axes, llvm::seq<int64_t>(2, shapeOf(x).size()));
  Value list =
      node.createConstant(word + "_axes", axes, node.getBuilder().getI64Type());
  return node.create<ReduceMeanOp>(typeOf(x), {x, list},
                                   node.geBool("keep_dims", keepsAxes), word);
}

/// (Y, running_mean, running_var) with the statistics of x itself, which the
/// running ones move towards.
static SmallVector<Value> convertTraining(NodeImporter &node,
                                          ArrayRef<Value> operands,
                                          NamedAttribute epsilon,
                                          float momentum) {
  Type type = node.getElementType(0), statistic = node.getElementType(3);
  if (node.getRank(0) < 2)
    return {node.fail("input 0 has no channels")};
  Value x = operands[0];
  Value centre = channelMean(node, x, true, "centre");
  Value differences = node.create<SubOp>(type, {x, centre}, {}, "differences");
  Value squares = node.create<SquareOp>(type, differences, {}, "squares");
  Value mean = channelMean(node, x, false, "mean"),
        variance = channelMean(node, squares, false, "variance");
  Value y = node.create<BatchNormOp>(
      type, {x, operands[1], operands[2], mean, variance},
      {epsilon, node.geBool("is_training", false)});
  auto moved = [&](Value running, Value current, StringRef word) {
    current = castTo(node, current, statistic, word + "_current");
    Value kept = node.create<MulsOp>(
        statistic, running, node.geFloat("value", momentum), word + "_kept");
    Value added = node.create<MulsOp>(
        statistic, current, node.geFloat("value", 1 - momentum), word + "_new");
    return node.create<AddOp>(statistic, {kept, added}, {}, word);
  };
  return {y, moved(operands[3], mean, "running_mean"),
          moved(operands[4], variance, "running_var")};
}

static SmallVector<Value> convertBatchNormalization(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  float momentum = node.getFloat("momentum", 0.9f);
  bool isTraining = node.getInt("training_mode", 0) != 0;
  if (node.getOpset() < 14 && node.getNumOutputs() > 1)
    return {node.unsupported("training is not supported before opset 14")};
  if (node.getOpset() < 9 && node.getInt("spatial", 1) != 1)
    return {node.unsupported("statistics per element are not built yet")};
  NamedAttribute epsilon =
      node.geFloat("epsilon", node.getFloat("epsilon", 1e-5f));
  SmallVector<Value> operands;
  for (unsigned i = 0; i < 5; ++i) {
    if (i > 0 && !node.isFloat(i))
      return {};
    operands.push_back(node.getInput(i));
  }
  if (isTraining)
    return convertTraining(node, operands, epsilon, momentum);
  return {
      node.create<BatchNormOp>(node.getElementType(0), operands,
                               {epsilon, node.geBool("is_training", false)})};
}

ArrayRef<OpImporter> mlir::ascend::onnx::getBatchNormOps() {
  static constexpr OpImporter ops[] = {
      {"BatchNormalization", 7, 5, 5, convertBatchNormalization},
  };
  return ops;
}
