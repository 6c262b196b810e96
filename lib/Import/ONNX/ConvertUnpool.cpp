//===- ConvertUnpool.cpp - MaxUnpool --------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Maxima at the places where a MaxPool found them, zeros elsewhere. The places
/// count in what the window says was pooled; a larger `output_shape` has zeros
/// behind it.
static Value convertMaxUnpool(NodeImporter &node) {
  auto kernel = node.getInts("kernel_shape");
  int64_t rank = node.getRank(0);
  if (!node.isFloat(0) || !node.isIndex(1) || node.hasFailed())
    return {};
  if (rank < 3 || !kernel || int64_t(kernel->size()) != rank - 2 ||
      node.getShape(1) != node.getShape(0))
    return node.fail("needs a kernel_shape and an index for each element");
  for (int64_t extent : *kernel)
    if (extent < 1 || extent > INT32_MAX)
      return node.fail("its kernel_shape has the entry " + Twine(extent));
  std::optional<Window> window =
      readWindow(node, node.getShape(0).drop_front(2), *kernel);
  if (!window)
    return {};
  SmallVector<int64_t> shape(node.getShape(0));
  for (int64_t axis = 2; axis < rank; ++axis) {
    auto [before, after] = window->pads[axis - 2];
    if (shape[axis] < 1 || shape[axis] > INT32_MAX)
      return node.fail("its axis " + Twine(axis) + " has " +
                       Twine(shape[axis]) + " elements");
    int64_t extent = (shape[axis] - 1) * window->strides[axis - 2] +
                     (*kernel)[axis - 2] - before - after;
    if (extent < 1)
      return node.fail("its pads leave nothing of axis " + Twine(axis));
    shape[axis] = extent;
  }
  std::optional<int64_t> elements = numElements(shape);
  if (!elements || *elements > kMaxMadeElements)
    return node.fail("its result is too large", ExitCode::Limit);
  OpBuilder &builder = node.getBuilder();
  Type type = node.getElementType(0);
  Value zeros = node.createSplat("zeros", 0, *elements, type);
  Value written = node.create<ScatterElementsOp>(
      type,
      {zeros, reshapeTo(node, node.getInput(1), {-1}, "places"),
       reshapeTo(node, node.getInput(0), {-1}, "values")},
      {node.geInt("axis", 0), node.geString("reduction", "none")}, "written");
  SmallVector<int64_t> paddings;
  if (node.hasInput(2)) {
    const IntTensor *wanted = node.getIntegers(2);
    if (!wanted)
      return node.unsupported("an output_shape that is known only when the "
                              "model runs is not built yet");
    if (int64_t(wanted->values.size()) != rank)
      return node.fail("output_shape needs an entry per axis");
    for (auto [extent, given] : llvm::zip_equal(shape, wanted->values)) {
      if (given < extent)
        return node.fail("output_shape has an extent of " + Twine(given) +
                         " where what was pooled has " + Twine(extent));
      paddings.push_back(0);
      paddings.push_back(given - extent);
    }
  }
  bool grows = llvm::any_of(paddings, [](int64_t width) { return width > 0; });
  Value shapeValue = node.createConstant("shape", shape, builder.getI64Type());
  Value pooled =
      node.create<ReshapeOp>(type, {written, shapeValue},
                             node.geInt("allowzero", 1), grows ? "pooled" : "");
  if (!grows)
    return pooled;
  return node.create<PadV3Op>(
      type,
      {pooled, node.createConstant("paddings", paddings, builder.getI64Type())},
      {node.geString("mode", "constant"),
       node.geBool("paddings_contiguous", true)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getUnpoolOps() {
  static constexpr OpImporter ops[] = {
      {"MaxUnpool", 9, 2, 3, convertMaxUnpool},
  };
  return ops;
}
