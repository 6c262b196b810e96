//===- ConvertIndex.cpp - Ops that use indices or make order --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate/Evaluate.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static Value convertGather(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  Value axis = node.createConstant("axis", node.getInt("axis", 0),
                                   node.getBuilder().getI32Type());
  return node.create<GatherV2Op>(node.getElementType(0),
                                 {node.getInput(0), node.getInput(1), axis});
}

static Value convertGatherElements(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  return node.create<GatherElementsOp>(
      node.getElementType(0), node.getInputs(),
      node.geInt("dim", node.getInt("axis", 0)));
}

static Value convertGatherND(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  SmallVector<NamedAttribute> attributes;
  if (node.getOpset() >= 12)
    if (int64_t batch = node.getInt("batch_dims", 0))
      attributes.push_back(node.geInt("batch_dims", batch));
  return node.create<GatherNdOp>(node.getElementType(0), node.getInputs(),
                                 attributes);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// The attribute `reduction` (opset 16), "none" by default.
static StringRef reductionOf(NodeImporter &node) {
  return node.getOpset() < 16 ? "none" : node.getString("reduction", "none");
}

static Value convertScatterElements(NodeImporter &node) {
  StringRef reduction = reductionOf(node);
  int64_t axis = node.getInt("axis", 0);
  if (!node.isIndex(1) || !node.haveOneType({0, 2}))
    return {};
  if (!llvm::is_contained({"none", "add", "mul", "max", "min"}, reduction))
    return node.fail("reduction is '" + reduction + "'");
  return node.create<ScatterElementsOp>(
      node.getElementType(0), node.getInputs(),
      {node.geInt("axis", axis), node.geString("reduction", reduction)});
}

/// GE's operators update their variable, so they get a copy.
static Value convertScatterND(NodeImporter &node) {
  StringRef reduction = reductionOf(node);
  if (!node.isIndex(1) || !node.haveOneType({0, 2}))
    return {};
  Type type = node.getElementType(0);
  Value copy = node.create<TensorMoveOp>(type, node.getInput(0), {}, "copy");
  SmallVector<Value> operands{copy, node.getInput(1), node.getInput(2)};
  if (reduction == "none")
    return node.create<ScatterNdUpdateOp>(type, operands);
  if (reduction == "add")
    return node.create<ScatterNdAddOp>(type, operands);
  if (reduction == "mul")
    return node.create<ScatterNdMulOp>(type, operands);
  if (reduction == "max")
    return node.create<ScatterNdMaxOp>(type, operands);
  if (reduction == "min")
    return node.create<ScatterNdMinOp>(type, operands);
  return node.fail("reduction is '" + reduction + "'");
}

/// (past_cache, update, write_indices): row t of sequence b goes to place
/// write_indices[b] + t along the axis, in a circular cache modulo its extent.
/// GE has no such operator: the places become the indices of ScatterElements.
static Value convertTensorScatter(NodeImporter &node) {
  StringRef mode = node.getString("mode", "linear");
  ArrayRef<int64_t> update = node.getShape(1);
  int64_t rank = node.getRank(0), axis = node.getInt("axis", -2);
  if (!node.haveOneType({0, 1}) || (node.hasInput(2) && !node.isIndex(2)))
    return {};
  if (axis < -rank || axis >= rank || axis % rank == 0 ||
      int64_t(update.size()) != rank)
    return node.fail("axis " + Twine(axis) +
                     " is none behind the first of rank " + Twine(rank));
  if (mode != "linear" && mode != "circular")
    return node.fail("mode is '" + mode + "'");
  axis += axis < 0 ? rank : 0;
  for (int64_t other = 0; other < rank; ++other)
    if (other != axis &&
        !node.requireSameExtent({node.getInput(0), other},
                                {node.getInput(1), other},
                                "at axis " + Twine(other) +
                                    " the cache has the extent {}, the update "
                                    "{}"))
      return node.fail("the update is not as long as the cache at axis " +
                       Twine(other));
  if (node.hasInput(2) &&
      (node.getRank(2) != 1 ||
       !node.requireSameExtent({node.getInput(0), 0}, {node.getInput(2), 0},
                               "the cache has {} sequences, write_indices {} "
                               "places")))
    return node.fail("write_indices has no place for each sequence");
  Builder builder = node.getBuilder();
  Type i64 = builder.getI64Type();
  auto integer = [&](StringRef word, int64_t value) {
    return node.createConstant(word, value, i64);
  };
  // [1, …, rows, …, 1]
  SmallVector<int64_t> otherAxes = llvm::to_vector(
      llvm::make_filter_range(llvm::seq<int64_t>(0, rank),
                              [&](int64_t other) { return other != axis; }));
  Value places = node.create<RangeOp>(
      i64,
      {integer("first", 0), extentAt(node, node.getInput(1), axis, "count"),
       integer("one", 1)},
      {}, "range");
  places = node.create<UnsqueezeOp>(i64, places, node.geInts("axes", otherAxes),
                                    "rows");
  if (node.hasInput(2)) {
    Value starts = castTo(node, node.getInput(2), i64, "starts");
    auto behind = llvm::to_vector(llvm::seq<int64_t>(1, rank));
    starts = node.create<UnsqueezeOp>(i64, starts, node.geInts("axes", behind),
                                      "sequences");
    places = node.create<AddOp>(i64, {starts, places}, {}, "places");
  }
  if (mode == "circular") {
    Value extent = extentAt(node, node.getInput(0), axis, "extent");
    places = node.create<ModOp>(i64, {places, extent}, {}, "wrapped");
  }
  Value wanted = ShapedType::isDynamicShape(update)
                     ? node.create<ShapeOp>(i64, node.getInput(1), {}, "wanted")
                     : node.createConstant("wanted", update, i64);
  Value indices = node.create<ExpandOp>(i64, {places, wanted}, {}, "indices");
  return node.create<ScatterElementsOp>(
      node.getElementType(0), {node.getInput(0), indices, node.getInput(1)},
      {node.geInt("axis", axis), node.geString("reduction", "none")});
}

//===----------------------------------------------------------------------===//
// Indices as values
//===----------------------------------------------------------------------===//

/// (indices, depth, [off, on]).
static Value convertOneHot(NodeImporter &node) {
  if (!node.isNumber(0) || !node.isNumber(1))
    return {};
  int64_t axis = node.getInt("axis", -1);
  std::optional<SmallVector<double>> depth;
  if (const IntTensor *integers = node.getIntegers(1))
    depth.emplace(ArrayRef<int64_t>(integers->values));
  else if (isa<FloatType>(node.getElementType(1)))
    depth = constantFloats(node.getInput(1));
  if ((depth && depth->size() != 1) || node.getShape(2) != ArrayRef<int64_t>(2))
    return node.fail("needs one depth and two values");
  // Elements of a tensor can be counted.
  if (depth &&
      !(depth->front() >= 0 && depth->front() < double(int64_t(1) << 48)))
    return node.fail("its depth is no extent");
  Builder builder = node.getBuilder();
  Type type = node.getElementType(2), i64 = builder.getI64Type();
  Value extent;
  if (depth)
    extent = node.createConstant("depth", int64_t(depth->front()), i64);
  else if (node.getElementType(1) == i64)
    extent = node.getInput(1);
  else
    extent = node.create<CastOp>(i64, node.getInput(1), {}, "depth");
  auto value = [&](int64_t index, StringRef name) {
    Value begin = node.createConstant(Twine(name) + "/begin", index, i64);
    Value end = node.createConstant(Twine(name) + "/end", index + 1, i64);
    return node.create<StridedSliceV2Op>(type, {node.getInput(2), begin, end},
                                         {}, name);
  };
  Value on = value(1, "on_value"), off = value(0, "off_value");
  return node.create<OneHotOp>(type, {node.getInput(0), extent, on, off},
                               node.geInt("axis", axis));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static SmallVector<Value> convertTopK(NodeImporter &node) {
  if (!node.isNumber(0))
    return {};
  Builder builder = node.getBuilder();
  int64_t axis = node.getInt("axis", -1);
  bool largest = true, sorted = true;
  Value k;
  if (node.getOpset() < 10) {
    if (!node.getAttribute("k"))
      return {node.fail("has no attribute 'k'")};
    k = node.createConstant("k", node.getInt("k", 0), builder.getI32Type());
  } else {
    if (!node.isIndex(1))
      return {};
    k = node.getInput(1);
  }
  if (node.getOpset() >= 11) {
    largest = node.getInt("largest", 1) != 0;
    sorted = node.getInt("sorted", 1) != 0;
  }
  SmallVector<Value> results = node.createMany<TopKOp>(
      {node.getElementType(0), builder.getI32Type()}, {node.getInput(0), k},
      {node.geInt("dim", axis), node.geBool("largest", largest),
       node.geBool("sorted", sorted)});
  if (node.hasOutput(1))
    results[1] =
        node.create<CastOp>(builder.getI64Type(), results[1], {}, "indices");
  return results;
}

static Value convertCumProd(NodeImporter &node) {
  if (!node.isNumber(0) || !node.isIndex(1))
    return {};
  bool exclusive = node.getInt("exclusive", 0) != 0;
  bool reverse = node.getInt("reverse", 0) != 0;
  return node.create<CumprodOp>(
      node.getElementType(0), node.getInputs(),
      {node.geBool("exclusive", exclusive), node.geBool("reverse", reverse)});
}

static Value convertRange(NodeImporter &node) {
  if (!node.isNumber(0) || !node.haveOneType({0, 1, 2}))
    return {};
  if (node.getOpset() >= 27)
    (void)node.getInt("stash_type", 1);
  Type type = node.getElementType(0), f64 = node.getBuilder().getF64Type(),
       i64 = node.getBuilder().getI64Type();
  if (!isa<FloatType>(type))
    return node.create<RangeOp>(type, node.getInputs());
  // Integers say how many there are; it is computed in double as elsewhere.
  Value start = node.getInput(0), delta = node.getInput(2);
  Value distance =
      node.create<SubOp>(type, {node.getInput(1), start}, {}, "distance");
  auto wide = [&](Value value, StringRef word) {
    return type == f64 ? value : node.create<CastOp>(f64, value, {}, word);
  };
  Value steps = node.create<RealDivOp>(
      f64, {wide(distance, "distance_f64"), wide(delta, "delta_f64")}, {},
      "steps");
  Value count = node.create<CastOp>(
      i64, node.create<CeilOp>(f64, steps, {}, "steps_up"), {}, "count");
  Value places =
      node.create<RangeOp>(i64,
                           {node.createConstant("first", 0, i64), count,
                            node.createConstant("one", 1, i64)},
                           {}, "places");
  Value numbers = node.create<CastOp>(type, places, {}, "numbers");
  Value offsets = node.create<MulOp>(type, {numbers, delta}, {}, "offsets");
  return node.create<AddOp>(type, {start, offsets});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getIndexOps() {
  static constexpr OpImporter ops[] = {
      {"CumProd", 26, 2, 2, convertCumProd},
      {"Gather", 1, 2, 2, convertGather, evaluateGather},
      {"GatherElements", 11, 2, 2, convertGatherElements},
      {"GatherND", 11, 2, 2, convertGatherND},
      {"OneHot", 9, 3, 3, convertOneHot},
      {"Range", 11, 3, 3, convertRange, evaluateRange},
      {"Scatter", 9, 3, 3, convertScatterElements},
      {"ScatterElements", 11, 3, 3, convertScatterElements},
      {"ScatterND", 11, 3, 3, convertScatterND},
      {"TensorScatter", 24, 2, 3, convertTensorScatter},
      {"TopK", 1, 1, 1, convertTopK},
      {"TopK", 10, 2, 2, convertTopK},
  };
  return ops;
}
