//===- ConvolutionPlanTest.cpp - Forms of convolutions at their borders ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class ConvolutionPlanTest : public ::testing::Test {
protected:
  ConvolutionPlanTest() {
    context.loadDialect<AscendDialect, func::FuncDialect>();
  }

  /// The form of a convolution of such types, "1x4x9x9xf32", and attributes.
  std::string planOf(const std::string &pixels, const std::string &filter,
                     const std::string &result,
                     const std::string &attributes = "", CubeTile tile = {}) {
    Operation *op = parse("conv2d", pixels, filter, result, attributes);
    if (!op)
      return "does not parse";
    ConvolutionFormAttr form = planConvolution(op, tile);
    return form ? stringifyEnum(form.getValue()).str() : "none";
  }

  Operation *parse(const std::string &name, const std::string &pixels,
                   const std::string &filter, const std::string &result,
                   const std::string &attributes,
                   const std::string &options = "[]") {
    std::string x = "tensor<" + pixels + ">", w = "tensor<" + filter + ">",
                y = "tensor<" + result + ">";
    module = parseSourceString<ModuleOp>(
        "module attributes {ascend.options = {values = " + options +
            "}} { func.func @f(%x: " + x + ", %w: " + w + ") -> " + y +
            " { %y = ascend." + name + " %x, %w {" + attributes +
            (attributes.empty() ? "" : ", ") + "node_name = \"y\"} : (" + x +
            ", " + w + ") -> " + y + " return %y : " + y + " } }",
        &context);
    Operation *found = nullptr;
    if (module)
      module->walk([&](Operation *op) {
        if (isConvolution(op))
          found = op;
      });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

const char *const kPadded = "ge.pads = array<i64: 1, 1, 1, 1>";
const char *const kBlocks = "ge.pads = array<i64: 1, 1, 1, 1>, "
                            "ge.y_c0 = 16 : i64";

std::string dilated(int64_t by) {
  std::string text = std::to_string(by);
  return "ge.dilations = array<i64: 1, 1, " + text + ", " + text +
         ">, ge.pads = array<i64: " + text + ", " + text + ", " + text + ", " +
         text + ">";
}

TEST_F(ConvolutionPlanTest, RowsOfPixels) {
  // Eight pixels in a row, or a dynamic number.
  EXPECT_EQ(planOf("1x5x8x8xf32", "6x5x3x3xf32", "1x6x8x8xf32", kPadded),
            "direct");
  EXPECT_EQ(planOf("1x5x8x7xf32", "6x5x3x3xf32", "1x6x8x7xf32", kPadded),
            "packed");
  EXPECT_EQ(planOf("1x5x8x?xf32", "6x5x3x3xf32", "1x6x8x?xf32", kPadded),
            "direct");
  // A single pixel of the window: up to 24 outputs.
  EXPECT_EQ(planOf("1x5x8x8xf32", "24x5x1x1xf32", "1x24x8x8xf32"), "direct");
  EXPECT_EQ(planOf("1x5x8x8xf32", "25x5x1x1xf32", "1x25x8x8xf32"), "packed");
}

TEST_F(ConvolutionPlanTest, FewOutputs) {
  // Its nine elements of the window are no more than the channels.
  EXPECT_EQ(planOf("1x9x8x8xf32", "1x9x3x3xf32", "1x1x8x8xf32", kPadded),
            "by_elements");
  EXPECT_EQ(planOf("1x8x8x8xf32", "1x8x3x3xf32", "1x1x8x8xf32", kPadded),
            "direct");
  EXPECT_EQ(planOf("1x9x8x?xf32", "1x9x3x3xf32", "1x1x8x?xf32", kPadded),
            "direct");
}

TEST_F(ConvolutionPlanTest, ChannelsByThemselves) {
  EXPECT_EQ(planOf("1x2x8x8xf32", "2x1x3x3xf32", "1x2x8x8xf32",
                   "ge.groups = 2 : i64, " + std::string(kPadded)),
            "depthwise");
  EXPECT_EQ(planOf("1x2x8x8xf32", "4x1x3x3xf32", "1x4x8x8xf32",
                   "ge.groups = 2 : i64, " + std::string(kPadded)),
            "direct");
  EXPECT_EQ(planOf("1x2x20x20xf32", "2x1x8x8xf32", "1x2x13x13xf32",
                   "ge.groups = 2 : i64"),
            "depthwise");
  EXPECT_EQ(planOf("1x2x20x20xf32", "2x1x5x13xf32", "1x2x16x8xf32",
                   "ge.groups = 2 : i64"),
            "direct");
}

TEST_F(ConvolutionPlanTest, LargeDilations) {
  EXPECT_EQ(
      planOf("1x4x33x33xf32", "5x4x3x3xf32", "1x5x33x33xf32", dilated(18)),
      "seen");
  EXPECT_EQ(planOf("1x4x33x33xf32", "5x4x3x3xf32", "1x5x33x33xf32", dilated(2)),
            "direct");
  EXPECT_EQ(planOf("1x4x33x?xf32", "5x4x3x3xf32", "1x5x33x?xf32", dilated(18)),
            "direct");
}

TEST_F(ConvolutionPlanTest, DotsOfBytes) {
  CubeTile dots{8, 32, 4, false};
  EXPECT_EQ(planOf("1x8x8x8xi8", "16x8x3x3xi8", "1x16x8x8xi32", kPadded, dots),
            "byte_dots");
  EXPECT_EQ(planOf("1x8x8x8xi8", "16x8x3x3xi8", "1x16x8x8xi32", kPadded),
            "packed");
  EXPECT_EQ(planOf("1x8x8x?xi8", "16x8x3x3xi8", "1x16x8x?xi32", kPadded, dots),
            "packed");
}

TEST_F(ConvolutionPlanTest, Transposed) {
  Operation *op =
      parse("conv2d_transpose_d", "1x4x8x8xf32", "4x5x2x2xf32", "1x5x16x16xf32",
            "ge.strides = array<i64: 1, 1, 2, 2>, ge.input_size = "
            "array<i64: 1, 5, 16, 16>");
  ASSERT_TRUE(op);
  EXPECT_EQ(planConvolution(op, {}).getValue(), ConvolutionForm::Transposed);
  EXPECT_EQ(planConvolution(op, {}, ConvolutionForm::Packed).getValue(),
            ConvolutionForm::Transposed);
}

TEST_F(ConvolutionPlanTest, InBlocks) {
  EXPECT_EQ(
      planOf("1x2x8x8x16xf32", "16x32x3x3xf32", "1x1x8x8x16xf32", kBlocks),
      "blocks");
  EXPECT_EQ(planOf("1x3x8x8xf32", "16x3x3x3xf32", "1x1x8x8x16xf32", kBlocks),
            "blocks");
  EXPECT_EQ(planOf("1x2x8x8x16xf32", "32x1x3x3xf32", "1x2x8x8x16xf32",
                   "ge.groups = 32 : i64, " + std::string(kBlocks)),
            "depthwise");
  // Of channels by themselves, x has the result's blocks.
  EXPECT_EQ(planOf("1x32x8x8xf32", "32x1x3x3xf32", "1x2x8x8x16xf32",
                   "ge.groups = 32 : i64, " + std::string(kBlocks)),
            "none");
  EXPECT_EQ(planOf("1x2x33x33x16xf32", "16x32x3x3xf32", "1x1x33x33x16xf32",
                   "ge.y_c0 = 16 : i64, " + dilated(18)),
            "seen");
}

TEST_F(ConvolutionPlanTest, Epilogue) {
  auto takes = [&](const std::string &pixels, const std::string &filter,
                   const std::string &result, const std::string &attributes) {
    Operation *op = parse("conv2d", pixels, filter, result, attributes);
    return op && planConvolution(op, {}).getEpilogue();
  };
  EXPECT_TRUE(
      takes("1x2x8x8x16xf32", "16x32x3x3xf32", "1x1x8x8x16xf32", kBlocks));
  EXPECT_FALSE(takes("1x32x8x8xf32", "16x32x3x3xf32", "1x16x8x8xf32", kPadded));
  // Of several parts, and of one that sees a single element.
  EXPECT_FALSE(takes("1x2x33x33x16xf32", "16x32x3x3xf32", "1x1x33x33x16xf32",
                     "ge.y_c0 = 16 : i64, " + dilated(18)));
  EXPECT_TRUE(takes("1x2x16x16x16xf32", "16x32x3x3xf32", "1x1x16x16x16xf32",
                    "ge.y_c0 = 16 : i64, " + dilated(18)));
}

TEST_F(ConvolutionPlanTest, FitsBlocks) {
  Operation *op =
      parse("conv2d", "1x32x8x8xf32", "16x32x3x3xf32", "1x16x8x8xf32", kPadded);
  ASSERT_TRUE(op);
  EXPECT_TRUE(fitsBlocks(op, 16, 16));
  EXPECT_TRUE(fitsBlocks(op, 0, 16));
  EXPECT_FALSE(fitsBlocks(op, 16, 32));
  // A transposed one of at most 16 ordinary ones.
  auto transposed = [&](int64_t stride) {
    std::string by = std::to_string(stride), y = std::to_string(8 * stride);
    Operation *op =
        parse("conv2d_transpose_d", "1x16x8x8xf32",
              "16x16x" + by + "x" + by + "xf32", "1x16x" + y + "x" + y + "xf32",
              "ge.strides = array<i64: 1, 1, " + by + ", " + by +
                  ">, ge.input_size = array<i64: 1, 16, " + y + ", " + y + ">");
    return op && fitsBlocks(op, 16, 16);
  };
  EXPECT_TRUE(transposed(2));
  EXPECT_TRUE(transposed(64));
  EXPECT_FALSE(transposed(65));
}

TEST_F(ConvolutionPlanTest, FewerProducts) {
  // Twelve tiles of 4x4 pixels of 16 channels, and not in exact emulation.
  auto planOfSquare = [&](const std::string &pixels, const std::string &y,
                          const std::string &emulation) {
    Operation *op = parse("conv2d", pixels, "16x16x3x3xf32", y, kBlocks,
                          "[[\"emulation\", \"" + emulation + "\"]]");
    if (!op)
      return std::string("does not parse");
    return stringifyEnum(planConvolution(op, {}).getValue()).str();
  };
  EXPECT_EQ(planOfSquare("1x1x12x16x16xf32", "1x1x12x16x16xf32", "fast"),
            "winograd");
  EXPECT_EQ(planOfSquare("1x1x12x16x16xf32", "1x1x12x16x16xf32", "exact"),
            "blocks");
  EXPECT_EQ(planOfSquare("1x1x12x12x16xf32", "1x1x12x12x16xf32", "fast"),
            "blocks");
}

TEST_F(ConvolutionPlanTest, WhatFits) {
  Operation *op = parse("conv2d", "1x2x8x8xf32", "2x1x3x3xf32", "1x2x8x8xf32",
                        "ge.groups = 2 : i64, " + std::string(kPadded));
  ASSERT_TRUE(op);
  for (ConvolutionForm form :
       {ConvolutionForm::Depthwise, ConvolutionForm::Direct,
        ConvolutionForm::Packed})
    EXPECT_EQ(planConvolution(op, {}, form).getValue(), form);
  for (ConvolutionForm form :
       {ConvolutionForm::ByElements, ConvolutionForm::Transposed,
        ConvolutionForm::Winograd, ConvolutionForm::Seen,
        ConvolutionForm::Blocks, ConvolutionForm::ByteDots})
    EXPECT_EQ(planConvolution(op, {}, form).getValue(),
              ConvolutionForm::Depthwise);
}

TEST_F(ConvolutionPlanTest, NoLowering) {
  EXPECT_EQ(planOf("1x4x8x8xf64", "5x4x3x3xf64", "1x5x8x8xf64", kPadded),
            "none");
}

} // namespace
