//===- ConvertPool.cpp - Pools and batch normalization --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// A maximum over all spatial axes. CANN's plugin gives the axes [-1, 2], which
/// are those of images; here they are counted from the rank.
static Value convertGlobalMaxPool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t rank = node.getRank(0);
  if (rank < 3)
    return node.fail("input 0 has rank " + Twine(rank) +
                     ", and so no spatial axes");
  Value axes =
      node.createConstant("axes", llvm::to_vector(llvm::seq<int64_t>(2, rank)),
                          node.getBuilder().getI32Type());
  return node.create<ReduceMaxOp>(node.getElementType(0),
                                  {node.getInput(0), axes},
                                  {node.geBool("keep_dims", true)});
}

static Value convertGlobalAveragePool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return node.create<GlobalAveragePoolOp>(node.getElementType(0),
                                          node.getInput(0));
}

/// Lists of GE have entries for N and C too. A signal becomes an image of
/// columns of one pixel.
template <typename PlaneOp, typename VolumeOp>
static Value convertPool(NodeImporter &node,
                         ArrayRef<NamedAttribute> attributes) {
  int64_t rank = node.getRank(0);
  if (rank < 3)
    return node.fail("input 0 has rank " + Twine(rank) +
                     ", and so no spatial axes");
  if (rank > 5)
    return node.unsupported("a pool over more than three axes is not built "
                            "yet");
  auto kernel = node.getInts("kernel_shape");
  if (!kernel)
    return node.fail("has no attribute 'kernel_shape'");
  if (kernel->size() != size_t(rank - 2))
    return node.fail("attribute 'kernel_shape' has " + Twine(kernel->size()) +
                     " entries, needs " + Twine(rank - 2));
  for (int64_t extent : *kernel)
    if (extent < 1 || extent > INT32_MAX)
      return node.fail("attribute 'kernel_shape' has the entry " +
                       Twine(extent));
  std::optional<Window> window =
      readWindow(node, node.getShape(0).drop_front(2), *kernel);
  if (!window)
    return {};

  SmallVector<int64_t> sizes{1, 1}, strides{1, 1}, dilations{1, 1},
      pads = window->flatPads();
  llvm::append_range(sizes, *kernel);
  llvm::append_range(strides, window->strides);
  llvm::append_range(dilations, window->dilations);
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  bool isSignal = rank == 3;
  if (isSignal) {
    x = node.create<UnsqueezeOp>(type, x, node.geInts("axes", {3}),
                                 "unsqueeze");
    for (auto *list : {&sizes, &strides, &dilations})
      list->push_back(1);
    pads.append({0, 0});
  }
  SmallVector<NamedAttribute> all(attributes);
  llvm::append_range(
      all,
      ArrayRef{node.geInts("ksize", sizes), node.geInts("strides", strides),
               node.geInts("dilations", dilations), node.geInts("pads", pads),
               node.geBool("ceil_mode", node.getInt("ceil_mode", 0) != 0)});
  if (rank == 5)
    return node.create<VolumeOp>(type, x, all);
  Value result = node.create<PlaneOp>(type, x, all);
  if (isSignal)
    result = node.create<SqueezeOp>(type, result, node.geInts("axis", {3}),
                                    "squeeze");
  return result;
}

static Value convertMaxPool(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  if (node.getNumOutputs() > 1)
    return node.unsupported("the positions of the maxima are not built yet");
  // It orders those positions.
  (void)node.getInt("storage_order", 0);
  return convertPool<MaxPoolV3Op, MaxPool3DOp>(node, {});
}

static Value convertAveragePool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  bool exclusive = node.getInt("count_include_pad", 0) == 0;
  return convertPool<AvgPoolV2Op, AvgPool3DOp>(
      node, node.geBool("exclusive", exclusive));
}

static Value convertBatchNormalization(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  (void)node.getFloat("momentum", 0.9f);
  if (node.getInt("training_mode", 0) != 0 || node.getNumOutputs() > 1)
    return node.unsupported("training is not supported");
  if (node.getOpset() < 9 && node.getInt("spatial", 1) != 1)
    return node.unsupported("statistics per element are not built yet");
  NamedAttribute epsilon =
      node.geFloat("epsilon", node.getFloat("epsilon", 1e-5f));
  SmallVector<Value> operands;
  for (unsigned i = 0; i < 5; ++i) {
    if (i > 0 && !node.isFloat(i))
      return {};
    operands.push_back(node.getInput(i));
  }
  return node.create<BatchNormOp>(node.getElementType(0), operands,
                                  {epsilon, node.geBool("is_training", false)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getPoolOps() {
  static constexpr OpImporter ops[] = {
      {"AveragePool", 7, 1, 1, convertAveragePool},
      {"BatchNormalization", 7, 5, 5, convertBatchNormalization},
      {"GlobalAveragePool", 1, 1, 1, convertGlobalAveragePool},
      {"GlobalMaxPool", 1, 1, 1, convertGlobalMaxPool},
      {"MaxPool", 1, 1, 1, convertMaxPool},
  };
  return ops;
}
