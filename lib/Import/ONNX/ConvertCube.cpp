//===- ConvertCube.cpp - Matrix products and convolutions -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static Value convertMatMul(NodeImporter &node) {
  if (!node.haveOneType({0, 1}))
    return {};
  if (node.getRank(0) == 1 || node.getRank(1) == 1)
    return node.unsupported("a product with a vector is not built yet");
  return node.create<BatchMatMulV2Op>(
      node.getElementType(0), {node.getInput(0), node.getInput(1)},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", false)});
}

static Value convertGemm(NodeImporter &node) {
  float alpha = node.getFloat("alpha", 1), beta = node.getFloat("beta", 1);
  bool transA = node.getInt("transA", 0), transB = node.getInt("transB", 0);
  bool hasC = node.hasInput(2);
  if (!node.haveOneType({0, 1}) || (hasC && !node.haveOneType({0, 2})))
    return {};
  Type type = node.getElementType(0);
  Value product =
      node.create<MatMulV2Op>(type, {node.getInput(0), node.getInput(1)},
                              {node.geBool("transpose_x1", transA),
                               node.geBool("transpose_x2", transB)});
  // CANN ignores alpha without C; a result that is off by a factor is worse
  // than an op that it does not have.
  if (alpha != 1 || (hasC && beta != 1))
    product = node.create<MulsOp>(type, product, node.geFloat("value", alpha),
                                  "alpha");
  if (!hasC)
    return product;
  Value c = node.getInput(2);
  if (alpha != 1 || beta != 1)
    c = node.create<MulsOp>(type, c, node.geFloat("value", beta), "beta");
  return node.create<AddOp>(type, {product, c}, {}, "add");
}

static Value convertConv(NodeImporter &node) {
  bool hasBias = node.hasInput(2);
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) ||
      (hasBias && !node.haveOneType({0, 2})))
    return {};
  int64_t rank = node.getRank(0), groups = node.getInt("group", 1);
  if (rank < 3 || node.getRank(1) != rank)
    return node.fail("input and filter have ranks " + Twine(rank) + " and " +
                     Twine(node.getRank(1)));
  if (rank > 4)
    return node.unsupported("needs Conv3D, which is not built yet");
  std::optional<Window> window = readWindow(
      node, node.getShape(0).drop_front(2), node.getShape(1).drop_front(2));
  if (!window)
    return {};

  // Conv2D's lists have four entries: NCHW, and top, bottom, left, right. A
  // signal becomes an image of one row.
  Type type = node.getElementType(0);
  Value x = node.getInput(0), filter = node.getInput(1);
  SmallVector<int64_t> strides{1, 1}, dilations{1, 1}, pads;
  if (rank == 3) {
    x = node.create<UnsqueezeOp>(type, x, node.geInts("axes", {2}),
                                 "unsqueeze_x");
    filter = node.create<UnsqueezeOp>(type, filter, node.geInts("axes", {2}),
                                      "unsqueeze_filter");
    strides.push_back(1);
    dilations.push_back(1);
    pads.append({0, 0});
  }
  llvm::append_range(strides, window->strides);
  llvm::append_range(dilations, window->dilations);
  llvm::append_range(pads, window->flatPads());
  SmallVector<Value> operands{x, filter};
  if (hasBias)
    operands.push_back(node.getInput(2));
  Value result = node.create<Conv2DOp>(
      type, operands,
      {node.geInts("strides", strides), node.geInts("dilations", dilations),
       node.geInts("pads", pads), node.geInt("groups", groups)});
  if (rank == 3)
    result = node.create<SqueezeOp>(type, result, node.geInts("axis", {2}),
                                    "squeeze");
  return result;
}

ArrayRef<OpImporter> mlir::ascend::onnx::getCubeOps() {
  static constexpr OpImporter ops[] = {
      {"Conv", 1, 2, 3, convertConv},
      {"Gemm", 7, 2, 3, convertGemm},
      {"MatMul", 1, 2, 2, convertMatMul},
  };
  return ops;
}
