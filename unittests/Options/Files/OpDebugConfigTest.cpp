//===- OpDebugConfigTest.cpp - Tests of op_debug_config -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OpDebug.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

/// "oom dump_cce|node fc@f:2:15|type Relu@f:2:18", or "error: …".
std::string read(std::string text) {
  MemoryFiles files({{"f", std::move(text)}});
  std::vector<Diagnostic> warnings;
  auto config = readOpDebugConfig(files, "f", warnings);
  if (!config) {
    Diagnostic why = toDiagnostic(config.takeError());
    EXPECT_EQ(why.exitCode, ExitCode::Usage);
    return "error: " + why.message + " (" + why.where + ")";
  }
  std::string result;
  for (auto [name, isOn] :
       {std::pair("oom", config->oom), std::pair("dump_cce", config->dumpCce),
        std::pair("dump_loc", config->dumpLoc),
        std::pair("ccec_O0", config->ccecO0),
        std::pair("ccec_g", config->ccecG),
        std::pair("check_flag", config->checkFlag)})
    if (isOn)
      result += (result.empty() ? "" : " ") + std::string(name);
  for (const OpDebugConfig::Listed &op : config->list)
    result += (op.isType ? "|type " : "|node ") + op.name + "@" + op.where;
  return result;
}

TEST(OpDebugConfig, Words) {
  for (const char *word :
       {"oom", "dump_cce", "dump_loc", "ccec_O0", "ccec_g", "check_flag"})
    EXPECT_EQ(read(std::string("op_debug_config=") + word), word);
  EXPECT_EQ(read("\n op_debug_config = ccec_g , dump_cce,ccec_g \r\n\n"),
            "dump_cce ccec_g");
  EXPECT_EQ(read("op_debug_config=dump_cce,dump_loc,ccec_g,ccec_O0,check_flag"),
            "dump_cce dump_loc ccec_O0 ccec_g check_flag");
}

TEST(OpDebugConfig, List) {
  EXPECT_EQ(read("op_debug_config=oom\nop_debug_list=fc, OpType::Relu ,a=b"),
            "oom|node fc@f:2:15|type Relu@f:2:19|node a=b@f:2:33");
  EXPECT_EQ(read("op_debug_list=x\nop_debug_config=oom"), "oom|node x@f:1:15");
}

TEST(OpDebugConfig, BadLines) {
  EXPECT_EQ(read("op_debug_config=oom\n  fc1\n"),
            "error: a line is op_debug_config=WORDS or op_debug_list=OPS "
            "(f:2:3)");
  EXPECT_EQ(read("op_debug_level=1"),
            "error: a line is op_debug_config=WORDS or op_debug_list=OPS "
            "(f:1:1)");
  EXPECT_EQ(read("op_debug_config"),
            "error: a line is op_debug_config=WORDS or op_debug_list=OPS "
            "(f:1:1)");
  EXPECT_EQ(read("op_debug_config=oom, dump"),
            "error: 'dump' is no word of op_debug_config (f:1:22)");
  EXPECT_EQ(read("op_debug_config=OOM"),
            "error: 'OOM' is no word of op_debug_config (f:1:17)");
  EXPECT_EQ(read("op_debug_config=oom,,ccec_g"),
            "error: 'op_debug_config' has an empty place in its list (f:1:21)");
  EXPECT_EQ(read("op_debug_config="),
            "error: 'op_debug_config' has an empty place in its list (f:1:17)");
  EXPECT_EQ(read("op_debug_config=oom\nop_debug_list=a,"),
            "error: 'op_debug_list' has an empty place in its list (f:2:17)");
  EXPECT_EQ(read("op_debug_config=oom\nop_debug_list=OpType::"),
            "error: there is no type behind OpType:: (f:2:23)");
  EXPECT_EQ(read(std::string("op_debug_config=o\0om", 20)),
            "error: the file holds a NUL byte: it is not a text file (f:1:18)");
}

TEST(OpDebugConfig, WhatDoesNotGoTogether) {
  EXPECT_EQ(read("op_debug_config=oom,ccec_O0"),
            "error: ccec_O0 and oom exclude each other, as in CANN (f:1:21)");
  EXPECT_EQ(read("op_debug_config=ccec_O0,oom"),
            "error: ccec_O0 and oom exclude each other, as in CANN (f:1:25)");
  EXPECT_EQ(read("op_debug_config=oom\nop_debug_config=ccec_g"),
            "error: 'op_debug_config' stands twice (f:2:1)");
  EXPECT_EQ(read("op_debug_list=a\nop_debug_list=b\nop_debug_config=oom"),
            "error: 'op_debug_list' stands twice (f:2:1)");
}

TEST(OpDebugConfig, WhatIsMissing) {
  EXPECT_EQ(read(""), "error: the file has no line op_debug_config= (f:1:1)");
  EXPECT_EQ(read("\n\n"),
            "error: the file has no line op_debug_config= (f:1:1)");
  EXPECT_EQ(read("\n op_debug_list=a"),
            "error: op_debug_list says for which ops, and no line "
            "op_debug_config= says what (f:2:2)");
  MemoryFiles files({});
  std::vector<Diagnostic> warnings;
  auto config = readOpDebugConfig(files, "none", warnings);
  ASSERT_FALSE(config);
  EXPECT_EQ(toDiagnostic(config.takeError()).code, "E10001");
}

TEST(OpDebugConfig, Folder) {
  OptionValues values;
  EXPECT_EQ(kernelMetaFolder(values), "");
  values.set("debug_dir", "d");
  EXPECT_EQ(kernelMetaFolder(values), "");
  values.set("op_debug_level", "0");
  EXPECT_EQ(kernelMetaFolder(values), "");
  values.set("op_debug_level", "3");
  EXPECT_EQ(kernelMetaFolder(values), "d/kernel_meta");
  values.erase("debug_dir");
  EXPECT_EQ(kernelMetaFolder(values), "kernel_meta");
  values.set("op_debug_level", "0");
  values.set("op_debug_config", "f");
  EXPECT_EQ(kernelMetaFolder(values), "kernel_meta");
}

} // namespace
