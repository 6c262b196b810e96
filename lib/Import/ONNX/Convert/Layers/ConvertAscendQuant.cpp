//===- ConvertAscendQuant.cpp - CANN's own operators of quantized models --===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What CANN's compression tool (AMCT) writes around cube operators of int8.
// Names and defaults of attributes are those of CANN's ONNX plugins (ops-nn).

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static Value convertAscendQuant(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  float scale = node.getFloat("scale", 0), offset = node.getFloat("offset", 0);
  StringRef mode = node.getString("round_mode", "Round"),
            type = node.getString("dst_type", "INT8").rtrim();
  bool sqrt = node.getInt("sqrt_mode", 0);
  if (!llvm::is_contained({"Round", "Floor", "Ceil", "Trunc"}, mode))
    return node.fail("attribute 'round_mode' is '" + mode +
                     "', must be Round, Floor, Ceil or Trunc");
  if (type != "INT8" && type != "INT4")
    return node.unsupported("attribute 'dst_type' is '" + type +
                            "': INT8 and INT4 are built");
  // GE's numbers of the types.
  bool isNarrow = type == "INT4";
  return node.create<AscendQuantOp>(
      node.getBuilder().getIntegerType(isNarrow ? 4 : 8), node.getInput(0),
      {node.geFloat("scale", scale), node.geFloat("offset", offset),
       node.geBool("sqrt_mode", sqrt), node.geString("round_mode", mode),
       node.geInt("dst_type", isNarrow ? 29 : 2)});
}

/// Whether input 0 is int32; else the node has a fault.
static bool takesSums(NodeImporter &node) {
  if (node.getElementType(0).isSignlessInteger(32))
    return true;
  node.fail("input 0 is no tensor of int32");
  return false;
}

static Value convertAscendDequant(NodeImporter &node) {
  Type scale = node.getElementType(1);
  if (!takesSums(node))
    return {};
  if (!scale.isUnsignedInteger(64) && !scale.isF16())
    return node.fail("input 1, its scale, is neither uint64 nor float16");
  // DT_FLOAT and DT_FLOAT16.
  int64_t type = node.getInt("dtype", 0);
  if (type != 0 && type != 1)
    return node.fail("attribute 'dtype' is " + Twine(type) +
                     ", must be 0 (float) or 1 (float16)");
  bool sqrt = node.getInt("sqrt_mode", 0), relu = node.getInt("relu_flag", 0);
  OpBuilder &builder = node.getBuilder();
  return node.create<AscendDequantOp>(
      type == 0 ? builder.getF32Type() : builder.getF16Type(),
      {node.getInput(0), node.getInput(1)},
      {node.geBool("sqrt_mode", sqrt), node.geBool("relu_flag", relu),
       node.geInt("dtype", type)});
}

static Value convertAscendRequant(NodeImporter &node) {
  if (!takesSums(node))
    return {};
  if (!node.getElementType(1).isUnsignedInteger(64))
    return node.fail("input 1, its scale, is no tensor of uint64");
  bool relu = node.getInt("relu_flag", 0);
  return node.create<AscendRequantOp>(node.getBuilder().getI8Type(),
                                      {node.getInput(0), node.getInput(1)},
                                      {node.geBool("relu_flag", relu)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getAscendQuantOps() {
  static constexpr OpImporter ops[] = {
      {"AscendDequant", 8, 2, 2, convertAscendDequant},
      {"AscendQuant", 8, 1, 1, convertAscendQuant},
      {"AscendRequant", 8, 2, 2, convertAscendRequant},
  };
  return ops;
}
