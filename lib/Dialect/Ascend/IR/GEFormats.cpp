//===- GEFormats.cpp - GE's formats of tensors ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/GEFormats.h"

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"

using namespace mlir;
using namespace mlir::ascend;

StringRef mlir::ascend::geFormatOf(Operation &op, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return "ND";
  auto node = dyn_cast<AscendOpInterface>(op);
  if (!node)
    return "ND";
  if (StringRef said = node.getGEString("data_format");
      size_t(shaped.getRank()) == said.size() && said != "ND")
    return said == "NCHW" ? "NCHW" : said == "NHWC" ? "NHWC" : "ND";
  bool windows = node.getGEAttr("strides") && node.getGEAttr("pads");
  if (!windows)
    return "ND";
  if (shaped.getRank() == 5)
    return node.getGEType().contains("3D") ? "NCDHW" : "NC1HWC0";
  return shaped.getRank() == 4 ? "NCHW" : "ND";
}
