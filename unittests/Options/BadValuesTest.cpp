//===- BadValuesTest.cpp - Bad values and CANN's codes for them -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A good and a bad value of each option of CANN that checks its value by
// itself, and the code that CANN has for it, as its published sources say.

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"

#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

struct Sample {
  const char *name, *code, *good, *bad;
};

constexpr Sample samples[] = {
    // What ATC says of true and false.
    {"allow_hf32", "E10005", "true", "1"},
    {"enable_compress_weight", "E10005", "true", "1"},
    {"enable_single_stream", "E10005", "false", "off"},
    {"is_input_adjust_hw_layout", "E10005", "true,false", "true,"},
    {"is_output_adjust_hw_layout", "E10005", "false", "1"},
    {"oo_dead_code_elimination", "E10005", "false", "0"},
    {"enable_attr_compression", "E10005", "false", "0"},
    {"raw_ge_options_ignore_unsupported", "E10005", "true", "1"},
    // Of 0 and 1.
    {"sparsity", "E10006", "1", "2"},
    {"disable_reuse_memory", "E10006", "1", "true"},
    {"external_weight", "E10006", "2", "3"},
    {"is_weight_clip", "E10006", "0", "2"},
    {"ac_parallel_enable", "E10006", "1", "2"},
    {"tiling_schedule_optimize", "E10006", "1", "on"},
    {"quant_dumpable", "E10006", "1", "2"},
    {"status_check", "E10006", "1", "2"},
    {"atomic_clean_policy", "E10006", "1", "2"},
    {"dump_mode", "E10006", "1", "2"},
    {"virtual_type", "E10006", "1", "2"},
    {"display_model_info", "E10006", "1", "2"},
    // Of the log, of profiles and ranges, and of what the fusion engine reads.
    {"log", "E10010", "info", "verbose"},
    {"dynamic_batch_size", "E10003", "1,2", "1;2"},
    {"dynamic_image_size", "E10003", "1,2;3,4", "1,2;3,b"},
    {"dynamic_dims", "E10001", "1;2", "1;x"},
    {"input_shape_range", "E10048", "x:[1~2,3]", "x:1~2,3"},
    {"input_hint_shape", "E10014", "0:[2,3];1:[]", "x:[2,3]"},
    {"aicore_num", "E20103", "1|2", "1,2"},
    // All other lists of values.
    {"precision_mode", "E10001", "force_fp16", "fp16"},
    {"precision_mode_v2", "E10001", "fp16", "force_fp16"},
    {"op_select_implmode", "E10001", "high_precision", "precision"},
    {"graph_run_mode", "E10001", "1", "2"},
    {"mode", "E10001", "6", "7"},
    {"input_format", "E10001", "NCDHW", "NHWC"},
    {"deterministic", "E10001", "0", "2"},
    {"deterministic_level", "E10001", "3", "4"},
    {"topo_sorting_mode", "E10001", "3", "4"},
    {"static_model_ops_lower_limit", "E10001", "-1", "-2"},
    {"h2d_overlapped_with_compute", "E10001", "44,64", "44,,64"},
    {"optimization_switch", "E10001", "A:on;B:off", "A:yes"},
    {"op_compiler_cache_mode", "E10001", "force", "forced"},
    {"host_env_os", "E10001", "linux", "windows"},
    {"host_env_cpu", "E10001", "aarch64", "arm"},
    {"core_type", "E10001", "VectorCore", "vectorcore"},
    {"buffer_optimize", "E10001", "off_optimize", "off"},
    {"multi_stream_parallel_mode", "E10001", "cv", "vc"},
    {"auto_multistream_parallel_mode", "E10001", "cv", "vc"},
    {"stream_max_parallel_num", "E10001", "A:1,B:2", "A:1,B"},
    {"enable_small_channel", "E10001", "1", "2"},
    {"enable_scope_fusion_passes", "E10001", "A,B", "A;B"},
    {"static_memory_policy", "E10001", "4", "5"},
    {"session_device_id", "E10001", "0", "-1"},
    {"use_off_line", "E10001", "1", "2"},
    {"hcom_parallel", "E10001", "1", "2"},
    {"iterations_per_loop", "E10001", "1", "0"},
    {"is_tailing_optimization", "E10001", "1", "2"},
    {"enable_data_pre_proc", "E10001", "1", "2"},
    {"local_rank_id", "E10001", "0", "x"},
    {"local_device_list", "E10001", "0,1", "0;1"},
    {"hccl_timeout", "E10001", "0", "1.5"},
    {"variable_placement", "E10001", "Host", "host"},
    {"graph_memory_max_size", "E10001", "2 * 1024", "2G"},
    {"variable_memory_max_size", "E10001", "1024", "-1"},
    {"variable_use_1g_huge_page", "E10001", "2", "3"},
    {"input_fusion_size", "E10001", "0", "-1"},
    {"input_batch_cpy", "E10001", "1", "2"},
    {"dynamic_node_type", "E10001", "1", "2"},
    {"compile_hybrid_mode", "E10001", "1", "2"},
    {"compile_dynamic_mode", "E10001", "true", "1"},
    {"dynamic_input", "E10001", "1", "2"},
    {"dynamic_graph_execute_mode", "E10001", "dynamic_execute", "lazy"},
    {"dynamic_inputs_shape_range", "E10001", "getnext:[1~2,-1]", "1~2"},
    {"all_tensor_not_empty", "E10001", "1", "2"},
    {"jit_compile", "E10001", "2", "3"},
    {"shape_generalization_mode", "E10001", "FULL", "full"},
    {"shape_generalized_build_mode", "E10001", "shape_precise", "precise"},
    {"mix_compile_mode", "E10001", "1", "2"},
    {"in_out_pair_flag", "E10001", "0", "2"},
    {"enable_dump", "E10001", "1", "2"},
    {"dump_step", "E10001", "0|5-10", "0,5"},
    {"dump_data", "E10001", "stats", "stat"},
    {"enable_dump_debug", "E10001", "1", "2"},
    {"dump_debug_mode", "E10001", "all", "both"},
    {"enable_exception_dump", "E10001", "2", "3"},
    {"op_debug_level", "E10001", "4", "5"},
    {"export_compile_stat", "E10001", "2", "3"},
    {"profiling_mode", "E10001", "true", "yes"},
    {"graph_max_parallel_model_num", "E10001", "1", "0"},
    {"oo_constant_folding", "E10001", "False", "0"},
    {"oo_level", "E10001", "O1", "O2"},
    {"frozen_variable", "E10001", "1", "2"},
    {"variable_format_optimize", "E10001", "True", "2"},
    {"op_wait_timeout", "E10001", "0", "-1"},
    {"op_execute_timeout", "E10001", "0", "-1"},
    {"stream_sync_timeout", "E10001", "-1", "-2"},
    {"event_sync_timeout", "E10001", "-1", "-2"},
    {"auto_tune_mode", "E10001", "RL,GA", "RL;GA"},
    {"aoe_mode", "E10001", "4", "3"},
};

std::string codeOf(const Sample &sample, const char *value) {
  llvm::Expected<std::string> checked =
      checkCommandLineValue(*lookupOption(sample.name), value);
  if (checked)
    return "taken";
  Diagnostic why = toDiagnostic(checked.takeError());
  EXPECT_EQ(why.exitCode, ExitCode::Usage);
  EXPECT_NE(why.message.find(value), std::string::npos) << why.message;
  return why.code;
}

TEST(BadValues, HaveCannsCodes) {
  for (const Sample &sample : samples) {
    ASSERT_NE(lookupOption(sample.name), nullptr) << sample.name;
    EXPECT_EQ(codeOf(sample, sample.good), "taken") << sample.name;
    EXPECT_EQ(codeOf(sample, sample.bad), sample.code) << sample.name;
  }
}

TEST(BadValues, EachCheckHasASample) {
  llvm::StringSet<> known;
  for (const Sample &sample : samples)
    EXPECT_TRUE(known.insert(sample.name).second) << sample.name;
  for (const OptionInfo &option : allOptions()) {
    bool isChecked = option.kind == OptionKind::Word ||
                     option.kind == OptionKind::Integer ||
                     !option.pattern.empty();
    // Those that are not done yet are refused, whatever their value.
    if (isChecked && !option.own && option.name != "framework" &&
        option.optionClass != OptionClass::NotBuiltYet)
      EXPECT_TRUE(known.contains(option.name)) << option.name.str();
  }
}

std::string codeOnLine(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), {"tool", "--model=m.onnx"});
  llvm::Expected<ParsedCommandLine> line =
      parseCommandLine(arguments.size(), arguments.data(), Tool::Atc);
  return line ? "taken" : toDiagnostic(line.takeError()).code;
}

TEST(BadValues, OfOptionsTogether) {
  EXPECT_EQ(codeOnLine({"--enable_dump=1", "--enable_dump_debug=1"}), "E10001");
  EXPECT_EQ(codeOnLine({"--enable_dump=1", "--enable_dump_debug=0"}), "taken");
  const char *shape = "--input_shape=x:-1";
  for (const char *range : {"--input_shape_range=x:[1~2]"})
    for (const char *profile :
         {"--dynamic_dims=1;2", "--dynamic_batch_size=1,2",
          "--dynamic_image_size=1,2;3,4"})
      EXPECT_EQ(codeOnLine({shape, range, profile}), "E10009") << profile;
  for (const char *profile : {"--dynamic_dims=1;2", "--dynamic_batch_size=1,2",
                              "--dynamic_image_size=1,2;3,4"})
    EXPECT_EQ(codeOnLine({shape, "--input_hint_shape=0:[1]", profile}),
              "E10001")
        << profile;
  EXPECT_EQ(codeOnLine({shape, "--input_hint_shape=0:[1]"}), "taken");
}

TEST(BadValues, CoresOfTheChip) {
  const char *soc = "--soc_version=Ascend310P3"; // 8 and 7
  for (const char *good : {"--aicore_num=1", "--aicore_num=8",
                           "--aicore_num=8|", "--aicore_num=8|7"})
    EXPECT_EQ(codeOnLine({soc, good}), "taken") << good;
  for (const char *bad :
       {"--aicore_num=0", "--aicore_num=9", "--aicore_num=8|8",
        "--aicore_num=8|0", "--aicore_num=|1", "--aicore_num=9|",
        "--aicore_num=99999999999"})
    EXPECT_EQ(codeOnLine({soc, bad}), "E20103") << bad;
  // Where vector units have no cores of their own, the cube's count.
  EXPECT_EQ(codeOnLine({"--soc_version=Ascend310", "--aicore_num=2|2"}),
            "taken");
  EXPECT_EQ(codeOnLine({"--soc_version=Ascend310", "--aicore_num=2|3"}),
            "E20103");
}

} // namespace
