# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The keyword arguments of `compile` and of the laboratory: ATC's options by their names.

Made by scripts/gen-options.py from include/Ascend/Options/Options.td: change that.
"""

# fmt: off
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

__all__ = ["FILES", "FORMS", "OWN", "Options"]

Path = Union[str, "os.PathLike[str]"]


class Options(TypedDict, total=False):
    """Each is described in docs/Options.md. True and False are on and off, or 1 and 0; None is as if
    it were not given. Where a file can be named, lists and dicts are what it would hold."""

    cpu: Literal["avx512", "avx2", "portable", "aarch64"] | None
    plan: Literal["avx512", "avx2", "portable", "aarch64"] | None
    cpu_caches: str | None
    guard: Literal["none", "end", "begin"] | None
    framework: Literal["0", "1", "3", "5"] | Literal[0, 1, 3, 5] | None
    soc_version: str | None
    input_shape: str | Mapping[str, Sequence[int]] | None
    insert_op_conf: Path | None
    aipp_rounding: Literal["nearest", "down"] | None
    op_name_map: Path | None
    out_nodes: str | Sequence[str] | None
    input_format: Literal["NCHW", "NCDHW", "ND"] | None
    aicore_num: str | None
    frozen_variable: bool | Literal["0", "1"] | Literal[0, 1] | None
    variable_format_optimize: bool | Literal["0", "1", "true", "false", "True", "False"] | Literal[0, 1] | None
    options: Path | None
    raw_ge_options: Path | None
    raw_ge_options_ignore_unsupported: Literal["true", "false"] | None
    defaults: Literal["atc", "session"] | None
    precision_mode: Literal["force_fp16", "force_fp32", "cube_fp16in_fp32out", "allow_mix_precision", "allow_fp32_to_fp16", "must_keep_origin_dtype", "allow_mix_precision_fp16", "allow_mix_precision_bf16", "allow_fp32_to_bf16"] | None
    precision_mode_v2: Literal["fp16", "origin", "cube_fp16in_fp32out", "mixed_float16", "mixed_bfloat16", "cube_hif8", "mixed_hif8"] | None
    modify_mixlist: Path | Mapping[str, Any] | None
    keep_dtype: Path | Sequence[str] | None
    customize_dtypes: Path | Mapping[str, str] | None
    op_precision_mode: Path | Mapping[str, Mapping[str, str]] | None
    op_select_implmode: Literal["high_performance", "high_precision", "high_precision_for_all", "high_performance_for_all"] | None
    optypelist_for_implmode: str | Sequence[str] | None
    allow_hf32: bool | Literal["0", "1", "00", "01", "10", "11"] | Literal[0, 1, 10, 11] | None
    hf32_trans_mode: Literal["nearest_even", "nearest_away"] | None
    graph_run_mode: bool | Literal["0", "1"] | Literal[0, 1] | None
    is_weight_clip: bool | Literal["0", "1"] | Literal[0, 1] | None
    merge_casts: Literal["fe", "never"] | None
    gray_strategy: Literal["faithful", "min-casts", "min-cast-bytes"] | None
    input_fp16_nodes: str | Sequence[str] | None
    output_type: str | None
    float_overflow_mode: Literal["inf_nan", "saturation"] | None
    cube_k_block: Literal["0", "16"] | Literal[0, 16] | None
    deterministic: bool | Literal["0", "1"] | Literal[0, 1] | None
    emulation: Literal["faithful", "fast"] | None
    experimental_accelerate_train_mode: str | None
    fusion_switch_file: Path | Mapping[str, Any] | None
    optimization_switch: str | None
    oo_constant_folding: Literal["true", "false", "True", "False"] | None
    mix_compile_mode: bool | Literal["0", "1"] | Literal[0, 1] | None
    in_out_pair: str | None
    in_out_pair_flag: bool | Literal["0", "1"] | Literal[0, 1] | None
    oo_level: Literal["O1", "O3"] | None
    cann_version: str | None
    ops_info: Path | Mapping[str, Any] | None
    impl_mode_dir: Path | None
    opp_path: Path | None
    write_impl_ini: Path | None
    strict: bool | Literal["on", "off", "config", "facts", "overflow"] | None
    reference: bool | Literal["on", "off"] | None
    report: Path | None
    host_env_os: Literal["linux"] | None
    host_env_cpu: Literal["x86_64", "aarch64"] | None
    dynamic_node_type: bool | Literal["0", "1"] | Literal[0, 1] | None
    shape_generalized_build_mode: Literal["shape_generalized", "shape_precise"] | None
    core_type: Literal["AiCore", "VectorCore"] | None
    buffer_optimize: Literal["l1_optimize", "l2_optimize", "off_optimize", "l1_and_l2_optimize"] | None
    disable_reuse_memory: bool | Literal["0", "1"] | Literal[0, 1] | None
    enable_single_stream: Literal["true", "false"] | None
    virtual_type: bool | Literal["0", "1"] | Literal[0, 1] | None
    multi_stream_parallel_mode: Literal["cv"] | None
    enable_small_channel: bool | Literal["0", "1"] | Literal[0, 1] | None
    is_input_adjust_hw_layout: str | None
    is_output_adjust_hw_layout: str | None
    enable_compress_weight: Literal["true", "false"] | None
    compress_weight_conf: Path | None
    compression_optimize_conf: Path | None
    weight: Path | None
    sparsity: bool | Literal["0", "1"] | Literal[0, 1] | None
    check_report: str | None
    atomic_clean_policy: bool | Literal["0", "1"] | Literal[0, 1] | None
    static_memory_policy: int | str | None
    tiling_schedule_optimize: bool | Literal["0", "1"] | Literal[0, 1] | None
    status_check: bool | Literal["0", "1"] | Literal[0, 1] | None
    enable_scope_fusion_passes: str | None
    deterministic_level: Literal["0", "1", "2", "3"] | Literal[0, 1, 2, 3] | None
    topo_sorting_mode: Literal["0", "1", "2", "3"] | Literal[0, 1, 2, 3] | None
    oo_dead_code_elimination: Literal["true", "false"] | None
    static_model_ops_lower_limit: str | None
    h2d_overlapped_with_compute: str | None
    enable_attr_compression: Literal["true", "false"] | None
    cluster_config: Path | None
    hccl_sub_comm_config: Path | None
    session_device_id: int | str | None
    use_off_line: bool | Literal["0", "1"] | Literal[0, 1] | None
    hcom_parallel: bool | Literal["0", "1"] | Literal[0, 1] | None
    iterations_per_loop: int | str | None
    is_tailing_optimization: bool | Literal["0", "1"] | Literal[0, 1] | None
    enable_data_pre_proc: bool | Literal["0", "1"] | Literal[0, 1] | None
    local_rank_id: int | str | None
    local_device_list: str | None
    hccl_timeout: int | str | None
    variable_placement: Literal["Device", "Host"] | None
    graph_memory_max_size: str | None
    variable_memory_max_size: str | None
    variable_use_1g_huge_page: int | str | None
    input_fusion_size: int | str | None
    input_batch_cpy: bool | Literal["0", "1"] | Literal[0, 1] | None
    mdl_bank_path: Path | None
    aoe_mode: Literal["1", "2", "4"] | Literal[1, 2, 4] | None
    auto_tune_mode: str | None
    work_path: Path | None
    aoe_config_file: Path | None
    op_bank_path: Path | None
    enable_dump: bool | Literal["0", "1"] | Literal[0, 1] | None
    enable_dump_debug: bool | Literal["0", "1"] | Literal[0, 1] | None
    enable_exception_dump: Literal["0", "1", "2"] | Literal[0, 1, 2] | None
    dump_path: Path | None
    dump_mode: bool | Literal["input", "output", "all", "0", "1"] | Literal[0, 1] | None
    dump_step: str | None
    dump_layer: str | None
    dump_data: Literal["tensor", "stats"] | None
    dump_debug_mode: Literal["aicore_overflow", "atomic_overflow", "all"] | None
    quant_dumpable: bool | Literal["0", "1"] | Literal[0, 1] | None
    stream_sync_timeout: int | str | None
    event_sync_timeout: int | str | None
    op_execute_timeout: int | str | None
    op_wait_timeout: int | str | None
    profiling_mode: bool | Literal["0", "1", "true", "false"] | Literal[0, 1] | None
    profiling_options: str | None
    export_compile_stat: Literal["0", "1", "2"] | Literal[0, 1, 2] | None
    op_debug_level: Literal["0", "1", "2", "3", "4"] | Literal[0, 1, 2, 3, 4] | None
    op_debug_config: Path | None
    debug_dir: Path | None
    auto_multistream_parallel_mode: Literal["cv"] | None
    ac_parallel_enable: bool | Literal["0", "1"] | Literal[0, 1] | None
    stream_max_parallel_num: str | None
    graph_max_parallel_model_num: int | str | None
    op_compiler_cache_mode: Literal["enable", "force", "disable"] | None
    op_compiler_cache_dir: Path | None
    graph_compiler_cache_dir: Path | None
    external_weight: Literal["0", "1", "2"] | Literal[0, 1, 2] | None
    jit_compile: Literal["auto", "true", "false", "0", "1", "2"] | Literal[0, 1, 2] | None
    dynamic_graph_execute_mode: Literal["lazy_recompile", "dynamic_execute"] | None
    shape_generalization_mode: Literal["STRICT", "FULL", "ADAPTIVE"] | None
    all_tensor_not_empty: bool | Literal["0", "1"] | Literal[0, 1] | None
    input_shape_range: str | None
    dynamic_inputs_shape_range: str | None
    compile_dynamic_mode: Literal["true", "false"] | None
    dynamic_input: bool | Literal["0", "1"] | Literal[0, 1] | None
    input_hint_shape: str | None
    dynamic_dims: str | None
    dynamic_batch_size: str | None
    dynamic_image_size: str | None
    compile_hybrid_mode: bool | Literal["0", "1"] | Literal[0, 1] | None


FORMS: Mapping[str, str] = {
    "input_shape": "shapes",
    "out_nodes": ";",
    "modify_mixlist": "json",
    "keep_dtype": "lines",
    "customize_dtypes": "entries",
    "op_precision_mode": "sections",
    "optypelist_for_implmode": ",",
    "input_fp16_nodes": ";",
    "fusion_switch_file": "json",
    "ops_info": "json",
}
"""How lists and dicts are written down, for the options that take them."""

FILES = frozenset({
    "insert_op_conf",
    "op_name_map",
    "options",
    "raw_ge_options",
    "modify_mixlist",
    "keep_dtype",
    "customize_dtypes",
    "op_precision_mode",
    "fusion_switch_file",
    "ops_info",
    "compress_weight_conf",
    "compression_optimize_conf",
    "weight",
    "cluster_config",
    "hccl_sub_comm_config",
    "aoe_config_file",
    "op_debug_config",
})
"""Options whose values are files, or folders of files, that are read."""

OWN = frozenset({
    "cpu",
    "plan",
    "cpu_caches",
    "guard",
    "aipp_rounding",
    "options",
    "defaults",
    "hf32_trans_mode",
    "merge_casts",
    "gray_strategy",
    "float_overflow_mode",
    "cube_k_block",
    "emulation",
    "cann_version",
    "ops_info",
    "impl_mode_dir",
    "opp_path",
    "write_impl_ini",
    "strict",
    "reference",
    "report",
})
"""Options of this project, which ATC does not know."""
