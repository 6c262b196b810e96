//===- ConvertPool.cpp - Pools --------------------------------------------===//
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
                         ArrayRef<NamedAttribute> attributes, Value x = {},
                         StringRef suffix = {}) {
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
      readWindow(node, node.getShape(0).drop_front(2), *kernel,
                 /*takesAutoPad=*/true);
  if (!window)
    return {};

  SmallVector<int64_t> sizes{1, 1}, strides{1, 1}, dilations{1, 1},
      pads = window->flatPads();
  llvm::append_range(sizes, *kernel);
  llvm::append_range(strides, window->strides);
  llvm::append_range(dilations, window->dilations);
  Type type = node.getElementType(0);
  if (!x)
    x = node.getInput(0);
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
  llvm::append_range(all, autoPadOf(node, *window));
  if (rank == 5)
    return node.create<VolumeOp>(type, x, all, suffix);
  Value result = node.create<PlaneOp>(type, x, all, suffix);
  if (isSignal)
    result = node.create<SqueezeOp>(type, result, node.geInts("axis", {3}),
                                    "squeeze");
  return result;
}

/// The place of an element in a plane by columns, from that by rows.
static Value toColumnMajor(NodeImporter &node, Value at,
                           ArrayRef<int64_t> spatial) {
  Type i64 = node.getBuilder().getI64Type();
  // The first axis is the fastest: peel axes off the end.
  int64_t stride = ShapedType::getNumElements(spatial);
  Value sum;
  for (size_t axis = spatial.size(); axis-- > 0;) {
    auto word = [&](StringRef base) { return (base + Twine(axis)).str(); };
    Value extent = node.createConstant(
        word("extent_"), {std::max<int64_t>(spatial[axis], 1)}, i64);
    Value rest = node.create<FloorDivOp>(i64, {at, extent}, {}, word("rest_"));
    Value place = node.create<ModOp>(i64, {at, extent}, {}, word("place_"));
    stride /= std::max<int64_t>(spatial[axis], 1);
    place = node.create<MulOp>(
        i64, {place, node.createConstant(word("stride_"), {stride}, i64)}, {},
        word("part_"));
    sum = sum ? node.create<AddOp>(i64, {sum, place}, {}, word("sum_")) : place;
    at = rest;
  }
  return sum;
}

/// (Y, Indices): GE counts positions in the volume of a channel, ONNX in the
/// whole of x. The axes that x has not are put before its own.
static SmallVector<Value> convertMaxPoolWithIndices(NodeImporter &node) {
  int64_t rank = node.getRank(0);
  bool byColumns = node.getInt("storage_order", 0) != 0;
  auto kernel = node.getInts("kernel_shape");
  if (rank < 3 || !kernel || kernel->size() != size_t(rank - 2))
    return {node.fail("attribute 'kernel_shape' needs an entry per spatial "
                      "axis")};
  if (rank > 5)
    return {node.unsupported("a pool over more than three axes is not built "
                             "yet")};
  for (int64_t extent : *kernel)
    if (extent < 1 || extent > INT32_MAX)
      return {
          node.fail("attribute 'kernel_shape' has the entry " + Twine(extent))};
  ArrayRef<int64_t> shape = node.getShape(0), spatial = shape.drop_front(2);
  if (!node.areKnown(shape))
    return {};
  std::optional<Window> window = readWindow(node, spatial, *kernel);
  if (!window)
    return {};
  size_t more = 5 - rank;
  auto listOf = [&](int64_t first, ArrayRef<int64_t> values) {
    SmallVector<int64_t> list(2 + more, first);
    llvm::append_range(list, values);
    return list;
  };
  SmallVector<int64_t> pads(2 * more, 0);
  llvm::append_range(pads, window->flatPads());
  SmallVector<int64_t> volume(shape.take_front(2));
  volume.append(more, 1);
  llvm::append_range(volume, spatial);
  Type type = node.getElementType(0), i64 = node.getBuilder().getI64Type();
  SmallVector<Value> results = node.createMany<MaxPool3DWithArgmaxV2Op>(
      {type, i64}, reshapeTo(node, node.getInput(0), volume, "volume"),
      {node.geInts("ksize", listOf(1, *kernel)),
       node.geInts("strides", listOf(1, window->strides)),
       node.geInts("dilations", listOf(1, window->dilations)),
       node.geInts("pads", pads),
       node.geBool("ceil_mode", node.getInt("ceil_mode", 0) != 0)});
  if (!results[0])
    return {};
  SmallVector<int64_t> result(shapeOf(results[0]));
  result.erase(result.begin() + 2, result.begin() + 2 + more);
  for (auto [i, value] : llvm::enumerate(results))
    value = reshapeTo(node, value, result, i == 0 ? "y" : "positions");
  Value at = byColumns ? toColumnMajor(node, results[1], spatial) : results[1];
  // Where each channel begins.
  int64_t channels = shape[0] * shape[1];
  if (channels > kMaxFoldedElements * kMaxFoldedElements)
    return {node.unsupported("positions in so many channels are not built "
                             "yet")};
  SmallVector<int64_t> firsts, column{shape[0], shape[1]};
  for (int64_t i = 0; i < channels; ++i)
    firsts.push_back(i * ShapedType::getNumElements(spatial));
  column.append(rank - 2, 1);
  Value first = reshapeTo(node, node.createConstant("channels", firsts, i64),
                          column, "first_positions");
  results[1] = node.create<AddOp>(i64, {at, first}, {}, "indices");
  return results;
}

static SmallVector<Value> convertMaxPool(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  if (node.hasOutput(1))
    return convertMaxPoolWithIndices(node);
  // It orders the positions of the maxima.
  (void)node.getInt("storage_order", 0);
  return {convertPool<MaxPoolV3Op, MaxPool3DOp>(node, {})};
}

/// The root of a sum of powers over each window: their mean, with the border of
/// zeros, times their number.
static Value convertLpPool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t p = node.getInt("p", 2);
  auto kernel = node.getInts("kernel_shape");
  if (p < 1 || p > INT32_MAX || !kernel)
    return node.fail("needs a positive 'p' and a 'kernel_shape'");
  if (node.getInt("ceil_mode", 0) != 0)
    return node.unsupported("'ceil_mode' is not built yet");
  double count = 1;
  for (int64_t extent : *kernel)
    count *= extent;
  Type type = node.getElementType(0);
  Value x = node.create<AbsOp>(type, node.getInput(0), {}, "abs");
  x = node.create<PowerOp>(type, x, node.geFloat("power", p), "powers");
  x = convertPool<AvgPoolV2Op, AvgPool3DOp>(
      node, node.geBool("exclusive", false), x, "means");
  x = node.create<MulsOp>(type, x, node.geFloat("value", count), "sums");
  return node.create<PowerOp>(type, x, node.geFloat("power", 1.0f / p));
}

static Value convertGlobalLpPool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t rank = node.getRank(0), p = node.getInt("p", 2);
  if (rank < 3)
    return node.fail("input 0 has rank " + Twine(rank) +
                     ", and so no spatial axes");
  if (p < 1 || p > INT32_MAX)
    return node.fail("attribute 'p' is " + Twine(p));
  Type type = node.getElementType(0);
  Value x = node.create<AbsOp>(type, node.getInput(0), {}, "abs");
  x = node.create<PowerOp>(type, x, node.geFloat("power", p), "powers");
  Value axes =
      node.createConstant("axes", llvm::to_vector(llvm::seq<int64_t>(2, rank)),
                          node.getBuilder().getI64Type());
  x = node.create<ReduceSumOp>(type, {x, axes}, node.geBool("keep_dims", true),
                               "sums");
  return node.create<PowerOp>(type, x, node.geFloat("power", 1.0f / p));
}

static Value convertAveragePool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  bool exclusive = node.getInt("count_include_pad", 0) == 0;
  return convertPool<AvgPoolV2Op, AvgPool3DOp>(
      node, node.geBool("exclusive", exclusive));
}

ArrayRef<OpImporter> mlir::ascend::onnx::getPoolOps() {
  static constexpr OpImporter ops[] = {
      {"AveragePool", 7, 1, 1, convertAveragePool},
      {"GlobalAveragePool", 1, 1, 1, convertGlobalAveragePool},
      {"GlobalLpPool", 2, 1, 1, convertGlobalLpPool},
      {"GlobalMaxPool", 1, 1, 1, convertGlobalMaxPool},
      {"LpPool", 2, 1, 1, convertLpPool},
      {"MaxPool", 1, 1, 1, convertMaxPool},
  };
  return ops;
}
