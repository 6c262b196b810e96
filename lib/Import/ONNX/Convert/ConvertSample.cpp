//===- ConvertSample.cpp - Ops that sample at positions -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static Value convertGridSample(NodeImporter &node) {
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
      node.geString("interpolation_mode", mode),
      node.geString("padding_mode", node.getString("padding_mode", "zeros")),
      node.geBool("align_corners", node.getInt("align_corners", 0) != 0)};
  if (node.getRank(0) == 4)
    return node.create<GridSampler2DOp>(node.getElementType(0),
                                        node.getInputs(), attributes);
  if (node.getRank(0) != 5)
    return node.unsupported("only images of two or three axes are built");
  return node.create<GridSampler3DOp>(node.getElementType(0), node.getInputs(),
                                      attributes);
}

/// (theta, size); GE's kernel takes an int32 size.
static Value convertAffineGrid(NodeImporter &node) {
  if (!node.isFloat(0) || !node.isIndex(1))
    return {};
  bool align = node.getInt("align_corners", 0) != 0;
  Type i32 = node.getBuilder().getI32Type();
  const IntTensor *known = node.getIntegers(1);
  bool fits = known && llvm::all_of(known->values, [](int64_t extent) {
                return llvm::isInt<32>(extent);
              });
  Value size =
      fits ? node.createConstant("size", ArrayRef<int64_t>(known->values), i32)
           : castTo(node, node.getInput(1), i32, "size");
  return node.create<AffineGridOp>(node.getElementType(0),
                                   {node.getInput(0), size},
                                   node.geBool("align_corners", align));
}

/// (X, rois, batch_indices): the number of the image becomes a column of rois.
static Value convertRoiAlign(NodeImporter &node) {
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) || !node.isIndex(2))
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
       node.geString("pool_mode", mode)});
}

static Value convertCol2Im(NodeImporter &node) {
  if (!node.isFloat(0) || !node.isIndex(1) || !node.isIndex(2))
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
      {"RoiAlign", 10, 3, 3, convertRoiAlign},
  };
  return ops;
}
