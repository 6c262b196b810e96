//===- DTypeTest.cpp - Tests of the data type words -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/DType.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

TEST(DType, StoreWords) {
  EXPECT_EQ(parseDType("float"), DType::Float);
  EXPECT_EQ(parseDType("float32"), DType::Float);
  EXPECT_EQ(parseDType(" float16\t"), DType::Float16);
  EXPECT_EQ(parseDType("bfloat16"), DType::BFloat16);
  EXPECT_EQ(parseDType("bf16"), DType::BFloat16);
  EXPECT_EQ(parseDType("string_ref"), DType::StringRef);
  EXPECT_EQ(parseDType("Float"), std::nullopt);
  EXPECT_EQ(parseDType("DT_FLOAT"), std::nullopt);
  EXPECT_EQ(parseDType("undefined"), std::nullopt);
  EXPECT_EQ(parseDType(""), std::nullopt);
}

TEST(DType, GENames) {
  EXPECT_EQ(parseGEDType("DT_FLOAT"), DType::Float);
  EXPECT_EQ(parseGEDType(" DT_BF16 "), DType::BFloat16);
  EXPECT_EQ(parseGEDType("DT_FLOAT32"), std::nullopt);
  EXPECT_EQ(parseGEDType("dt_float"), std::nullopt);
  EXPECT_EQ(parseGEDType("float"), std::nullopt);
}

TEST(DType, CustomizeDTypesItems) {
  EXPECT_EQ(parseCustomizeDType("float"), DType::Float);
  EXPECT_EQ(parseCustomizeDType("Float32"), DType::Float);
  EXPECT_EQ(parseCustomizeDType("BFLOAT16"), DType::BFloat16);
  EXPECT_EQ(parseCustomizeDType("bf16"), DType::BFloat16);
  EXPECT_EQ(parseCustomizeDType("iNt8"), DType::Int8);
  EXPECT_EQ(parseCustomizeDType("DT_FLOAT"), std::nullopt);
  EXPECT_EQ(parseCustomizeDType("fp16"), std::nullopt);
  EXPECT_EQ(parseCustomizeDType(""), std::nullopt);
}

TEST(DType, EveryWordAndNameComesBack) {
  EXPECT_EQ(stringify(DType::Undefined), "undefined");
  for (int i = 1; i <= static_cast<int>(DType::Variant); ++i) {
    DType dtype = static_cast<DType>(i);
    EXPECT_EQ(parseDType(stringify(dtype)), dtype) << stringify(dtype).str();
    EXPECT_EQ(parseGEDType(stringifyGE(dtype)), dtype);
  }
  EXPECT_EQ(stringify(DType::Float8E4M3FN), "float8_e4m3fn");
  EXPECT_EQ(stringifyGE(DType::UInt1), "DT_UINT1");
}

TEST(DType, Classes) {
  EXPECT_TRUE(isFloat(DType::Float));
  EXPECT_TRUE(isFloat(DType::HiFloat8));
  EXPECT_TRUE(isFloat(DType::Double));
  EXPECT_FALSE(isFloat(DType::Int2));
  EXPECT_FALSE(isFloat(DType::Undefined));
  EXPECT_TRUE(isComplex(DType::Complex32));
  EXPECT_TRUE(isComplex(DType::Complex128));
  EXPECT_FALSE(isComplex(DType::Bool));
  EXPECT_FALSE(isComplex(DType::QInt8));
}

} // namespace
