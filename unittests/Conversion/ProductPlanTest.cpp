//===- ProductPlanTest.cpp - The forms of products at their borders -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class ProductPlanTest : public ::testing::Test {
protected:
  ProductPlanTest() {
    context.loadDialect<AscendDialect, func::FuncDialect>();
    context.allowUnregisteredDialects(false);
  }

  /// The only product of matrices of a function of such types. A tensor is
  /// "9x64xf32".
  Operation *product(const std::string &left, const std::string &right,
                     const std::string &result,
                     const std::string &attributes = "",
                     const std::string &options = "[]") {
    std::string x = "tensor<" + left + ">", w = "tensor<" + right + ">",
                y = "tensor<" + result + ">";
    module = parseSourceString<ModuleOp>(
        "module attributes {ascend.options = {values = " + options +
            "}} { func.func @f(%x: " + x + ", %w: " + w + ") -> " + y +
            " { %y = ascend.batch_mat_mul_v2 %x, %w {" + attributes +
            (attributes.empty() ? "" : ", ") + "node_name = \"y\"} : (" + x +
            ", " + w + ") -> " + y + " return %y : " + y + " } }",
        &context);
    Operation *found = nullptr;
    if (module)
      module->walk([&](BatchMatMulV2Op op) { found = op; });
    return found;
  }

  std::string planOf(Operation *op, bool rightIsConstant = true,
                     CubeTile tile = {}) {
    if (!op)
      return "does not parse";
    ProductFormAttr form = planProduct(op, {tile, rightIsConstant, true});
    return form ? stringifyEnum(form.getValue()).str() : "none";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  bool taken = false;
};

TEST_F(ProductPlanTest, FewColumns) {
  EXPECT_EQ(planOf(product("9x64xf32", "64x4xf32", "9x4xf32")), "lanes");
  EXPECT_EQ(planOf(product("9x64xf32", "64x5xf32", "9x5xf32")), "rows");
  EXPECT_EQ(planOf(product("9x64xf32", "64xf32", "9xf32")), "lanes");
  EXPECT_EQ(planOf(product("9x64xf32", "64x?xf32", "9x?xf32")), "rows");
  // Sums that have no vectors.
  EXPECT_EQ(planOf(product("9x8xf32", "8x4xf32", "9x4xf32")), "lanes");
  EXPECT_EQ(planOf(product("9x7xf32", "7x4xf32", "9x4xf32")), "rows");
  EXPECT_EQ(planOf(product("9x?xf32", "?x4xf32", "9x4xf32")), "lanes");
  EXPECT_EQ(
      planOf(product("64x9xf32", "64x4xf32", "9x4xf32", "ge.adj_x1 = true")),
      "rows");
}

TEST_F(ProductPlanTest, FewRows) {
  for (bool isConstant : {false, true}) {
    EXPECT_EQ(planOf(product("4x64xf32", "64x48xf32", "4x48xf32"), isConstant),
              isConstant ? "rows" : "right_rows");
    EXPECT_EQ(
        planOf(product("4x64xf32", "48x64xf32", "4x48xf32", "ge.adj_x2 = true"),
               isConstant),
        isConstant ? "rows" : "lanes");
    EXPECT_EQ(planOf(product("5x64xf32", "64x48xf32", "5x48xf32"), isConstant),
              "rows");
    // The batch is more rows of one right factor.
    EXPECT_EQ(
        planOf(product("2x2x64xf32", "64x48xf32", "2x2x48xf32"), isConstant),
        isConstant ? "rows" : "right_rows");
    EXPECT_EQ(
        planOf(product("3x2x64xf32", "64x48xf32", "3x2x48xf32"), isConstant),
        "rows");
    EXPECT_EQ(
        planOf(product("3x2x64xf32", "3x64x48xf32", "3x2x48xf32"), isConstant),
        isConstant ? "rows" : "right_rows");
    EXPECT_EQ(planOf(product("?x64xf32", "64x48xf32", "?x48xf32"), isConstant),
              "rows");
    EXPECT_EQ(planOf(product("64xf32", "64x48xf32", "48xf32"), isConstant),
              isConstant ? "rows" : "right_rows");
  }
}

TEST_F(ProductPlanTest, ElementTypes) {
  EXPECT_EQ(planOf(product("9x64xf64", "64x48xf64", "9x48xf64")), "plain");
  EXPECT_EQ(planOf(product("9x64xi8", "64x48xi8", "9x48xi32")), "rows");
  EXPECT_EQ(planOf(product("9x64xf32", "64x48xf32", "9x48xi32")), "none");
  // What stays 16 bits wide for one tile of rows.
  EXPECT_EQ(planOf(product("8x64xf16", "64x48xf16", "8x48xf16")), "rows");
  EXPECT_EQ(planOf(product("9x64xf16", "64x48xf16", "9x48xf16")), "rows");
  EXPECT_EQ(planOf(product("7x64xf16", "64x48xf16", "7x48xf16"), true,
                   {/*rows=*/6, /*columns=*/16}),
            "rows");
  // Dots of bfloat16, where the CPU has them.
  std::string fast = "[[\"emulation\", \"fast\"]]";
  for (bool dots : {false, true})
    EXPECT_EQ(planOf(product("9x64xbf16", "64x48xbf16", "9x48xbf16", "", fast),
                     true, {8, 32, 1, dots}),
              dots ? "rows" : "rows");
}

TEST_F(ProductPlanTest, SumsOfBlocksAndLeftColumns) {
  std::string blocks = "[[\"cube_k_block\", \"16\"]]";
  for (const char *right : {"64x48xf32", "64x4xf32"})
    EXPECT_EQ(planOf(product("9x64xf32", right, std::string("9x") + (right + 3),
                             "", blocks)),
              "rows");
  EXPECT_EQ(
      planOf(product("64x9xf32", "64x48xf32", "9x48xf32", "ge.adj_x1 = true")),
      "rows");
  // They are turned first where their number is dynamic.
  EXPECT_EQ(
      planOf(product("64x?xf32", "64x48xf32", "?x48xf32", "ge.adj_x1 = true")),
      "rows");
}

TEST_F(ProductPlanTest, StrassenIsForFastEmulationAlone) {
  std::string fast = "[[\"emulation\", \"fast\"]]";
  auto plan = [&](const std::string &options, bool fewerProducts) {
    Operation *op =
        product("128x768xf32", "768x512xf32", "128x512xf32", "", options);
    return planProduct(op, {{}, true, fewerProducts}).getValue();
  };
  EXPECT_EQ(plan(fast, true), ProductForm::Strassen);
  EXPECT_EQ(plan(fast, false), ProductForm::Rows);
  EXPECT_EQ(plan("[]", true), ProductForm::Rows);
}

TEST_F(ProductPlanTest, WhatFitsNeedNotBeWorthIt) {
  Operation *op = product("128x64xf32", "64x64xf32", "128x64xf32");
  auto fits = [&](ProductForm form) { return fitsProduct(op, form, {}); };
  EXPECT_TRUE(fits(ProductForm::Strassen));
  EXPECT_TRUE(fits(ProductForm::RightRows));
  EXPECT_TRUE(fits(ProductForm::Rows));
  EXPECT_FALSE(fits(ProductForm::Plain));
  EXPECT_FALSE(fits(ProductForm::Lanes));
  auto planned = [&](ProductForm wanted) {
    return planProduct(op, {{}, true, false}, wanted).getValue();
  };
  EXPECT_EQ(planned(ProductForm::RightRows), ProductForm::RightRows);
  EXPECT_EQ(planned(ProductForm::Lanes), ProductForm::Rows);
}

TEST_F(ProductPlanTest, Epilogue) {
  auto takes = [&](const std::string &left, const std::string &right,
                   const std::string &result,
                   const std::string &attributes = "",
                   const std::string &options = "[]") {
    Operation *op = product(left, right, result, attributes, options);
    ASSERT_TRUE(op);
    bool epilogue = planProduct(op, {{}, true, false}).getEpilogue();
    // It depends on no CPU, and on no form.
    EXPECT_EQ(
        planProduct(op, {{6, 16, 4, true}, false, true}, ProductForm::RightRows)
            .getEpilogue(),
        epilogue);
    taken = epilogue;
  };
  takes("9x64xf32", "64x48xf32", "9x48xf32");
  EXPECT_TRUE(taken);
  // One tile of rows is packed narrow; of a batch it is more rows.
  takes("8x64xf32", "64x48xf32", "8x48xf32");
  EXPECT_FALSE(taken);
  takes("2x8x64xf32", "64x48xf32", "2x8x48xf32");
  EXPECT_TRUE(taken);
  takes("2x7x64xf32", "64x48xf32", "2x7x48xf32");
  EXPECT_FALSE(taken);
  // Whole panels.
  takes("9x64xf32", "64x47xf32", "9x47xf32");
  EXPECT_FALSE(taken);
  takes("?x64xf32", "64x48xf32", "?x48xf32");
  EXPECT_FALSE(taken);
  takes("64x9xf32", "64x48xf32", "9x48xf32", "ge.adj_x1 = true");
  EXPECT_FALSE(taken);
  takes("9x64xi8", "64x48xi8", "9x48xi32");
  EXPECT_FALSE(taken);
  takes("9x64xf32", "64x48xf32", "9x48xf32", "",
        "[[\"cube_k_block\", \"16\"]]");
  EXPECT_FALSE(taken);
  // Dots of bfloat16 are packed where the CPU has them.
  takes("9x64xbf16", "64x48xbf16", "9x48xbf16");
  EXPECT_TRUE(taken);
  takes("9x64xbf16", "64x48xbf16", "9x48xbf16", "",
        "[[\"emulation\", \"fast\"]]");
  EXPECT_FALSE(taken);
}

TEST_F(ProductPlanTest, SumsInLanes) {
  Operation *op =
      product("4x64xf32", "48x64xf32", "4x48xf32", "ge.adj_x2 = true");
  auto sums = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right,
                  ArrayRef<int64_t> result) {
    Type f32 = Float32Type::get(&context);
    return sumsInLanes(op, {RankedTensorType::get(left, f32),
                            RankedTensorType::get(right, f32),
                            RankedTensorType::get(result, f32)});
  };
  constexpr int64_t kOpen = ShapedType::kDynamic;
  EXPECT_TRUE(sums({9, 64}, {4, 64}, {9, 4}));
  EXPECT_FALSE(sums({9, 64}, {5, 64}, {9, 5}));
  EXPECT_FALSE(sums({9, 64}, {kOpen, 64}, {9, kOpen}));
  EXPECT_TRUE(sums({4, 64}, {48, 64}, {4, 48}));
  EXPECT_FALSE(sums({5, 64}, {48, 64}, {5, 48}));
  EXPECT_FALSE(sums({kOpen, 64}, {48, 64}, {kOpen, 48}));
}

} // namespace
