//===- ConvertResize.cpp - Images in other sizes --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// A Resize as ONNX has it, for all axes.
struct ResizeParameters {
  std::optional<SmallVector<double>> roi, scales;
  std::optional<SmallVector<int64_t>> sizes;
  /// The dynamic ones, for all axes.
  Value computedRoi, computedScales, computedSizes;
  /// The axes along which anything happens, where it is not all of them and
  /// `sizes` cannot say it.
  std::optional<SmallVector<int64_t>> axes;
  StringRef mode, coordinates, nearest, policy = "stretch";
};

} // namespace

/// Whether the node has input `index` with elements.
static bool hasList(NodeImporter &node, unsigned index) {
  return node.hasInput(index) && node.getShape(index) != ArrayRef<int64_t>(0);
}

/// Input `index` as floats: nothing where it is absent, empty, not constant or
/// no float.
static std::optional<SmallVector<double>> readFloats(NodeImporter &node,
                                                     unsigned index) {
  if (!hasList(node, index) || !node.isFloat(index))
    return std::nullopt;
  Value value = node.getInput(index);
  return value ? constantFloats(value) : std::nullopt;
}

/// `given` for `axes`, and `otherwise` for the others.
template <typename T>
static SmallVector<T> spread(ArrayRef<T> given, ArrayRef<int64_t> axes,
                             ArrayRef<T> otherwise) {
  SmallVector<T> result(otherwise);
  for (auto [axis, value] : llvm::zip_equal(axes, given))
    result[axis] = value;
  return result;
}

/// The same of a dynamic vector; `otherwise` has all axes.
static Value spreadComputed(NodeImporter &node, Value given,
                            ArrayRef<int64_t> axes, Value otherwise,
                            StringRef suffix) {
  int64_t rank = shapeOf(otherwise).front(), count = axes.size();
  SmallVector<int64_t> places =
      llvm::to_vector(llvm::seq<int64_t>(count, count + rank));
  for (auto [i, axis] : llvm::enumerate(axes))
    places[axis] = i;
  Type i32 = node.getBuilder().getI32Type();
  Value all = joinAlong(node, {given, otherwise}, 0, Twine(suffix) + "_list");
  return node.create<GatherV2Op>(
      typeOf(otherwise),
      {all, node.createConstant(Twine(suffix) + "_places", places, i32),
       node.createConstant(Twine(suffix) + "_axis", 0, i32)},
      {}, suffix);
}

/// Input `index`, a dynamic list with an entry for each of `axes`, as one for
/// all axes; a fault where it has another number of entries.
static Value readComputed(NodeImporter &node, unsigned index,
                          ArrayRef<int64_t> axes, StringRef word) {
  int64_t rank = node.getRank(0);
  if (node.getShape(index) != ArrayRef<int64_t>(axes.size()))
    return node.fail(word + " needs an entry per axis");
  Value list = node.getInput(index);
  if (llvm::equal(axes, llvm::seq<int64_t>(0, rank)))
    return list;
  Value otherwise =
      isa<FloatType>(typeOf(list))
          ? node.createSplat("ones", 1, rank, typeOf(list))
          : node.create<ShapeOp>(typeOf(list), node.getInput(0), {}, "shape");
  return otherwise ? spreadComputed(node, list, axes, otherwise, word)
                   : Value();
}

/// Reads the roi, the beginnings of `axes` and then their ends, and spreads it
/// over all axes. False after a fault.
static bool readRoi(NodeImporter &node, ResizeParameters &parameters,
                    ArrayRef<int64_t> axes) {
  int64_t rank = node.getRank(0), count = axes.size();
  if (!hasList(node, 1) || !node.isFloat(1) ||
      node.getShape(1) != ArrayRef<int64_t>(2 * count)) {
    if (!node.hasFailed())
      node.fail("roi needs two entries per axis");
    return false;
  }
  SmallVector<double> whole(rank, 0);
  whole.append(rank, 1);
  SmallVector<int64_t> places(axes);
  for (int64_t axis : axes)
    places.push_back(axis + rank);
  if (std::optional<SmallVector<double>> roi = readFloats(node, 1)) {
    parameters.roi = spread<double>(*roi, places, whole);
    return true;
  }
  parameters.computedRoi = node.getInput(1);
  if (!llvm::equal(places, llvm::seq<int64_t>(0, 2 * rank)))
    parameters.computedRoi = spreadComputed(
        node, parameters.computedRoi, places,
        node.createFloats("whole", whole, 2 * rank, node.getElementType(1)),
        "roi");
  return bool(parameters.computedRoi);
}

/// Reads roi, scales and sizes, of which at most one of the last two may have
/// elements, and spreads them over all axes. False after a fault.
static bool readLists(NodeImporter &node, ResizeParameters &parameters) {
  if (node.getOpset() >= 18)
    parameters.policy = node.getString("keep_aspect_ratio_policy", "stretch");
  if (parameters.policy != "stretch" && parameters.policy != "not_larger" &&
      parameters.policy != "not_smaller")
    return (
        node.fail("keep_aspect_ratio_policy is '" + parameters.policy + "'"),
        false);
  ArrayRef<int64_t> shape = node.getShape(0);
  int64_t rank = shape.size();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  const SmallVector<int64_t> all = axes;
  if (node.getOpset() >= 18)
    if (auto given = node.getInts("axes")) {
      llvm::SmallDenseSet<int64_t> seen;
      axes.clear();
      for (int64_t axis : *given) {
        axes.push_back(axis < 0 ? axis + rank : axis);
        if (axis < -rank || axis >= rank || !seen.insert(axes.back()).second)
          return (node.fail("axes repeat or lie outside rank " + Twine(rank)),
                  false);
      }
    }
  bool isWhole = axes == all;
  if (node.getOpset() >= 11 && parameters.coordinates == "tf_crop_and_resize") {
    if (!readRoi(node, parameters, axes))
      return false;
  }
  unsigned scalesInput = node.getOpset() < 11 ? 1 : 2;
  parameters.scales = readFloats(node, scalesInput);
  if (node.hasFailed())
    return false;
  bool hasScales = hasList(node, scalesInput), hasSizes = hasList(node, 3);
  if (hasSizes == hasScales)
    return (node.fail("needs either scales or sizes"), false);
  if (hasScales && parameters.computedRoi)
    return (node.unsupported("scales of a roi that is known only when the "
                             "model runs are not built yet: give sizes"),
            false);
  if (hasScales && parameters.policy != "stretch")
    return (node.fail("keep_aspect_ratio_policy needs sizes"), false);
  if (hasScales && !parameters.scales) {
    parameters.computedScales = readComputed(node, scalesInput, axes, "scales");
    if (!isWhole) {
      parameters.axes = axes;
      llvm::sort(*parameters.axes);
    }
    return bool(parameters.computedScales);
  }
  if (parameters.scales) {
    if (parameters.scales->size() != axes.size())
      return (node.fail("scales needs an entry per axis"), false);
    parameters.scales =
        spread<double>(*parameters.scales, axes, SmallVector<double>(rank, 1));
    return true;
  }
  const IntTensor *sizes = node.getIntegers(3);
  if (!isWhole && (parameters.policy != "stretch" || parameters.computedRoi ||
                   (sizes && ShapedType::isDynamicShape(shape)))) {
    parameters.axes = axes;
    llvm::sort(*parameters.axes);
  }
  if (!sizes) {
    if (!node.isIndex(3))
      return false;
    parameters.computedSizes = readComputed(node, 3, axes, "sizes");
    return bool(parameters.computedSizes);
  }
  if (sizes->values.size() != axes.size())
    return (node.fail("sizes needs an entry per axis"), false);
  SmallVector<int64_t> kept(shape);
  llvm::replace(kept, ShapedType::kDynamic, int64_t(1));
  parameters.sizes = spread<int64_t>(sizes->values, axes, kept);
  return true;
}

static Value makeFloats(NodeImporter &node, StringRef suffix,
                        ArrayRef<double> values) {
  SmallVector<float> floats(values);
  auto type = RankedTensorType::get({int64_t(floats.size())},
                                    node.getBuilder().getF32Type());
  return node.createConstant(
      suffix, DenseElementsAttr::get(type, ArrayRef<float>(floats)));
}

/// ResizeNearestNeighborV2 where it takes the same elements, else null: images,
/// scaled by the quotients of their extents, and positions cut off.
static Value convertToNearestNeighbor(NodeImporter &node,
                                      const ResizeParameters &parameters) {
  ArrayRef<int64_t> shape = node.getShape(0);
  if (parameters.mode != "nearest" || parameters.coordinates != "asymmetric" ||
      parameters.nearest != "floor" || shape.size() != 4 ||
      ShapedType::isDynamicShape(shape) || parameters.computedSizes ||
      parameters.computedScales || parameters.policy != "stretch")
    return {};
  SmallVector<int64_t> sizes;
  for (size_t axis = 0; axis < 4; ++axis) {
    int64_t size;
    if (parameters.sizes) {
      size = (*parameters.sizes)[axis];
    } else {
      double exact = (*parameters.scales)[axis] * double(shape[axis]);
      if (!(exact >= 0 && exact < double(int64_t(1) << 31)))
        return {};
      size = int64_t(exact);
      if (double(size) != exact)
        return {};
    }
    if (axis < 2 && size != shape[axis])
      return {};
    sizes.push_back(size);
  }
  Value size = node.createConstant("size", ArrayRef(sizes).drop_front(2),
                                   node.getBuilder().getI32Type());
  return node.create<ResizeNearestNeighborV2Op>(
      node.getElementType(0), {node.getInput(0), size},
      {node.geBool("align_corners", false),
       node.geBool("half_pixel_centers", false)});
}

/// The axes whose computed sizes are not the extents of x itself, or nothing
/// where all may differ.
static std::optional<SmallVector<int64_t>>
changedAxes(NodeImporter &node, const ResizeParameters &parameters) {
  ShapeMath &math = node.getShapeMath();
  std::optional<Extents> sizes = math.integersOf(parameters.computedSizes),
                         shape = math.shapeOf(node.getInput(0));
  if (!sizes || !shape || sizes->size() != shape->size() || parameters.roi ||
      parameters.computedRoi)
    return std::nullopt;
  SmallVector<int64_t> axes;
  for (size_t axis = 0; axis < shape->size(); ++axis)
    if ((*sizes)[axis] != (*shape)[axis])
      axes.push_back(axis);
  return axes;
}

/// The axes whose computed scales are not known to be 1: those that are, are
/// joined to them.
static SmallVector<int64_t> scaledAxes(NodeImporter &node,
                                       const ResizeParameters &parameters) {
  SmallVector<int64_t> axes;
  auto add = [&](int64_t axis) {
    if (!parameters.axes || llvm::is_contained(*parameters.axes, axis))
      axes.push_back(axis);
  };
  int64_t rank = node.getRank(0);
  auto join = parameters.computedScales.getDefiningOp<ConcatDOp>();
  SmallVector<Value> parts{parameters.computedScales};
  if (join)
    parts.assign(join.getX().begin(), join.getX().end());
  int64_t axis = 0;
  for (Value part : parts) {
    ArrayRef<int64_t> shape = shapeOf(part);
    std::optional<SmallVector<double>> known = constantFloats(part);
    if (ShapedType::isDynamicShape(shape))
      return llvm::to_vector(llvm::seq<int64_t>(0, rank));
    for (int64_t i = 0; i < shape.front(); ++i, ++axis)
      if (!known || (*known)[i] != 1)
        add(axis);
  }
  return axes;
}

/// `attributes`: those of ONNX's that have no other place.
static Value createResize(NodeImporter &node,
                          const ResizeParameters &parameters,
                          ArrayRef<NamedAttribute> attributes) {
  if (node.hasFailed())
    return {};
  if (Value nearest = convertToNearestNeighbor(node, parameters))
    return nearest;
  if (node.hasFailed())
    return {};
  SmallVector<Value> operands{node.getInput(0)};
  operands.push_back(parameters.roi ? makeFloats(node, "roi", *parameters.roi)
                     : parameters.computedRoi ? parameters.computedRoi
                                              : node.createNone());
  operands.push_back(parameters.scales
                         ? makeFloats(node, "scales", *parameters.scales)
                     : parameters.computedScales ? parameters.computedScales
                                                 : node.createNone());
  if (parameters.sizes)
    operands.push_back(node.createConstant("sizes", *parameters.sizes,
                                           node.getBuilder().getI64Type()));
  if (parameters.computedSizes)
    operands.push_back(parameters.computedSizes);
  SmallVector<NamedAttribute> all{
      node.geString("mode", parameters.mode),
      node.geString("coordinate_transformation_mode", parameters.coordinates),
      node.geString("nearest_mode", parameters.nearest)};
  llvm::append_range(all, attributes);
  bool keepsAspect = parameters.policy != "stretch";
  if (keepsAspect)
    all.push_back(node.geString("keep_aspect_ratio_policy", parameters.policy));
  std::optional<SmallVector<int64_t>> axes = parameters.axes;
  if (parameters.computedSizes && !keepsAspect && !axes)
    axes = changedAxes(node, parameters);
  if (parameters.computedScales)
    axes = scaledAxes(node, parameters);
  if (axes)
    all.push_back(node.geInts("axes", *axes));
  return node.create<ResizeOp>(node.getElementType(0), operands, all);
}

static Value convertResize(NodeImporter &node) {
  ResizeParameters parameters;
  parameters.mode = node.getString("mode", "nearest");
  parameters.coordinates =
      node.getString("coordinate_transformation_mode", "half_pixel");
  parameters.nearest = node.getString("nearest_mode", "round_prefer_floor");
  SmallVector<NamedAttribute> attributes{
      node.geFloat("cubic_coeff_a", node.getFloat("cubic_coeff_a", -0.75f)),
      node.geInt("exclude_outside", node.getInt("exclude_outside", 0)),
      node.geFloat("extrapolation_value",
                   node.getFloat("extrapolation_value", 0))};
  if (node.getOpset() >= 18)
    if (int64_t antialias = node.getInt("antialias", 0))
      attributes.push_back(node.geInt("antialias", antialias));
  if (!readLists(node, parameters))
    return {};
  return createResize(node, parameters, attributes);
}

/// Resize before opset 11, and Upsample: positions are divided by the scales.
static Value convertOldResize(NodeImporter &node) {
  ResizeParameters parameters;
  parameters.mode = node.getString("mode", "nearest");
  parameters.coordinates = "asymmetric";
  parameters.nearest = "floor";
  if (parameters.mode == "bilinear")
    parameters.mode = "linear";
  if (!readLists(node, parameters))
    return {};
  return createResize(node, parameters, {});
}

/// Upsample with the scales as an attribute.
static Value convertOldUpsample(NodeImporter &node) {
  ResizeParameters parameters;
  parameters.mode = node.getString("mode", "nearest");
  parameters.coordinates = "asymmetric";
  parameters.nearest = "floor";
  auto scales = node.getFloats("scales");
  if (!scales || int64_t(scales->size()) != node.getRank(0))
    return node.fail("scales needs an entry per axis");
  parameters.scales = SmallVector<double>(*scales);
  return createResize(node, parameters, {});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getResizeOps() {
  static constexpr OpImporter ops[] = {
      {"Resize", 10, 2, 2, convertOldResize},
      {"Resize", 11, 1, 4, convertResize},
      {"Upsample", 7, 1, 1, convertOldUpsample},
      {"Upsample", 9, 2, 2, convertOldResize},
  };
  return ops;
}
