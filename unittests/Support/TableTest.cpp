//===- TableTest.cpp - Text that fits a terminal --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Table.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

TEST(Table, ShortTextStays) {
  EXPECT_EQ(fitColumn("", 3), "");
  EXPECT_EQ(fitColumn("abc", 3), "abc");
  EXPECT_EQ(padColumn("abc", 5), "abc  ");
}

TEST(Table, LongTextLosesItsMiddle) {
  EXPECT_EQ(fitColumn("abcdefghijkl", 9), "abc~hijkl");
  EXPECT_EQ(fitColumn("abc", 1), "~");
  EXPECT_EQ(padColumn("abcdefghijkl", 9), "abc~hijkl");
}

TEST(Table, ChineseCharactersTakeTwoColumns) {
  EXPECT_EQ(fitColumn("层归一化", 8), "层归一化");
  EXPECT_EQ(fitColumn("层归一化", 7), "层~一化");
  EXPECT_EQ(padColumn("层归一化", 6), "层~化 ");
}

TEST(Table, WhatATerminalCannotShow) {
  EXPECT_EQ(fitColumn("a\x1b[31m\n\t", 20), "a?[31m??");
  EXPECT_EQ(fitColumn(llvm::StringRef("a\0b", 3), 20), "a?b");
  // A lone continuation byte, an overlong slash, a sequence cut short.
  EXPECT_EQ(fitColumn("\x80|\xc0\xaf|\xe5\xb1", 20), "?|??|??");
}

TEST(Table, Wrap) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapText("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapText("a abcdefghijkl b", 9), (Lines{"a", "abcdefghijkl", "b"}));
  EXPECT_EQ(wrapText("", 9), Lines{""});
}

TEST(Table, OneIsCountedWithoutAnS) {
  EXPECT_EQ(counted(0, "op"), "0 ops");
  EXPECT_EQ(counted(1, "op"), "1 op");
  EXPECT_EQ(counted(2, "config line"), "2 config lines");
  EXPECT_EQ(counted(UINT64_MAX, "cast"), "18446744073709551615 casts");
}
