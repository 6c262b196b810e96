//===- JSONTest.cpp - Tests of the JSON reader ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;
using json::Kind;
using json::Node;

namespace {

Node parsed(llvm::StringRef text, json::Options options = {}) {
  llvm::Expected<Node> node = parseJSON(text, "f.json", options);
  if (!node) {
    ADD_FAILURE() << llvm::toString(node.takeError());
    return Node();
  }
  return std::move(*node);
}

Diagnostic refused(llvm::StringRef text, json::Options options = {}) {
  llvm::Expected<Node> node = parseJSON(text, "f.json", options);
  if (node) {
    ADD_FAILURE() << "accepted: " << text.str();
    return {};
  }
  return toDiagnostic(node.takeError());
}

TEST(JSON, EveryKindOfValue) {
  Node root = parsed(R"([null, true, false, -7, 2.5, "a\"b\u00e9", [], {}])");
  ASSERT_EQ(root.elements.size(), 8u);
  EXPECT_TRUE(root.elements[0].is(Kind::Null));
  EXPECT_TRUE(root.elements[1].is(Kind::Bool));
  EXPECT_TRUE(root.elements[1].boolean);
  EXPECT_FALSE(root.elements[2].boolean);
  EXPECT_TRUE(root.elements[3].is(Kind::Integer));
  EXPECT_EQ(root.elements[3].integer, -7);
  EXPECT_EQ(root.elements[3].number, -7.0);
  EXPECT_TRUE(root.elements[4].is(Kind::Double));
  EXPECT_EQ(root.elements[4].number, 2.5);
  EXPECT_EQ(root.elements[5].string, "a\"b\xc3\xa9");
  EXPECT_TRUE(root.elements[6].is(Kind::Array));
  EXPECT_TRUE(root.elements[7].is(Kind::Object));
}

TEST(JSON, IntegersBeyondSignedBecomeDoubles) {
  Node root = parsed("[9223372036854775807, 9223372036854775808, 1e300]");
  EXPECT_EQ(root.elements[0].integer, INT64_MAX);
  EXPECT_TRUE(root.elements[1].is(Kind::Double));
  EXPECT_EQ(root.elements[1].number, 9223372036854775808.0);
  EXPECT_TRUE(root.elements[2].is(Kind::Double));
}

TEST(JSON, PlacesOfValuesAndKeys) {
  Node root = parsed("{\n  \"a\" : [1,-2.5e+3 ,\"x\\\"]\\\\\"\n,true],\n"
                     "\t\"b\":\n   {\"c\": null}}");
  EXPECT_EQ(root.where("f"), "f:1:1");
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(root.members[0].where("f"), "f:2:3");
  const Node *a = root.find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->where("f"), "f:2:9");
  ASSERT_EQ(a->elements.size(), 4u);
  EXPECT_EQ(a->elements[0].where("f"), "f:2:10");
  EXPECT_EQ(a->elements[1].where("f"), "f:2:12");
  EXPECT_EQ(a->elements[2].where("f"), "f:2:21");
  EXPECT_EQ(a->elements[3].where("f"), "f:3:2");
  EXPECT_EQ(root.members[1].where("f"), "f:4:2");
  const Node *b = root.find("b");
  EXPECT_EQ(b->where("f"), "f:5:4");
  EXPECT_EQ(b->members[0].where("f"), "f:5:5");
  EXPECT_EQ(b->find("c")->where("f"), "f:5:10");
}

TEST(JSON, KeysKeepTheirOrderAndTheLastDoubleWins) {
  Node root = parsed(R"({"z": 1, "a": 2, "z": 3, "z": 4})");
  ASSERT_EQ(root.members.size(), 4u);
  EXPECT_EQ(root.members[0].key, "z");
  EXPECT_EQ(root.members[1].key, "a");
  EXPECT_EQ(root.find("z")->integer, 4);
  std::vector<const json::Member *> doubles = root.duplicates();
  ASSERT_EQ(doubles.size(), 2u);
  EXPECT_EQ(doubles[0]->where("f"), "f:1:18");
  EXPECT_EQ(doubles[1]->where("f"), "f:1:26");
  EXPECT_EQ(root.find("y"), nullptr);
  EXPECT_EQ(root.find("a", Kind::String), nullptr);
  EXPECT_NE(root.find("a", Kind::Integer), nullptr);
  EXPECT_EQ(root.elements.size(), 0u);
}

TEST(JSON, ByteOrderMarkIsSkipped) {
  EXPECT_EQ(parsed("\xEF\xBB\xBF{}").where("f"), "f:1:1");
}

TEST(JSON, TrailingTextOnlyWhereAllowed) {
  EXPECT_EQ(refused("{}\n x").where, "f.json:2:2");
  json::Options options;
  options.allowTrailingText = true;
  EXPECT_TRUE(parsed("{}\n x", options).is(Kind::Object));
  EXPECT_EQ(refused("{\n x", options).where, "f.json:2:2");
}

TEST(JSON, CommentsOnlyWhereAllowed) {
  llvm::StringRef text = "// one, \"two\"\n{ /* ] */ \"a\": 1// x\n,\n\"b\":2}";
  EXPECT_EQ(refused(text).where, "f.json:1:1");
  bool had = false;
  json::Options options;
  options.allowComments = true;
  options.hadComments = &had;
  Node root = parsed(text, options);
  EXPECT_TRUE(had);
  EXPECT_EQ(root.where("f"), "f:2:1");
  EXPECT_EQ(root.members[0].where("f"), "f:2:11");
  EXPECT_EQ(root.find("a")->where("f"), "f:2:16");
  EXPECT_EQ(root.find("b")->where("f"), "f:4:5");
  EXPECT_TRUE(parsed("{\"url\": \"http://x\"}", options).is(Kind::Object));
  EXPECT_FALSE(had);
  refused("{ /* ", options);
  EXPECT_FALSE(had);
}

TEST(JSON, SyntaxErrorsSayWhere) {
  Diagnostic d = refused("{\"a\": 1,\n }");
  EXPECT_EQ(d.where, "f.json:2:2");
  EXPECT_NE(d.message.find("not valid JSON"), std::string::npos);
  EXPECT_EQ(d.message.find("json.exception"), std::string::npos) << d.message;
  EXPECT_EQ(d.exitCode, ExitCode::Usage);
  EXPECT_EQ(refused("[1, tru]").where, "f.json:1:8");
  EXPECT_EQ(refused("[1, 2").where, "f.json:1:6");
  EXPECT_EQ(refused("[\"a\n\"]").where, "f.json:1:4");
  refused("[01]");
  refused("{'a': 1}");
  refused("[1e999]");
  refused("nul");
}

TEST(JSON, EmptyTextIsRefused) {
  EXPECT_NE(refused("").message.find("empty"), std::string::npos);
  EXPECT_NE(refused(" \n\t").message.find("empty"), std::string::npos);
  EXPECT_NE(refused("\xEF\xBB\xBF").message.find("empty"), std::string::npos);
}

TEST(JSON, BytesThatAreNotTextAreRefused) {
  EXPECT_EQ(refused("[\"a\xff\"]").where, "f.json:1:4");
  EXPECT_EQ(refused(llvm::StringRef("{}\n\0", 4)).where, "f.json:2:1");
  EXPECT_EQ(refused(llvm::StringRef("[\"\0\"]", 5)).where, "f.json:1:3");
}

TEST(JSON, DepthIsLimited) {
  std::string deep(100000, '[');
  EXPECT_EQ(refused(deep).where, "f.json:1:129");
  json::Options options;
  options.maxDepth = 2;
  EXPECT_EQ(refused("[\n[[]]]", options).where, "f.json:2:2");
  parsed("[[], {}, [1]]", options);
}

TEST(JSON, ValuesAreLimited) {
  json::Options options;
  options.maxValues = 4;
  parsed("[1, 2, {}]", options);
  Diagnostic d = refused("[1, 2,\n {\"a\": 3}]", options);
  EXPECT_EQ(d.where, "f.json:2:9");
  EXPECT_NE(d.message.find("too many values"), std::string::npos);
  // The tree of such a text would take gigabytes.
  std::string text(size_t(16) << 20, ',');
  for (size_t i = 0; i < text.size(); i += 2)
    text[i] = '0';
  EXPECT_NE(refused("[" + text + "0]").message.find("too many values"),
            std::string::npos);
}

} // namespace
