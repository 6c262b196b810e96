//===- ConvertDeformConv.cpp - DeformConv ---------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// GE's DeformableConv2D has no kernel: samples of x at the positions that the
// offsets say, times the mask, times the filter.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Window.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// Builds the ops of one node over x [images, channels, height, width].
class DeformConvBuilder {
public:
  explicit DeformConvBuilder(NodeImporter &node)
      : node(node), builder(node.getBuilder()), f32(builder.getF32Type()) {}

  Value build();

private:
  enum Input { X, Filter, Offsets, Bias, Mask };

  bool readShapes();
  bool requireExtent(unsigned input, int64_t axis, unsigned like,
                     int64_t likeAxis);
  bool requireWindows(int64_t axis);
  Value unit(int64_t axis, StringRef word);
  Value constantPlaces(SmallVector<double> places, ArrayRef<int64_t> shape,
                       int64_t axis, Value unit, const Twine &word);
  Value firstPoints(int64_t axis, Value unit, const std::string &word);
  Value coordinates(int64_t axis, StringRef word);
  Value samples();
  bool misfit() {
    node.fail("its inputs and groups do not fit each other");
    return false;
  }

  NodeImporter &node;
  OpBuilder &builder;
  Type f32;
  std::optional<Window> window;
  int64_t groups = 1, offsetGroups = 1;
  int64_t channels, outChannels, points;
  SmallVector<int64_t> kernel;
  /// The images, and the rows and columns of the result.
  SmallVector<Size> results;
};

} // namespace

/// Whether two inputs have the same extent: now, or when the model runs.
bool DeformConvBuilder::requireExtent(unsigned input, int64_t axis,
                                      unsigned like, int64_t likeAxis) {
  return node.requireSameExtent(
             {node.getInput(input), axis}, {node.getInput(like), likeAxis},
             "input " + Twine(input) + " has the extent {} at axis " +
                 Twine(axis) + ", input " + Twine(like) + " has {} at axis " +
                 Twine(likeAxis)) ||
         misfit();
}

/// Whether there are as many offsets along spatial axis `axis` as windows in x.
bool DeformConvBuilder::requireWindows(int64_t axis) {
  int64_t reach = (kernel[axis] - 1) * window->dilations[axis] + 1;
  auto [before, after] = window->pads[axis];
  int64_t extent = node.getShape(X)[2 + axis], stride = window->strides[axis],
          added = before + after - reach;
  if (!ShapedType::isDynamic(extent) && results[1 + axis].isNumber()) {
    int64_t room = extent + added;
    return (extent > 0 && room >= 0 &&
            room / stride + 1 == results[1 + axis].number) ||
           misfit();
  }
  Value x = node.getInput(X);
  Location loc = x.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value size = tensor::DimOp::create(builder, loc, x, 2 + axis);
  Value windows =
      tensor::DimOp::create(builder, loc, node.getInput(Offsets), 2 + axis);
  Value room = arith::AddIOp::create(builder, loc, size, index(added));
  Value isRoom = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       room, index(0));
  Value count = arith::AddIOp::create(
      builder, loc, arith::DivUIOp::create(builder, loc, room, index(stride)),
      index(1));
  Value isCount = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        count, windows);
  node.require(arith::AndIOp::create(builder, loc, isRoom, isCount),
               "x has the extent {} at axis " + Twine(2 + axis) +
                   ", and there are {} offsets",
               {size, windows});
  return true;
}

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
  if (!node.areKnown(filter) || !node.areKnown({x[1], offsets[1]}))
    return false;
  kernel.assign({filter[2], filter[3]});
  window = readWindow(node, x.drop_front(2), kernel);
  offsetGroups = node.getInt("offset_group", 1);
  if (!window || node.hasFailed())
    return false;
  groups = window->groups;
  if (groups < 1 || offsetGroups < 1)
    return misfit();
  for (int64_t extent :
       {kernel[0], kernel[1], offsets[2], offsets[3], offsetGroups, groups})
    if (extent > kMaxMadeElements) {
      node.fail("its shapes are too large", ExitCode::Limit);
      return false;
    }
  channels = x[1];
  outChannels = filter[0];
  points = kernel[0] * kernel[1];
  if (points > kMaxMadeElements || points * offsetGroups > kMaxMadeElements) {
    node.fail("its kernel is too large", ExitCode::Limit);
    return false;
  }
  Value given = node.getInput(Offsets);
  for (int64_t axis : {0, 2, 3})
    results.push_back(
        sizeAt(node, given, axis, "result" + std::to_string(axis)));
  if (channels % groups != 0 || channels / groups != filter[1] ||
      outChannels % groups != 0 || channels % offsetGroups != 0 ||
      offsets[1] != 2 * offsetGroups * points)
    return misfit();
  bool fits = requireExtent(Offsets, 0, X, 0);
  if (node.hasInput(Mask)) {
    if (node.getRank(Mask) != 4 || node.getShape(Mask)[1] != offsets[1] / 2)
      return misfit();
    for (int64_t axis : {0, 2, 3})
      fits = fits && requireExtent(Mask, axis, Offsets, axis);
  }
  if (node.hasInput(Bias))
    fits = fits &&
           (node.getShape(Bias) == ArrayRef<int64_t>(outChannels) || misfit());
  return fits && requireWindows(0) && requireWindows(1);
}

/// 2 / the extent of x along spatial axis `axis`, in f32.
Value DeformConvBuilder::unit(int64_t axis, StringRef word) {
  Size extent = sizeAt(node, node.getInput(X), 2 + axis, word + "_extent");
  if (extent.isNumber())
    return node.createScalar(word + "_unit", 2.0 / double(extent.number), f32);
  return node.create<RealDivOp>(
      f32,
      {node.createScalar(word + "_two", 2, f32),
       castTo(node, extent.vector, f32, word + "_extent_float")},
      {}, word + "_unit");
}

/// `places` of x, in elements, in `shape`, and in units where the extent is
/// known: a constant is rounded once.
Value DeformConvBuilder::constantPlaces(SmallVector<double> places,
                                        ArrayRef<int64_t> shape, int64_t axis,
                                        Value unit, const Twine &word) {
  int64_t extent = node.getShape(X)[2 + axis];
  if (!ShapedType::isDynamic(extent)) {
    for (double &place : places)
      place *= 2.0 / double(extent);
    return node.createFloats(word, places, shape, f32);
  }
  Value inElements = node.createFloats(word + "_elements", places, shape, f32);
  return node.create<MulOp>(f32, {inElements, unit}, {}, word);
}

/// Where the first point of each window lies, from the border of x, in units.
Value DeformConvBuilder::firstPoints(int64_t axis, Value unit,
                                     const std::string &word) {
  double stride = window->strides[axis],
         begin = 0.5 - double(window->pads[axis].first);
  Size windows = results[1 + axis];
  if (windows.isNumber()) {
    SmallVector<double> places;
    for (int64_t at = 0; at < windows.number; ++at)
      places.push_back(double(at) * stride + begin);
    return constantPlaces(places, windows.number, axis, unit, word + "_begins");
  }
  Type i64 = builder.getI64Type();
  Value numbers = node.create<RangeOp>(
      i64,
      {node.createConstant(word + "_first", 0, i64), windows.vector,
       node.createConstant(word + "_next", 1, i64)},
      {}, word + "_numbers");
  numbers = castTo(node, numbers, f32, word + "_numbers_float");
  numbers = node.create<MulOp>(
      f32, {numbers, node.createScalar(word + "_stride", stride, f32)}, {},
      word + "_steps");
  numbers = node.create<AddOp>(
      f32, {numbers, node.createScalar(word + "_begin", begin, f32)}, {},
      word + "_begin_elements");
  return node.create<MulOp>(f32, {numbers, unit}, {}, word + "_begins");
}

/// The positions along `axis` as GridSampler2D counts them, from -1 at the
/// border before the first element to 1: [images * offset groups, points *
/// rows, columns, 1], in f32.
Value DeformConvBuilder::coordinates(int64_t axis, StringRef word) {
  // Offsets along both axes stand side by side.
  int64_t pairs = offsetGroups * points;
  Value places = reshapeToSizes(node, node.getInput(Offsets),
                                {results[0], pairs, 2, results[1], results[2]},
                                word + "_pairs");
  places = sliceAlong(node, places, 2, axis, axis + 1, word + "_offsets");
  places = castTo(node, places, f32, word + "_float");
  Value unit = this->unit(axis, word);
  places = node.create<MulOp>(f32, {places, unit}, {}, word + "_moved");
  SmallVector<double> inKernel;
  for (int64_t pair = 0; pair < pairs; ++pair) {
    int64_t point = pair % points;
    int64_t at = axis == 0 ? point / kernel[1] : point % kernel[1];
    inKernel.push_back(at * window->dilations[axis]);
  }
  Value kernelPlaces =
      constantPlaces(inKernel, {pairs, 1, 1, 1}, axis, unit, word + "_kernel");
  places =
      node.create<AddOp>(f32, {places, kernelPlaces}, {}, word + "_in_kernel");
  Value begins = firstPoints(axis, unit, word.str());
  begins = node.create<SubOp>(
      f32, {begins, node.createScalar(word + "_border", 1, f32)}, {},
      word + "_first_places");
  if (axis == 0)
    begins = node.create<UnsqueezeOp>(f32, begins, node.geInts("axes", 1),
                                      word + "_lines");
  places = node.create<AddOp>(f32, {places, begins}, {}, word);
  return reshapeToSizes(
      node, places,
      {multiplySizes(node, results[0], offsetGroups, word + "_grids"),
       multiplySizes(node, results[1], points, word + "_rows"), results[2], 1},
      word + "_grid");
}

/// What the kernel sees: [images * offset groups, channels of a group, points *
/// rows, columns], in f32.
Value DeformConvBuilder::samples() {
  Size grids = multiplySizes(node, results[0], offsetGroups, "grids");
  Size rows = multiplySizes(node, results[1], points, "rows_of_points");
  Value given = node.getInput(X);
  Value x = castTo(node, given, f32, "x_float");
  x = reshapeToSizes(node, x,
                     {grids, channels / offsetGroups,
                      sizeAt(node, given, 2, "height"),
                      sizeAt(node, given, 3, "width")},
                     "planes");
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
    mask = reshapeToSizes(node, mask, {grids, 1, rows, results[2]}, "mask");
    seen = node.create<MulOp>(f32, {seen, mask}, {}, "masked");
  }
  return seen;
}

Value DeformConvBuilder::build() {
  if (!readShapes())
    return {};
  int64_t inner = channels / groups * points;
  Size positions = multiplySizes(node, results[1], results[2], "positions");
  Value seen =
      reshapeToSizes(node, samples(), {results[0], groups, inner, positions},
                     "columns_of_samples");
  Value filter = castTo(node, node.getInput(Filter), f32, "filter_float");
  filter = reshapeTo(node, filter, {1, groups, outChannels / groups, inner},
                     "filter");
  Value product = node.create<BatchMatMulV2Op>(
      f32, {filter, seen},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", false)}, "product");
  product = reshapeToSizes(node, product,
                           {results[0], outChannels, results[1], results[2]},
                           "shaped");
  if (node.hasInput(Bias)) {
    Value bias = castTo(node, node.getInput(Bias), f32, "bias_float");
    bias = reshapeTo(node, bias, {1, outChannels, 1, 1}, "bias");
    product = node.create<AddOp>(f32, {product, bias}, {}, "biased");
  }
  return node.create<CastOp>(node.getElementType(X), product);
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
