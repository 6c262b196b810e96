//===- ConvertDeformConv.cpp - DeformConv ---------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// GE's DeformableConv2D has no kernel: samples of x at the positions that the
// offsets say, times the mask, times the filter.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// Builds the ops of one node over x [images, channels, height, width].
class DeformConvBuilder {
public:
  explicit DeformConvBuilder(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  Value build();

private:
  enum Input { X, Filter, Offsets, Bias, Mask };

  bool readShapes();
  Value coordinates(int64_t axis, StringRef word);
  Value samples();

  NodeImporter &node;
  OpBuilder &builder;
  Type type;
  std::optional<Window> window;
  int64_t groups = 1, offsetGroups = 1;
  int64_t images, channels, outChannels, points, positions;
  /// Of x, of the kernel, of the result.
  SmallVector<int64_t> extents, kernel, results;
};

} // namespace

bool DeformConvBuilder::readShapes() {
  if (!node.isFloat(X) || !node.haveOneType({X, Filter, Offsets}))
    return false;
  for (unsigned index : {Bias, Mask})
    if (node.hasInput(index) && !node.haveOneType({X, index}))
      return false;
  if (node.getRank(X) != 4 || node.getRank(Filter) != 4 ||
      node.getRank(Offsets) != 4) {
    node.unsupported("only images of two axes are built");
    return false;
  }
  ArrayRef<int64_t> x = node.getShape(X), filter = node.getShape(Filter),
                    offsets = node.getShape(Offsets);
  extents.assign({x[2], x[3]});
  kernel.assign({filter[2], filter[3]});
  results.assign({offsets[2], offsets[3]});
  window = readWindow(node, extents, kernel);
  offsetGroups = node.getInt("offset_group", 1);
  if (!window || node.hasFailed())
    return false;
  groups = window->groups;
  for (int64_t extent :
       {kernel[0], kernel[1], results[0], results[1], offsetGroups, groups})
    if (extent > kMaxMadeElements) {
      node.fail("its shapes are too large", ExitCode::Limit);
      return false;
    }
  images = x[0];
  channels = x[1];
  outChannels = filter[0];
  points = kernel[0] * kernel[1];
  positions = results[0] * results[1];
  if (points > kMaxMadeElements) {
    node.fail("its kernel is too large", ExitCode::Limit);
    return false;
  }
  bool fits = groups > 0 && offsetGroups > 0 &&
              channels == filter[1] * groups && outChannels % groups == 0 &&
              channels % offsetGroups == 0 && offsets[0] == images &&
              offsets[1] == 2 * offsetGroups * points;
  SmallVector<int64_t> mask{images, offsetGroups * points, results[0],
                            results[1]};
  if (node.hasInput(Mask))
    fits &= node.getShape(Mask) == ArrayRef(mask);
  if (node.hasInput(Bias))
    fits &= node.getShape(Bias) == ArrayRef<int64_t>(outChannels);
  for (int64_t axis : {0, 1}) {
    int64_t reach = (kernel[axis] - 1) * window->dilations[axis] + 1;
    auto [before, after] = window->pads[axis];
    int64_t room = extents[axis] + before + after - reach;
    fits &= room >= 0 && extents[axis] > 0 &&
            room / window->strides[axis] + 1 == results[axis];
  }
  if (!fits)
    node.fail("its inputs and groups do not fit each other");
  return fits;
}

/// The positions along `axis` as GridSampler2D counts them, from -1 at the
/// border before the first element to 1: [images * offset groups, points *
/// rows, columns, 1], in f32.
Value DeformConvBuilder::coordinates(int64_t axis, StringRef word) {
  Type f32 = builder.getF32Type();
  double extent = extents[axis];
  SmallVector<double> inKernel, inResult;
  for (int64_t point = 0; point < points; ++point) {
    int64_t at = axis == 0 ? point / kernel[1] : point % kernel[1];
    inKernel.push_back(2.0 * at * window->dilations[axis] / extent);
  }
  for (int64_t at = 0; at < results[axis]; ++at) {
    double place = at * window->strides[axis] - window->pads[axis].first;
    inResult.push_back((2 * place + 1) / extent - 1);
  }
  // The offsets along both axes stand side by side.
  Value offsets =
      reshapeTo(node, node.getInput(Offsets),
                {images * offsetGroups, points, 2, positions}, word + "_pairs");
  offsets = sliceAlong(node, offsets, 2, axis, axis + 1, word + "_offsets");
  int64_t grids = images * offsetGroups;
  offsets = reshapeTo(node, offsets, {grids, points, results[0], results[1]},
                      word + "_shaped");
  offsets = castTo(node, offsets, f32, word + "_float");
  Value places = node.create<MulOp>(
      f32, {offsets, node.createScalar(word + "_unit", 2 / extent, f32)}, {},
      word + "_moved");
  places =
      node.create<AddOp>(f32,
                         {places, node.createFloats(word + "_kernel", inKernel,
                                                    {points, 1, 1}, f32)},
                         {}, word + "_in_kernel");
  SmallVector<int64_t> line{results[axis]};
  line.append(1 - axis, 1);
  places = node.create<AddOp>(
      f32, {places, node.createFloats(word + "_window", inResult, line, f32)},
      {}, word);
  return reshapeTo(node, places, {grids, points * results[0], results[1], 1},
                   word + "_grid");
}

/// What the kernel sees: [images, channels, points, positions], in f32.
Value DeformConvBuilder::samples() {
  Type f32 = builder.getF32Type();
  int64_t grids = images * offsetGroups, planes = channels / offsetGroups;
  Value x = castTo(node, node.getInput(X), f32, "x_float");
  x = reshapeTo(node, x, {grids, planes, extents[0], extents[1]}, "planes");
  Value grid = joinAlong(
      node, {coordinates(1, "columns"), coordinates(0, "rows")}, 3, "grid");
  Value seen = node.create<GridSampler2DOp>(
      f32, {x, grid},
      {node.geString("interpolation_mode", "bilinear"),
       node.geString("padding_mode", "zeros"),
       node.geBool("align_corners", false)},
      "samples");
  if (node.hasInput(Mask)) {
    Value mask = castTo(node, node.getInput(Mask), f32, "mask_float");
    mask = reshapeTo(node, mask, {grids, 1, points * results[0], results[1]},
                     "mask");
    seen = node.create<MulOp>(f32, {seen, mask}, {}, "masked");
  }
  return seen;
}

Value DeformConvBuilder::build() {
  type = node.getElementType(X);
  if (!readShapes())
    return {};
  Type f32 = builder.getF32Type();
  int64_t inner = channels / groups * points;
  Value seen = reshapeTo(node, samples(), {images, groups, inner, positions},
                         "columns_of_samples");
  Value filter = castTo(node, node.getInput(Filter), f32, "filter_float");
  filter = reshapeTo(node, filter, {1, groups, outChannels / groups, inner},
                     "filter");
  Value product = node.create<BatchMatMulV2Op>(
      f32, {filter, seen},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", false)}, "product");
  SmallVector<int64_t> shape{images, outChannels, results[0], results[1]};
  product = reshapeTo(node, product, shape, "shaped");
  if (node.hasInput(Bias)) {
    Value bias = castTo(node, node.getInput(Bias), f32, "bias_float");
    bias = reshapeTo(node, bias, {1, outChannels, 1, 1}, "bias");
    product = node.create<AddOp>(f32, {product, bias}, {}, "biased");
  }
  return node.create<CastOp>(type, product);
}

static Value convertDeformConv(NodeImporter &node) {
  return DeformConvBuilder(node).build();
}

ArrayRef<OpImporter> mlir::ascend::onnx::getDeformConvOps() {
  static constexpr OpImporter ops[] = {
      {"DeformConv", 19, 3, 5, convertDeformConv},
  };
  return ops;
}
