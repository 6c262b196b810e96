//===- OpMapTest.cpp - The embedded table of operators --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/OpMap.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

TEST(OpMap, RowsAreComplete) {
  ASSERT_GT(onnxOpMap().size(), 300u);
  for (const ONNXOpMapRow &row : onnxOpMap()) {
    EXPECT_FALSE(row.onnxOp.empty());
    EXPECT_FALSE(row.opsets.empty()) << row.onnxOp;
    EXPECT_FALSE(row.geTypes.empty()) << row.onnxOp;
    EXPECT_TRUE(row.status == "registered" || row.status == "inferred")
        << row.onnxOp << ": " << row.status;
  }
}

TEST(OpMap, RangesOfOpsets) {
  ONNXOpMapRow row;
  row.opsets = "8,10-12";
  EXPECT_TRUE(row.covers(8));
  EXPECT_FALSE(row.covers(9));
  EXPECT_TRUE(row.covers(10));
  EXPECT_TRUE(row.covers(12));
  EXPECT_FALSE(row.covers(13));
  row.opsets = "any";
  EXPECT_TRUE(row.covers(99));
  row.opsets = "none";
  EXPECT_FALSE(row.covers(8));
}

TEST(OpMap, LookupByOpset) {
  auto squeeze = lookupONNXOp("Squeeze", 12);
  ASSERT_EQ(squeeze.size(), 1u);
  EXPECT_EQ(squeeze[0]->geTypes[0], "Squeeze");
  squeeze = lookupONNXOp("Squeeze", 13);
  ASSERT_EQ(squeeze.size(), 1u);
  EXPECT_EQ(squeeze[0]->geTypes[0], "SqueezeV3");
  EXPECT_EQ(squeeze[0]->status, "registered");
  // CANN's plugins end at opset 18; the rest follows by the standard.
  EXPECT_EQ(lookupONNXOp("Squeeze", 21)[0]->status, "inferred");
  EXPECT_TRUE(lookupONNXOp("Attention", 18).empty());
  EXPECT_TRUE(lookupONNXOp("NoSuchOp", 15).empty());
}

TEST(OpMap, QuotedCellsAndSubgraphs) {
  auto conv = lookupONNXOp("Conv", 15);
  ASSERT_EQ(conv.size(), 3u);
  EXPECT_EQ(conv[1]->geTypes.size(), 4u);
  EXPECT_EQ(conv[1]->geTypes[2], "Conv2D");
  EXPECT_EQ(conv[1]->condition, "kernel_shape length 1");
}

TEST(OpMap, TheTypeThatSaysWhatAnOperatorIs) {
  const std::pair<const char *, const char *> rows[] = {
      {"Div", "RealDiv"},
      {"Softmax", "SoftmaxV2"},
      {"LayerNormalization", "LayerNorm"},
      {"BatchNormalization", "BatchNorm"},
      {"Gemm", "MatMulV2"},
      {"ArgMax", "ArgMaxV2"},
      {"NoSuchOp", ""}};
  for (auto [onnxOp, type] : rows)
    EXPECT_EQ(mainGEType(onnxOp).str(), type) << onnxOp;
  for (const ONNXOpMapRow &row : onnxOpMap())
    EXPECT_NE(mainGEType(row.onnxOp).str(), "-") << row.onnxOp;
}
