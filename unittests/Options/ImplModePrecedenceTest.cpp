//===- ImplModePrecedenceTest.cpp - Tests of which mode an op gets --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestConfig.h"

#include "Ascend/OpStore/ImplModes.h"

using namespace mlir::ascend;

namespace {

/// The word in force for an op type, or "".
std::string typeMode(const Config &config, llvm::StringRef type) {
  const ImplModeEntry *entry = config.implModes.byType(type);
  return entry ? stringifyImplMode(entry->mode).str() : "";
}

TEST(ImplModes, WordsAndBits) {
  for (ImplMode mode :
       {ImplMode::HighPerformance, ImplMode::HighPrecision,
        ImplMode::SuperPerformance, ImplMode::SupportOutOfBoundIndex,
        ImplMode::EnableFloat32Execution, ImplMode::EnableHiFloat32Execution,
        ImplMode::KeepFp16, ImplMode::NormClass})
    EXPECT_EQ(parseImplMode(stringifyImplMode(mode)), mode);
  EXPECT_EQ(parseImplMode("default"), std::nullopt);
  EXPECT_EQ(parseImplMode("High_Precision"), std::nullopt);
  for (auto [mode, bit] : {std::pair(ImplMode::Default, 0x1u),
                           std::pair(ImplMode::HighPerformance, 0x2u),
                           std::pair(ImplMode::HighPrecision, 0x4u),
                           std::pair(ImplMode::SuperPerformance, 0x8u),
                           std::pair(ImplMode::SupportOutOfBoundIndex, 0x10u),
                           std::pair(ImplMode::EnableFloat32Execution, 0x20u),
                           std::pair(ImplMode::EnableHiFloat32Execution, 0x40u),
                           std::pair(ImplMode::NormClass, 0u)})
    EXPECT_EQ(implModeBit(mode), bit) << stringifyImplMode(mode).str();
  EXPECT_EQ(implModeBit(ImplMode::KeepFp16), 0u);
}

TEST(ImplModes, IniGrammar) {
  Config config = loaded(
      {{"op_precision_mode", "p.ini"}},
      {{"p.ini",
        "# comment = high_precision\n"
        "\n"
        "Exp=high_precision\n"
        " Tanh \t=  high_performance\r\n"
        "[ByNodeName]\r\n"
        "a/b=c = high_precision\n" // The first '=' counts: the mode is "c = …".
        "n1 = keep_fp16\n"
        "  [ByOpType]  \n"
        "LayerNorm = norm_class\n"
        "Exp = high_performance\n"
        "Sqrt = fast\n"
        " = high_precision\n"
        "Log =\n"
        "[Other]\n"
        "Gelu = super_performance"}});
  EXPECT_EQ(typeMode(config, "Exp"), "high_precision");
  EXPECT_EQ(typeMode(config, "Tanh"), "high_performance");
  EXPECT_EQ(typeMode(config, "LayerNorm"), "norm_class");
  EXPECT_EQ(typeMode(config, "Gelu"), "super_performance");
  EXPECT_EQ(typeMode(config, "Sqrt"), "");
  EXPECT_EQ(typeMode(config, "Log"), "");
  EXPECT_EQ(typeMode(config, "# comment"), "");
  EXPECT_EQ(typeMode(config, "n1"), "");
  ASSERT_NE(config.implModes.byName("n1"), nullptr);
  EXPECT_EQ(config.implModes.byName("n1")->where.str(), "p.ini:7");
  EXPECT_EQ(config.implModes.byName("Exp"), nullptr);
  EXPECT_TRUE(config.hasOpPrecisionMode);

  std::string unused;
  for (const UnusedLine &line : config.unusedLines)
    unused +=
        line.where.str() + (line.by ? " by " + line.by->str() : "") + "\n";
  EXPECT_EQ(unused, "p.ini:6\np.ini:10 by p.ini:3\np.ini:11\np.ini:12\n"
                    "p.ini:13\np.ini:14\n");
  EXPECT_NE(warningsOf(config).find(
                "p.ini:11:8: the line is ignored: 'fast' is no implementation"),
            std::string::npos)
      << warningsOf(config);
}

// CANN looks for '#' before it trims.
TEST(ImplModes, OnlyTheFirstByteMakesAComment) {
  Config config = loaded({{"op_precision_mode", "p.ini"}},
                         {{"p.ini", " # Exp = high_precision\n"}});
  EXPECT_EQ(typeMode(config, "# Exp"), "high_precision");
  // Such a type is written so that it is read again.
  llvm::Expected<std::string> text = formatImplModeIni(config);
  ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
  Config again =
      loaded({{"op_precision_mode", "p.ini"}}, {{"p.ini", std::move(*text)}});
  EXPECT_EQ(typeMode(again, "# Exp"), "high_precision");
}

TEST(ImplModes, IniWithNulByteOrMark) {
  Diagnostic why = refused({{"op_precision_mode", "p.ini"}},
                           {{"p.ini", std::string("a = b\nx\0y", 9)}});
  EXPECT_EQ(why.where, "p.ini:2:2");
  Config config =
      loaded({{"op_precision_mode", "p.ini"}},
             {{"p.ini", "\xef\xbb\xbf"
                        "Exp = high_precision\n"
                        "\xe5\x8d\xb7\xe7\xa7\xaf = high_precision"}});
  EXPECT_EQ(typeMode(config, "Exp"), "");
  EXPECT_EQ(typeMode(config, "\xe5\x8d\xb7\xe7\xa7\xaf"), "high_precision");
  EXPECT_NE(warningsOf(config).find("byte order mark"), std::string::npos);
}

TEST(ImplModes, SilentMeansOnlyHF32Default) {
  Config config = loaded({});
  EXPECT_EQ(typeMode(config, "Conv2D"), "enable_hi_float_32_execution");
  EXPECT_EQ(typeMode(config, "MatMulV2"), "enable_float_32_execution");
  EXPECT_EQ(typeMode(config, "SoftmaxV2"), "");
  EXPECT_EQ(loaded({{"soc_version", "Ascend910A"}}).implModes.entries().size(),
            0u);
}

TEST(ImplModes, BuiltInLists) {
  for (const char *list :
       {"high_performance", "high_precision", "high_performance_for_all",
        "high_precision_for_all"}) {
    // Without HF32, whose default would add to the list.
    Config config =
        loaded({{"op_select_implmode", list}, {"soc_version", "Ascend910A"}});
    const ImplModeList &expected = builtinImplList(list);
    ASSERT_FALSE(expected.empty()) << list;
    EXPECT_EQ(config.implModes.entries().size(), expected.size());
    for (const auto &[type, word] : expected)
      EXPECT_EQ(typeMode(config, type), word) << list;
  }
}

TEST(ImplModes, TypeListNarrowsSelectImplmode) {
  Config config = loaded({{"op_select_implmode", "high_precision"},
                          {"optypelist_for_implmode", "Pooling, SoftmaxV2"},
                          {"soc_version", "Ascend910A"}});
  EXPECT_EQ(config.implModes.entries().size(), 2u);
  EXPECT_EQ(typeMode(config, "Pooling"), "high_precision");
  EXPECT_EQ(typeMode(config, "SoftmaxV2"), "high_precision");
}

TEST(ImplModes, TypesThatStandTwiceOrNotAtAll) {
  auto with = [](std::string types, std::string soc) {
    return loaded({{"op_select_implmode", "high_precision"},
                   {"optypelist_for_implmode", types},
                   {"soc_version", soc},
                   {"allow_hf32", "1"}});
  };
  Config config = with("Pooling,, Pooling,", "Ascend910A");
  EXPECT_EQ(config.implModes.entries().size(), 1u);
  EXPECT_TRUE(config.unusedLines.empty());
  config = with("Pooling,Conv2D", "Ascend910B1");
  ASSERT_EQ(config.unusedLines.size(), 1u);
  EXPECT_EQ(config.unusedLines[0].where.str(),
            "optypelist_for_implmode (Conv2D)");
}

TEST(ImplModes, ForAllIgnoresTheTypeList) {
  Config config = loaded({{"op_select_implmode", "high_precision_for_all"},
                          {"optypelist_for_implmode", "Pooling"}});
  EXPECT_GT(config.implModes.entries().size(), 2u);
  EXPECT_NE(warningsOf(config).find("no effect"), std::string::npos);
}

TEST(ImplModes, TypeListAlone) {
  Diagnostic why = refused({{"optypelist_for_implmode", "Relu"}});
  EXPECT_EQ(why.code, "E10001");
  EXPECT_NE(why.message.find("must be set at the same time"),
            std::string::npos);
}

TEST(ImplModes, SelectImplmodeWords) {
  Diagnostic why = refused({{"op_select_implmode", "high"}});
  EXPECT_EQ(why.code, "E10001");
  EXPECT_NE(
      why.message.find("The value must be high_performance, high_precision, "
                       "high_precision_for_all, high_performance_for_all."),
      std::string::npos);
  for (const char *word :
       {"enable_float_32_execution", "enable_hi_float_32_execution"})
    EXPECT_EQ(refused({{"op_select_implmode", word}}).code, "E20101");
}

TEST(ImplModes, OpPrecisionModeReplacesSelectImplmode) {
  Config config = loaded({{"op_precision_mode", "p.ini"},
                          {"op_select_implmode", "high_precision_for_all"}},
                         {{"p.ini", "Exp = high_performance"}});
  EXPECT_EQ(typeMode(config, "Exp"), "high_performance");
  EXPECT_EQ(typeMode(config, "SoftmaxV2"), "");
  EXPECT_NE(warningsOf(config).find("have no effect"), std::string::npos);
  // The tools fill in the default, which nobody asked for.
  EXPECT_EQ(warningsOf(loaded({{"op_precision_mode", "p.ini"},
                               {"op_select_implmode", "high_performance"}},
                              {{"p.ini", ""}})),
            "");
}

TEST(ImplModes, NameBeatsHF32BeatsTypeBeatsDefault) {
  FileTexts ini = {{"p.ini", "Conv2D = enable_float_32_execution\n"
                             "MatMulV2 = high_performance\n"
                             "[ByNodeName]\nc = keep_fp16\n"}};
  Config config =
      loaded({{"op_precision_mode", "p.ini"}, {"allow_hf32", "11"}}, ini);
  EXPECT_EQ(typeMode(config, "Conv2D"), "enable_hi_float_32_execution");
  EXPECT_EQ(typeMode(config, "MatMulV2"), "enable_hi_float_32_execution");
  EXPECT_EQ(config.implModes.byName("c")->mode, ImplMode::KeepFp16);
  ASSERT_EQ(config.unusedLines.size(), 2u);
  EXPECT_EQ(config.unusedLines[0].where.str(), "p.ini:1");
  EXPECT_EQ(config.implModes.byType("Conv2D")->source, "allow_hf32");

  config = loaded({{"op_precision_mode", "p.ini"}}, ini);
  EXPECT_EQ(typeMode(config, "Conv2D"), "enable_float_32_execution");
  EXPECT_EQ(typeMode(config, "MatMulV2"), "high_performance");
  EXPECT_EQ(typeMode(config, "DepthwiseConv2D"),
            "enable_hi_float_32_execution");
  EXPECT_EQ(typeMode(config, "BatchMatMul"), "enable_float_32_execution");
}

TEST(ImplModes, HF32Digits) {
  struct Case {
    const char *value, *digits, *conv, *matmul;
  };
  const char *on = "enable_hi_float_32_execution";
  const char *off = "enable_float_32_execution";
  for (const Case &test :
       {Case{"0", "00", off, off}, Case{"1", "11", on, on},
        Case{"00", "00", off, off}, Case{"01", "01", off, on},
        Case{"10", "10", on, off}, Case{"11", "11", on, on}}) {
    Config config = loaded({{"allow_hf32", test.value}});
    EXPECT_EQ(config.allowHF32, test.digits);
    EXPECT_EQ(typeMode(config, "Conv2D"), test.conv) << test.value;
    EXPECT_EQ(typeMode(config, "MatMulV2"), test.matmul) << test.value;
  }
  for (const char *value : {"true", "2", "011", "on"})
    EXPECT_EQ(refused({{"allow_hf32", value}}).code, "E20101") << value;
}

TEST(ImplModes, HF32WithoutHardware) {
  Config config = loaded({{"allow_hf32", "1"}, {"soc_version", "Ascend910A"}});
  EXPECT_EQ(config.allowHF32, std::nullopt);
  EXPECT_EQ(typeMode(config, "Conv2D"), "");
  EXPECT_NE(warningsOf(config).find("has no HF32"), std::string::npos);

  // The built-in lists, and lines of a file: each is told once.
  for (const char *soc : {"Ascend910A", "Ascend310P3", "Ascend910B1"}) {
    bool lacks = soc != std::string("Ascend910B1");
    config = loaded({{"op_select_implmode", "high_performance_for_all"},
                     {"soc_version", soc}});
    EXPECT_EQ(warningsOf(config).find(
                  "has no HF32: the list high_performance_for_all has no "
                  "effect on Conv2D, DepthwiseConv2D") != std::string::npos,
              lacks);
    config = loaded({{"op_precision_mode", "p.ini"}, {"soc_version", soc}},
                    {{"p.ini", "Conv2D = enable_hi_float_32_execution\n"
                               "MatMulV2 = enable_float_32_execution\n"
                               "Conv2D = enable_hi_float_32_execution\n"}});
    std::string warnings = warningsOf(config);
    EXPECT_EQ(
        warnings.find("has no HF32: the mode has no effect on 'Conv2D'") !=
            std::string::npos,
        lacks);
    ASSERT_EQ(config.warnings.size(), lacks ? 2u : 0u);
    if (!lacks)
      continue;
    EXPECT_EQ(config.warnings[0].where, "p.ini:1:10");
    EXPECT_EQ(config.warnings[1].message,
              "the cube unit of " + std::string(soc) +
                  " has no float32: the mode has no effect on 'MatMulV2'");
  }
}

TEST(ImplModes, FolderOfLists) {
  FileTexts folder = {{"d/high_precision.ini", "Foo = super_performance\n"}};
  Config config =
      loaded({{"impl_mode_dir", "d"}, {"op_select_implmode", "high_precision"}},
             folder);
  EXPECT_EQ(typeMode(config, "Foo"), "super_performance");
  EXPECT_EQ(typeMode(config, "SoftmaxV2"), "");
  EXPECT_EQ(typeMode(config, "Conv2D"), "enable_hi_float_32_execution");

  // A list that the folder lacks is empty, as in CANN.
  config = loaded(
      {{"impl_mode_dir", "d"}, {"op_select_implmode", "high_performance"}},
      folder);
  EXPECT_EQ(typeMode(config, "SoftmaxV2"), "");
  EXPECT_NE(warningsOf(config).find("no list high_performance.ini"),
            std::string::npos);

  folder["d/allow_hf32_matmul_f_conv_t.ini"] = "Bar = high_precision\n";
  config = loaded({{"impl_mode_dir", "d"}}, folder);
  EXPECT_EQ(typeMode(config, "Bar"), "high_precision");
  EXPECT_EQ(typeMode(config, "Conv2D"), "");

  // The default of HF32 is for those who say nothing of it.
  EXPECT_EQ(
      typeMode(loaded({{"impl_mode_dir", "d"}, {"allow_hf32", "0"}}, folder),
               "Bar"),
      "");

  // A line that loses is told where the user wrote it: not in such a folder,
  // even where a file of the user's has a line of the same number.
  folder["d/high_precision.ini"] = "Exp = high_precision\nExp = keep_fp16\n";
  EXPECT_TRUE(
      loaded({{"impl_mode_dir", "d"}, {"op_select_implmode", "high_precision"}},
             folder)
          .unusedLines.empty());
  folder["d/allow_hf32_matmul_t_conv_t.ini"] = "Exp = keep_fp16\n";
  folder["p.ini"] = "Exp = high_precision\n";
  config = loaded({{"impl_mode_dir", "d"},
                   {"op_precision_mode", "p.ini"},
                   {"allow_hf32", "1"}},
                  folder);
  ASSERT_EQ(config.unusedLines.size(), 1u);
  EXPECT_EQ(config.unusedLines[0].where.str(), "p.ini:1");

  EXPECT_NE(refused({{"impl_mode_dir", "e"}}, folder)
                .message.find("holds none of the lists"),
            std::string::npos);
}

} // namespace
