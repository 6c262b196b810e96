//===- DtypeFilesTest.cpp - Tests of keep_dtype and customize_dtypes ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "../TestConfig.h"

using namespace mlir::ascend;

namespace {

Config keep(const std::string &text) {
  return loaded({{"keep_dtype", "k.cfg"}}, {{"k.cfg", text}});
}
Config customize(const std::string &text) {
  return loaded({{"customize_dtypes", "c.cfg"}}, {{"c.cfg", text}});
}
Diagnostic customizeRefused(const std::string &text) {
  return refused({{"customize_dtypes", "c.cfg"}}, {{"c.cfg", text}});
}

/// "type|name,…" of all entries, as "T:Relu N:a/b".
std::string keptBy(const Config &config) {
  std::string text;
  for (const KeepDtypeEntry &entry : config.keepDtype)
    text += (entry.isType ? "T<" : "N<") + entry.name + "> ";
  return text;
}

/// "float16,*>float" of one entry.
std::string dtypesOf(const CustomDtypeEntry &entry) {
  std::string text;
  auto add = [&](const auto &dtypes) {
    for (const std::optional<DType> &dtype : dtypes)
      text += (dtype ? stringify(*dtype).str() : "*") + " ";
  };
  add(entry.inputs);
  text += "> ";
  add(entry.outputs);
  return text;
}

TEST(KeepDtype, Grammar) {
  Config config = keep("conv1\n\n  a/b c \r\n\t\n OpType::Relu\nx OpType::Y\n"
                       "OpType::\n\xe5\x8d\xb7");
  EXPECT_EQ(keptBy(config), "N<conv1> N<a/b c> T<Relu> N<x OpType::Y> T<> "
                            "N<\xe5\x8d\xb7> ");
  EXPECT_EQ(config.keepDtype[2].where.str(), "k.cfg:5");
  EXPECT_EQ(config.keepDtype[2].where.text, "OpType::Relu");
  EXPECT_EQ(warningsOf(config), "");
}

TEST(KeepDtype, HashIsACommentWithAWarning) {
  Config config = keep("a\n # note\n#b\n");
  EXPECT_EQ(keptBy(config), "N<a> ");
  ASSERT_EQ(config.warnings.size(), 1u);
  EXPECT_EQ(config.warnings[0].where, "k.cfg:2:2");
  EXPECT_NE(config.warnings[0].message.find(
                "ATC's own parser refuses or misreads this"),
            std::string::npos);
}

TEST(KeepDtype, EmptyFileAndLongLine) {
  EXPECT_EQ(keptBy(keep("")), "");
  std::string name(size_t(1) << 20, 'x');
  Config config = keep(name + "\n");
  ASSERT_EQ(config.keepDtype.size(), 1u);
  EXPECT_EQ(config.keepDtype[0].name, name);
}

TEST(KeepDtype, BytesThatAreNotUTF8AreToldOnce) {
  Config config =
      loaded({{"keep_dtype", "k.cfg"}}, {{"k.cfg", "a\nb\xff\nc\nd\xff\n"}});
  EXPECT_EQ(config.keepDtype.size(), 4u);
  ASSERT_EQ(config.warnings.size(), 1u);
  EXPECT_EQ(config.warnings[0].where, "k.cfg:2:2");
}

TEST(KeepDtype, NulIsRefusedWithItsPlace) {
  EXPECT_EQ(
      refused({{"keep_dtype", "k.cfg"}}, {{"k.cfg", std::string("a\nbc\0", 5)}})
          .where,
      "k.cfg:2:3");
}

TEST(CustomizeDtypes, Grammar) {
  Config config = customize("a/b:InputDtype:float16,,INT8,OutputDtype:Float\n"
                            "OpType::MatMulV2:InputDtype:float16,float16,"
                            "float32,OutputDtype:float32\r\n"
                            "c::OutputDtype:bf16\n"
                            "  d:InputDtype: bfloat16 ,hifloat8");
  ASSERT_EQ(config.customDtypes.size(), 4u);
  EXPECT_EQ(config.customDtypes[0].name, "a/b");
  EXPECT_FALSE(config.customDtypes[0].isType);
  EXPECT_EQ(dtypesOf(config.customDtypes[0]).substr(0, 15), "float16 * int8 ");
  EXPECT_EQ(config.customDtypes[0].outputs.size(), 1u);
  EXPECT_EQ(config.customDtypes[0].outputs[0], DType::Float);
  EXPECT_EQ(config.customDtypes[1].name, "MatMulV2");
  EXPECT_TRUE(config.customDtypes[1].isType);
  EXPECT_EQ(config.customDtypes[1].inputs[2], DType::Float);
  EXPECT_EQ(config.customDtypes[1].where.str(), "c.cfg:2");
  EXPECT_EQ(config.customDtypes[2].name, "c");
  EXPECT_EQ(dtypesOf(config.customDtypes[2]), "> bfloat16 ");
  EXPECT_EQ(config.customDtypes[3].name, "d");
  EXPECT_EQ(dtypesOf(config.customDtypes[3]), "bfloat16 hifloat8 > ");
}

// A list of no byte is one item: any dtype.
TEST(CustomizeDtypes, EmptyLists) {
  Config config = customize("a:InputDtype:OutputDtype:float\n"
                            "b:InputDtype:float,OutputDtype:\n");
  ASSERT_EQ(config.customDtypes.size(), 2u);
  EXPECT_EQ(dtypesOf(config.customDtypes[0]), "* > float ");
  EXPECT_EQ(dtypesOf(config.customDtypes[1]), "float * > * ");
}

TEST(CustomizeDtypes, TypePrefixOnlyAtColumnZero) {
  Config config = customize(" OpType::Relu:InputDtype:float");
  ASSERT_EQ(config.customDtypes.size(), 1u);
  EXPECT_FALSE(config.customDtypes[0].isType);
  EXPECT_EQ(config.customDtypes[0].name, "OpType");
}

TEST(CustomizeDtypes, OnlyAnyItems) {
  Config config = customize("r:InputDtype:,OutputDtype:\ns:InputDtype:,float");
  ASSERT_EQ(config.customDtypes.size(), 2u);
  EXPECT_TRUE(config.customDtypes[0].constrainsNothing());
  EXPECT_FALSE(config.customDtypes[1].constrainsNothing());
}

TEST(CustomizeDtypes, FirstEntryWins) {
  Config config = customize("r:InputDtype:float\n"
                            "OpType::r:InputDtype:int8\n"
                            "r:InputDtype:float16\n");
  ASSERT_EQ(config.customDtypes.size(), 2u);
  EXPECT_EQ(config.customDtypes[0].inputs[0], DType::Float);
  ASSERT_EQ(config.unusedLines.size(), 1u);
  EXPECT_EQ(config.unusedLines[0].where.str(), "c.cfg:3");
  EXPECT_EQ(config.unusedLines[0].by->str(), "c.cfg:1");
}

TEST(CustomizeDtypes, BadLines) {
  for (const char *text :
       {"\n", "r:InputDtype:float\n\n", "# comment\n", "r\n", "r:float\n",
        ":InputDtype:float\n", "r:InputDtype", "r:OutputDtype",
        "r:InputDtypeOutputDtype:float", "rInputDtype float\n"}) {
    Diagnostic why = customizeRefused(text);
    EXPECT_EQ(why.code, "E20101") << text;
    EXPECT_NE(why.message.find(
                  "The content format of the customization file is incorrect"),
              std::string::npos);
  }
  EXPECT_EQ(customizeRefused("r:InputDtype:float\n\n").where, "c.cfg:2:1");
}

TEST(CustomizeDtypes, BadDtypes) {
  for (const char *word :
       {"half", "DT_FLOAT", "undefined", "fp16", "float 16"}) {
    Diagnostic why = customizeRefused("a:InputDtype:int8\nr:InputDtype:int8, " +
                                      std::string(word) + ",float");
    EXPECT_EQ(why.code, "E20003") << word;
    EXPECT_NE(why.message.find(std::string(word) + " is an invalid dtype"),
              std::string::npos);
    EXPECT_EQ(why.where, "c.cfg:2:20");
  }
}

TEST(CustomizeDtypes, ListsInTheWrongOrder) {
  Diagnostic why = customizeRefused("r:OutputDtype:float,InputDtype:float");
  EXPECT_EQ(why.code, "E20101");
  EXPECT_NE(why.message.find("InputDtype must be on the left of OutputDtype"),
            std::string::npos);
}

TEST(CustomizeDtypes, LineOver1023BytesEndsTheReading) {
  auto line = [](size_t length) {
    std::string end = ":InputDtype:float";
    return std::string(length - end.size(), 'x') + end;
  };
  Config config = customize(line(1023) + "\n" + line(1024) + "\nbad line\n");
  EXPECT_EQ(config.customDtypes.size(), 1u);
  ASSERT_EQ(config.unusedLines.size(), 2u);
  EXPECT_EQ(config.unusedLines[1].where.str(), "c.cfg:3");
  ASSERT_EQ(config.warnings.size(), 1u);
  EXPECT_EQ(config.warnings[0].where, "c.cfg:2:1");
}

TEST(CustomizeDtypes, ByteOrderMarkHidesTheType) {
  Config config = customize("\xef\xbb\xbfOpType::Relu:InputDtype:float");
  ASSERT_EQ(config.customDtypes.size(), 1u);
  EXPECT_FALSE(config.customDtypes[0].isType);
  EXPECT_NE(warningsOf(config).find("byte order mark"), std::string::npos);
}

TEST(CustomizeDtypes, EmptyFile) {
  EXPECT_EQ(customize("").customDtypes.size(), 0u);
}

} // namespace
