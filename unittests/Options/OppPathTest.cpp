//===- OppPathTest.cpp - Files of a CANN installation --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestConfig.h"

#include "Ascend/OpStore/Installation.h"

using namespace mlir::ascend;

namespace {

/// The names of the files below opp_path=/o.
std::vector<std::string> namesOf(llvm::ArrayRef<Installation::File> files) {
  std::vector<std::string> names;
  for (const auto &[name, text] : files)
    names.push_back(name.substr(3));
  return names;
}

TEST(OppPath, FilesAndTheirOrder) {
  using Names = std::vector<std::string>;
  std::string store = "ai_core/tbe/config/ascend910b/";
  std::string builtin = "built-in/op_impl/" + store;
  auto vendor = [&](std::string name) {
    return "vendors/" + name + "op_impl/" + store + "v.json";
  };
  std::string ini = "other=c\nload_priority=b, ,a\nload_priority=c\n";
  std::string oldVendor = "op_impl/custom/" + store + "v.json";
  FileTexts texts = {{"/o/vendors/config.ini", ini}};
  for (std::string name :
       {builtin + "ab.json", builtin + "c.json", builtin + "z-legacy.json",
        vendor("a/"), vendor("b/"), vendor("c/"), vendor(""), oldVendor,
        std::string("built-in/op_impl/aicpu/config/host_cpu_kernel.json"),
        std::string("built-in/op_impl/aicpu/config/tf_kernel.json"),
        std::string("built-in/op_impl/aicpu/config/x.json")})
    texts["/o/" + name] = "{}";
  Config config = loaded({{"opp_path", "/o"}}, texts);
  ASSERT_TRUE(config.installation);
  const Installation &found = *config.installation;
  // -legacy first, then the shorter names.
  EXPECT_EQ(namesOf(found.aicore),
            (Names{builtin + "z-legacy.json", builtin + "c.json",
                   builtin + "ab.json"}));
  // The first line that says load_priority; the place of early versions last.
  EXPECT_EQ(namesOf(found.customAICore),
            (Names{vendor("b/"), vendor("a/"), oldVendor}));
  EXPECT_EQ(namesOf(found.aicpu[0]),
            Names{"built-in/op_impl/aicpu/config/x.json"});
  EXPECT_EQ(namesOf(found.aicpu[1]),
            Names{"built-in/op_impl/aicpu/config/tf_kernel.json"});
  EXPECT_EQ(namesOf(found.aicpu[2]),
            Names{"built-in/op_impl/aicpu/config/host_cpu_kernel.json"});
}

// Versions of CANN lay the toolkit's files in different folders, beside opp or
// in it.
TEST(OppPath, EachPlaceOfTheToolkit) {
  FileTexts store = {
      {"/o/op_impl/built-in/ai_core/tbe/config/ascend910b/a.json", "{}"}};
  Config none = loaded({{"opp_path", "/o"}}, store);
  EXPECT_FALSE(none.installation->platform || none.installation->feIni);
  for (std::string toolkit : {"/o/..", "/o/."}) {
    for (std::string folder :
         {"data", "compiler/data", "x86_64-linux/data", "aarch64-linux/data",
          "arm64-linux/data", "atc/data"}) {
      std::string name =
          toolkit + "/" + folder + "/platform_config/My_Chip.ini";
      FileTexts texts = store;
      texts[name] = "Short_SoC_version=Ascend910B\n[SoCInfo]\nai_core_cnt=3\n";
      Config config =
          loaded({{"opp_path", "/o"}, {"soc_version", "My_Chip"}}, texts);
      ASSERT_TRUE(config.installation->platform) << name;
      EXPECT_EQ(config.installation->platform->first, name);
      EXPECT_EQ(config.chip.cubeCores, 3u) << name;
    }
    for (std::string folder :
         {"compiler/lib64", "lib64", "x86_64-linux/lib64",
          "aarch64-linux/lib64", "fwkacllib/lib64", "atc/lib64"}) {
      std::string name =
          toolkit + "/" + folder + "/plugin/opskernel/fe_config/fe.ini";
      FileTexts texts = store;
      texts[name] = "";
      Config config = loaded({{"opp_path", "/o"}}, texts);
      ASSERT_TRUE(config.installation->feIni) << name;
      EXPECT_EQ(config.installation->feIni->first, name);
    }
  }
}

TEST(OppPath, EachListOfModes) {
  std::string impl = "/o/built-in/op_impl/ai_core/tbe/";
  for (std::string list :
       {"high_performance", "high_precision", "high_performance_for_all",
        "high_precision_for_all", "all_ops_impl_mode",
        "allow_hf32_matmul_f_conv_f", "allow_hf32_matmul_f_conv_t",
        "allow_hf32_matmul_t_conv_f", "allow_hf32_matmul_t_conv_t"}) {
    Config config = loaded({{"opp_path", "/o"}},
                           {{impl + "config/ascend910b/a.json", "{}"},
                            {impl + "impl_mode/" + list + ".ini", ""}});
    ASSERT_EQ(config.installation->implLists.size(), 1u) << list;
    EXPECT_EQ(config.installation->implLists.begin()->first, list);
  }
}

// The name of a chip is a part of a path, so it has no dots nor slashes.
TEST(OppPath, NamesOfPlatformFiles) {
  FileTexts texts = {
      {"/o/built-in/op_impl/ai_core/tbe/config/ascend910b/a.json", "{}"},
      {"/o/../data/platform_config/My_Chip.ini",
       "Short_SoC_version=Ascend910B\n[SoCInfo]\nai_core_cnt=3\n"},
      {"/o/../data/platform_config/My.Chip.ini",
       "Short_SoC_version=Ascend910B\n[SoCInfo]\nai_core_cnt=3\n"}};
  Config config =
      loaded({{"opp_path", "/o"}, {"soc_version", "My_Chip"}}, texts);
  EXPECT_EQ(config.chip.cubeCores, 3u);
  EXPECT_EQ(
      refused({{"opp_path", "/o"}, {"soc_version", "My.Chip"}}, texts).code,
      "E10001");
}

} // namespace
