//===- ConvertUnpool.cpp - MaxUnpool --------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Graph/Subgraphs.h"
#include "Window.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Sees to it that the index has the shape of the values: false after a fault.
static bool checkShapes(NodeImporter &node) {
  Value values = node.getInput(0), places = node.getInput(1);
  if (failed(verifyCompatibleShape(node.getShape(0), node.getShape(1)))) {
    node.fail("needs an index for each element");
    return false;
  }
  for (int64_t axis = 0, rank = node.getRank(0); axis < rank; ++axis)
    node.requireSameExtent({values, axis}, {places, axis},
                           "at axis " + Twine(axis) +
                               " there are {} elements and {} indices");
  return true;
}

/// What was pooled along spatial axis `axis`; nothing after a fault.
static std::optional<Size> pooledSize(NodeImporter &node, const Window &window,
                                      ArrayRef<int64_t> kernel, int64_t axis) {
  auto [before, after] = window.pads[axis];
  int64_t stride = window.strides[axis], at = axis + 2;
  // (extent - 1) stride + kernel - before - after
  int64_t rest = kernel[axis] - stride - before - after;
  std::string word = "pooled" + std::to_string(axis);
  Value x = node.getInput(0);
  Size size = sizeAt(node, x, at, word + "_given");
  if (size.isNumber()) {
    if (size.number < 1 || size.number > INT32_MAX)
      node.fail("its axis " + Twine(at) + " has " + Twine(size.number) +
                " elements");
    else if (size.number * stride + rest < 1)
      node.fail("its pads leave nothing of axis " + Twine(at));
  } else {
    // The least extent of which the pads leave an element.
    int64_t least = std::max<int64_t>(1, (stride - rest) / stride);
    OpBuilder &b = node.getBuilder();
    Value extent = tensor::DimOp::create(b, x.getLoc(), x, at);
    Value bound = arith::ConstantIndexOp::create(b, x.getLoc(), least);
    node.require(arith::CmpIOp::create(b, x.getLoc(), arith::CmpIPredicate::sge,
                                       extent, bound),
                 "its axis " + Twine(at) + " has {} elements, needs {}",
                 {extent, bound});
  }
  if (node.hasFailed())
    return std::nullopt;
  return addSizes(node, multiplySizes(node, size, stride, word + "_steps"),
                  rest, word);
}

/// What `output_shape` (input 2) has more than `shape` at each axis: the widths
/// of pads, null where there are none and after a fault.
static Value paddingsTo(NodeImporter &node, ArrayRef<Size> shape) {
  int64_t rank = shape.size();
  Type i64 = node.getBuilder().getI64Type();
  if (!node.isIndex(2))
    return {};
  if (node.getShape(2) != ArrayRef<int64_t>(rank))
    return node.fail("output_shape needs an entry per axis");
  const IntTensor *wanted = node.getIntegers(2);
  Value list = wanted ? Value() : castTo(node, node.getInput(2), i64, "wanted");
  SmallVector<Size> widths(rank, int64_t(0));
  bool grows = false;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    std::string word = "growth" + std::to_string(axis);
    if (wanted && size.isNumber()) {
      int64_t given = wanted->values[axis];
      if (given < size.number)
        return node.fail("output_shape has an extent of " + Twine(given) +
                         " where what was pooled has " + Twine(size.number));
      widths.push_back(given - size.number);
      grows |= given > size.number;
      continue;
    }
    grows = true;
    Size given =
        wanted
            ? Size(wanted->values[axis])
            : Size(sliceAlong(node, list, 0, axis, axis + 1, word + "_wanted"));
    Size minus = multiplySizes(node, size, -1, word + "_minus");
    widths.push_back(addSizes(node, given, minus, word));
    if (node.hasFailed())
      return {};
    OpBuilder &b = node.getBuilder();
    Location loc = widths.back().vector.getLoc();
    Value width = scalarOf(b, loc, widths.back().vector);
    Value zero = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(0));
    node.require(
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, width, zero),
        "output_shape has less at axis " + Twine(axis) +
            " than what was pooled");
  }
  return grows ? joinSizes(node, widths, "paddings") : Value();
}

/// Maxima at the places where a MaxPool found them, zeros elsewhere. The places
/// count in what the window says was pooled; a larger `output_shape` has zeros
/// behind it.
static Value convertMaxUnpool(NodeImporter &node) {
  auto kernel = node.getInts("kernel_shape");
  int64_t rank = node.getRank(0);
  if (!node.isFloat(0) || !node.isIndex(1) || node.hasFailed())
    return {};
  if (rank < 3 || !kernel || int64_t(kernel->size()) != rank - 2 ||
      node.getRank(1) != rank)
    return node.fail("needs a kernel_shape and an index for each element");
  for (int64_t extent : *kernel)
    if (extent < 1 || extent > INT32_MAX)
      return node.fail("its kernel_shape has the entry " + Twine(extent));
  std::optional<Window> window =
      readWindow(node, node.getShape(0).drop_front(2), *kernel);
  if (!window || !checkShapes(node))
    return {};
  Value x = node.getInput(0);
  SmallVector<Size> shape{sizeAt(node, x, 0, "images"),
                          sizeAt(node, x, 1, "channels")};
  for (int64_t axis = 0; axis < rank - 2; ++axis) {
    std::optional<Size> size = pooledSize(node, *window, *kernel, axis);
    if (!size)
      return {};
    shape.push_back(*size);
  }
  SmallVector<int64_t> numbers;
  for (const Size &size : shape)
    numbers.push_back(size.number);
  std::optional<int64_t> known = numKnownElements(numbers);
  if (!known || *known > kMaxMadeElements)
    return node.fail("its result is too large", ExitCode::Limit);
  Type type = node.getElementType(0);
  Size elements = shape.front();
  for (const Size &size : ArrayRef(shape).drop_front())
    elements = multiplySizes(node, elements, size, "elements");
  Value zeros =
      elements.isNumber()
          ? node.createSplat("zeros", 0, elements.number, type)
          : node.create<FillOp>(
                type, {elements.vector, node.createScalar("zero", 0, type)}, {},
                "zeros");
  Value written = node.create<ScatterElementsOp>(
      type,
      {zeros, reshapeTo(node, node.getInput(1), {-1}, "places"),
       reshapeTo(node, x, {-1}, "values")},
      {node.geInt("axis", 0), node.geString("reduction", "none")}, "written");
  Value paddings = node.hasInput(2) ? paddingsTo(node, shape) : Value();
  if (node.hasFailed())
    return {};
  Value pooled = node.create<ReshapeOp>(
      type, {written, joinSizes(node, shape, "shape")},
      node.geInt("allowzero", 1), paddings ? "pooled" : "");
  if (!paddings)
    return pooled;
  return node.create<PadV3Op>(type, {pooled, paddings},
                              {node.geString("mode", "constant"),
                               node.geBool("paddings_contiguous", false)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getUnpoolOps() {
  static constexpr OpImporter ops[] = {
      {"MaxUnpool", 9, 2, 3, convertMaxUnpool},
  };
  return ops;
}
