//===- CommandLineTest.cpp - Tests of the command line --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

llvm::Expected<ParsedCommandLine> parse(std::vector<const char *> arguments,
                                        Tool tool) {
  arguments.insert(arguments.begin(), "tool");
  return parseCommandLine(arguments.size(), arguments.data(), tool);
}

ParsedCommandLine parsed(std::vector<const char *> arguments,
                         Tool tool = Tool::Run) {
  llvm::Expected<ParsedCommandLine> line = parse(std::move(arguments), tool);
  if (line)
    return std::move(*line);
  ADD_FAILURE() << llvm::toString(line.takeError());
  return {};
}

Diagnostic refused(std::vector<const char *> arguments, Tool tool = Tool::Run) {
  llvm::Expected<ParsedCommandLine> line = parse(std::move(arguments), tool);
  if (!line) {
    Diagnostic why = toDiagnostic(line.takeError());
    EXPECT_EQ(why.exitCode, ExitCode::Usage);
    return why;
  }
  ADD_FAILURE() << "accepted";
  return {};
}

TEST(CommandLine, EverySpelling) {
  ParsedCommandLine line =
      parsed({"--precision_mode=force_fp32", "m.onnx", "-soc_version",
              "Ascend910A", "--random", "--seed", "7", "--strict=off"});
  EXPECT_EQ(line.values.get("model"), "m.onnx");
  EXPECT_EQ(line.values.get("precision_mode"), "force_fp32");
  EXPECT_EQ(line.values.get("soc_version"), "Ascend910A");
  EXPECT_EQ(line.values.get("random"), "on");
  EXPECT_EQ(line.values.get("seed"), "7");
  EXPECT_EQ(line.values.get("strict"), "off");
  EXPECT_TRUE(line.warnings.empty());
}

TEST(CommandLine, ValuesMayHoldEqualsAndDashes) {
  ParsedCommandLine line =
      parsed({"m.onnx", "--input_shape=a=b:-1", "--outputs", "-"});
  EXPECT_EQ(line.values.get("input_shape"), "a=b:-1");
  EXPECT_EQ(line.values.get("outputs"), "-");
}

TEST(CommandLine, DashesEndTheOptions) {
  EXPECT_EQ(parsed({"--random", "--", "--m.onnx"}).values.get("model"),
            "--m.onnx");
}

TEST(CommandLine, AtcTakesTheModelAsAnOption) {
  EXPECT_EQ(
      parsed({"--model=m.onnx", "--output=o"}, Tool::Atc).values.get("output"),
      "o");
  EXPECT_NE(refused({"m.onnx"}, Tool::Atc).message.find("unexpected argument"),
            std::string::npos);
}

TEST(CommandLine, OneModel) {
  EXPECT_EQ(refused({}).code, "E10004");
  EXPECT_EQ(refused({"--random"}).code, "E10004");
  EXPECT_EQ(refused({}, Tool::Atc).code, "E10004");
  EXPECT_NE(refused({"a.onnx", "b.onnx"}).message.find("'b.onnx'"),
            std::string::npos);
}

TEST(CommandLine, WhatAModeNeeds) {
  auto code = [](std::vector<const char *> arguments) {
    return refused(std::move(arguments), Tool::Atc).code;
  };
  auto text = [](std::vector<const char *> arguments) {
    Diagnostic why = refused(std::move(arguments), Tool::Atc);
    return why.code + ": " + why.message;
  };
  EXPECT_EQ(text({"--mode=1", "--json=j"}), "E10004: Value for --om is empty.");
  EXPECT_EQ(text({"--mode=1", "--om=m"}), "E10004: Value for --json is empty.");
  EXPECT_EQ(text({"--mode=6"}), "E10004: Value for --om is empty.");
  EXPECT_EQ(text({"--mode=6", "--model=m"}),
            "E10004: Value for --om is empty.");
  EXPECT_EQ(text({"--mode=3"}), "E10004: Value for --model is empty.");
  EXPECT_EQ(text({"--mode=1", "--om=m", "--model=m", "--json=j"}),
            ": --om and --model name two models, and --mode=1 writes one");
  EXPECT_EQ(code({"--model=m", "--json=j"}), "E10057");
  EXPECT_EQ(code({"--model=m", "--om=j"}), "E10057");
  EXPECT_EQ(code({"--mode=6", "--om=m", "--json=j"}), "E10057");
  EXPECT_EQ(code({"--mode=3", "--model=m", "--om=m"}), "E10057");
  EXPECT_EQ(code({"--mode=2", "--model=m"}), "E10001");
  EXPECT_EQ(text({"--mode=5", "--json=j"}), "E10004: Value for --om is empty.");
  EXPECT_EQ(text({"--mode=5", "--om=d.txt"}),
            "E10004: Value for --json is empty.");
  EXPECT_EQ(code({"--mode=5", "--om=d.json", "--json=j"}), "E10001");
  EXPECT_NE(text({"--mode=1", "--om=m.asc", "--json=j", "--framework=5"})
                .find("is a compiled file"),
            std::string::npos);
  for (std::vector<const char *> good :
       {std::vector<const char *>{"--mode=1", "--om=m", "--json=j"},
        {"--mode=1", "--model=m", "--json=j", "--framework=5"},
        {"--mode=1", "--om=m.asc", "--json=j", "--dump_mode=0"},
        {"--mode=1", "--model=m.asc", "--json=j"},
        {"--mode=5", "--om=d.txt", "--json=j", "--diagnostics=text"},
        {"--mode=6", "--om=m.asc", "--log=info"},
        {"--mode=3", "--model=m"},
        {"--mode=0", "--model=m", "--display_model_info=0"}})
    EXPECT_TRUE(parsed(good, Tool::Atc).warnings.empty());
}

TEST(CommandLine, Frameworks) {
  auto why = [](const char *framework, Tool tool = Tool::Atc) {
    Diagnostic diagnostic = refused({"--model=m", framework}, tool);
    return diagnostic.code + "|" + diagnostic.message + "|" + diagnostic.note;
  };
  for (Tool tool : {Tool::Atc, Tool::Run}) {
    EXPECT_NE(why("--framework=0", tool)
                  .find("|--framework=0, a Caffe model, is "
                        "not read here|make an ONNX"),
              std::string::npos);
    EXPECT_NE(why("--framework=1", tool).find("MindSpore"), std::string::npos);
    for (const char *framework : {"--framework=3", "--framework=5"})
      parsed({"--model=m", framework}, tool);
  }
  EXPECT_EQ(why("--framework=2"),
            "E10007|--framework is required. The "
            "value must be 0(Caffe) or 1(MindSpore) or 3(TensorFlow) or "
            "5(Onnx).|take 5 for an ONNX model");
  // Caffe's own; CANN warns of it, too.
  ParsedCommandLine line = parsed(
      {"--model=m", "--weight=w", "--soc_version=Ascend310P3"}, Tool::Atc);
  ASSERT_EQ(line.warnings.size(), 1u);
  EXPECT_NE(line.warnings[0].message.find("--weight has no effect here"),
            std::string::npos);
}

TEST(CommandLine, InputFormats) {
  for (const char *format :
       {"--input_format=NCHW", "--input_format=NCDHW", "--input_format=ND"})
    EXPECT_TRUE(parsed({"m", format}).warnings.empty());
  for (const char *format :
       {"--input_format=NHWC", "--input_format=NDHWC", "--input_format=nchw"}) {
    Diagnostic why = refused({"m", format});
    EXPECT_EQ(why.code, "E10001");
    EXPECT_NE(why.message.find("only support NCHW, NCDHW, ND in ONNX model"),
              std::string::npos);
  }
}

TEST(CommandLine, WhatAModeDoesNotLookAt) {
  ParsedCommandLine line =
      parsed({"--mode=1", "--om=m", "--json=j", "--precision_mode=force_fp16"},
             Tool::Atc);
  ASSERT_EQ(line.warnings.size(), 1u);
  EXPECT_EQ(line.warnings.front().message,
            "--precision_mode says nothing with --mode=1");
  line = parsed({"--mode=6", "--om=m", "--input_shape=x:1"}, Tool::Atc);
  ASSERT_EQ(line.warnings.size(), 1u);
  EXPECT_EQ(line.warnings.front().message,
            "--input_shape says nothing with --mode=6");
}

TEST(CommandLine, InfoIsOfAFileThatIsWritten) {
  const char *info = "--display_model_info=1";
  EXPECT_EQ(refused({"--model=m", info}, Tool::Atc).message,
            "Value for --output is empty.");
  EXPECT_EQ(
      refused({"--model=m", info, "--output=o", "--mode=3"}, Tool::Atc).message,
      "Value for --output is empty.");
  EXPECT_NE(
      refused({"--model=m", info, "--output=o", "--cpu=aarch64"}, Tool::Atc)
          .message.find("makes a library"),
      std::string::npos);
  EXPECT_EQ(refused({"--model=m", "--display_model_info=2"}, Tool::Atc).code,
            "E10006");
  parsed({"--model=m", info, "--output=o"}, Tool::Atc);
}

TEST(CommandLine, UnknownOption) {
  Diagnostic why = refused({"m.onnx", "--precison_mode=force_fp16"});
  EXPECT_EQ(why.message, "unknown option --precison_mode of ascend-run");
  EXPECT_EQ(why.note, "did you mean --precision_mode?");
  EXPECT_EQ(refused({"m.onnx", "--xyzzyfrobnicate"}).note,
            "ascend-run --help lists all options");
  EXPECT_EQ(refused({"--model=m", "--split_batch"}, Tool::Atc).note,
            "ascend-run takes it");
}

TEST(CommandLine, DashesStandForUnderscores) {
  EXPECT_EQ(parsed({"m.onnx", "--precision-mode=force_fp32"})
                .values.get("precision_mode"),
            "force_fp32");
  EXPECT_EQ(refused({"m.onnx", "--precision-mode=x"}).code, "E10001");
  EXPECT_EQ(refused({"m.onnx", "--precison-mode=x"}).message,
            "unknown option --precison-mode of ascend-run");
}

TEST(CommandLine, WithoutEffect) {
  auto warnings = [](std::vector<const char *> arguments) {
    arguments.insert(arguments.begin(), "m.onnx");
    std::string text;
    for (const Diagnostic &warning : parsed(std::move(arguments)).warnings)
      text += warning.message + "|";
    return text;
  };
  EXPECT_EQ(warnings({"--host_env_cpu=aarch64"}),
            "--host_env_cpu has no effect here: --cpu says what the code is "
            "for|");
  // What is done anyway needs no word, and one word is enough.
  EXPECT_EQ(warnings({"--host_env_os=linux", "--disable_reuse_memory=0"}), "");
  EXPECT_EQ(warnings({"--sparsity=1", "--sparsity=1"}),
            "--sparsity has no effect here: weights are multiplied as they "
            "are, zeros included|");
  // A value may be left out where it can mean one thing.
  EXPECT_EQ(parsed({"m.onnx", "--enable_small_channel", "--random"})
                .values.get("enable_small_channel"),
            "1");
  EXPECT_EQ(parsed({"m.onnx", "--enable_single_stream"})
                .values.get("enable_single_stream"),
            "true");
  EXPECT_EQ(refused({"m.onnx", "--host_env_os"}).code, "E10004");
}

TEST(CommandLine, ValuesWithoutEffectAreChecked) {
  for (auto [argument, code] :
       {std::pair("--host_env_os=windows", "E10001"),
        std::pair("--sparsity=2", "E10006"),
        std::pair("--external_weight=3", "E10006"),
        std::pair("--enable_single_stream=1", "E10005"),
        std::pair("--static_memory_policy=5", "E10001"),
        std::pair("--stream_max_parallel_num=AIcoreEngine", "E10001"),
        std::pair("--is_input_adjust_hw_layout=true,no", "E10005"),
        std::pair("--auto_tune_mode=RL,GA,RL", "E10001"),
        std::pair("--op_debug_level=5", "E10001"),
        std::pair("--dump_step=1-", "E10001"),
        std::pair("--jit_compile=maybe", "E10001"),
        std::pair("--quant_dumpable=yes", "E10006")})
    EXPECT_EQ(refused({"m.onnx", argument}).code, code) << argument;
  for (const char *argument :
       {"--external_weight=2", "--static_memory_policy=4",
        "--auto_tune_mode=GA", "--stream_max_parallel_num=A:1,B:20",
        "--dump_step=0|5-10", "--is_output_adjust_hw_layout=true,false",
        "--stream_sync_timeout=-1"})
    parsed({"m.onnx", argument});
}

TEST(CommandLine, ADefaultIsNoConflict) {
  const char *file = "--compress_weight_conf=f";
  parsed({"m.onnx", "--enable_compress_weight=false", file});
  EXPECT_EQ(refused({"m.onnx", "--enable_compress_weight=true", file}).code,
            "E10047");
}

TEST(CommandLine, Profiles) {
  const char *shape = "--input_shape=x:-1,3";
  EXPECT_EQ(refused({"m.onnx", "--dynamic_dims=1;2"}).code, "E10004");
  for (const char *good :
       {"--dynamic_dims=1;2", "--dynamic_dims=1,2;3,4;",
        "--dynamic_batch_size=1,2", "--dynamic_batch_size=1,2,",
        "--dynamic_image_size=1,2;3,4", "--dynamic_dims=1",
        "--dynamic_batch_size=1", "--dynamic_image_size=1;2"})
    parsed({"m.onnx", shape, good});
  for (auto [bad, code] : {std::pair("--dynamic_dims=1;a", "E10001"),
                           std::pair("--dynamic_batch_size=1,x", "E10003"),
                           std::pair("--dynamic_batch_size=1;2", "E10003"),
                           std::pair("--dynamic_image_size=1,2x", "E10003")})
    EXPECT_EQ(refused({"m.onnx", shape, bad}).code, code) << bad;
  EXPECT_EQ(refused({"m.onnx", shape, "--dynamic_dims=1;2",
                     "--dynamic_batch_size=1,2"})
                .code,
            "E10009");
  // A profile is one of any shapes, and these say which may come.
  for (const char *other :
       {"--input_shape_range=x:[1~8,3]", "--input_hint_shape=0:[1,3]",
        "--dynamic_inputs_shape_range=getnext:[1~8,3]", "--dynamic_input=1",
        "--compile_dynamic_mode=true"})
    for (const char *profiles : {"--dynamic_dims=1;2", "--dynamic_batch_size=1",
                                 "--dynamic_image_size=1,2"})
      EXPECT_EQ(refused({"m.onnx", shape, profiles, other}).note,
                "leave one of the two out")
          << profiles << " " << other;
  for (const char *other :
       {"--dynamic_input=0", "--compile_dynamic_mode=false"})
    parsed({"m.onnx", shape, "--dynamic_dims=1;2", other});
}

TEST(CommandLine, MissingValue) {
  EXPECT_EQ(refused({"m.onnx", "--keep_dtype"}).code, "E10004");
  EXPECT_EQ(refused({"m.onnx", "--keep_dtype", "--random"}).code, "E10004");
  EXPECT_EQ(refused({"m.onnx", "--keep_dtype="}).code, "E10004");
  EXPECT_FALSE(
      parsed({"m.onnx", "--precision_mode="}).values.has("precision_mode"));
}

TEST(CommandLine, BadValues) {
  EXPECT_EQ(refused({"m.onnx", "--precision_mode=Force_fp16"}).code, "E10001");
  EXPECT_EQ(refused({"m.onnx", "--log=loud"}).code, "E10010");
  EXPECT_EQ(refused({"m.onnx", "--op_select_implmode=high"}).code, "E10001");
  EXPECT_EQ(
      refused({"m.onnx", "--op_select_implmode=enable_float_32_execution"})
          .code,
      "E20101");
  EXPECT_EQ(refused({"m.onnx", "--random=yes"}).code, "");
  for (const char *seed : {"--seed=x", "--seed=-1", "--seed=1.5", "--seed=0x1",
                           "--seed=99999999999", "--threads=0"})
    EXPECT_NE(refused({"m.onnx", seed}).message.find("must be an integer from"),
              std::string::npos)
        << seed;
}

TEST(CommandLine, HF32IsTrueOrFalse) {
  EXPECT_EQ(parsed({"m.onnx", "--allow_hf32=true"}).values.get("allow_hf32"),
            "1");
  EXPECT_EQ(parsed({"m.onnx", "--allow_hf32=false"}).values.get("allow_hf32"),
            "0");
  Diagnostic why = refused({"m.onnx", "--allow_hf32=1"});
  EXPECT_EQ(why.code, "E10005");
  EXPECT_EQ(why.message, "Value 1 for parameter --allow_hf32 is invalid. "
                         "The value must be either true or false.");
}

TEST(CommandLine, OptionsThatExcludeOrNeedEachOther) {
  EXPECT_EQ(refused({"m.onnx", "--precision_mode=force_fp16",
                     "--precision_mode_v2=fp16"})
                .code,
            "E10056");
  EXPECT_NE(refused({"m.onnx", "--random", "--inputs=x.npz"})
                .message.find("--inputs and --random"),
            std::string::npos);
  parsed({"m.onnx", "--random=off", "--inputs=x.npz"});
  EXPECT_EQ(refused({"m.onnx", "--optypelist_for_implmode=Relu"}).code,
            "E10001");
}

TEST(CommandLine, FillsWhatAtcFills) {
  EXPECT_EQ(parsed({"m.onnx"}).values.get("op_select_implmode"),
            "high_performance");
  EXPECT_EQ(parsed({"m.onnx", "--op_select_implmode=high_precision"})
                .values.get("op_select_implmode"),
            "high_precision");
}

TEST(CommandLine, Warnings) {
  ParsedCommandLine line = parsed({"m.onnx", "--seed=1", "--seed=2",
                                   "--op_select_implmode=high_precision"});
  EXPECT_EQ(line.values.get("seed"), "2");
  ASSERT_EQ(line.warnings.size(), 2u);
  EXPECT_NE(line.warnings[0].message.find("more than once"), std::string::npos);
  EXPECT_EQ(line.warnings[1].message, "--op_select_implmode is deprecated");
}

TEST(CommandLine, TheSameAgainIsNoWarning) {
  EXPECT_TRUE(parsed({"m.onnx", "--seed=1", "--seed=1"}).warnings.empty());
  // Deprecated is told once.
  EXPECT_EQ(parsed({"m.onnx", "--op_select_implmode=high_precision",
                    "--op_select_implmode=high_precision"})
                .warnings.size(),
            1u);
}

TEST(CommandLine, HelpAndVersionWinOverTheRest) {
  EXPECT_TRUE(parsed({"--help"}).help);
  EXPECT_TRUE(parsed({"-h"}, Tool::Atc).help);
  EXPECT_TRUE(parsed({"--random", "--help", "--nonsense"}).help);
  EXPECT_TRUE(parsed({"--version"}).version);
  EXPECT_NE(versionText(Tool::Run).find("ascend-run (Ascend-MLIR)"),
            std::string::npos);
}

TEST(CommandLine, JsonIsKnownBeforeTheRest) {
  const char *with[] = {"tool", "--nonsense", "--diagnostics=json"};
  const char *apart[] = {"tool", "--diagnostics", "json"};
  const char *oneDash[] = {"tool", "-diagnostics=json", "--nonsense"};
  EXPECT_TRUE(wantsJsonDiagnostics(3, oneDash));
  const char *without[] = {"tool", "--", "--diagnostics=json"};
  EXPECT_TRUE(wantsJsonDiagnostics(3, with));
  EXPECT_TRUE(wantsJsonDiagnostics(3, apart));
  EXPECT_FALSE(wantsJsonDiagnostics(3, without));
}

TEST(CommandLine, NoArgumentsAtAll) {
  llvm::Expected<ParsedCommandLine> line =
      parseCommandLine(0, nullptr, Tool::Run);
  EXPECT_FALSE(bool(line));
  llvm::consumeError(line.takeError());
}

TEST(Help, ListsEveryOptionOfTheToolWithinTheWidth) {
  for (Tool tool : {Tool::Atc, Tool::Run}) {
    std::string text = helpText(tool);
    for (const OptionInfo &option : allOptions())
      EXPECT_EQ(llvm::any_of(llvm::split(text, '\n'),
                             [&](llvm::StringRef line) {
                               return line.consume_front("  --") &&
                                      line.take_until([](char c) {
                                        return c == '=' || c == '[';
                                      }) == option.name;
                             }),
                option.isTakenBy(toolInfo(tool).taker))
          << option.name.str();
    for (llvm::StringRef line : llvm::split(text, '\n')) {
      size_t width = llvm::count_if(
          line, [](unsigned char c) { return (c & 0xc0) != 0x80; });
      EXPECT_LE(width, 100u) << line.str();
    }
    EXPECT_NE(text.find("Examples"), std::string::npos);
  }
}

TEST(Help, ExamplesParse) {
  for (const ToolInfo &tool : allTools())
    for (size_t i = 1; i < tool.examples.size(); i += 2)
      for (llvm::StringRef line : llvm::split(tool.examples[i], '\n')) {
        llvm::SmallVector<llvm::StringRef> words;
        line.split(words, ' ');
        if (words[0] != tool.name)
          continue;
        std::vector<std::string> copies(words.begin() + 1, words.end());
        std::vector<const char *> arguments;
        for (const std::string &copy : copies)
          arguments.push_back(copy.c_str());
        parsed(arguments,
               tool.taker == OptionTaker::Atc ? Tool::Atc : Tool::Run);
      }
}

} // namespace
