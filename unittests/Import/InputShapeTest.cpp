//===- InputShapeTest.cpp - The option --input_shape ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ImportFixture.h"

using namespace mlir::ascend;

static ExtentRange range(int64_t least, int64_t most) { return {least, most}; }
static constexpr int64_t kAny = ExtentRange::kUnbounded;

/// A shape of numbers.
static ShapeRange Shape(std::initializer_list<int64_t> extents) {
  ShapeRange shape;
  for (int64_t extent : extents)
    shape.push_back(range(extent, extent));
  return shape;
}

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
  EXPECT_EQ(shapes.lookup("bytes"), (Shape({4, 2048})));
}

TEST(InputShape, SeveralInputsAndBlanks) {
  InputShapes shapes = parse(" a : 1 , 2 ;b:3;");
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes.lookup("a"), (Shape({1, 2})));
  EXPECT_EQ(shapes.lookup("b"), (Shape({3})));
}

TEST(InputShape, TheLastColonEndsTheName) {
  EXPECT_EQ(parse("input:0:7").lookup("input:0"), (Shape({7})));
}

TEST(InputShape, WrongForm) {
  for (llvm::StringRef text :
       {"",         ";",    "x",     "x:",      ":1",
        "x:1,",     "x:,1", "x:1.5", "x:a",     "x:1 2",
        "x:1;;y:2", "x:1~", "x:~4",  "x:4~3",   "x:1~2~3",
        "x:1~-2",   "x:[1", "x:1]",  "x:[1],2", "x:99999999999999999999"}) {
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

TEST(InputShape, Ranges) {
  EXPECT_EQ(
      parse("x:-1,1~8,3~-1,5~5").lookup("x"),
      (ShapeRange{range(0, kAny), range(1, 8), range(3, kAny), range(5, 5)}));
  EXPECT_EQ(parse("x:[ 1 ~ 8 , -1 ];y:[]").lookup("x"),
            (ShapeRange{range(1, 8), range(0, kAny)}));
  EXPECT_TRUE(parse("y:[]").lookup("y").empty());
  EXPECT_EQ(refusal("x:0~8").code, "E10011");
  llvm::Expected<InputShapes> other =
      parseInputShape("x:[1~a]", "input_shape_range");
  ASSERT_FALSE(other);
  Diagnostic why = toDiagnostic(other.takeError());
  EXPECT_EQ(why.code, "E10048");
  EXPECT_CONTAINS(why.message, "--input_shape_range");
}

TEST(InputShape, ShapesInOrder) {
  auto shapes = parseShapesInOrder("getnext:[128 ,3~5, 2~128, -1],[64]");
  ASSERT_TRUE(bool(shapes)) << llvm::toString(shapes.takeError());
  EXPECT_EQ(*shapes, (std::vector<ShapeRange>{{range(128, 128), range(3, 5),
                                               range(2, 128), range(0, kAny)},
                                              {range(64, 64)}}));
  for (llvm::StringRef text : {"getnext:", "getnext", "x:[1],", "x:[1][2]",
                               "x:1", "x:[1", "x:[1,a]", "x:[4~3]"}) {
    auto wrong = parseShapesInOrder(text);
    ASSERT_FALSE(wrong) << text.str();
    EXPECT_EQ(toDiagnostic(wrong.takeError()).code, "E10001") << text.str();
  }
}
