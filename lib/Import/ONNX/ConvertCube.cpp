//===- ConvertCube.cpp - Matrix products and convolutions -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

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
  // CANN ignores alpha without C; a result that is off by a factor is worse
  // than none.
  if (alpha != 1 || (hasC && beta != 1))
    return node.unsupported("alpha or beta other than 1 needs Muls, which is "
                            "not built yet");
  Type type = node.getElementType(0);
  Value product =
      node.create<MatMulV2Op>(type, {node.getInput(0), node.getInput(1)},
                              {node.geBool("transpose_x1", transA),
                               node.geBool("transpose_x2", transB)});
  if (!hasC)
    return product;
  return node.create<AddOp>(type, {product, node.getInput(2)}, {}, "add");
}

namespace {
/// The window of a convolution over its spatial axes.
struct Window {
  SmallVector<int64_t> strides, dilations;
  /// Before and after, by axis.
  SmallVector<std::pair<int64_t, int64_t>> pads;
};
} // namespace

/// Reads the attributes of a window with `rank` axes; nothing after a fault.
static std::optional<Window> readWindow(NodeImporter &node,
                                        ArrayRef<int64_t> input,
                                        ArrayRef<int64_t> kernel) {
  size_t rank = input.size();
  Window window;
  auto read = [&](StringRef name, size_t size, int64_t otherwise,
                  int64_t least) -> std::optional<SmallVector<int64_t>> {
    auto given = node.getInts(name);
    if (!given)
      return SmallVector<int64_t>(size, otherwise);
    if (given->size() != size) {
      node.fail("attribute '" + name + "' has " + Twine(given->size()) +
                " entries, needs " + Twine(size));
      return std::nullopt;
    }
    for (int64_t value : *given)
      // 2^31 bounds keep the products below in range.
      if (value < least || value > INT32_MAX) {
        node.fail("attribute '" + name + "' has the entry " + Twine(value));
        return std::nullopt;
      }
    return SmallVector<int64_t>(*given);
  };
  auto strides = read("strides", rank, 1, 1);
  auto dilations = read("dilations", rank, 1, 1);
  auto pads = read("pads", 2 * rank, 0, 0);
  if (!strides || !dilations || !pads)
    return std::nullopt;
  if (auto given = node.getInts("kernel_shape"))
    if (*given != kernel) {
      node.fail("attribute 'kernel_shape' is not the filter's shape");
      return std::nullopt;
    }
  StringRef autoPad = node.getString("auto_pad", "NOTSET");
  bool isSame = autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER";
  if (!isSame && autoPad != "NOTSET" && autoPad != "VALID") {
    node.fail("attribute 'auto_pad' is '" + autoPad + "'");
    return std::nullopt;
  }
  for (size_t axis = 0; axis < rank; ++axis) {
    // ONNX lists what stands before all axes, then what stands after.
    std::pair<int64_t, int64_t> pad((*pads)[axis], (*pads)[rank + axis]);
    if (autoPad == "VALID")
      pad = {0, 0};
    if (isSame) {
      int64_t stride = (*strides)[axis], extent = input[axis];
      if (extent > INT32_MAX || kernel[axis] > INT32_MAX) {
        node.fail("its windows are too large", ExitCode::Limit);
        return std::nullopt;
      }
      int64_t reach = (*dilations)[axis] * (kernel[axis] - 1) + 1;
      int64_t windows = (extent + stride - 1) / stride;
      int64_t sum =
          std::max<int64_t>(0, (windows - 1) * stride + reach - extent);
      int64_t less = sum / 2;
      pad = autoPad == "SAME_UPPER" ? std::pair(less, sum - less)
                                    : std::pair(sum - less, less);
    }
    window.pads.push_back(pad);
  }
  window.strides = std::move(*strides);
  window.dilations = std::move(*dilations);
  return window;
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
  for (auto [before, after] : window->pads)
    pads.append({before, after});
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
