//===- ConfigTest.cpp - Tests of the checked configuration ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestConfig.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;

namespace {

struct ModeCase {
  const char *option, *word;
  PrecisionMode mode;
};

TEST(Config, EveryModeWord) {
  const ModeCase cases[] = {
      {"precision_mode", "force_fp16", PrecisionMode::ForceFP16},
      {"precision_mode", "force_fp32", PrecisionMode::ForceFP32},
      {"precision_mode", "cube_fp16in_fp32out", PrecisionMode::ForceFP32},
      {"precision_mode", "allow_mix_precision", PrecisionMode::MixFP16},
      {"precision_mode", "allow_mix_precision_fp16", PrecisionMode::MixFP16},
      {"precision_mode", "allow_mix_precision_bf16", PrecisionMode::MixBF16},
      {"precision_mode", "allow_fp32_to_fp16", PrecisionMode::AllowFP32ToFP16},
      {"precision_mode", "allow_fp32_to_bf16", PrecisionMode::AllowFP32ToBF16},
      {"precision_mode", "must_keep_origin_dtype", PrecisionMode::MustKeep},
      {"precision_mode_v2", "fp16", PrecisionMode::ForceFP16},
      {"precision_mode_v2", "origin", PrecisionMode::MustKeep},
      {"precision_mode_v2", "cube_fp16in_fp32out", PrecisionMode::ForceFP32},
      {"precision_mode_v2", "mixed_float16", PrecisionMode::MixFP16},
      {"precision_mode_v2", "mixed_bfloat16", PrecisionMode::MixBF16},
      {"precision_mode_v2", "cube_hif8", PrecisionMode::CubeHif8},
      {"precision_mode_v2", "mixed_hif8", PrecisionMode::MixedHif8}};
  for (const ModeCase &test : cases) {
    Config config = loaded({{test.option, test.word}});
    EXPECT_EQ(config.mode, test.mode) << test.word;
    EXPECT_EQ(config.modeWord, test.word);
    EXPECT_FALSE(config.modeIsDefault);
    EXPECT_EQ(config.usesV2, llvm::StringRef(test.option).ends_with("_v2"));
  }
}

TEST(Config, Defaults) {
  Config config = loaded({});
  EXPECT_EQ(config.soc, "Ascend910B1");
  EXPECT_EQ(config.mode, PrecisionMode::ForceFP16);
  EXPECT_EQ(config.modeWord, "force_fp16");
  EXPECT_TRUE(config.modeIsDefault);
  EXPECT_EQ(config.graphRunMode, 0);
  EXPECT_TRUE(config.weightClip);
  EXPECT_TRUE(config.mergeCasts);
  EXPECT_EQ(config.strict, Config::Strict::Off);
  EXPECT_FALSE(config.hasOpPrecisionMode);
  EXPECT_EQ(config.allowHF32, std::nullopt);
  EXPECT_EQ(warningsOf(config), "");
}

TEST(Config, TrainingDefaultDependsOnTheCube) {
  EXPECT_EQ(loaded({{"graph_run_mode", "1"}}).mode, PrecisionMode::MustKeep);
  EXPECT_EQ(
      loaded({{"graph_run_mode", "1"}, {"soc_version", "Ascend910A"}}).mode,
      PrecisionMode::AllowFP32ToFP16);
  EXPECT_EQ(loaded({{"graph_run_mode", "0"}}).mode, PrecisionMode::ForceFP16);
}

TEST(Config, AnEmptyValueIsNotSet) {
  Config config = loaded({{"precision_mode", ""}, {"keep_dtype", ""}});
  EXPECT_TRUE(config.modeIsDefault);
}

TEST(Config, PlainFields) {
  Config config = loaded({{"graph_run_mode", "1"},
                          {"is_weight_clip", "0"},
                          {"merge_casts", "never"},
                          {"strict", "on"}});
  EXPECT_EQ(config.graphRunMode, 1);
  EXPECT_FALSE(config.weightClip);
  EXPECT_FALSE(config.mergeCasts);
  EXPECT_EQ(config.strict, Config::Strict::On);
}

TEST(Config, ModeWordsAreExact) {
  Diagnostic why = refused({{"precision_mode", "Force_fp16"}});
  EXPECT_EQ(why.code, "E10001");
  EXPECT_EQ(why.exitCode, ExitCode::Usage);
  EXPECT_EQ(why.message,
            "Value Force_fp16 for parameter precision_mode is invalid. "
            "Reason: The current value is not within the valid range. Valid "
            "values are: force_fp16, force_fp32, cube_fp16in_fp32out, "
            "allow_mix_precision, allow_fp32_to_fp16, must_keep_origin_dtype, "
            "allow_mix_precision_fp16, allow_mix_precision_bf16, "
            "allow_fp32_to_bf16.");
  EXPECT_EQ(why.note, "did you mean 'force_fp16'?");
}

TEST(Config, EngineOnlyAndOtherOptionsWordsAreRefused) {
  for (const char *word : {"mixed_float16", "force_lowerprecision",
                           "allow_fp32_to_lowprecision", "fp16", " force_fp16"})
    EXPECT_EQ(refused({{"precision_mode", word}}).code, "E10001") << word;
  EXPECT_EQ(refused({{"precision_mode_v2", "force_fp16"}}).code, "E10001");
}

TEST(Config, BothModesAreRefused) {
  Diagnostic why = refused(
      {{"precision_mode", "force_fp16"}, {"precision_mode_v2", "fp16"}});
  EXPECT_EQ(why.code, "E10056");
  EXPECT_EQ(why.message,
            "Cannot configure both parameters --precision_mode and "
            "--precision_mode_v2 simultaneously.");
}

TEST(Config, BF16NeedsASoCThatHasIt) {
  for (auto [option, word] :
       {std::pair("precision_mode", "allow_fp32_to_bf16"),
        std::pair("precision_mode", "allow_mix_precision_bf16"),
        std::pair("precision_mode_v2", "mixed_bfloat16")}) {
    Diagnostic why = refused({{option, word}, {"soc_version", "Ascend910A"}});
    EXPECT_EQ(why.code, "E20101");
    EXPECT_NE(why.message.find("Current soc not support dtype of BFloat16"),
              std::string::npos);
    EXPECT_NE(why.message.find("] for parameter [" + std::string(option) + "]"),
              std::string::npos)
        << why.message;
    loaded({{option, word}, {"soc_version", "Ascend910B1"}});
  }
}

TEST(Config, HiF8ElsewhereOnlyWarns) {
  EXPECT_NE(warningsOf(loaded({{"precision_mode_v2", "cube_hif8"}})), "");
  EXPECT_NE(warningsOf(loaded({{"precision_mode_v2", "mixed_hif8"}})), "");
  EXPECT_EQ(warningsOf(loaded({{"precision_mode_v2", "cube_hif8"},
                               {"soc_version", "Ascend950"}})),
            "");
}

/// The mode that a value of experimental_accelerate_train_mode comes to.
std::string accelerated(std::string value, std::string option = "",
                        std::string word = "") {
  NamedValues values = {{"experimental_accelerate_train_mode", value},
                        {"graph_run_mode", "1"}};
  if (!option.empty())
    values.emplace_back(option, word);
  return loaded(values).modeWord;
}

TEST(AccelerateTrainMode, TheEndsOfTheSharesAreLegal) {
  for (const char *value : {"fast|step|0.2|1/10", "fast|step|0.9|1/10",
                            "fast|loss|1.01|9/1", "fast|loss|1.5|9/1"})
    EXPECT_EQ(accelerated(value), "allow_mix_precision_fp16") << value;
  for (const char *value : {"fast|step|0.19|1/10", "fast|step|0.91|1/10",
                            "fast|loss|1.0|9/1", "fast|loss|1.51|9/1"})
    EXPECT_NE(refused({{"experimental_accelerate_train_mode", value}})
                  .message.find("the third field is"),
              std::string::npos)
        << value;
}

TEST(AccelerateTrainMode, TheLowPrecisionEndsAtTheShare) {
  EXPECT_EQ(accelerated("fast|step|0.2|1/10"), "allow_mix_precision_fp16");
  EXPECT_EQ(accelerated("fast|step|0.2|2/10"), "must_keep_origin_dtype");
  // The last step is never lowered.
  EXPECT_EQ(accelerated("fast|step|0.9|0/2"), "allow_mix_precision_fp16");
  EXPECT_EQ(accelerated("fast|step|0.9|0/1"), "must_keep_origin_dtype");
  // 1.05 where nothing is said; a loss of 0 is one that is not known yet.
  EXPECT_EQ(accelerated("fast|loss||2.11/2"), "allow_mix_precision_fp16");
  EXPECT_EQ(accelerated("fast|loss||2.09/2"), "must_keep_origin_dtype");
  EXPECT_EQ(accelerated("fast|loss||0/2"), "allow_mix_precision_fp16");
  EXPECT_EQ(accelerated("fast|loss|1.25|5/4"), "must_keep_origin_dtype");
}

TEST(AccelerateTrainMode, WordsAreThoseOfTheUsersOption) {
  EXPECT_EQ(accelerated("fast|step||0/9", "precision_mode_v2", "origin"),
            "mixed_float16");
  EXPECT_EQ(accelerated("fast1|step||0/9", "precision_mode_v2", "origin"),
            "mixed_bfloat16");
  EXPECT_EQ(accelerated("fast1|step||0/9", "precision_mode",
                        "must_keep_origin_dtype"),
            "allow_mix_precision_bf16");
  EXPECT_FALSE(
      loaded({{"experimental_accelerate_train_mode", "fast|step||0/9"}})
          .modeIsDefault);
}

TEST(AccelerateTrainMode, BadFields) {
  for (auto [value, reason] :
       {std::pair("fast", "two or three fields"),
        std::pair("fast|step|0.5|1/10|2", "two or three fields"),
        std::pair("fast|loss||inf/1", "the progress"),
        std::pair("fast|loss||1/inf", "the progress"),
        std::pair("fast|step||1/", "the progress")})
    EXPECT_NE(refused({{"experimental_accelerate_train_mode", value}})
                  .message.find(reason),
              std::string::npos)
        << value;
}

TEST(Config, UnknownSoC) {
  Diagnostic why = refused({{"soc_version", "Ascend910B9"}});
  EXPECT_EQ(why.code, "E10001");
  EXPECT_NE(why.note.find("Ascend910B"), std::string::npos) << why.note;
}

TEST(Config, UnknownOption) {
  Diagnostic why = refused({{"keep_dtypes", "x"}});
  EXPECT_EQ(why.message, "unknown option 'keep_dtypes'");
  EXPECT_EQ(why.note, "did you mean 'keep_dtype'?");
}

TEST(Config, OptionsOfTheToolsAreChecked) {
  EXPECT_NE(
      refused({{"input_format", "NHWC"}}).message.find("only support NCHW"),
      std::string::npos);
  loaded({{"input_format", "NCHW"}});
}

TEST(Config, GrayStrategyIsForTheModesWithLists) {
  auto strategy = [](llvm::StringRef mode, llvm::StringRef word) {
    return loaded(
        {{"precision_mode", mode.str()}, {"gray_strategy", word.str()}});
  };
  EXPECT_EQ(strategy("allow_mix_precision", "min-casts").grayStrategy,
            GrayStrategy::MinCasts);
  EXPECT_EQ(strategy("allow_mix_precision_bf16", "min-cast-bytes").grayStrategy,
            GrayStrategy::MinCastBytes);
  Config without = strategy("force_fp16", "min-casts");
  EXPECT_EQ(without.grayStrategy, GrayStrategy::Faithful);
  ASSERT_EQ(without.warnings.size(), 1u);
  EXPECT_EQ(without.warnings.front().message,
            "gray_strategy=min-casts has no effect under force_fp16");
  EXPECT_TRUE(strategy("force_fp16", "faithful").warnings.empty());
  EXPECT_EQ(refused({{"gray_strategy", "min"}}).code, "");
}

TEST(Config, NetworkInputsAndOutputs) {
  Config config = loaded({{"input_fp16_nodes", "a;b c"},
                          {"output_type", "n:0:FP16; m : 12 :INT8"}});
  EXPECT_EQ(config.inputFP16Nodes, (std::vector<std::string>{"a", "b c"}));
  EXPECT_FALSE(config.outputType);
  ASSERT_EQ(config.outputTypes.size(), 2u);
  EXPECT_EQ(config.outputTypes[1].node, "m");
  EXPECT_EQ(config.outputTypes[1].index, 12u);
  EXPECT_EQ(config.outputTypes[1].dtype, DType::Int8);
  EXPECT_EQ(loaded({{"output_type", "UINT8"}}).outputType, DType::UInt8);
  EXPECT_EQ(loaded({{"output_type", "n:2147483647:FP16"}}).outputTypes[0].index,
            2147483647u);
  EXPECT_EQ(warningsOf(loaded({{"output_type", "FP16"}})), "");
  for (const char *word : {"HIF8", "FP8E5M2", "FP8E4M3FN"}) {
    EXPECT_NE(warningsOf(loaded({{"output_type", word}})), "") << word;
    EXPECT_EQ(warningsOf(loaded(
                  {{"output_type", word}, {"soc_version", "Ascend950"}})),
              "")
        << word;
  }
}

TEST(Config, BadOutputTypes) {
  for (auto [value, code, reason] :
       std::vector<std::tuple<const char *, const char *, const char *>>{
           {"fp16", "E10001", "The value must be FP32"},
           {"FP16,FP32", "E10001", "The value must be FP32"},
           {"FP16;FP32", "E10001", "The value must be FP32"},
           {"n:FP16", "E10001", "Valid format \"opname:index:dtype\""},
           {"a:b:0:FP16", "E10001", "Valid format \"opname:index:dtype\""},
           {"n:0:FP16;", "E10001", "Valid format \"opname:index:dtype\""},
           {"n:x:FP16", "E10001", "The value is not a positive integer."},
           {"n:-1:FP16", "E10001", "The value is not a positive integer."},
           {"n::FP16", "E10001", "The value is not a positive integer."},
           {"n:4294967296:FP16", "E10013", "out of range"},
           {"n:2147483648:FP16", "E10013", "out of range"},
           {"n:3000000000:FP16", "E10013", "out of range"},
           {"n:0:half", "E10001", "The value must be FP32"}}) {
    Diagnostic why = refused({{"output_type", value}});
    EXPECT_EQ(why.code, code) << value;
    EXPECT_NE(why.message.find(reason), std::string::npos) << why.message;
  }
}

TEST(Config, FilesThatAreMissing) {
  EXPECT_EQ(refused({{"keep_dtype", "k.cfg"}}).code, "E10001");
  EXPECT_NE(refused({{"keep_dtype", "k.cfg"}})
                .message.find("File defined by keep_dtype is not found."),
            std::string::npos);
  EXPECT_EQ(refused({{"customize_dtypes", "c.cfg"}}).code, "E20101");
  EXPECT_EQ(refused({{"op_precision_mode", "p.ini"}}).code, "E10001");
  EXPECT_NE(
      refused({{"op_precision_mode", "p.ini"}})
          .message.find("Path defined by op_precision_mode is not found."),
      std::string::npos);
  EXPECT_EQ(refused({{"modify_mixlist", "m.json"},
                     {"precision_mode", "allow_mix_precision"}})
                .code,
            "E21001");
  EXPECT_EQ(refused({{"ops_info", "o.json"}}).exitCode, ExitCode::Usage);
}

TEST(Config, OpsInfoFileAndFolder) {
  FileTexts texts = {{"d/b.json", "B"},
                     {"d/a.json", "A"},
                     {"d/n.txt", "N"},
                     {"d/e/c.json", "C"}};
  std::vector<std::pair<std::string, std::string>> both = {{"d/a.json", "A"},
                                                           {"d/b.json", "B"}};
  EXPECT_EQ(loaded({{"ops_info", "d"}}, texts).opsInfo, both);
  EXPECT_EQ(loaded({{"ops_info", "d/"}}, texts).opsInfo, both);
  both.pop_back();
  EXPECT_EQ(loaded({{"ops_info", "d/a.json"}}, texts).opsInfo, both);
}

/// A folder on the disk that goes away with the test.
class DiskTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ascend-config", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string write(llvm::StringRef name, llvm::StringRef text) {
    std::string path = (folder + "/" + name).str();
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
    return path;
  }

  llvm::SmallString<128> folder;
};

TEST_F(DiskTest, RecordedTextsGiveTheSameConfig) {
  OptionValues values;
  values.set("precision_mode", "allow_mix_precision");
  values.set("keep_dtype", write("k.cfg", "a\n"));
  values.set("modify_mixlist",
             write("m.json", R"({"black-list": {"to-add": ["Relu"]}})"));
  write("x.json", "{}");
  values.set("ops_info", folder);
  write("high_precision.ini", "Exp = high_precision\n");
  values.set("impl_mode_dir", folder);
  values.set("op_select_implmode", "high_precision");

  DiskFiles disk;
  RecordingFiles recording(disk);
  llvm::Expected<Config> first = loadConfig(values, recording);
  ASSERT_TRUE(bool(first)) << llvm::toString(first.takeError());
  MemoryFiles memory(recording.takeTexts());
  llvm::Expected<Config> second = loadConfig(values, memory);
  ASSERT_TRUE(bool(second)) << llvm::toString(second.takeError());

  EXPECT_EQ(first->keepDtype.size(), 1u);
  EXPECT_EQ(second->keepDtype.size(), 1u);
  EXPECT_EQ(first->mixlist.size(), 1u);
  EXPECT_EQ(second->mixlist.size(), 1u);
  EXPECT_EQ(first->opsInfo.size(), 2u);
  EXPECT_EQ(first->opsInfo, second->opsInfo);
  ASSERT_NE(second->implModes.byType("Exp"), nullptr);
  EXPECT_EQ(first->implModes.entries().size(),
            second->implModes.entries().size());
  EXPECT_EQ(warningsOf(*first), warningsOf(*second));
}

TEST_F(DiskTest, FolderInPlaceOfAFile) {
  OptionValues values;
  values.set("keep_dtype", folder);
  DiskFiles disk;
  llvm::Expected<Config> config = loadConfig(values, disk);
  ASSERT_FALSE(bool(config));
  Diagnostic why = toDiagnostic(config.takeError());
  EXPECT_NE(why.where.find("directory"), std::string::npos) << why.where;
}

TEST_F(DiskTest, EmptyOpsInfoFolder) {
  OptionValues values;
  values.set("ops_info", folder);
  DiskFiles disk;
  llvm::Expected<Config> config = loadConfig(values, disk);
  ASSERT_FALSE(bool(config));
  EXPECT_NE(toDiagnostic(config.takeError()).message.find("no .json"),
            std::string::npos);
}

TEST_F(DiskTest, AFolderNamedLikeAnOpsInfoFileIsNone) {
  std::string file = write("a.json", "{}");
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder + "/b.json"));
  DiskFiles disk;
  llvm::ErrorOr<std::vector<std::string>> files = disk.listJsonFiles(folder);
  ASSERT_TRUE(bool(files));
  EXPECT_EQ(*files, std::vector<std::string>{file});
}

TEST_F(DiskTest, WhatIsNoFileIsNotRead) {
  DiskFiles disk;
  EXPECT_EQ(disk.read("/dev/zero").getError().message(),
            "it is not a regular file");
  EXPECT_EQ(disk.read(folder).getError(), std::errc::is_a_directory);
  // A file of the system's that does not say how long it is.
  llvm::ErrorOr<std::string> text = disk.read("/proc/self/status");
  ASSERT_TRUE(bool(text));
  EXPECT_NE(text->find("VmSize"), std::string::npos);
}

} // namespace
