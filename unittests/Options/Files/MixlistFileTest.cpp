//===- MixlistFileTest.cpp - Tests of modify_mixlist ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "../TestConfig.h"

using namespace mlir::ascend;

namespace {

const char *const mode = "allow_mix_precision";

Config mixlist(const std::string &text) {
  return loaded({{"modify_mixlist", "m.json"}, {"precision_mode", mode}},
                {{"m.json", text}});
}
Diagnostic mixlistRefused(const std::string &text) {
  return refused({{"modify_mixlist", "m.json"}, {"precision_mode", mode}},
                 {{"m.json", text}});
}

TEST(Mixlist, EveryBit) {
  Config config = mixlist(R"({
  "gray-list": {"to-add": ["A"], "to-remove": ["C"]},
  "white-list": {"to-add": ["B", "C"], "to-remove": ["A", "D"]},
  "black-list": {"to-add": ["D"], "to-remove": ["B", "E"]}
})");
  ASSERT_EQ(config.mixlist.size(), 5u);
  EXPECT_EQ(config.mixlist["A"].bits, 0x09u);
  EXPECT_EQ(config.mixlist["B"].bits, 0x24u);
  EXPECT_EQ(config.mixlist["C"].bits, 0x06u);
  EXPECT_EQ(config.mixlist["D"].bits, 0x18u);
  EXPECT_EQ(config.mixlist["E"].bits, 0x20u);
  EXPECT_EQ(config.mixlist["A"].lines[0].second.str(), "m.json:2");
  EXPECT_EQ(config.mixlist["A"].lines[1].second.str(), "m.json:3");
  EXPECT_EQ(config.mixlist["E"].lines[0].second.text, "E");
  EXPECT_EQ(warningsOf(config), "");
}

/// Of the 63 sets, exactly eleven are legal.
TEST(Mixlist, ElevenLegalSets) {
  const unsigned legal[] = {0x20, 0x08, 0x01, 0x21, 0x09, 0x04,
                            0x06, 0x24, 0x10, 0x12, 0x18};
  for (unsigned bits = 1; bits < 64; ++bits) {
    auto list = [&](unsigned shift) {
      std::string add = bits >> shift & 1 ? "[\"A\"]" : "[]";
      std::string remove = bits >> (shift + 1) & 1 ? "[\"A\"]" : "[]";
      return "{\"to-add\": " + add + ", \"to-remove\": " + remove + "}";
    };
    std::string text = "{\"gray-list\": " + list(0) +
                       ", \"white-list\": " + list(2) +
                       ", \"black-list\": " + list(4) + "}";
    if (llvm::is_contained(legal, bits))
      EXPECT_EQ(mixlist(text).mixlist["A"].bits, bits);
    else
      EXPECT_EQ(mixlistRefused(text).code, "E20003") << bits;
  }
}

TEST(Mixlist, IllegalSetText) {
  Diagnostic why = mixlistRefused(R"({"black-list": {"to-add": ["B", "A"]},
"white-list": {"to-add": ["A", "B"]}})");
  EXPECT_EQ(why.message,
            "Configuration file [m.json] for parameter [modify_mixlist] has "
            "invalid content. Reason: [Operation add white list, add black "
            "list for op A is invalid]");
  EXPECT_EQ(why.where, "m.json:2:27");
  EXPECT_NE(mixlistRefused(R"({"gray-list": {"to-remove": ["Relu"]}})")
                .message.find("[Operation remove gray list for op Relu is "
                              "invalid]"),
            std::string::npos);
}

TEST(Mixlist, WhatIsNotTheGrammar) {
  for (const char *text :
       {R"({"black-list": {"to-add": ["Relu"],}})", R"({"grey-list": {}})",
        R"({"black-list": {"to-add1": []}})", R"({"black-list": []})",
        R"({"black-list": {"to-add": "Relu"}})",
        R"({"black-list": {"to-add": [1]}})", "[]", "null", "{", "x",
        R"({"black-list": null})", "{ /* c */ }",
        R"({"black-list": {"to-add": ["\x"]}})"})
    EXPECT_EQ(mixlistRefused(text).code, "E21002") << text;
  Diagnostic why = mixlistRefused("{\n  \"white1-list\": {}}");
  EXPECT_EQ(why.where, "m.json:2:3");
  EXPECT_NE(why.message.find("The configuration file is not in JSON format or "
                             "its content is invalid"),
            std::string::npos);
}

TEST(Mixlist, DeepNestingAndBinary) {
  EXPECT_EQ(mixlistRefused(std::string(100000, '[')).code, "E21002");
  EXPECT_EQ(mixlistRefused(std::string("{\0}", 3)).code, "E21002");
  EXPECT_EQ(mixlistRefused("{\"\xff\": {}}").code, "E21002");
}

TEST(Mixlist, EmptyFiles) {
  for (const char *text : {"", " \r\n\t", "\xef\xbb\xbf"})
    EXPECT_EQ(mixlistRefused(text).code, "E29999");
  EXPECT_EQ(mixlist("{}").mixlist.size(), 0u);
}

TEST(Mixlist, MarkAndTrailingText) {
  Config config =
      mixlist("\xef\xbb\xbf{\"black-list\": {\"to-add\": [\"Relu\"]}} rest");
  EXPECT_EQ(config.mixlist.size(), 1u);
}

TEST(Mixlist, LineCommentsWithAWarning) {
  Config config =
      mixlist("{ // first\r\n"
              "  \"black-list\": {\"to-add\": [\"http://a\\\"//b\", "
              "\"Relu\"]} // last\n"
              "}\n// after");
  EXPECT_EQ(config.mixlist.size(), 2u);
  EXPECT_EQ(config.mixlist.count("http://a\"//b"), 1u);
  ASSERT_EQ(config.warnings.size(), 1u);
  EXPECT_EQ(config.warnings[0].where, "m.json:1:3");
  // A place behind a comment is the place in the user's file.
  EXPECT_EQ(mixlistRefused("{ // x\n  \"bad\": {}}").where, "m.json:2:3");
}

TEST(Mixlist, TheLastOfDoubledKeysCounts) {
  Config config = mixlist(R"({"black-list": {"to-add": ["A"]},
"black-list": {"to-add": ["B"], "to-add": ["C"]}})");
  EXPECT_EQ(config.mixlist.size(), 1u);
  EXPECT_EQ(config.mixlist.count("C"), 1u);
  EXPECT_EQ(config.warnings.size(), 2u);
}

TEST(Mixlist, NeedsAMixedMode) {
  auto reasonWith = [](const NamedValues &more) {
    NamedValues values = {{"modify_mixlist", "m.json"}};
    values.insert(values.end(), more.begin(), more.end());
    Diagnostic why = refused(values, {{"m.json", "{}"}});
    EXPECT_EQ(why.code, "E10001");
    return why.message;
  };
  EXPECT_NE(
      reasonWith({{"precision_mode", "force_fp16"}})
          .find("Modify_mixlist is set. Please ensure that precision_mode "
                "is set to any of {allow_mix_precision, "
                "allow_mix_precision_fp16, allow_mix_precision_bf16(if "
                "available}."),
      std::string::npos);
  EXPECT_NE(reasonWith({{"precision_mode_v2", "cube_hif8"}})
                .find("precision_mode_v2 is set to any of {mixed_float16, "
                      "mixed_bfloat16, mixed_hif8(if available)}."),
            std::string::npos);
  EXPECT_NE(reasonWith({}).find("modify_mixlist is assigned, Please ensure"),
            std::string::npos);
  for (auto [option, word] :
       {std::pair("precision_mode", "allow_mix_precision_fp16"),
        std::pair("precision_mode", "allow_mix_precision_bf16"),
        std::pair("precision_mode_v2", "mixed_float16"),
        std::pair("precision_mode_v2", "mixed_bfloat16"),
        std::pair("precision_mode_v2", "mixed_hif8")})
    loaded({{"modify_mixlist", "m.json"}, {option, word}}, {{"m.json", "{}"}});
}

} // namespace
