//===- CacheSizesTest.cpp - Tests of op_cache.ini -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CacheFolder.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir::ascend;

namespace {

std::string toText(const CacheSizes &sizes) {
  return (sizes.most ? std::to_string(*sizes.most >> 20) : "any") + " " +
         std::to_string(sizes.remainPercent);
}

std::string toText(const Diagnostic &why) {
  return why.message + " (" + why.where + "): " + why.note;
}

/// "500 50", "any 50", "nothing" or "error: …".
std::string read(std::string text) {
  std::vector<Diagnostic> warnings;
  auto sizes = readOpCacheIni(text, "f", warnings);
  if (!sizes)
    return "error: " + toText(toDiagnostic(sizes.takeError()));
  return *sizes ? toText(**sizes) : "nothing";
}

std::string readBoth(const std::string &most, const std::string &percent) {
  return read("[op_compiler_cache]\nmax_op_cache_size=" + most +
              "\nremain_cache_size_ratio=" + percent + "\n");
}

constexpr char kWrite[] =
    "write max_op_cache_size=500 and remain_cache_size_ratio=50 below "
    "[op_compiler_cache]";

TEST(CacheSizes, BothOfTheFile) {
  EXPECT_EQ(readBoth("500", "50"), "500 50");
  EXPECT_EQ(readBoth("1", "1"), "1 1");
  EXPECT_EQ(readBoth("2147483647", "100"), "2147483647 100");
  EXPECT_EQ(readBoth("-1", "50"), "any 50");
  EXPECT_EQ(readBoth(" 12 \r", "\t34"), "12 34");
  EXPECT_EQ(read("\n# sizes\n [ op_compiler_cache ] \nadk_version=9.1.0\n"
                 "ops_version=\nremain_cache_size_ratio=7\nwhatever\nx=y\n"
                 "max_op_cache_size=8"),
            "8 7");
}

TEST(CacheSizes, WhatIsNoLineIsWarnedOf) {
  std::vector<Diagnostic> warnings;
  auto sizes =
      readOpCacheIni("rubbish\n# x\n\n[other]\nkey=\n =1\n", "f", warnings);
  ASSERT_TRUE(bool(sizes));
  EXPECT_FALSE(*sizes);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(toText(warnings[0]), "'rubbish' says nothing (f:1:1): a line is "
                                 "[section], key=value or # comment");
  EXPECT_EQ(warnings[1].where, "f:6:2");
}

TEST(CacheSizes, AFileOfCANN) {
  EXPECT_EQ(read(""), "nothing");
  EXPECT_EQ(read("[op_compiler_cache]\nadk_version=9\nops_version=9\n"),
            "nothing");
  EXPECT_EQ(read("#max_op_cache_size=0\n"), "nothing");
}

TEST(CacheSizes, NumbersOutOfRange) {
  const std::string most = ": write a number of MB from 1 to 2147483647, or -1 "
                           "for no limit",
                    percent = ": write a number of percent from 1 to 100";
  for (const char *value : {"0", "-2", "2147483648", "99999999999999999999",
                            "500MB", "5e2", "0x10", "+5", "5 # five"})
    EXPECT_EQ(readBoth(value, "50"),
              "error: '" + std::string(value) +
                  "' is no value for max_op_cache_size (f:2:19)" + most);
  for (const char *value : {"0", "-1", "101", "50%", "0.5"})
    EXPECT_EQ(readBoth("500", value),
              "error: '" + std::string(value) +
                  "' is no value for remain_cache_size_ratio (f:3:25)" +
                  percent);
  EXPECT_EQ(readBoth("", "50"),
            "error: '' is no value for max_op_cache_size (f:2:1)" + most);
}

TEST(CacheSizes, OneAlone) {
  EXPECT_EQ(read("[op_compiler_cache]\n max_op_cache_size=500\n"),
            std::string("error: max_op_cache_size stands there without "
                        "remain_cache_size_ratio (f:2:2): ") +
                kWrite);
  EXPECT_EQ(read("[op_compiler_cache]\nremain_cache_size_ratio=50\n"),
            std::string("error: remain_cache_size_ratio stands there without "
                        "max_op_cache_size (f:2:1): ") +
                kWrite);
}

TEST(CacheSizes, Places) {
  const std::string outside = std::string("error: 'max_op_cache_size' stands "
                                          "outside of [op_compiler_cache] ");
  EXPECT_EQ(read("max_op_cache_size=5\n[op_compiler_cache]\n"),
            outside + "(f:1:1): " + kWrite);
  EXPECT_EQ(read("[op_compiler_cache]\n[other]\nmax_op_cache_size=5\n"),
            outside + "(f:3:1): " + kWrite);
  EXPECT_EQ(read("[op_compiler_cache\nmax_op_cache_size=5\n"),
            outside + "(f:2:1): " + kWrite);
  EXPECT_EQ(read("[op_compiler_cache]\nmax_op_cache_size=5\n"
                 "max_op_cache_size=5\n"),
            "error: 'max_op_cache_size' stands twice (f:3:1): leave one of "
            "them out");
  EXPECT_EQ(read(std::string("a\0b", 3)),
            "error: the file holds a NUL byte: it is not a text file (f:1:2): "
            "write the file as plain text (UTF-8)");
}

/// The environment of a process, with and without the two variables.
class CacheSizesOf : public ::testing::Test {
protected:
  void SetUp() override { TearDown(); }
  void TearDown() override {
    unsetenv("ASCEND_MAX_OP_CACHE_SIZE");
    unsetenv("ASCEND_REMAIN_CACHE_SIZE_RATIO");
  }
  /// What is in force, and behind it a line for each warning.
  static std::string sizes(FileTexts texts = {}) {
    MemoryFiles files(std::move(texts));
    std::vector<Diagnostic> warnings;
    std::string result = toText(cacheSizesOf("c", files, warnings));
    for (const Diagnostic &warning : warnings)
      result += "\n" + toText(warning);
    return result;
  }
};

TEST_F(CacheSizesOf, TheFirstThatSays) {
  const FileTexts file = {{"c/op_cache.ini",
                           "[op_compiler_cache]\nmax_op_cache_size=7\n"
                           "remain_cache_size_ratio=8\n"}};
  const FileTexts of = {{"c/op_cache.ini", "[op_compiler_cache]\n"}};
  EXPECT_EQ(sizes(), "500 50");
  EXPECT_EQ(sizes(file), "7 8");
  setenv("ASCEND_MAX_OP_CACHE_SIZE", "9", 1);
  EXPECT_EQ(sizes(), "9 50");
  EXPECT_EQ(sizes(file), "7 8");
  EXPECT_EQ(sizes(of), "9 50");
  setenv("ASCEND_MAX_OP_CACHE_SIZE", "-1", 1);
  setenv("ASCEND_REMAIN_CACHE_SIZE_RATIO", "3", 1);
  EXPECT_EQ(sizes(of), "any 3");
  setenv("ASCEND_MAX_OP_CACHE_SIZE", "", 1);
  EXPECT_EQ(sizes(of), "500 3");
}

TEST_F(CacheSizesOf, WhatIsWrong) {
  setenv("ASCEND_MAX_OP_CACHE_SIZE", "9", 1);
  EXPECT_EQ(
      sizes({{"c/op_cache.ini", "[op_compiler_cache]\nmax_op_cache_size=0\n"}}),
      "9 50\nthe file of the cache's sizes is left aside: '0' is no "
      "value for max_op_cache_size (c/op_cache.ini:2:19): write a number "
      "of MB from 1 to 2147483647, or -1 for no limit");
  setenv("ASCEND_MAX_OP_CACHE_SIZE", "0", 1);
  setenv("ASCEND_REMAIN_CACHE_SIZE_RATIO", "101", 1);
  EXPECT_EQ(sizes(),
            "500 50\nASCEND_MAX_OP_CACHE_SIZE is '0': 500 is taken (): set it "
            "to a number of MB from 1 to 2147483647, or -1 for no limit\n"
            "ASCEND_REMAIN_CACHE_SIZE_RATIO is '101': 50 is taken (): set it "
            "to a number of percent from 1 to 100");
}

} // namespace
