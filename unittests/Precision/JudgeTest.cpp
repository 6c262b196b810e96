//===- JudgeTest.cpp - Which columns the judge may take -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "JudgeCase.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

//===----------------------------------------------------------------------===//
// Filters over columns
//===----------------------------------------------------------------------===//

// Between float16 and bfloat16 the gap of FE's priorities is 1: no rise.
TEST(Judge, SixteenBitsRiseToFloatOnly) {
  EXPECT_EQ(verdict({entryOf("bfloat16,float", "int8,int8"),
                     {DType::Float16},
                     {DType::Int8}}),
            "1 must_keep");
}

TEST(Judge, ReducingSkipsTheForbiddenDtype) {
  EXPECT_EQ(verdict({entryOf("bfloat16,float16", "float,float"),
                     {DType::Float},
                     {DType::Float},
                     PrecisionMode::AllowFP32ToFP16}),
            "1 allow_reduce");
}

// bfloat16 has the gap 100000, float16 the gap 100001. The second bfloat16
// column moves up by one, where column 0 stands: FE loses the second one.
TEST(Judge, AColumnWhoseGapIsTakenTwiceIsLost) {
  Case test = {entryOf("float16,bfloat16,bfloat16", "float,int8,float"),
               {DType::Float},
               {DType::Float},
               PrecisionMode::ForceFP32};
  OpToJudge op = opOf(test);
  op.inheritsPredecessor = true;
  feed(op, {DType::Float});
  EXPECT_EQ(verdict(test, op), "0 inherits_predecessor");
}

//===----------------------------------------------------------------------===//
// customize_dtypes
//===----------------------------------------------------------------------===//

TEST(Judge, AnAbsentInputIsNotCustomized) {
  Case test = {slot("input0", "float16,float") + ", " +
                   slot("input1", "float16,float") + ", " +
                   slot("output0", "float16,float"),
               {DType::Float, none},
               {DType::Float}};
  OpToJudge op = opOf(test);
  CustomDtypeEntry entry;
  op.custom = &entry;
  entry.inputs = {std::nullopt, DType::Float16};
  EXPECT_EQ(verdict(test, op), "names nothing");
  // A dtype that the slot does not even have.
  entry.inputs = {DType::Float16, DType::Int8};
  EXPECT_EQ(verdict(test, op), "0 customized");
  entry.inputs.clear();
  entry.outputs = {DType::Float16};
  EXPECT_EQ(verdict(test, op), "0 customized");
}

TEST(Judge, AnAbsentInputStaysSoOnTheAICpu) {
  Case test = {"\"opInfo\": {\"engine\": \"DNN_VM_AICPU\"}, "
               "\"input0\": {\"type\": \"DT_FLOAT16\"}, "
               "\"input1\": {\"type\": \"DT_FLOAT16\"}, "
               "\"output0\": {\"type\": \"DT_FLOAT\"}",
               {DType::Float, none},
               {DType::Float}};
  OpToJudge op = opOf(test);
  CustomDtypeEntry entry;
  entry.inputs = {DType::Float16, DType::Int8};
  op.custom = &entry;
  auto result = judge(test, op);
  ASSERT_TRUE(std::holds_alternative<Judgement>(result));
  EXPECT_EQ(std::get<Judgement>(result).inputs,
            (llvm::SmallVector<DType>{DType::Float16, none}));
}

// mix() empties the list of the outputs: the mode forbids the only column.
TEST(Judge, WhereNoColumnFitsTheRuleIsNotCustomized) {
  Case test = {entryOf("bfloat16", "bfloat16"),
               {DType::Float},
               {DType::Float},
               PrecisionMode::MixFP16,
               PrecisionList::White};
  OpToJudge op = opOf(test);
  CustomDtypeEntry entry;
  entry.inputs = {DType::BFloat16};
  op.custom = &entry;
  EXPECT_EQ(verdict(test, op), "0 no_column_fits");
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// Inputs a, b, … of the same dtypes, one output; `lists` are promoted.
std::string promoting(llvm::ArrayRef<std::string> inputs, std::string lists) {
  std::string entry;
  for (auto [index, dtypes] : llvm::enumerate(inputs))
    entry += "\"input" + std::to_string(index) + "\": {\"name\": \"" +
             std::string(1, 'a' + index) +
             "\", \"paramType\": \"optional\", \"dtype\": \"" + dtypes +
             "\"}, ";
  return entry + "\"promoteType\": {\"value\": \"" + lists + "\"}";
}

// As torch.promote_types.
TEST(Judge, TwoDtypesArePromotedAsTorchDoes) {
  std::string all = "bool,uint8,int8,int16,int32,int64,float16,bfloat16,float,"
                    "double,complex32,complex64,complex128";
  for (auto [a, b, both] :
       {std::tuple(DType::Bool, DType::UInt8, DType::UInt8),
        std::tuple(DType::UInt8, DType::Int8, DType::Int16),
        std::tuple(DType::UInt8, DType::Int32, DType::Int32),
        std::tuple(DType::Int64, DType::Float16, DType::Float16),
        std::tuple(DType::Float16, DType::BFloat16, DType::Float),
        std::tuple(DType::BFloat16, DType::Float, DType::Float),
        std::tuple(DType::Float, DType::Double, DType::Double),
        std::tuple(DType::Int32, DType::Complex32, DType::Complex32),
        std::tuple(DType::Float16, DType::Complex32, DType::Complex32),
        std::tuple(DType::BFloat16, DType::Complex32, DType::Complex64),
        std::tuple(DType::Float, DType::Complex32, DType::Complex64),
        std::tuple(DType::Double, DType::Complex32, DType::Complex128),
        std::tuple(DType::Float, DType::Complex64, DType::Complex64),
        std::tuple(DType::Double, DType::Complex64, DType::Complex128),
        std::tuple(DType::Complex32, DType::Complex64, DType::Complex64)})
    for (llvm::SmallVector<DType> inputs :
         {llvm::SmallVector<DType>{a, b}, llvm::SmallVector<DType>{b, a}}) {
      Case test = {promoting({all, all}, "a,b"), inputs, {}};
      auto result = judge(test, opOf(test));
      auto *judgement = std::get_if<Judgement>(&result);
      ASSERT_TRUE(judgement) << stringify(a).str() << ' ' << stringify(b).str();
      EXPECT_EQ(judgement->rule, PrecisionRule::Promoted);
      EXPECT_EQ(judgement->inputs, (llvm::SmallVector<DType>{both, both}))
          << stringify(a).str() << ' ' << stringify(b).str();
    }
}

// int8 may become int16 by promotion only.
TEST(Judge, EqualDtypesAreNotPromoted) {
  std::string entry = promoting({"int16", "int16"}, "a,b");
  EXPECT_EQ(verdict({entry, {DType::Int8, DType::Int8}, {}}), "no engine");
  EXPECT_EQ(verdict({entry, {DType::Int8, DType::Int16}, {}}), "0 promoted");
}

// FE stops at a list with an absent input, and the support check then takes no
// promoted dtype, not even those of the lists before.
TEST(Judge, AListWithAnAbsentInputEndsThePromotion) {
  std::string behind =
      promoting({"int16", "int16", "int16", "int16"}, "a,b;c,d");
  EXPECT_EQ(verdict({behind,
                     {DType::Int8, DType::Int16, DType::Int16, DType::Int16},
                     {}}),
            "0 promoted");
  EXPECT_EQ(
      verdict({behind, {DType::Int8, DType::Int16, DType::Int16, none}, {}}),
      "no engine");
  std::string before = promoting(
      {"float16,float", "float16,float", "int8,int8", "int8,int8"}, "c,d;a,b");
  auto inMode = [&](DType d) {
    return verdict({before,
                    {DType::Float16, DType::Float, DType::Int8, d},
                    {},
                    PrecisionMode::AllowFP32ToFP16});
  };
  EXPECT_EQ(inMode(DType::Int8), "1 promoted");
  EXPECT_EQ(inMode(none), "0 allow_reduce");
}

// a and b agree: their list says nothing of the columns.
TEST(Judge, AListOfEqualDtypesChoosesNoColumn) {
  EXPECT_EQ(
      verdict({promoting({"float,float16", "float,float16", "float,float",
                          "float,float"},
                         "a,b;c,d"),
               {DType::Float16, DType::Float16, DType::Float16, DType::Float},
               {}}),
      "0 promoted");
}

//===----------------------------------------------------------------------===//
// Support checks
//===----------------------------------------------------------------------===//

// For each mode, on the gray and on the black list: whether a float tensor may
// become float16, a bfloat16 one float16, and a float one bfloat16.
TEST(Judge, WhatMayBecomeNarrowerOnTheAICore) {
  struct Row {
    PrecisionMode mode;
    const char *gray, *black;
  };
  for (const Row &row : {Row{PrecisionMode::ForceFP16, "yyy", "yyy"},
                         Row{PrecisionMode::ForceFP32, "yyy", "---"},
                         Row{PrecisionMode::MixFP16, "yy-", "---"},
                         Row{PrecisionMode::MixBF16, "--y", "---"},
                         Row{PrecisionMode::AllowFP32ToFP16, "yy-", "yy-"},
                         Row{PrecisionMode::AllowFP32ToBF16, "--y", "--y"},
                         Row{PrecisionMode::CubeHif8, "yyy", "yyy"},
                         Row{PrecisionMode::MixedHif8, "yyy", "yyy"},
                         Row{PrecisionMode::MustKeep, "---", "---"}}) {
    auto may = [&](DType have, std::string kernel, PrecisionList list,
                   bool keep = false) {
      Case test = {
          entryOf(kernel, "int8"), {have}, {DType::Int8}, row.mode, list};
      OpToJudge op = opOf(test);
      op.keepDtype = keep;
      return verdict(test, op) == "no engine" ? "-" : "y";
    };
    auto all = [&](PrecisionList list, bool keep = false) {
      return std::string(may(DType::Float, "float16", list, keep)) +
             may(DType::BFloat16, "float16", list, keep) +
             may(DType::Float, "bfloat16", list, keep);
    };
    std::string mode = stringifyPrecisionMode(row.mode).str();
    EXPECT_EQ(all(PrecisionList::Gray), row.gray) << mode;
    EXPECT_EQ(all(PrecisionList::White), row.gray) << mode;
    EXPECT_EQ(all(PrecisionList::Black), row.black) << mode;
    EXPECT_EQ(all(PrecisionList::Gray, /*keep=*/true), "---") << mode;
    // Wider is always allowed; bfloat16 for float16 never.
    for (bool keep : {false, true}) {
      EXPECT_EQ(may(DType::Float16, "float", PrecisionList::Black, keep), "y");
      EXPECT_EQ(may(DType::BFloat16, "float", PrecisionList::Black, keep), "y");
      EXPECT_EQ(may(DType::Float16, "bfloat16", PrecisionList::Gray, keep),
                "-");
    }
  }
}

// Cast and TransData need one column that has all their dtypes.
TEST(Judge, CastAndTransDataNeedAnExactColumn) {
  for (std::string type : {"Cast", "TransData"}) {
    auto with = [&](DType input, DType output, const CustomDtypeEntry *custom) {
      Case test = {entryOf("float16,float", "float,float16"),
                   {input},
                   {output},
                   PrecisionMode::ForceFP16,
                   PrecisionList::Gray,
                   type};
      OpToJudge op = opOf(test);
      op.custom = custom;
      return verdict(test, op);
    };
    CustomDtypeEntry custom;
    custom.inputs = {DType::Float16};
    EXPECT_NE(with(DType::Float16, DType::Float, nullptr), "no engine") << type;
    EXPECT_EQ(with(DType::Float16, DType::Float16, nullptr), "no engine")
        << type;
    // customize_dtypes does not settle the check for these two.
    EXPECT_EQ(with(DType::Float16, DType::Float, &custom), "0 customized")
        << type;
    EXPECT_EQ(with(DType::Float, DType::Float, &custom), "no engine") << type;
  }
}

TEST(Judge, TheAICpuNeedsADtypeInEachSlot) {
  Case test = {"\"opInfo\": {\"engine\": \"DNN_VM_AICPU\"}, "
               "\"dynamic_input0\": {\"type\": \"DT_FLOAT\"}, "
               "\"dynamic_input1\": {\"type\": \"DT_INT32\"}, "
               "\"output0\": {\"type\": \"DT_FLOAT\"}",
               {},
               {}};
  auto with = [&](llvm::SmallVector<DType> inputs, DType output,
                  llvm::ArrayRef<int32_t> groups) {
    test.inputs = std::move(inputs);
    test.outputs = {output};
    OpToJudge op = opOf(test);
    op.groups = groups;
    return verdict(test, op);
  };
  const int32_t twoAndOne[] = {2, 1};
  EXPECT_EQ(
      with({DType::Float, DType::Float, DType::Int32}, DType::Float, twoAndOne),
      "- aicpu_fallback");
  EXPECT_EQ(
      with({DType::Float, DType::Int32, DType::Int32}, DType::Float, twoAndOne),
      "no engine");
  // Absent tensors fit everywhere; outputs count like inputs.
  EXPECT_EQ(with({DType::Float, none}, DType::Float, {}), "- aicpu_fallback");
  EXPECT_EQ(with({DType::Float, DType::Int32}, DType::Int32, {}), "no engine");
  // Without groups the third tensor has no slot, and is not checked.
  EXPECT_EQ(with({DType::Float, DType::Int32, DType::Bool}, DType::Float, {}),
            "- aicpu_fallback");
}

} // namespace
