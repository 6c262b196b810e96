//===- ConvertSoftmax.cpp - Softmax, LogSoftmax, Hardmax ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The axis, counted from 0; nothing where it lies outside.
static std::optional<int64_t> readAxis(NodeImporter &node, int64_t otherwise) {
  int64_t axis = node.getInt("axis", otherwise), rank = node.getRank(0);
  if (axis < -rank || axis >= rank) {
    node.fail("attribute 'axis' is " + Twine(axis) + ", outside rank " +
              Twine(rank));
    return std::nullopt;
  }
  return axis < 0 ? axis + rank : axis;
}

/// Before opset 13 the axes from `axis` on count as one.
template <typename OpTy>
static Value convertSoftmax(NodeImporter &node) {
  bool isFlat = node.getOpset() < 13;
  if (!node.isFloat(0))
    return {};
  std::optional<int64_t> axis = readAxis(node, isFlat ? 1 : -1);
  if (!axis)
    return {};
  SmallVector<int64_t> axes{*axis};
  for (int64_t next = *axis + 1; isFlat && next < node.getRank(0); ++next)
    axes.push_back(next);
  return node.create<OpTy>(node.getElementType(0), node.getInput(0),
                           node.geInts("axes", axes));
}

/// The same: those axes become one, and its elements a matrix.
static Value convertHardmax(NodeImporter &node) {
  bool isFlat = node.getOpset() < 13;
  if (!node.isFloat(0))
    return {};
  std::optional<int64_t> axis = readAxis(node, isFlat ? 1 : -1);
  if (!axis)
    return {};
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  if (!isFlat || *axis + 1 == node.getRank(0))
    return node.create<HardMaxOp>(type, x, node.geInt("axis", *axis));
  ArrayRef<int64_t> shape = node.getShape(0);
  if (!node.areKnown(shape))
    return {};
  Type i64 = node.getBuilder().getI64Type();
  int64_t rows = ShapedType::getNumElements(shape.take_front(*axis)),
          columns = ShapedType::getNumElements(shape.drop_front(*axis));
  Value matrix = node.create<ReshapeOp>(
      type, {x, node.createConstant("matrix_shape", {rows, columns}, i64)},
      node.geInt("allowzero", 1), "matrix");
  Value result = node.create<HardMaxOp>(type, matrix, node.geInt("axis", 1));
  return node.create<ReshapeOp>(
      type, {result, node.createConstant("shape", shape, i64)},
      node.geInt("allowzero", 1), "reshape");
}

ArrayRef<OpImporter> mlir::ascend::onnx::getSoftmaxOps() {
  static constexpr OpImporter ops[] = {
      {"Hardmax", 1, 1, 1, convertHardmax},
      {"LogSoftmax", 1, 1, 1, convertSoftmax<LogSoftmaxV2Op>},
      {"Softmax", 1, 1, 1, convertSoftmax<SoftmaxV2Op>},
  };
  return ops;
}
