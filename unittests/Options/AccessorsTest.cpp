//===- AccessorsTest.cpp - Tests of the options' accessors ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Option.h"
#include "Ascend/Options/OptionValues.h"
#include "gtest/gtest.h"

#include <type_traits>

using namespace mlir::ascend;

namespace {

/// Values of which one is set, by nobody who checks it.
OptionValues with(llvm::StringRef name, llvm::StringRef value) {
  OptionValues values;
  values.set(name, value);
  return values;
}

static_assert(std::is_same_v<decltype(OptionValues().getRandom()), bool>);
static_assert(std::is_same_v<decltype(OptionValues().getSeed()), int64_t>);
static_assert(std::is_same_v<decltype(OptionValues().getThreads()),
                             std::optional<int64_t>>);
static_assert(
    std::is_same_v<decltype(OptionValues().getEmulation()), llvm::StringRef>);
static_assert(std::is_same_v<decltype(OptionValues().getModel()),
                             std::optional<llvm::StringRef>>);

TEST(Accessors, ConstantsAreTheNames) {
  EXPECT_EQ(option::model, "model");
  EXPECT_EQ(option::precisionModeV2, "precision_mode_v2");
  EXPECT_EQ(option::h2dOverlappedWithCompute, "h2d_overlapped_with_compute");
  ASSERT_NE(lookupOption(option::socVersion), nullptr);
}

TEST(Accessors, BoolsAreSwitchesAndPairsOfWords) {
  OptionValues none;
  EXPECT_FALSE(none.getRandom());
  EXPECT_FALSE(none.getEnableDump());
  EXPECT_TRUE(none.getFrozenVariable());
  EXPECT_TRUE(with(option::random, "on").getRandom());
  EXPECT_TRUE(with(option::enableDump, "1").getEnableDump());
  EXPECT_FALSE(with(option::frozenVariable, "0").getFrozenVariable());
  EXPECT_TRUE(with(option::compileDynamicMode, "true").getCompileDynamicMode());
  EXPECT_FALSE(with(option::variableFormatOptimize, "False")
                   .getVariableFormatOptimize());
  // Three words are no bool.
  EXPECT_EQ(with(option::externalWeight, "2").getExternalWeight(), "2");
  EXPECT_EQ(with(option::strict, "facts").getStrict(), "facts");
}

TEST(Accessors, BoolsThatAreNoneAreTheDefault) {
  EXPECT_FALSE(with(option::enableDump, "maybe").getEnableDump());
  EXPECT_TRUE(with(option::frozenVariable, "2").getFrozenVariable());
}

TEST(Accessors, IntegersAreNumbers) {
  EXPECT_EQ(OptionValues().getSeed(), 0);
  EXPECT_EQ(OptionValues().getStreamSyncTimeout(), -1);
  EXPECT_EQ(OptionValues().getThreads(), std::nullopt);
  EXPECT_EQ(with(option::seed, "7").getSeed(), 7);
  EXPECT_EQ(with(option::threads, "8").getThreads(), 8);
}

TEST(Accessors, BadIntegersAreTheDefault) {
  for (llvm::StringRef bad :
       {"many", "7x", "0x7", "-5", "99999999999999999999"}) {
    EXPECT_EQ(with(option::repeat, bad).getRepeat(), 1) << bad.str();
    EXPECT_EQ(with(option::threads, bad).getThreads(), std::nullopt)
        << bad.str();
  }
  // Not in the range of the table.
  EXPECT_EQ(with(option::repeat, "0").getRepeat(), 1);
  EXPECT_EQ(with(option::threads, "1025").getThreads(), std::nullopt);
}

TEST(Accessors, TextsHaveTheDefaultOfTheTable) {
  EXPECT_EQ(OptionValues().getSocVersion(),
            lookupOption(option::socVersion)->defaultValue);
  EXPECT_EQ(with(option::socVersion, "Ascend310P3").getSocVersion(),
            "Ascend310P3");
}

TEST(Accessors, TextsWithoutDefaultMayBeAbsent) {
  EXPECT_EQ(OptionValues().getModel(), std::nullopt);
  EXPECT_FALSE(OptionValues().has(option::model));
  EXPECT_EQ(with(option::model, "net.onnx").getModel(), "net.onnx");
}

TEST(Accessors, EmptyIsNotSet) {
  EXPECT_EQ(with(option::model, "").getModel(), std::nullopt);
  EXPECT_FALSE(with(option::model, "").has(option::model));
  EXPECT_EQ(with(option::mode, "").getMode(), "0");
  EXPECT_TRUE(with(option::frozenVariable, "").getFrozenVariable());
  EXPECT_EQ(with(option::seed, "").getSeed(), 0);
  EXPECT_EQ(with(option::threads, "").getThreads(), std::nullopt);
}

} // namespace
