//===- ConvertSample.cpp - Ops that sample at positions -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static NamedAttribute geString(NodeImporter &node, StringRef name,
                               StringRef value) {
  return node.geAttribute(name, node.getBuilder().getStringAttr(value));
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

namespace {

/// A Resize as ONNX has it, for all axes.
struct ResizeParameters {
  std::optional<SmallVector<double>> roi, scales;
  std::optional<SmallVector<int64_t>> sizes;
  /// Sizes that only a run tells, for all axes.
  Value computedSizes;
  /// The axes along which anything happens, where it is not all of them and
  /// `sizes` cannot say it.
  std::optional<SmallVector<int64_t>> axes;
  StringRef mode, coordinates, nearest;
};

} // namespace

/// Input `index` as floats: nothing where it is absent or empty; a fault where
/// it is not constant.
static std::optional<SmallVector<double>> readFloats(NodeImporter &node,
                                                     unsigned index) {
  if (!node.hasInput(index) || node.getShape(index) == ArrayRef<int64_t>(0))
    return std::nullopt;
  if (!node.isFloat(index))
    return std::nullopt;
  Value value = node.getInput(index);
  std::optional<SmallVector<double>> list =
      value ? constantFloats(value) : std::nullopt;
  if (!list)
    node.unsupported("input " + Twine(index) +
                     " must be constant: other ones are not built yet");
  return list;
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

/// Reads roi, scales and sizes, of which at most one of the last two may have
/// elements, and spreads them over all axes. False after a fault.
static bool readLists(NodeImporter &node, ResizeParameters &parameters) {
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
    parameters.roi = readFloats(node, 1);
    if (node.hasFailed())
      return false;
    size_t count = axes.size();
    if (!parameters.roi || parameters.roi->size() != 2 * count)
      return (node.fail("roi needs two entries per axis"), false);
    ArrayRef<double> roi = *parameters.roi;
    SmallVector<double> begin = spread<double>(roi.take_front(count), axes,
                                               SmallVector<double>(rank, 0));
    SmallVector<double> end = spread<double>(roi.drop_front(count), axes,
                                             SmallVector<double>(rank, 1));
    llvm::append_range(begin, end);
    parameters.roi = begin;
  }
  parameters.scales = readFloats(node, node.getOpset() < 11 ? 1 : 2);
  if (node.hasFailed())
    return false;
  bool hasSizes = node.hasInput(3) && node.getShape(3) != ArrayRef<int64_t>(0);
  if (hasSizes == parameters.scales.has_value())
    return (node.fail("needs either scales or sizes"), false);
  if (parameters.scales) {
    if (parameters.scales->size() != axes.size())
      return (node.fail("scales needs an entry per axis"), false);
    parameters.scales =
        spread<double>(*parameters.scales, axes, SmallVector<double>(rank, 1));
    return true;
  }
  StringRef policy =
      node.getOpset() < 18
          ? "stretch"
          : node.getString("keep_aspect_ratio_policy", "stretch");
  const IntTensor *sizes = node.getIntegers(3);
  if (!sizes) {
    if (!node.isIndex(3))
      return false;
    if (policy != "stretch" || !isWhole)
      return (node.unsupported("sizes of some axes that are known only when "
                               "the model runs are not built yet"),
              false);
    parameters.computedSizes = node.getInput(3);
    return true;
  }
  if (sizes->values.size() != axes.size())
    return (node.fail("sizes needs an entry per axis"), false);
  SmallVector<int64_t> kept(shape);
  if (!isWhole && ShapedType::isDynamicShape(shape)) {
    llvm::replace(kept, ShapedType::kDynamic, int64_t(1));
    parameters.axes = axes;
    llvm::sort(*parameters.axes);
  }
  parameters.sizes = spread<int64_t>(sizes->values, axes, kept);
  if (policy == "stretch")
    return true;
  if (policy != "not_larger" && policy != "not_smaller")
    return (node.fail("keep_aspect_ratio_policy is '" + policy + "'"), false);
  if (ShapedType::isDynamicShape(shape) || llvm::is_contained(shape, 0))
    return (node.unsupported("keep_aspect_ratio_policy for extents that are "
                             "unknown or 0 is not built yet"),
            false);
  // One scale for all axes: the least or the greatest of theirs.
  std::optional<double> scale;
  for (int64_t axis : axes) {
    double one = double((*parameters.sizes)[axis]) / double(shape[axis]);
    scale = !scale                   ? one
            : policy == "not_larger" ? std::min(*scale, one)
                                     : std::max(*scale, one);
  }
  parameters.scales.emplace(rank, 1);
  for (int64_t axis : axes) {
    (*parameters.scales)[axis] = *scale;
    double size = std::floor(*scale * double(shape[axis]) + 0.5);
    if (!(size <= double(int64_t(1) << 48)))
      return (node.fail("an extent overflows"), false);
    (*parameters.sizes)[axis] = int64_t(size);
  }
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
      ShapedType::isDynamicShape(shape) || parameters.computedSizes)
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
  if (parameters.sizes && parameters.scales)
    return {}; // one scale, which need not be that quotient
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
  if (!sizes || !shape || sizes->size() != shape->size() || parameters.roi)
    return std::nullopt;
  SmallVector<int64_t> axes;
  for (size_t axis = 0; axis < shape->size(); ++axis)
    if ((*sizes)[axis] != (*shape)[axis])
      axes.push_back(axis);
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
                                    : node.createNone());
  operands.push_back(parameters.scales
                         ? makeFloats(node, "scales", *parameters.scales)
                         : node.createNone());
  if (parameters.sizes)
    operands.push_back(node.createConstant("sizes", *parameters.sizes,
                                           node.getBuilder().getI64Type()));
  if (parameters.computedSizes)
    operands.push_back(parameters.computedSizes);
  SmallVector<NamedAttribute> all{
      geString(node, "mode", parameters.mode),
      geString(node, "coordinate_transformation_mode", parameters.coordinates),
      geString(node, "nearest_mode", parameters.nearest)};
  llvm::append_range(all, attributes);
  std::optional<SmallVector<int64_t>> axes = parameters.computedSizes
                                                 ? changedAxes(node, parameters)
                                                 : parameters.axes;
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

//===----------------------------------------------------------------------===//
// Grids and regions
//===----------------------------------------------------------------------===//

/// Whether all extents of all inputs are numbers; where not, the node is
/// unsupported.
static bool areInputsKnown(NodeImporter &node) {
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (node.hasInput(i) && !node.areKnown(node.getShape(i)))
      return false;
  return true;
}

static Value convertGridSample(NodeImporter &node) {
  if (!areInputsKnown(node))
    return {};
  StringRef mode =
      llvm::StringSwitch<StringRef>(
          node.getString("mode", node.getOpset() < 20 ? "bilinear" : "linear"))
          .Cases({"linear", "bilinear"}, "bilinear")
          .Cases({"cubic", "bicubic"}, "bicubic")
          .Case("nearest", "nearest")
          .Default("");
  if (mode.empty())
    return node.fail("its mode is unknown");
  if (!node.isFloat(0) || !node.isFloat(1))
    return {};
  NamedAttribute attributes[] = {
      geString(node, "interpolation_mode", mode),
      geString(node, "padding_mode", node.getString("padding_mode", "zeros")),
      node.geBool("align_corners", node.getInt("align_corners", 0) != 0)};
  if (node.getRank(0) == 4)
    return node.create<GridSampler2DOp>(node.getElementType(0),
                                        node.getInputs(), attributes);
  if (node.getRank(0) != 5)
    return node.unsupported("only images of two or three axes are built");
  if (mode == "bicubic")
    return node.unsupported("cubic interpolation of three axes is not built");
  return node.create<GridSampler3DOp>(node.getElementType(0), node.getInputs(),
                                      attributes);
}

static Value convertAffineGrid(NodeImporter &node) {
  if (!node.isFloat(0) || !node.isIndex(1) || !areInputsKnown(node))
    return {};
  bool align = node.getInt("align_corners", 0) != 0;
  return node.create<AffineGridOp>(node.getElementType(0), node.getInputs(),
                                   node.geBool("align_corners", align));
}

/// (X, rois, batch_indices): the number of the image becomes a column of rois.
static Value convertRoiAlign(NodeImporter &node) {
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) || !node.isIndex(2) ||
      !areInputsKnown(node))
    return {};
  Type type = node.getElementType(0);
  bool isAligned =
      node.getOpset() >= 16 && node.getString("coordinate_transformation_mode",
                                              "half_pixel") == "half_pixel";
  StringRef mode = node.getString("mode", "avg");
  if (mode != "avg" && mode != "max")
    return node.fail("mode is '" + mode + "'");
  Value images = node.create<CastOp>(type, node.getInput(2), {}, "cast");
  Value column =
      node.create<UnsqueezeOp>(type, images, node.geInts("axes", 1), "column");
  Value rois = node.create<ConcatDOp>(
      type, {column, node.getInput(1)},
      {node.geInt("concat_dim", 1), node.geInt("N", 2)}, "rois");
  return node.create<ROIAlignOp>(
      type, {node.getInput(0), rois},
      {node.geFloat("spatial_scale", node.getFloat("spatial_scale", 1)),
       node.geInt("pooled_height", node.getInt("output_height", 1)),
       node.geInt("pooled_width", node.getInt("output_width", 1)),
       node.geInt("sample_num", node.getInt("sampling_ratio", 0)),
       node.geInt("roi_end_mode", isAligned ? 2 : 0),
       geString(node, "pool_mode", mode)});
}

static Value convertCol2Im(NodeImporter &node) {
  if (!node.isFloat(0) || !node.isIndex(1) || !node.isIndex(2) ||
      !areInputsKnown(node))
    return {};
  SmallVector<NamedAttribute> attributes;
  for (StringRef name : {"strides", "dilations", "pads"})
    if (auto list = node.getInts(name))
      attributes.push_back(node.geInts(name, *list));
  return node.create<Col2ImV2Op>(node.getElementType(0), node.getInputs(),
                                 attributes);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getSampleOps() {
  static constexpr OpImporter ops[] = {
      {"AffineGrid", 20, 2, 2, convertAffineGrid},
      {"Col2Im", 18, 3, 3, convertCol2Im},
      {"GridSample", 16, 2, 2, convertGridSample},
      {"Resize", 10, 2, 2, convertOldResize},
      {"Resize", 11, 1, 4, convertResize},
      {"RoiAlign", 10, 3, 3, convertRoiAlign},
      {"Upsample", 7, 1, 1, convertOldUpsample},
      {"Upsample", 9, 2, 2, convertOldResize},
  };
  return ops;
}
