//===- DiagnosticsTest.cpp - Tests of the diagnostics -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Diagnostics.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

std::string printed(const Diagnostic &diagnostic, bool json) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, diagnostic, json);
  return text;
}

TEST(Diagnostics, ErrorKeepsEveryField) {
  Diagnostic out = toDiagnostic(
      makeError({"E10001", "bad", "a.cfg:1:2", "mend", ExitCode::Limit}));
  EXPECT_EQ(out.code, "E10001");
  EXPECT_EQ(out.message, "bad");
  EXPECT_EQ(out.where, "a.cfg:1:2");
  EXPECT_EQ(out.note, "mend");
  EXPECT_EQ(out.exitCode, ExitCode::Limit);
}

TEST(Diagnostics, DefaultExitCodeIsUsage) {
  EXPECT_EQ(toDiagnostic(makeError({"", "bad", "", ""})).exitCode,
            ExitCode::Usage);
}

TEST(Diagnostics, ForeignErrorBecomesItsMessage) {
  Diagnostic out = toDiagnostic(
      llvm::createStringError(llvm::inconvertibleErrorCode(), "no such file"));
  EXPECT_EQ(out.message, "no such file");
  EXPECT_EQ(out.code, "");
}

TEST(Diagnostics, JoinedErrorsKeepTheFirstAndAllSentences) {
  Diagnostic out = toDiagnostic(llvm::joinErrors(
      makeError({"E1", "first", "w", "n", ExitCode::ModelFailed}),
      makeError({"E2", "second", "v", ""})));
  EXPECT_EQ(out.code, "E1");
  EXPECT_EQ(out.message, "first; [E2] second (v)");
  EXPECT_EQ(out.exitCode, ExitCode::ModelFailed);
}

TEST(Diagnostics, TextOfEveryField) {
  EXPECT_EQ(printed({"E10001", "what: why", "f:1:2", "do this"}, false),
            "error: [E10001] what: why (f:1:2)\nnote: do this\n");
}

TEST(Diagnostics, TextWithoutOptionalFields) {
  EXPECT_EQ(printed({"", "what", "", ""}, false), "error: what\n");
}

TEST(Diagnostics, TextHidesControlCharacters) {
  EXPECT_EQ(printed({"", std::string("a\x1b[2J\0b\nc", 9), "", ""}, false),
            "error: a\\x1B[2J\\x00b c\n");
}

TEST(Diagnostics, JsonIsOneLineWithEveryKey) {
  std::string text = printed(
      {"E10001", "a \"b\"\nc", "f:1", "", ExitCode::UnsupportedOp}, true);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
  const llvm::json::Object *object = value->getAsObject();
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->getString("severity"), "error");
  EXPECT_EQ(object->getString("code"), "E10001");
  EXPECT_EQ(object->getString("message"), "a \"b\"\nc");
  EXPECT_EQ(object->getString("where"), "f:1");
  EXPECT_EQ(object->getString("note"), "");
  EXPECT_EQ(object->getInteger("exit_code"), 3);
}

TEST(Diagnostics, JsonMendsInvalidUtf8) {
  std::string text = printed({"", "x\xff\xfe", "", ""}, true);
  EXPECT_TRUE(llvm::json::isUTF8(text));
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
}

/// The ends of a long text are kept, and its characters stay whole.
TEST(Diagnostics, LongTextsLoseTheirMiddle) {
  std::string text;
  for (int i = 0; i < 100000; ++i)
    text += "卷";
  std::string shown = printed({"", "<" + text + ">", "", ""}, false);
  EXPECT_LT(shown.size(), 4200u);
  EXPECT_EQ(shown.find("error: <卷卷"), 0u);
  EXPECT_NE(shown.find("卷 [295908 bytes] 卷"), std::string::npos) << shown;
  EXPECT_TRUE(llvm::json::isUTF8(shown));
  std::string json = printed({"", text, "", ""}, true);
  EXPECT_LT(json.size(), 4400u);
  EXPECT_EQ(json.find("\\ufffd"), std::string::npos);
  EXPECT_EQ(json.find("\xef\xbf\xbd"), std::string::npos);
  printed({"", std::string(5000, '\x80'), "", ""}, false);
}

TEST(Diagnostics, WarningHasItsOwnWord) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printWarning(os, {"", "careful", "f:3", ""}, false);
  EXPECT_EQ(text, "warning: careful (f:3)\n");
}

} // namespace
