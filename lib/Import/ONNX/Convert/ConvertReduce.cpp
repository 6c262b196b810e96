//===- ConvertReduce.cpp - Reductions and running sums -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// keepdims and noop_with_empty_axes by GE's names.
static SmallVector<NamedAttribute> flags(NodeImporter &node, bool hasNoop,
                                         StringRef keepName = "keep_dims") {
  SmallVector<NamedAttribute> result = {
      node.geBool(keepName, node.getInt("keepdims", 1) != 0)};
  if (hasNoop)
    result.push_back(node.geBool("noop_with_empty_axes",
                                 node.getInt("noop_with_empty_axes", 0) != 0));
  return result;
}

/// Whether input 0 has a type that the operator takes: ReduceMax and ReduceMin
/// take bool from opset 20.
template <typename OpTy>
static bool takesInput(NodeImporter &node) {
  constexpr bool isExtremum =
      std::is_same_v<OpTy, ReduceMaxOp> || std::is_same_v<OpTy, ReduceMinOp>;
  return (isExtremum && node.getOpset() >= 20) || node.isNumber(0);
}

/// Axes as an input: ReduceSum from opset 13, the others from opset 18.
static Value axesInput(NodeImporter &node) {
  if (!node.hasInput(1))
    return node.createConstant("axes", {}, node.getBuilder().getI64Type());
  return node.isIndex(1) ? node.getInput(1) : Value();
}

/// Axes as an attribute, made a constant of int32; without it all axes.
static Value axesAttribute(NodeImporter &node) {
  ArrayRef<int64_t> axes = node.getInts("axes").value_or(ArrayRef<int64_t>());
  int64_t rank = node.getRank(0);
  // In int32 a wild axis could become a good one.
  for (int64_t axis : axes)
    if (axis < -rank || axis >= rank)
      return node.fail("axis " + Twine(axis) + " lies outside rank " +
                       Twine(rank));
  return node.createConstant("axes", axes, node.getBuilder().getI32Type());
}

template <typename OpTy, Value axes(NodeImporter &)>
static Value convertReduce(NodeImporter &node) {
  if (!takesInput<OpTy>(node))
    return {};
  SmallVector<NamedAttribute> attributes = flags(node, axes == axesInput);
  return node.create<OpTy>(node.getElementType(0),
                           {node.getInput(0), axes(node)}, attributes);
}

/// The logarithm of a sum: two ops.
template <Value axes(NodeImporter &)>
static Value convertReduceLogSum(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  Type type = node.getElementType(0);
  SmallVector<NamedAttribute> attributes = flags(node, axes == axesInput);
  Value sum = node.create<ReduceSumOp>(type, {node.getInput(0), axes(node)},
                                       attributes, "sum");
  return node.create<LogOp>(type, sum);
}

/// Norms and sums of squares: GE has their axes as an attribute.
template <typename OpTy, bool isInput>
static Value convertNorm(NodeImporter &node, StringRef axesName,
                         StringRef keepName,
                         ArrayRef<NamedAttribute> others = {}) {
  SmallVector<NamedAttribute> attributes = flags(node, isInput, keepName);
  SmallVector<int64_t> axes;
  if (!isInput) {
    if (auto given = node.getInts("axes"))
      axes.assign(given->begin(), given->end());
  } else if (node.hasInput(1)) {
    const IntTensor *known = node.getIntegers(1);
    if (!node.isIndex(1))
      return {};
    if (!known)
      return node.unsupported("its axes are known only when the model runs, "
                              "which is not built yet");
    axes = known->values;
  }
  attributes.push_back(node.geInts(axesName, axes));
  llvm::append_range(attributes, others);
  return node.create<OpTy>(node.getElementType(0), node.getInput(0),
                           attributes);
}

template <int power, bool isInput>
static Value convertLpNorm(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return convertNorm<LpNormV2Op, isInput>(node, "axes", "keepdim",
                                          node.geFloat("p", power));
}

template <bool isInput>
static Value convertSumSquare(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  return convertNorm<SquareSumV1Op, isInput>(node, "axis", "keep_dims");
}

/// The position, and an extent of 1 where the axis was.
template <typename OpTy>
static Value convertArg(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  int64_t axis = node.getInt("axis", 0), rank = node.getRank(0);
  if (axis < -rank || axis >= rank)
    return node.fail("axis " + Twine(axis) + " lies outside rank " +
                     Twine(rank));
  SmallVector<NamedAttribute> attributes;
  if (node.getOpset() >= 12 && node.getInt("select_last_index", 0) != 0)
    attributes.push_back(node.geBool("select_last_index", true));
  bool keep = node.getInt("keepdims", 1) != 0;
  Type type = node.getBuilder().getI64Type();
  Value dimension =
      node.createConstant("dimension", axis, node.getBuilder().getI32Type());
  SmallVector<Value> operands = {node.getInput(0), dimension};
  if (!keep)
    return node.create<OpTy>(type, operands, attributes);
  Value position = node.create<OpTy>(type, operands, attributes, "position");
  Value at = node.createConstant("axis", axis < 0 ? axis + rank : axis,
                                 node.getBuilder().getI32Type());
  return node.create<ExpandDimsOp>(type, {position, at});
}

static Value convertCumSum(NodeImporter &node) {
  if (!node.isNumber(0) || !node.isIndex(1))
    return {};
  bool exclusive = node.getInt("exclusive", 0) != 0;
  bool reverse = node.getInt("reverse", 0) != 0;
  return node.create<CumsumOp>(
      node.getElementType(0), {node.getInput(0), node.getInput(1)},
      {node.geBool("exclusive", exclusive), node.geBool("reverse", reverse)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getReduceOps() {
  static constexpr OpImporter ops[] = {
      {"ArgMax", 1, 1, 1, convertArg<ArgMaxV2Op>},
      {"ArgMin", 1, 1, 1, convertArg<ArgMinOp>},
      {"CumSum", 11, 2, 2, convertCumSum},
      {"ReduceL1", 1, 1, 1, convertLpNorm<1, false>},
      {"ReduceL1", 18, 1, 2, convertLpNorm<1, true>},
      {"ReduceL2", 1, 1, 1, convertLpNorm<2, false>},
      {"ReduceL2", 18, 1, 2, convertLpNorm<2, true>},
      {"ReduceLogSum", 1, 1, 1, convertReduceLogSum<axesAttribute>},
      {"ReduceLogSum", 18, 1, 2, convertReduceLogSum<axesInput>},
      {"ReduceLogSumExp", 1, 1, 1,
       convertReduce<ReduceLogSumExpOp, axesAttribute>},
      {"ReduceLogSumExp", 18, 1, 2,
       convertReduce<ReduceLogSumExpOp, axesInput>},
      {"ReduceMax", 1, 1, 1, convertReduce<ReduceMaxOp, axesAttribute>},
      {"ReduceMax", 18, 1, 2, convertReduce<ReduceMaxOp, axesInput>},
      {"ReduceMean", 1, 1, 1, convertReduce<ReduceMeanOp, axesAttribute>},
      {"ReduceMean", 18, 1, 2, convertReduce<ReduceMeanOp, axesInput>},
      {"ReduceMin", 1, 1, 1, convertReduce<ReduceMinOp, axesAttribute>},
      {"ReduceMin", 18, 1, 2, convertReduce<ReduceMinOp, axesInput>},
      {"ReduceProd", 1, 1, 1, convertReduce<ReduceProdOp, axesAttribute>},
      {"ReduceProd", 18, 1, 2, convertReduce<ReduceProdOp, axesInput>},
      {"ReduceSum", 1, 1, 1, convertReduce<ReduceSumOp, axesAttribute>},
      {"ReduceSum", 13, 1, 2, convertReduce<ReduceSumOp, axesInput>},
      {"ReduceSumSquare", 1, 1, 1, convertSumSquare<false>},
      {"ReduceSumSquare", 18, 1, 2, convertSumSquare<true>},
  };
  return ops;
}
