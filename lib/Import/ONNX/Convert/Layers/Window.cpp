//===- Window.cpp - Windows of convolutions and pools ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

SmallVector<int64_t> Window::flatPads() const {
  SmallVector<int64_t> result;
  for (auto [before, after] : pads)
    result.append({before, after});
  return result;
}

SmallVector<NamedAttribute> onnx::autoPadOf(NodeImporter &node,
                                            const Window &window) {
  if (window.autoPad.empty())
    return {};
  return {node.geAttribute("auto_pad",
                           node.getBuilder().getStringAttr(window.autoPad))};
}

std::optional<Window> onnx::readWindow(NodeImporter &node,
                                       ArrayRef<int64_t> input,
                                       ArrayRef<int64_t> kernel,
                                       bool takesAutoPad) {
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
      if (ShapedType::isDynamic(kernel[axis]) ||
          (ShapedType::isDynamic(extent) && stride != 1)) {
        if (!takesAutoPad) {
          node.unsupported("auto_pad is not built yet for sizes that are known "
                           "at run time only");
          return std::nullopt;
        }
        window.autoPad = autoPad;
        window.pads.assign(rank, {0, 0});
        break;
      }
      int64_t reach = (*dilations)[axis] * (kernel[axis] - 1) + 1;
      // With steps of 1 no size changes the sum.
      extent = ShapedType::isDynamic(extent) ? 1 : extent;
      int64_t windows = (extent + stride - 1) / stride;
      int64_t sum =
          std::max<int64_t>(0, (windows - 1) * stride + reach - extent);
      int64_t less = sum / 2;
      pad = autoPad == "SAME_UPPER" ? std::pair(less, sum - less)
                                    : std::pair(sum - less, less);
    }
    window.pads.push_back(pad);
  }
  window.groups = node.getInt("group", 1);
  window.strides = std::move(*strides);
  window.dilations = std::move(*dilations);
  return window;
}
