//===- InputShapeTest.cpp - The option --input_shape ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ImportFixture.h"

using namespace mlir::ascend;
using Shape = llvm::SmallVector<int64_t>;

static InputShapes parse(llvm::StringRef text) {
  llvm::Expected<InputShapes> shapes = parseInputShape(text);
  if (shapes)
    return *shapes;
  ADD_FAILURE() << llvm::toString(shapes.takeError());
  return {};
}

static Diagnostic refusal(llvm::StringRef text) {
  llvm::Expected<InputShapes> shapes = parseInputShape(text);
  if (!shapes)
    return toDiagnostic(shapes.takeError());
  ADD_FAILURE() << text.str() << " is accepted";
  return {};
}

TEST(InputShape, OneInput) {
  InputShapes shapes = parse("bytes:4,2048");
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes.lookup("bytes"), (Shape{4, 2048}));
}

TEST(InputShape, SeveralInputsAndBlanks) {
  InputShapes shapes = parse(" a : 1 , 2 ;b:3;");
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes.lookup("a"), (Shape{1, 2}));
  EXPECT_EQ(shapes.lookup("b"), (Shape{3}));
}

TEST(InputShape, TheLastColonEndsTheName) {
  EXPECT_EQ(parse("input:0:7").lookup("input:0"), (Shape{7}));
}

TEST(InputShape, WrongForm) {
  for (llvm::StringRef text :
       {"", ";", "x", "x:", ":1", "x:1,", "x:,1", "x:1.5", "x:a", "x:1 2",
        "x:1;;y:2", "x:1~4", "x:99999999999999999999"}) {
    Diagnostic diagnostic = refusal(text);
    EXPECT_EQ(diagnostic.code, "E10002") << text.str();
    EXPECT_EQ(diagnostic.exitCode, ExitCode::Usage);
    EXPECT_CONTAINS(diagnostic.message, "input_name1:n1,c1,h1,w1");
  }
}

TEST(InputShape, TheSameInputTwice) {
  EXPECT_CONTAINS(refusal("x:1;x:1").message, "input 'x' stands twice");
}

TEST(InputShape, ExtentsThatAreNotPositive) {
  for (llvm::StringRef text : {"x:-2", "x:3,0", "x:-9223372036854775808"})
    EXPECT_EQ(refusal(text).code, "E10011") << text.str();
}

TEST(InputShape, RankLimit) {
  std::string text = "x:1";
  for (int i = 1; i < 64; ++i)
    text += ",1";
  EXPECT_EQ(parse(text).lookup("x").size(), 64u);
  EXPECT_CONTAINS(refusal(text + ",1").message, "more than 64 extents");
}
