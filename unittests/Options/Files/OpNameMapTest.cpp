//===- OpNameMapTest.cpp - Tests of op_name_map ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OpNameMap.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

struct Result {
  /// "operator>type@where|…", or "error: …".
  std::string text;
  std::vector<Diagnostic> warnings;
};

Result read(std::string text) {
  MemoryFiles files({{"f", std::move(text)}});
  Result result;
  auto lines = readOpNameMap(files, "f", result.warnings);
  if (!lines) {
    Diagnostic why = toDiagnostic(lines.takeError());
    EXPECT_EQ(why.exitCode, ExitCode::Usage);
    result.text = "error: " + why.message + " (" + why.where + ")";
    return result;
  }
  for (const OpNameMapLine &line : *lines)
    result.text +=
        line.operatorName + ">" + line.geType + "@" + line.where + "|";
  return result;
}

TEST(OpNameMap, Lines) {
  EXPECT_EQ(read("A:B\n\n  My Op :\tYolo_2 \r\n").text,
            "A>B@f:1:1|My Op>Yolo_2@f:3:3|");
  EXPECT_EQ(read("# A:C\nA:B\n\t#x").text, "A>B@f:2:1|");
  EXPECT_EQ(read("").text, "");
  EXPECT_TRUE(read("A:B").warnings.empty());
}

TEST(OpNameMap, TheLastOfTwoCounts) {
  Result result = read("A:B\nX:Y\nA:C\n");
  EXPECT_EQ(result.text, "A>C@f:3:1|X>Y@f:2:1|");
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].message,
            "the operator 'A' stands twice: the last line counts");
  EXPECT_EQ(result.warnings[0].where, "f:3:1");
}

TEST(OpNameMap, BadLines) {
  EXPECT_EQ(read("A:B\n  C\n").text,
            "error: the line has no colon between an operator and a GE type "
            "(f:2:3)");
  EXPECT_EQ(read(" : B").text,
            "error: the line names no operator before its colon (f:1:2)");
  EXPECT_EQ(read("A: ").text,
            "error: the line names no GE type behind its colon (f:1:1)");
  EXPECT_EQ(read("A:B C").text, "error: 'B C' is no GE type (f:1:3)");
  EXPECT_EQ(read("A:B:C").text, "error: 'B:C' is no GE type (f:1:3)");
  EXPECT_EQ(read(std::string("A:\0B", 4)).text,
            "error: the file holds a NUL byte: it is not a text file (f:1:3)");
}

TEST(OpNameMap, NoFile) {
  MemoryFiles files({});
  std::vector<Diagnostic> warnings;
  Diagnostic why =
      toDiagnostic(readOpNameMap(files, "none", warnings).takeError());
  EXPECT_EQ(why.code, "E10001");
  EXPECT_EQ(why.message, "Value none for parameter op_name_map is invalid. "
                         "Reason: the file cannot be read.");
  EXPECT_EQ(why.where, "none: No such file or directory");
}

} // namespace
