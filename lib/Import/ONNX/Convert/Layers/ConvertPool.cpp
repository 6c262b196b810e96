//===- ConvertPool.cpp - Pools --------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Window.h"
#include "llvm/Support/MathExtras.h"

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

/// The number of elements of axes `begin` to before `end` of x: a vector of one
/// int64.
static Value countAlong(NodeImporter &node, Value x, int64_t begin, int64_t end,
                        StringRef word) {
  Type i64 = node.getBuilder().getI64Type();
  ArrayRef<int64_t> extents = shapeOf(x).slice(begin, end - begin);
  if (!ShapedType::isDynamicShape(extents))
    return node.createConstant(word, ShapedType::getNumElements(extents), i64);
  Value count;
  for (int64_t axis = begin; axis < end; ++axis) {
    std::string name = (word + "_" + Twine(axis)).str();
    Value extent = extentAt(node, x, axis, name);
    count =
        count ? node.create<MulOp>(i64, {count, extent}, {}, name + "_product")
              : extent;
  }
  return count;
}

/// The place of an element in a plane by columns, from that by rows.
static Value toColumnMajor(NodeImporter &node, Value at, Value x) {
  Type i64 = node.getBuilder().getI64Type();
  // The last axis is the fastest by rows: peel axes off the end.
  Value sum;
  for (int64_t axis = shapeOf(x).size(); axis-- > 2;) {
    auto word = [&](StringRef base) { return (base + Twine(axis - 2)).str(); };
    Value extent = countAlong(node, x, axis, axis + 1, word("extent_"));
    Value rest = node.create<FloorDivOp>(i64, {at, extent}, {}, word("rest_"));
    Value place = node.create<ModOp>(i64, {at, extent}, {}, word("place_"));
    Value stride = countAlong(node, x, 2, axis, word("stride_"));
    place = node.create<MulOp>(i64, {place, stride}, {}, word("part_"));
    sum = sum ? node.create<AddOp>(i64, {sum, place}, {}, word("sum_")) : place;
    at = rest;
  }
  return sum;
}

/// The position in x of the first element of each channel: [N, C, 1, …].
static Value firstPositions(NodeImporter &node, Value x) {
  Type i64 = node.getBuilder().getI64Type();
  ArrayRef<int64_t> shape = shapeOf(x);
  auto integer = [&](StringRef word, int64_t value) {
    return node.createConstant(word, value, i64);
  };
  Value channels = countAlong(node, x, 0, 2, "channels");
  Value volume = countAlong(node, x, 2, shape.size(), "volume_elements");
  Value numbers = node.create<RangeOp>(
      i64, {integer("first", 0), channels, integer("one", 1)}, {},
      "channel_numbers");
  Value firsts =
      node.create<MulOp>(i64, {numbers, volume}, {}, "channel_positions");
  SmallVector<Value> extents{extentAt(node, x, 0, "images"),
                             extentAt(node, x, 1, "channels_each")};
  extents.push_back(node.createConstant(
      "spatial", SmallVector<int64_t>(shape.size() - 2, 1), i64));
  Value column = joinAlong(node, extents, 0, "column");
  return node.create<ReshapeOp>(i64, {firsts, column},
                                node.geInt("allowzero", 1), "first_positions");
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
  std::optional<Window> window = readWindow(
      node, node.getShape(0).drop_front(2), *kernel, /*takesAutoPad=*/true);
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
  auto added = llvm::to_vector(llvm::seq<int64_t>(2, 2 + more));
  Type type = node.getElementType(0), i64 = node.getBuilder().getI64Type();
  Value x = node.getInput(0), volume = x;
  if (more)
    volume =
        node.create<UnsqueezeOp>(type, x, node.geInts("axes", added), "volume");
  SmallVector<NamedAttribute> attributes{
      node.geInts("ksize", listOf(1, *kernel)),
      node.geInts("strides", listOf(1, window->strides)),
      node.geInts("dilations", listOf(1, window->dilations)),
      node.geInts("pads", pads),
      node.geBool("ceil_mode", node.getInt("ceil_mode", 0) != 0)};
  llvm::append_range(attributes, autoPadOf(node, *window));
  // The kernels give int32.
  ArrayRef<int64_t> spatial = node.getShape(0).drop_front(2);
  bool isWide = !ShapedType::isDynamicShape(spatial) &&
                !llvm::isInt<32>(ShapedType::getNumElements(spatial));
  Type at32 = node.getBuilder().getI32Type();
  SmallVector<Value> results = node.createMany<MaxPool3DWithArgmaxV2Op>(
      {type, isWide ? i64 : at32}, volume, attributes);
  if (!results[0])
    return {};
  const StringRef words[] = {"y", "positions"};
  if (more)
    for (auto [result, word] : llvm::zip_equal(results, words))
      result = node.create<SqueezeOp>(typeOf(result), result,
                                      node.geInts("axis", added), word);
  Value at = castTo(node, results[1], i64, "positions_wide");
  if (byColumns)
    at = toColumnMajor(node, at, x);
  results[1] =
      node.create<AddOp>(i64, {at, firstPositions(node, x)}, {}, "indices");
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

/// The root of a sum of powers over each window: their mean, as if all of it
/// had elements, times their number.
static Value convertLpPool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t p = node.getInt("p", 2), count = 1;
  auto kernel = node.getInts("kernel_shape");
  if (p < 1 || p > INT32_MAX || !kernel)
    return node.fail("needs a positive 'p' and a 'kernel_shape'");
  for (int64_t extent : *kernel)
    if (llvm::MulOverflow(count, extent, count))
      return node.fail("its windows are too large", ExitCode::Limit);
  Type type = node.getElementType(0);
  Value x = node.create<AbsOp>(type, node.getInput(0), {}, "abs");
  x = node.create<PowerOp>(type, x, node.geFloat("power", p), "powers");
  x = convertPool<AvgPoolV2Op, AvgPool3DOp>(
      node, node.geInt("divisor_override", count), x, "means");
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
