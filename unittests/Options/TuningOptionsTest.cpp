//===- TuningOptionsTest.cpp - What tuning is asked for -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/TuningOptions.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir::ascend;

namespace {

OptionValues
with(std::initializer_list<std::pair<const char *, std::string>> given) {
  OptionValues values;
  for (const auto &[name, value] : given)
    values.set(name, value);
  return values;
}

/// "cubes others slowest deep" of what is asked for, "nothing" or "error".
std::string read(const OptionValues &values) {
  auto request = TuningRequest::of(values);
  if (!request) {
    llvm::consumeError(request.takeError());
    return "error";
  }
  if (!*request)
    return "nothing";
  std::string text;
  for (auto [word, isOn] : {std::pair("cubes ", (*request)->cubes),
                            std::pair("others ", (*request)->others),
                            std::pair("slowest ", (*request)->slowestOnly),
                            std::pair("deep ", (*request)->isDeep)})
    text += isOn ? word : "";
  for (const std::string &name : (*request)->names)
    text += name + "? ";
  for (const std::string &type : (*request)->types)
    text += type + "! ";
  return text;
}

TEST(TuningOptions, WhoAsks) {
  EXPECT_EQ(read({}), "nothing");
  EXPECT_EQ(read(with({{"aoe_mode", "1"}})), "nothing");
  EXPECT_EQ(read(with({{"aoe_mode", "4"}})), "nothing");
  EXPECT_EQ(read(with({{"aoe_mode", "2"}})), "cubes others ");
  EXPECT_EQ(read(with({{"auto_tune_mode", "GA"}})), "cubes ");
  EXPECT_EQ(read(with({{"auto_tune_mode", "RL"}})), "others ");
  EXPECT_EQ(read(with({{"auto_tune_mode", "RL,GA"}})), "cubes others ");
}

TEST(TuningOptions, TheFile) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("aoe", "cfg", path));
  auto withFile = [&](llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
    return read(
        with({{"aoe_mode", "2"}, {"aoe_config_file", path.str().str()}}));
  };
  EXPECT_EQ(withFile("{}"), "cubes others ");
  EXPECT_EQ(withFile("{\"tune_optimization_level\": \"O1\", "
                     "\"feature\": [\"deeper_opat\"]}"),
            "cubes others slowest deep ");
  EXPECT_EQ(withFile("{\"tune_optimization_level\": \"O2\", \"feature\": [], "
                     "\"tune_ops_type\": [\"T\"], "
                     "\"tune_ops_name\": [\"a\", \"b\"]}"),
            "cubes others a? b? T! ");
  EXPECT_EQ(withFile("[]"), "error");
  llvm::sys::fs::remove(path);
  EXPECT_EQ(
      read(with({{"aoe_mode", "2"}, {"aoe_config_file", path.str().str()}})),
      "error");
}

// The first of the variable, op_bank_path, work_path and, if tuning is asked
// for, the working folder.
TEST(TuningOptions, WhereTheBankIs) {
  unsetenv("TUNE_BANK_PATH");
  EXPECT_EQ(tuningBankFolder({}), "");
  EXPECT_EQ(tuningBankFolder(with({{"aoe_mode", "1"}})), "");
  EXPECT_EQ(tuningBankFolder(with({{"aoe_mode", "2"}})), ".");
  EXPECT_EQ(tuningBankFolder(with({{"auto_tune_mode", "RL"}})), ".");
  EXPECT_EQ(tuningBankFolder(with({{"work_path", "w"}})), "w");
  OptionValues both = with({{"work_path", "w"}, {"op_bank_path", "b"}});
  EXPECT_EQ(tuningBankFolder(both), "b");
  setenv("TUNE_BANK_PATH", "v", 1);
  EXPECT_EQ(tuningBankFolder(both), "v");
  EXPECT_EQ(tuningBankFolder({}), "v");
  setenv("TUNE_BANK_PATH", "", 1);
  EXPECT_EQ(tuningBankFolder(both), "b");
  unsetenv("TUNE_BANK_PATH");
}

TEST(TuningOptions, WithoutEffect) {
  EXPECT_EQ(tuningWithoutEffect(with({{"aoe_mode", "2"}})), "");
  EXPECT_NE(tuningWithoutEffect(with({{"aoe_mode", "1"}})).find("graph"),
            std::string::npos);
  EXPECT_NE(tuningWithoutEffect(with({{"aoe_mode", "4"}})).find("gradients"),
            std::string::npos);
}

} // namespace
