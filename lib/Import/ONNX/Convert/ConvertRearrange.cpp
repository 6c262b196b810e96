//===- ConvertRearrange.cpp - Ops that lay out data -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate/Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The axis `axis`, counted from 0; a fault and nothing where there is none.
static std::optional<int64_t> axisOf(NodeImporter &node, int64_t axis,
                                     int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  node.fail("axis " + Twine(axis) + " lies outside rank " + Twine(rank));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parts and copies
//===----------------------------------------------------------------------===//

/// Sees to it that the run ends where `parts` parts of the same size, the last
/// of which may be smaller, have no elements in it: onnxruntime refuses that.
static void requireParts(NodeImporter &node, int64_t axis, int64_t parts) {
  OpBuilder &b = node.getBuilder();
  Value x = node.getInput(0);
  Location loc = x.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value extent = tensor::DimOp::create(b, loc, x, axis);
  Value size = arith::CeilDivUIOp::create(b, loc, extent, index(parts));
  Value before = arith::MulIOp::create(b, loc, size, index(parts - 1));
  Value fits =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, before, extent);
  node.require(fits,
               "axis " + Twine(axis) + " of extent {} has no " + Twine(parts) +
                   " parts with elements",
               extent);
}

/// The sizes of parts of an axis whose extent is known when the model runs: all
/// the same, but the last one may be smaller.
static Value unevenParts(NodeImporter &node, int64_t axis, int64_t parts) {
  if (parts > 1)
    requireParts(node, axis, parts);
  Type i64 = node.getBuilder().getI64Type();
  auto integer = [&](StringRef word, int64_t value) {
    return node.createConstant(word, value, i64);
  };
  Value shape = node.create<ShapeOp>(i64, node.getInput(0), {}, "shape");
  Value whole = node.create<StridedSliceV2Op>(
      i64, {shape, integer("axis", axis), integer("next_axis", axis + 1)}, {},
      "extent");
  Value raised = node.create<AddOp>(i64, {whole, integer("rest", parts - 1)},
                                    {}, "raised_extent");
  Value part = node.create<RealDivOp>(i64, {raised, integer("parts", parts)},
                                      {}, "part");
  Value before = node.create<MulOp>(
      i64, {part, integer("parts_before", parts - 1)}, {}, "before");
  Value last = node.create<SubOp>(i64, {whole, before}, {}, "last_part");
  SmallVector<Value> sizes(parts - 1, part);
  sizes.push_back(last);
  if (parts == 1)
    return last;
  return node.create<ConcatDOp>(
      i64, sizes, {node.geInt("concat_dim", 0), node.geInt("N", parts)},
      "size_splits");
}

/// As many parts as there are outputs: equal ones, or those of the list that
/// is an attribute (before opset 13) or an input. num_outputs (opset 18) makes
/// the last one smaller where they cannot be equal.
static SmallVector<Value> convertSplit(NodeImporter &node) {
  Builder builder = node.getBuilder();
  std::optional<int64_t> axis =
      axisOf(node, node.getInt("axis", 0), node.getRank(0));
  if (!axis)
    return {};
  int64_t parts = node.getNumOutputSlots(), extent = node.getShape(0)[*axis];
  SmallVector<Type> types(parts, node.getElementType(0));
  NamedAttribute count = node.geInt("num_split", parts);
  Value dim = node.createConstant("split_dim", *axis, builder.getI32Type());
  Value sizes;
  if (node.getOpset() < 13) {
    if (auto list = node.getInts("split"))
      sizes = node.createConstant("size_splits", *list, builder.getI64Type());
  } else if (node.hasInput(1)) {
    if (!node.isIndex(1))
      return {};
    sizes = node.getInput(1);
  }
  if (node.getOpset() >= 18 && node.getAttribute("num_outputs")) {
    if (node.getInt("num_outputs", 0) != parts || sizes) {
      node.fail("has " + Twine(parts) + " outputs" +
                (sizes ? Twine(" and an input 'split'") : Twine()) +
                ", num_outputs is " + Twine(node.getInt("num_outputs", 0)));
      return {};
    }
    if (ShapedType::isDynamic(extent)) {
      sizes = unevenParts(node, *axis, parts);
    } else if (int64_t size = llvm::divideCeil(extent, parts);
               parts > 1 && size * (parts - 1) >= extent) {
      node.fail("axis " + Twine(*axis) + " of extent " + Twine(extent) +
                " has no " + Twine(parts) + " parts with elements");
      return {};
    } else if (extent % parts) {
      SmallVector<int64_t> list(parts, size);
      list.back() = extent - size * (parts - 1);
      sizes = node.createConstant("size_splits", list, builder.getI64Type());
    }
  }
  if (sizes)
    return node.createMany<SplitVOp>(types, {node.getInput(0), sizes, dim},
                                     count);
  return node.createMany<SplitOp>(types, {dim, node.getInput(0)}, count);
}

static Value convertTile(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  return node.create<TileOp>(node.getElementType(0), node.getInputs());
}

/// `value`, of one element, in every element of a known shape, or null: GE
/// folds a Fill of constants before the Fusion Engine sees the graph. Larger
/// tensors than any file may hold stay an op.
static Value createFilled(NodeImporter &node, ElementsAttr value) {
  const IntTensor *shape = node.getIntegers(0);
  auto element = dyn_cast<DenseElementsAttr>(value);
  if (!shape || !element || element.getNumElements() != 1 ||
      llvm::any_of(shape->values, [](int64_t extent) { return extent < 0; }))
    return {};
  std::optional<int64_t> elements = numElements(shape->values);
  if (!elements || *elements > INT32_MAX / 8)
    return {};
  return node.createNamedConstant(element.resizeSplat(
      RankedTensorType::get(shape->values, value.getElementType())));
}

/// The value is an attribute: a tensor of one element, 0 (float) by default.
static Value convertConstantOfShape(NodeImporter &node) {
  if (!node.isIndex(0))
    return {};
  ElementsAttr value;
  MLIRContext *context = node.getBuilder().getContext();
  if (const onnx::Attribute *attribute = node.getAttribute("value")) {
    if (!attribute->tensor)
      return node.fail("attribute 'value' is no tensor");
    if (llvm::Error error = checkTensor(*attribute->tensor, "its value")) {
      ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
      return node.fail(diagnostic.message, diagnostic.exitCode);
    }
    value = elementsAttr(context, *attribute->tensor, node.getName());
  } else {
    auto type = RankedTensorType::get({1}, Float32Type::get(context));
    value = DenseElementsAttr::get(type, 0.0f);
  }
  if (Value filled = createFilled(node, value))
    return filled;
  Value scalar = node.createConstant("value", value);
  return node.create<FillOp>(value.getElementType(),
                             {node.getInput(0), scalar});
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

/// GE's word for a mode, or nothing after a fault.
static std::optional<StringRef> padMode(NodeImporter &node) {
  StringRef mode = node.getString("mode", "constant");
  if (mode == "wrap" && node.getOpset() >= 19)
    return StringRef("circular");
  if (llvm::is_contained({"constant", "edge", "reflect"}, mode))
    return mode;
  node.fail("mode is '" + mode + "'");
  return std::nullopt;
}

/// pads and value as attributes.
static Value convertOldPad(NodeImporter &node) {
  Builder builder = node.getBuilder();
  std::optional<StringRef> mode = padMode(node);
  auto pads = node.getInts(node.getOpset() < 2 ? "paddings" : "pads");
  float value = node.getFloat("value", 0);
  if (!mode)
    return {};
  int64_t rank = node.getRank(0);
  if (!pads || int64_t(pads->size()) != 2 * rank)
    return node.fail("needs two pads per axis");
  Type type = node.getElementType(0);
  if (*mode == "reflect") {
    SmallVector<int64_t> pairs;
    for (int64_t axis = 0; axis < rank; ++axis)
      pairs.append({(*pads)[axis], (*pads)[rank + axis]});
    Value paddings =
        node.createConstant("paddings", pairs, builder.getI64Type());
    return node.create<MirrorPadOp>(type, {node.getInput(0), paddings},
                                    node.geString("mode", "REFLECT"));
  }
  SmallVector<Value> operands{
      node.getInput(0),
      node.createConstant("paddings", *pads, builder.getI64Type())};
  if (value != 0) {
    if (!node.isFloat(0))
      return {};
    operands.push_back(node.createScalar("constant_values", value, type));
  }
  return node.create<PadV3Op>(type, operands,
                              {node.geString("mode", *mode),
                               node.geBool("paddings_contiguous", false)});
}

/// Pads, known when the model runs, of `axes` in the places of all axes.
static Value padsOfAxes(NodeImporter &node, ArrayRef<int64_t> axes,
                        int64_t rank) {
  Type type = node.getElementType(1);
  int64_t count = axes.size();
  // Behind the pads stands a 0 for the other axes.
  SmallVector<int64_t> places(2 * rank, 2 * count);
  for (auto [i, given] : llvm::enumerate(axes)) {
    std::optional<int64_t> axis = axisOf(node, given, rank);
    if (!axis)
      return {};
    places[*axis] = i;
    places[rank + *axis] = count + i;
  }
  Value zero = node.createConstant("none", 0, type);
  Value pads = node.create<ConcatDOp>(
      type, {node.getInput(1), zero},
      {node.geInt("concat_dim", 0), node.geInt("N", 2)}, "pads");
  Type i32 = node.getBuilder().getI32Type();
  return node.create<GatherV2Op>(type,
                                 {pads,
                                  node.createConstant("places", places, i32),
                                  node.createConstant("axis", 0, i32)},
                                 {}, "paddings");
}

/// (data, pads, constant_value, axes from opset 18 on); pads has two lists, for
/// all axes or those that are given.
static Value convertPad(NodeImporter &node) {
  std::optional<StringRef> mode = padMode(node);
  if (!mode || !node.isIndex(1))
    return {};
  Value paddings;
  if (node.hasInput(3)) {
    if (node.getOpset() < 18)
      return node.fail("has no input 'axes' before opset 18");
    const IntTensor *pads = node.getIntegers(1), *axes = node.getIntegers(3);
    if (!node.isIndex(3))
      return {};
    if (!axes)
      return node.unsupported("pads for axes that are known only when the "
                              "model runs are not built yet");
    size_t count = axes->values.size();
    if (node.getShape(1) != ArrayRef<int64_t>(2 * count))
      return node.fail("needs two pads for each of " + Twine(count) + " axes");
    int64_t rank = node.getRank(0);
    if (!pads) {
      paddings = padsOfAxes(node, axes->values, rank);
    } else {
      SmallVector<int64_t> all(2 * rank, 0);
      for (size_t i = 0; i < count; ++i) {
        std::optional<int64_t> axis = axisOf(node, axes->values[i], rank);
        if (!axis)
          return {};
        all[*axis] = pads->values[i];
        all[rank + *axis] = pads->values[count + i];
      }
      paddings =
          node.createConstant("paddings", all, node.getBuilder().getI64Type());
    }
    if (!paddings)
      return {};
  } else {
    paddings = node.getInput(1);
  }
  SmallVector<Value> operands{node.getInput(0), paddings};
  if (node.hasInput(2)) {
    if (!node.haveOneType({0, 2}))
      return {};
    if (*mode == "constant")
      operands.push_back(node.getInput(2));
  }
  return node.create<PadV3Op>(node.getElementType(0), operands,
                              {node.geString("mode", *mode),
                               node.geBool("paddings_contiguous", false)});
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static Value convertFlatten(NodeImporter &node) {
  return node.create<FlattenOp>(node.getElementType(0), node.getInput(0),
                                node.geInt("axis", node.getInt("axis", 1)));
}

static Value convertTrilu(NodeImporter &node) {
  if (node.hasInput(1) && !node.isIndex(1))
    return {};
  bool upper = node.getInt("upper", 1) != 0;
  return node.create<TriluOp>(node.getElementType(0), node.getInputs(),
                              node.geBool("upper", upper));
}

static Value convertDepthToSpace(NodeImporter &node) {
  StringRef mode = node.getOpset() < 11 ? "DCR" : node.getString("mode", "DCR");
  return node.create<DepthToSpaceOp>(
      node.getElementType(0), node.getInput(0),
      {node.geInt("block_size", node.getInt("blocksize", 0)),
       node.geString("mode", mode), node.geString("data_format", "NCHW")});
}

static Value convertSpaceToDepth(NodeImporter &node) {
  SmallVector<NamedAttribute> attributes{
      node.geInt("block_size", node.getInt("blocksize", 0)),
      node.geString("data_format", "NCHW")};
  if (node.getOpset() >= 28)
    attributes.push_back(node.geString("mode", node.getString("mode", "DCR")));
  return node.create<SpaceToDepthOp>(node.getElementType(0), node.getInput(0),
                                     attributes);
}

static Value convertReverseSequence(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  int64_t batch = node.getInt("batch_axis", 1);
  int64_t time = node.getInt("time_axis", 0);
  return node.create<ReverseSequenceOp>(
      node.getElementType(0), node.getInputs(),
      {node.geInt("batch_dim", batch), node.geInt("seq_dim", time)});
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Value convertBitCast(NodeImporter &node) {
  int64_t to = node.getInt("to", Undefined);
  Type type = to >= 0 && to <= INT32_MAX
                  ? mlirElementType(node.getBuilder().getContext(), to)
                  : Type();
  if (!type)
    return node.fail("casts to element type " +
                     elementTypeWord(std::clamp<int64_t>(to, -1, INT32_MAX)) +
                     ", which is not supported");
  Type from = node.getElementType(0);
  auto bytes = [](Type type) {
    return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 0;
  };
  if (bytes(type) != bytes(from) || bytes(type) == 0)
    return node.fail("its types have elements of different sizes");
  return node.create<BitcastOp>(type, node.getInput(0));
}

ArrayRef<OpImporter> mlir::ascend::onnx::getRearrangeOps() {
  static constexpr OpImporter ops[] = {
      {"BitCast", 26, 1, 1, convertBitCast},
      {"ConstantOfShape", 9, 1, 1, convertConstantOfShape,
       evaluateConstantOfShape},
      {"DepthToSpace", 1, 1, 1, convertDepthToSpace},
      {"Flatten", 1, 1, 1, convertFlatten},
      {"Pad", 1, 1, 1, convertOldPad},
      {"Pad", 11, 2, 4, convertPad},
      {"ReverseSequence", 10, 2, 2, convertReverseSequence},
      {"SpaceToDepth", 1, 1, 1, convertSpaceToDepth},
      {"Split", 1, 1, 2, convertSplit, nullptr, evaluateSplit},
      {"Tile", 6, 2, 2, convertTile},
      {"Trilu", 14, 1, 2, convertTrilu},
  };
  return ops;
}
