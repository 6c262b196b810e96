//===- GENames.td - What GE calls the options --------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// GE's own names of options (ge_common_api_types.h and atc_option_map.cc of its
// published source, 2026). Names that are those of the command line are not
// listed.

#ifndef ASCEND_OPTIONS_GENAMES_TD
#define ASCEND_OPTIONS_GENAMES_TD

include "OptionBase.td"

def : GEName<"ge.inputShape", "input_shape">;
def : GEName<"ge.exec.op_precision_mode", "op_precision_mode">;
def : GEName<"ge.exec.precision_mode", "precision_mode">;
def : GEName<"ge.exec.precision_mode_v2", "precision_mode_v2">;
def : GEName<"ge.exec.modify_mixlist", "modify_mixlist">;
def : GEName<"ge.exec.allow_hf32", "allow_hf32">;
def : GEName<"ge.customizeDtypes", "customize_dtypes">;
def : GEName<"ge.opSelectImplmode", "op_select_implmode">;
def : GEName<"ge.optypelistForImplmode", "optypelist_for_implmode">;
def : GEName<"ge.is_weight_clip", "is_weight_clip">;
def : GEName<"ge.fusionSwitchFile", "fusion_switch_file">;
def : GEName<"ge.optimizationSwitch", "optimization_switch">;
def : GEName<"ge.deterministic", "deterministic">;
def : GEName<"ge.deterministicLevel", "deterministic_level">;
def : GEName<"ge.graphRunMode", "graph_run_mode">;
def : GEName<"ge.socVersion", "soc_version">;
def : GEName<"ge.virtual_type", "virtual_type">;
def : GEName<"ge.engineType", "core_type">;
def : GEName<"ge.aicoreNum", "aicore_num">;
def : GEName<"ge.frameworkType", "framework">;
def : GEName<"ge.outputNodeName", "out_nodes">;
def : GEName<"ge.insertOpFile", "insert_op_conf">;
def : GEName<"ge.outputDatatype", "output_type">;
def : GEName<"ge.INPUT_NODES_SET_FP16", "input_fp16_nodes">;
def : GEName<"ge.display_model_info", "display_model_info">;
def : GEName<"ge.op_compiler_cache_dir", "op_compiler_cache_dir">;
def : GEName<"ge.op_compiler_cache_mode", "op_compiler_cache_mode">;
def : GEName<"ge.graph_compiler_cache_dir", "graph_compiler_cache_dir">;
def : GEName<"ge.opDebugLevel", "op_debug_level">;
def : GEName<"ge.exec.opDebugConfig", "op_debug_config">;
def : GEName<"ge.debugDir", "debug_dir">;
def : GEName<"ge.mdl_bank_path", "mdl_bank_path">;
def : GEName<"ge.op_bank_path", "op_bank_path">;
def : GEName<"ge.aoe_config_file", "aoe_config_file">;
def : GEName<"ge.autoTuneMode", "auto_tune_mode">;
def : GEName<"ge.enableSmallChannel", "enable_small_channel">;
def : GEName<"ge.enableSparseMatrixWeight", "sparsity">;
def : GEName<"ge.enableCompressWeight", "enable_compress_weight">;
def : GEName<"ge.compressionOptimizeConf", "compression_optimize_conf">;
def : GEName<"ge.enableAttrCompression", "enable_attr_compression">;
def : GEName<"ge.enableSingleStream", "enable_single_stream">;
def : GEName<"ge.autoMultistreamParallelMode", "auto_multistream_parallel_mode">;
def : GEName<"ge.streamMaxParallelNum", "stream_max_parallel_num">;
def : GEName<"ge.graphMaxParallelModelNum", "graph_max_parallel_model_num">;
def : GEName<"ge.bufferOptimize", "buffer_optimize">;
def : GEName<"ge.exec.disableReuseMemory", "disable_reuse_memory">;
def : GEName<"ge.exec.atomicCleanPolicy", "atomic_clean_policy">;
def : GEName<"ge.exec.staticMemoryPolicy", "static_memory_policy">;
def : GEName<"ge.externalWeight", "external_weight">;
def : GEName<"ge.tiling_schedule_optimize", "tiling_schedule_optimize">;
def : GEName<"ge.status_check", "status_check">;
def : GEName<"ge.topoSortingMode", "topo_sorting_mode">;
def : GEName<"ge.compile.h2dOverlappedWithCompute", "h2d_overlapped_with_compute">;
def : GEName<"ge.cluster_config", "cluster_config">;
def : GEName<"ge.hccl_sub_comm_config", "hccl_sub_comm_config">;
def : GEName<"ge.hcomParallel", "hcom_parallel">;
def : GEName<"ge.inputBatchCpy", "input_batch_cpy">;
def : GEName<"ge.exec.input_fusion_size", "input_fusion_size">;
def : GEName<"ge.exec.isTailingOptimization", "is_tailing_optimization">;
def : GEName<"ge.exec.enableScopeFusionPasses", "enable_scope_fusion_passes">;
def : GEName<"ge.host_env_os", "host_env_os">;
def : GEName<"ge.host_env_cpu", "host_env_cpu">;
def : GEName<"ge.session_device_id", "session_device_id">;
def : GEName<"ge.graphMemoryMaxSize", "graph_memory_max_size">;
def : GEName<"ge.variableMemoryMaxSize", "variable_memory_max_size">;
def : GEName<"ge.variableUse1gHugePage", "variable_use_1g_huge_page">;
def : GEName<"ge.oo.level", "oo_level">;
def : GEName<"ge.oo.constantFolding", "oo_constant_folding">;
def : GEName<"ge.oo.deadCodeElimination", "oo_dead_code_elimination">;
def : GEName<"ge.shape_generalized_build_mode", "shape_generalized_build_mode">;
def : GEName<"ge.jit_compile", "jit_compile">;
def : GEName<"ge.inputHintShape", "input_hint_shape">;
def : GEName<"ge.exec.static_model_ops_lower_limit", "static_model_ops_lower_limit">;
def : GEName<"ge.exec.allTensorNotEmpty", "all_tensor_not_empty">;
def : GEName<"ge.exec.dynamicInput", "dynamic_input">;
def : GEName<"ge.exec.dynamicGraphExecuteMode", "dynamic_graph_execute_mode">;
def : GEName<"ge.exec.dataInputsShapeRange", "dynamic_inputs_shape_range">;
def : GEName<"ge.quant_dumpable", "quant_dumpable">;
def : GEName<"ge.exportCompileStat", "export_compile_stat">;
def : GEName<"ge.exec.enableDump", "enable_dump">;
def : GEName<"ge.exec.dumpPath", "dump_path">;
def : GEName<"ge.exec.dumpStep", "dump_step">;
def : GEName<"ge.exec.dumpMode", "dump_mode">;
def : GEName<"ge.exec.dumpData", "dump_data">;
def : GEName<"ge.exec.dumpLayer", "dump_layer">;
def : GEName<"ge.exec.enableDumpDebug", "enable_dump_debug">;
def : GEName<"ge.exec.dumpDebugMode", "dump_debug_mode">;
def : GEName<"ge.exec.enable_exception_dump", "enable_exception_dump">;
def : GEName<"ge.exec.profilingMode", "profiling_mode">;
def : GEName<"ge.exec.profilingOptions", "profiling_options">;

#endif // ASCEND_OPTIONS_GENAMES_TD
