//===- KnownTo.td - Who of CANN takes which options --------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Options of CANN that only one of the two takes: ATC's are the flags of its
// published source (api/atc of GE, 2026) and of its documents, a session's
// those of the TensorFlow adapter and of GE's session. Both take all others.

#ifndef ASCEND_OPTIONS_KNOWNTO_TD
#define ASCEND_OPTIONS_KNOWNTO_TD

include "OptionBase.td"

def : KnownOnlyTo<AtcKnows, [
  "model", "output", "framework", "weight", "om", "json", "mode", "log",
  "input_format", "out_nodes", "op_name_map", "insert_op_conf",
  "input_fp16_nodes", "output_type", "check_report", "display_model_info",
  "host_env_os", "host_env_cpu", "is_input_adjust_hw_layout",
  "is_output_adjust_hw_layout", "dynamic_batch_size", "dynamic_image_size",
  "input_hint_shape", "quant_dumpable", "raw_ge_options",
  "raw_ge_options_ignore_unsupported", "cluster_config",
  "hccl_sub_comm_config", "enable_attr_compression",
]>;

def : KnownOnlyTo<SessionKnows, [
  // What is computed.
  "graph_run_mode", "experimental_accelerate_train_mode", "mix_compile_mode",
  "in_out_pair", "in_out_pair_flag", "use_off_line", "frozen_variable",
  "variable_format_optimize", "all_tensor_not_empty",
  // Shapes.
  "dynamic_node_type", "compile_hybrid_mode", "compile_dynamic_mode",
  "dynamic_input", "dynamic_graph_execute_mode",
  "dynamic_inputs_shape_range", "shape_generalization_mode",
  // Dumps, profiles, limits.
  "enable_dump", "dump_path", "dump_step", "dump_layer", "dump_data",
  "enable_dump_debug", "dump_debug_mode", "enable_exception_dump",
  "profiling_mode", "profiling_options", "op_wait_timeout",
  "op_execute_timeout", "stream_sync_timeout", "event_sync_timeout",
  // Tuning and caches.
  "aoe_mode", "work_path", "aoe_config_file", "graph_compiler_cache_dir",
  // Devices, memory, training on several.
  "session_device_id", "hcom_parallel", "iterations_per_loop",
  "is_tailing_optimization", "enable_data_pre_proc", "local_rank_id",
  "local_device_list", "hccl_timeout", "variable_placement",
  "graph_memory_max_size", "variable_memory_max_size",
  "static_memory_policy", "variable_use_1g_huge_page", "input_fusion_size",
  "input_batch_cpy", "stream_max_parallel_num",
  "graph_max_parallel_model_num",
]>;

#endif // ASCEND_OPTIONS_KNOWNTO_TD
