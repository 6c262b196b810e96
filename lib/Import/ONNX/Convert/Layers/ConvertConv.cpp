//===- ConvertConv.cpp - Convolutions -------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Lists of GE have entries for N and C too, and the pads of an axis stand side
// by side. A signal becomes an image of one row.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Whether types and ranks fit; else the node has a fault.
static bool checkOperands(NodeImporter &node) {
  if ((!areQuantized(node) && !node.isFloat(0)) || !node.haveOneType({0, 1}) ||
      (node.hasInput(2) && !hasSumType(node, 2)))
    return false;
  int64_t rank = node.getRank(0);
  if (rank < 3 || node.getRank(1) != rank) {
    node.fail("input and filter have ranks " + Twine(rank) + " and " +
              Twine(node.getRank(1)));
    return false;
  }
  if (rank > 5) {
    node.unsupported("a convolution over more than three axes is not "
                     "supported");
    return false;
  }
  return true;
}

static Value unsqueezeRow(NodeImporter &node, Value value, StringRef suffix) {
  return value ? node.create<UnsqueezeOp>(typeOf(value), value,
                                          node.geInts("axes", {2}), suffix)
               : Value();
}

static Value squeezeRow(NodeImporter &node, Value value) {
  return value ? node.create<SqueezeOp>(typeOf(value), value,
                                        node.geInts("axis", {2}), "squeeze")
               : Value();
}

/// A list of an entry per spatial axis as GE has it: `first` for N, C and the
/// row of a signal.
static SmallVector<int64_t> listOf(int64_t first, ArrayRef<int64_t> spatial) {
  SmallVector<int64_t> list(spatial.size() == 1 ? 3 : 2, first);
  llvm::append_range(list, spatial);
  return list;
}

static SmallVector<NamedAttribute> windowAttributes(NodeImporter &node,
                                                    const Window &window) {
  SmallVector<int64_t> pads;
  if (window.strides.size() == 1)
    pads.append({0, 0});
  llvm::append_range(pads, window.flatPads());
  SmallVector<NamedAttribute> attributes{
      node.geInts("strides", listOf(1, window.strides)),
      node.geInts("dilations", listOf(1, window.dilations)),
      node.geInts("pads", pads), node.geInt("groups", window.groups)};
  llvm::append_range(attributes, autoPadOf(node, window));
  return attributes;
}

Value onnx::createConv(NodeImporter &node, Value x, Value filter, Value bias,
                       const Window &window, Type type, const Twine &suffix) {
  if (!x || !filter)
    return {};
  bool isSignal = shapeOf(x).size() == 3;
  if (isSignal) {
    x = unsqueezeRow(node, x, "unsqueeze_x");
    filter = unsqueezeRow(node, filter, "unsqueeze_filter");
  }
  SmallVector<Value> operands{x, filter};
  if (bias)
    operands.push_back(bias);
  SmallVector<NamedAttribute> attributes = windowAttributes(node, window);
  if (window.strides.size() == 3)
    return node.create<Conv3DOp>(type, operands, attributes, suffix);
  Value result = node.create<Conv2DOp>(type, operands, attributes, suffix);
  return isSignal ? squeezeRow(node, result) : result;
}

static Value convertConv(NodeImporter &node) {
  if (!checkOperands(node))
    return {};
  std::optional<Window> window =
      readWindow(node, node.getShape(0).drop_front(2),
                 node.getShape(1).drop_front(2), /*takesAutoPad=*/true);
  if (!window)
    return {};
  return createConv(node, node.getInput(0), node.getInput(1),
                    node.hasInput(2) ? node.getInput(2) : Value(), *window,
                    sumType(node));
}

/// The border that gives the wanted extents: what is too much is cut off, half
/// at either side, the odd one after (or, for SAME_LOWER and for `output_shape`
/// with any other auto_pad, before). What is missing is added to `more`.
static bool padToExtents(NodeImporter &node, Window &window,
                         ArrayRef<int64_t> input, ArrayRef<int64_t> wanted,
                         MutableArrayRef<int64_t> more, bool oddAfter) {
  ArrayRef<int64_t> kernel = node.getShape(1).drop_front(2);
  if (!node.areKnown(input) || !node.areKnown(kernel))
    return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    int64_t whole = 0;
    if (llvm::MulOverflow(input[i] - 1, window.strides[i], whole) ||
        whole > INT32_MAX || kernel[i] > INT32_MAX || wanted[i] < 0 ||
        wanted[i] > INT32_MAX) {
      node.fail("its windows are too large", ExitCode::Limit);
      return false;
    }
    whole += more[i] + window.dilations[i] * (kernel[i] - 1) + 1;
    more[i] += std::max<int64_t>(wanted[i] - whole, 0);
    int64_t cut = std::max<int64_t>(whole - wanted[i], 0);
    int64_t less = cut / 2;
    window.pads[i] =
        oddAfter ? std::pair(less, cut - less) : std::pair(cut - less, less);
  }
  return true;
}

static Value convertConvTranspose(NodeImporter &node) {
  if (!node.isFloat(0) || !checkOperands(node))
    return {};
  SmallVector<int64_t> input(node.getShape(0).drop_front(2));
  size_t spatial = input.size();
  std::optional<Window> window =
      readWindow(node, input, node.getShape(1).drop_front(2),
                 /*takesAutoPad=*/true);
  if (!window)
    return {};
  // The border that it stands for is found below.
  window->autoPad = {};
  SmallVector<int64_t> more(spatial, 0);
  if (auto given = node.getInts("output_padding")) {
    if (given->size() != spatial)
      return node.fail("attribute 'output_padding' has " +
                       Twine(given->size()) + " entries, needs " +
                       Twine(spatial));
    for (int64_t value : *given)
      if (value < 0 || value > INT32_MAX)
        return node.fail("attribute 'output_padding' has the entry " +
                         Twine(value));
    more.assign(given->begin(), given->end());
  }
  StringRef autoPad = node.getString("auto_pad", "NOTSET");
  bool isUpper = autoPad == "SAME_UPPER", isLower = autoPad == "SAME_LOWER";
  auto wanted = node.getInts("output_shape");
  if (wanted && wanted->size() == spatial + 2)
    wanted = wanted->drop_front(2);
  if (wanted && wanted->size() != spatial)
    return node.fail("attribute 'output_shape' has " + Twine(wanted->size()) +
                     " entries, needs " + Twine(spatial));
  SmallVector<int64_t> extents;
  if (wanted)
    extents.assign(wanted->begin(), wanted->end());
  else if (isUpper || isLower)
    for (size_t i = 0; i < spatial; ++i) {
      // No extent changes what is too much.
      if (ShapedType::isDynamic(input[i]))
        input[i] = 1;
      extents.push_back(input[i] * window->strides[i]);
    }
  if (!extents.empty() &&
      !padToExtents(node, *window, input, extents, more, isUpper))
    return {};

  SmallVector<int64_t> zeros(std::max<size_t>(spatial, 2) + 2, 0);
  Value x = node.getInput(0), filter = node.getInput(1);
  if (spatial == 1) {
    x = unsqueezeRow(node, x, "unsqueeze_x");
    filter = unsqueezeRow(node, filter, "unsqueeze_filter");
  }
  SmallVector<Value> operands{
      node.createConstant("input_size", zeros, node.getBuilder().getI32Type()),
      x, filter};
  if (node.hasInput(2))
    operands.push_back(node.getInput(2));
  SmallVector<NamedAttribute> attributes = windowAttributes(node, *window);
  attributes.push_back(node.geInts("output_padding", listOf(0, more)));
  Type type = node.getElementType(0);
  if (spatial == 3)
    return node.create<Conv3DTransposeOp>(type, operands, attributes);
  Value result = node.create<Conv2DTransposeOp>(type, operands, attributes);
  return spatial == 1 ? squeezeRow(node, result) : result;
}

ArrayRef<OpImporter> mlir::ascend::onnx::getConvOps() {
  static constexpr OpImporter ops[] = {
      {"Conv", 1, 2, 3, convertConv},
      {"ConvTranspose", 1, 2, 3, convertConvTranspose},
  };
  return ops;
}
