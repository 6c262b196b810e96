//===- JudgeModesTest.cpp - The rules of the precision modes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "JudgeCase.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

//===----------------------------------------------------------------------===//
// Rules of the modes
//===----------------------------------------------------------------------===//

// GE's format_continuous asks for the rule of the mixed modes in every mode.
TEST(Judge, AFormatContinuousInputFollowsItsProducer) {
  Case test = {entryOf("float16,float", "int8,int8"),
               {DType::Float16},
               {DType::Int8},
               PrecisionMode::ForceFP32};
  OpToJudge op = opOf(test);
  feed(op, {DType::Float16});
  EXPECT_EQ(verdict(test, op), "1 force_fp32");
  op.inputs[0].formatContinuous = true;
  EXPECT_EQ(verdict(test, op), "0 force_fp32");
}

// Only in allow_fp32_to_fp16 does a reduced float tensor pull the rest along.
TEST(Judge, AReducedTensorPullsTheOthersInOneMode) {
  Case test = {entryOf("float16,float16", "float,float16"),
               {DType::Float},
               {DType::Float},
               PrecisionMode::AllowFP32ToFP16};
  EXPECT_EQ(verdict(test), "1 allow_reduce");
  test.mode = PrecisionMode::MixFP16;
  EXPECT_EQ(verdict(test), "0 gray_no_producer");
  // Nor does one that was bfloat16.
  test.mode = PrecisionMode::AllowFP32ToFP16;
  test.inputs = {DType::BFloat16};
  EXPECT_EQ(verdict(test), "0 allow_reduce");
}

// force_fp32 keeps float16 for the first input of a cube op alone, and for a
// float alone.
TEST(Judge, TheFirstInputOfACubeOpStaysInFloat16) {
  Case test = {slot("input0", "float16,float16,int8") + ", " +
                   slot("input1", "float16,float,int8") + ", " +
                   slot("output0", "float,float,float"),
               {DType::Float16, DType::Float16},
               {DType::Float},
               PrecisionMode::ForceFP32,
               PrecisionList::Gray,
               "MatMulV2"};
  EXPECT_EQ(verdict(test), "1 cube_fp16_in_fp32_out");
  test.inputs = {DType::Int8, DType::Int8};
  EXPECT_EQ(verdict(test), "2 cube_fp16_in_fp32_out");
}

// Where no wider column is left, the modes that lower take a narrower one.
TEST(Judge, WhatCannotRiseIsReduced) {
  Case test = {entryOf("int8,float16", "int8,int8"), {}, {DType::Int8}};
  auto in = [&](PrecisionMode mode, DType origin) {
    test.mode = mode;
    test.inputs = {origin};
    return verdict(test);
  };
  EXPECT_EQ(in(PrecisionMode::ForceFP32, DType::Float), "1 force_fp32");
  EXPECT_EQ(in(PrecisionMode::AllowFP32ToFP16, DType::Float), "1 allow_reduce");
  EXPECT_EQ(in(PrecisionMode::AllowFP32ToFP16, DType::BFloat16),
            "1 allow_reduce");
  test.mode = PrecisionMode::MixFP16;
  test.inputs = {DType::Float};
  OpToJudge op = opOf(test);
  feed(op, {DType::Float});
  EXPECT_EQ(verdict(test, op), "1 gray_follows_producer");
}

TEST(Judge, EachMixedModeLooksThroughItsOwnCasts) {
  Case test = {entryOf("float,float16,bfloat16", "int8,int8,int8"),
               {DType::Float},
               {DType::Int8}};
  OpToJudge op = opOf(test);
  feed(op, {DType::Float});
  op.inputs[0].throughFP16Cast = DType::Float16;
  op.inputs[0].throughBF16Cast = DType::BFloat16;
  test.mode = PrecisionMode::MixFP16;
  EXPECT_EQ(verdict(test, op), "1 gray_follows_producer");
  test.mode = PrecisionMode::MixBF16;
  EXPECT_EQ(verdict(test, op), "2 gray_follows_producer");
}

// What the hif8 modes try in turn, each with a column that is in no list first.
TEST(Judge, HiF8ModesTryTheirDtypesInTurn) {
  auto gray = [](std::string columns, DType origin, DType followed) {
    Case test = {entryOf(columns, "int8,int8"),
                 {origin},
                 {DType::Int8},
                 PrecisionMode::MixedHif8};
    OpToJudge op = opOf(test);
    feed(op, {followed});
    return verdict(test, op);
  };
  EXPECT_EQ(gray("float16,bfloat16", DType::BFloat16, DType::HiFloat8),
            "1 hif8_table");
  EXPECT_EQ(gray("bfloat16,float16", DType::Float16, DType::HiFloat8),
            "1 hif8_table");
  EXPECT_EQ(gray("int8,float", DType::Float, DType::BFloat16), "1 hif8_table");
  EXPECT_EQ(gray("int8,float", DType::Float, DType::Float16), "1 hif8_table");
  for (DType origin : {DType::BFloat16, DType::Float16})
    EXPECT_EQ(verdict({entryOf("int8,float", "int8,int8"),
                       {origin},
                       {DType::Int8},
                       PrecisionMode::CubeHif8}),
              "1 hif8_table");
}

TEST(Judge, AComplexOutputAloneKeepsTheDtypes) {
  EXPECT_EQ(verdict({entryOf("float16,float", "complex64,complex64"),
                     {DType::Float},
                     {DType::Complex64},
                     PrecisionMode::MixFP16,
                     PrecisionList::White}),
            "1 complex_keeps_dtypes");
}

// An op without a kernel follows in every mode but one.
TEST(Judge, ForceFP16CountsWithoutAKernel) {
  Case test = {entryOf("float,float16", "int8,int8") +
                   ", \"opFile\": {\"value\": \"Null\"}",
               {DType::Float},
               {DType::Int8},
               PrecisionMode::ForceFP16};
  EXPECT_EQ(verdict(test), "1 force_fp16");
  test.mode = PrecisionMode::AllowFP32ToFP16;
  EXPECT_EQ(verdict(test), "0 no_kernel_follows");
}

// What fusions ask before they make an op.
TEST(Judge, WhetherTheAICoreTakesAnOp) {
  auto takes = [](const Case &test) {
    OpStore::File file("t.json", "{\"T\": {" + test.entry + "}}");
    OpToJudge op = opOf(test);
    // The slots are found, and the list is the store's.
    for (JudgedInput &input : op.inputs)
      input.slot = 7;
    return isSupportedByAICore(
        op, *llvm::cantFail(OpStore::get("Ascend910B1", file)), test.mode);
  };
  std::string half = entryOf("float16", "int8");
  EXPECT_TRUE(takes({half, {DType::Float16}, {DType::Int8}}));
  EXPECT_FALSE(takes({half, {DType::Float}, {DType::Int8}}));
  EXPECT_FALSE(takes({half, {DType::Float16}, {DType::Int16}}));
  EXPECT_FALSE(takes({half, {DType::Float16, DType::Float16}, {DType::Int8}}));
  EXPECT_FALSE(takes({half, {DType::Float16}, {DType::Int8, DType::Int8}}));
  EXPECT_FALSE(takes({entryOf("", ""), {DType::Float16}, {DType::Int8}}));
  EXPECT_FALSE(takes({half + ", \"opFile\": {\"value\": \"Null\"}",
                      {DType::Float16},
                      {DType::Int8}}));
  PrecisionMode mode = PrecisionMode::ForceFP32;
  EXPECT_TRUE(takes({half, {DType::Float}, {DType::Int8}, mode}));
  EXPECT_FALSE(takes({half + ", \"precision_reduce\": {\"flag\": \"false\"}",
                      {DType::Float},
                      {DType::Int8},
                      mode}));
}

} // namespace
