//===- ConvertCenterCropPad.cpp - Cut, or with a border, around the middle ===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Axes are cut, or get a border of zeros, on both sides alike; of an odd number
// the greater part goes to the end.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The node's axes, from 0, or nothing after a fault.
static std::optional<SmallVector<int64_t>> readAxes(NodeImporter &node) {
  int64_t rank = node.getRank(0);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  auto given = node.getInts("axes");
  if (!given)
    return axes;
  axes.assign(given->begin(), given->end());
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t &axis : axes) {
    int64_t named = axis;
    axis += axis < 0 ? rank : 0;
    if (axis >= 0 && axis < rank && seen.insert(axis).second)
      continue;
    node.fail("axis " + Twine(named) + " lies outside rank " + Twine(rank) +
              " or stands twice");
    return std::nullopt;
  }
  return axes;
}

static Value createCrop(NodeImporter &node, Value x, Value begin, Value end,
                        const Twine &suffix) {
  return node.create<StridedSliceV2Op>(typeOf(x), {x, begin, end}, {}, suffix);
}

static Value createBorder(NodeImporter &node, Value x, Value paddings) {
  return node.create<PadV3Op>(typeOf(x), {x, paddings},
                              {node.geString("mode", "constant"),
                               node.geBool("paddings_contiguous", false)});
}

/// Where the extents of x and those that are wanted are known.
static Value cropPadKnown(NodeImporter &node, ArrayRef<int64_t> wanted) {
  Type i64 = node.getBuilder().getI64Type();
  ArrayRef<int64_t> shape = node.getShape(0);
  int64_t rank = shape.size();
  SmallVector<int64_t> begin(rank, 0), end(shape), pads(2 * rank, 0);
  bool crops = false, grows = false;
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t more = wanted[axis] - shape[axis];
    if (more < 0) {
      begin[axis] = -more / 2;
      end[axis] = begin[axis] + wanted[axis];
      crops = true;
    } else if (more > 0) {
      pads[axis] = more / 2;
      pads[rank + axis] = more - more / 2;
      grows = true;
    }
  }
  Value x = node.getInput(0);
  if (!crops && !grows)
    return node.create<IdentityOp>(typeOf(x), x);
  if (crops)
    x = createCrop(node, x, node.createConstant("begin", begin, i64),
                   node.createConstant("end", end, i64), grows ? "crop" : "");
  if (!grows)
    return x;
  return createBorder(node, x, node.createConstant("paddings", pads, i64));
}

/// The extents that are wanted of all axes of x: those of `axes` stand in input
/// 1.
static Value wantedExtents(NodeImporter &node, ArrayRef<int64_t> axes,
                           Value shape) {
  Type i64 = node.getBuilder().getI64Type();
  int64_t rank = node.getRank(0), count = axes.size();
  Value wanted = castTo(node, node.getInput(1), i64, "wanted");
  if (llvm::equal(axes, llvm::seq<int64_t>(0, rank)))
    return wanted;
  SmallVector<int64_t> places =
      llvm::to_vector(llvm::seq<int64_t>(count, count + rank));
  for (auto [i, axis] : llvm::enumerate(axes))
    places[axis] = i;
  return node.create<GatherV2Op>(
      i64,
      {joinAlong(node, {wanted, shape}, 0, "extents"),
       node.createConstant("places", places, i64),
       node.createConstant("places_axis", 0, i64)},
      {}, "wanted_extents");
}

/// Where they are dynamic: the same in arithmetic on vectors.
static Value cropPadComputed(NodeImporter &node, ArrayRef<int64_t> axes,
                             bool isKnown) {
  Type i64 = node.getBuilder().getI64Type();
  Value x = node.getInput(0);
  Value zero = node.createConstant("zero", 0, i64),
        two = node.createConstant("two", 2, i64);
  Value shape = node.create<ShapeOp>(i64, x, {}, "shape");
  Value wanted = wantedExtents(node, axes, shape);
  // What stands before the middle, of what the first has more than the second.
  auto half = [&](Value first, Value second, const std::string &word) {
    Value more = node.create<SubOp>(i64, {first, second}, {}, word + "_signed");
    more = node.create<MaximumOp>(i64, {more, zero}, {}, word);
    return std::pair(
        more, node.create<RealDivOp>(i64, {more, two}, {}, word + "_before"));
  };
  auto [less, begin] = half(shape, wanted, "less");
  auto [more, before] = half(wanted, shape, "more");
  Value kept = node.create<SubOp>(i64, {shape, less}, {}, "kept");
  Value end = node.create<AddOp>(i64, {begin, kept}, {}, "end");
  Value after = node.create<SubOp>(i64, {more, before}, {}, "more_after");
  Value cut = createCrop(node, x, begin, end, "crop");
  Value result =
      createBorder(node, cut, joinAlong(node, {before, after}, 0, "paddings"));
  if (!isKnown)
    return result;
  // The types learn what is known.
  return node.create<ReshapeOp>(typeOf(x), {result, wanted},
                                node.geInt("allowzero", 1), "result");
}

static Value convertCenterCropPad(NodeImporter &node) {
  std::optional<SmallVector<int64_t>> axes = readAxes(node);
  if (!axes || !node.isIndex(1))
    return {};
  if (node.getShape(1) != ArrayRef<int64_t>(axes->size()))
    return node.fail("shape needs an extent per axis");
  const IntTensor *known = node.getIntegers(1);
  if (known)
    for (int64_t extent : known->values)
      if (extent < 0 || extent > (int64_t(1) << 48))
        return node.fail("shape has the extent " + Twine(extent));
  ArrayRef<int64_t> shape = node.getShape(0);
  if (!known || ShapedType::isDynamicShape(shape))
    return cropPadComputed(node, *axes, known);
  SmallVector<int64_t> wanted(shape);
  for (auto [axis, extent] : llvm::zip_equal(*axes, known->values))
    wanted[axis] = extent;
  return cropPadKnown(node, wanted);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getCenterCropPadOps() {
  static constexpr OpImporter ops[] = {
      {"CenterCropPad", 18, 2, 2, convertCenterCropPad},
  };
  return ops;
}
