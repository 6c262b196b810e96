//===- ProfileTableTest.cpp - Profiles for people -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Profile/Profile.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

/// The table of kernels that take so many nanoseconds, one after the other.
std::string tableOf(const std::vector<int64_t> &times) {
  Profile profile;
  for (int64_t timeNs : times) {
    ProfiledKernel kernel = {};
    kernel.number = profile.kernels.size();
    kernel.startNs = profile.runNs;
    kernel.timeNs = timeNs;
    kernel.type = "T" + std::to_string(timeNs);
    profile.kernels.push_back(kernel);
    profile.runNs += timeNs;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  printProfile(profile, std::nullopt, os);
  return text;
}

/// The first row of the text that has `what`.
llvm::StringRef rowWith(llvm::StringRef text, llvm::StringRef what) {
  llvm::SmallVector<llvm::StringRef> rows;
  text.split(rows, '\n');
  for (llvm::StringRef row : rows)
    if (row.contains(what))
      return row;
  return "";
}

} // namespace

TEST(ProfileTable, NanosecondsAreShownBelowOneMicrosecond) {
  std::string text = tableOf({24, 999, 1000, 123456});
  // All end where the column does.
  using Row = std::pair<const char *, const char *>;
  for (auto [type, time] :
       {Row("T24", "      0.024"), Row("T999", "      0.999"),
        Row("T1000", "        1.0"), Row("T123456", "      123.5")})
    EXPECT_TRUE(rowWith(text, type).starts_with(time)) << text;
  EXPECT_NE(text.find("profile: 4 kernels in 125.5 us"), std::string::npos);
}

TEST(ProfileTable, AShortRunHasItsTime) {
  std::string text = tableOf({24, 40});
  EXPECT_NE(text.find("profile: 2 kernels in 0.064 us"), std::string::npos)
      << text;
}
