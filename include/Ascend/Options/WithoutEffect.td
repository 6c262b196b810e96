//===- WithoutEffect.td - Options that change nothing here -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What CANN knows and one process on a CPU has no use for (class N), and what
// waits to act (class P). Values are checked as CANN checks them.

#ifndef ASCEND_OPTIONS_WITHOUTEFFECT_TD
#define ASCEND_OPTIONS_WITHOUTEFFECT_TD

include "OptionBase.td"

//===----------------------------------------------------------------------===//
// Device, host and build
//===----------------------------------------------------------------------===//

def DeviceGroup : OptionGroup<4, "Device, host and build"> {
  let Doc = "Accepted, so that a line for ATC or the options of a session need no edit, and said once: a run on a CPU "
            "has nothing that they act on.";
}

class DeviceOption<string name, string reason> : Option<name, DeviceGroup> {
  let Class = NoMeaning;
  let Reason = reason;
  let Takers = [Atc, Run, Api];
}
/// 0 or 1; a command line may leave the 1 out.
class DeviceBit<string name, string reason, string default = "0"> : DeviceOption<name, reason> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = default;
  let Alone = "1";
  let Code = "E10006";
}
class DeviceBool<string name, string reason> : DeviceOption<name, reason> {
  let Kind = Word;
  let Values = ["true", "false"];
  let Default = "false";
  let Alone = "true";
  let Code = "E10005";
}
class SessionOption<string name, string reason> : DeviceOption<name, reason>;

def : DeviceOption<"host_env_os", "a compiled file is for the system that runs this tool"> {
  let Kind = Word;
  let Values = ["linux"];
  let Default = "linux";
  let Doc = "The system of the host that loads the model.";
}
def : DeviceOption<"host_env_cpu", "--cpu says what the code is for"> {
  let Kind = Word;
  let Values = ["x86_64", "aarch64"];
  let DefaultDoc = "the host's";
  let Doc = "The CPU of the host that loads the model.";
}
def : DeviceOption<"core_type", "every op runs on the CPU"> {
  let Products = ["Ascend310P"];
  let Kind = Word;
  let Values = ["AiCore", "VectorCore"];
  let Default = "AiCore";
  let Doc = "The cores of the chip that the model runs on.";
}
def : DeviceOption<"buffer_optimize", "caches of a CPU are no buffers of a chip"> {
  let Kind = Word;
  let Values = ["l1_optimize", "l2_optimize", "off_optimize", "l1_and_l2_optimize"];
  let Default = "l2_optimize";
  let Doc = "Whether data stays in the chip's buffers between ops.";
}
def : DeviceBit<"disable_reuse_memory", "results do not depend on where buffers lie, and memory is always used again"> {
  let Doc = "1: no two tensors share memory.";
}
def : DeviceBool<"enable_single_stream", "there are no streams"> {
  let Doc = "One stream for the whole model.";
}
def : DeviceBit<"virtual_type", "there is no device that could be shared"> {
  let Doc = "1: the model runs on a part of a chip.";
}
def : DeviceOption<"multi_stream_parallel_mode", "ops run one after the other, each on all threads"> {
  let Kind = Word;
  let Values = ["cv"];
  let Doc = "cv: ops of the cube and of the vector unit run side by side.";
}
def : DeviceOption<"stream_max_parallel_num", "there are no streams"> {
  let Metavar = "ENGINE:N,…";
  let Pattern = "[A-Za-z0-9_]+:[0-9]+(,[A-Za-z0-9_]+:[0-9]+)*";
  let InvalidReason = "It must be a list of ENGINE:N, such as DNN_VM_AICPU:10,AIcoreEngine:1.";
  let Doc = "How many streams each engine may have.";
}
def : DeviceBit<"enable_small_channel", "kernels take inputs of few channels as they are"> {
  let Code = "E10001";
  let Doc = "1: a layout of their own for convolutions of at most four channels.";
}
def : DeviceBool<"is_input_adjust_hw_layout", "inputs have the model's layout"> {
  let Kind = Text;
  let Values = [];
  let Metavar = "BOOL,…";
  let Pattern = "(true|false)(,(true|false))*";
  let InvalidReason = "It must be a list of true and false.";
  let Doc = "Whether float16 inputs arrive in NC1HWC0.";
}
def : DeviceBool<"is_output_adjust_hw_layout", "outputs have the model's layout"> {
  let Kind = Text;
  let Values = [];
  let Metavar = "BOOL,…";
  let Pattern = "(true|false)(,(true|false))*";
  let InvalidReason = "It must be a list of true and false.";
  let Doc = "Whether float16 outputs leave in NC1HWC0.";
}
def : DeviceBool<"enable_compress_weight", "weights are never compressed"> {
  let Conflicts = ["compress_weight_conf"];
  let ConflictCode = "E10047";
  let Doc = "Compresses the weights of all layers.";
}
def : DeviceOption<"compress_weight_conf", "weights are never compressed"> {
  let Kind = File;
  let Conflicts = ["enable_compress_weight"];
  let ConflictCode = "E10047";
  let Doc = "The nodes whose weights are compressed.";
}
def : DeviceOption<"compression_optimize_conf", "nothing is quantized here"> {
  let Kind = File;
  let Doc = "A configuration of post-training quantization.";
}
def : DeviceOption<"weight", "an ONNX model holds its weights, or names their files; CANN does not look at it either"> {
  let Kind = File;
  let Doc = "The weights of a Caffe model.";
}
def : DeviceBit<"sparsity", "weights are multiplied as they are, zeros included"> {
  let Products = ["Ascend310B", "Ascend910B", "Ascend910_93"];
  let Doc = "1: four of eight weights are zero, and the cube unit leaves them out.";
}
def : DeviceOption<"check_report", "an op that cannot be taken is an error of its own, with its place"> {
  let Metavar = "FILE";
  let Doc = "Where ATC writes the result of its check of the model.";
}
def : DeviceBit<"dump_mode", "the JSON of mode=1 has the shapes always"> {
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "With mode=1: 1 writes shapes, too.";
}
def : DeviceBit<"external_weight", "constants are mapped, not copied, from where they lie"> {
  let Values = ["0", "1", "2"];
  let Doc = "1, 2: weights in files beside the compiled one.";
}
def : DeviceBit<"atomic_clean_policy", "kernels clear what they add to by themselves"> {
  let Doc = "1: memory is cleared op by op, not for all at once.";
}
def : DeviceOption<"static_memory_policy", "memory comes from the system as it is needed"> {
  let Kind = Integer;
  let Max = 4;
  let Default = "0";
  let Doc = "How the chip's memory is set aside.";
}
def : DeviceBit<"tiling_schedule_optimize", "tiles are chosen when the model is compiled"> {
  let Products = ["Ascend310P", "Ascend910B", "Ascend910_93"];
  let Doc = "1: tilings are computed on the device.";
}
def : DeviceBit<"status_check", "a run checks sizes and status always"> {
  let Doc = "1: atomic operations check for overflow.";
}
def : DeviceOption<"enable_scope_fusion_passes", "scopes are TensorFlow's"> {
  let Metavar = "PASS,…";
  let Pattern = "[A-Za-z0-9_]+(,[A-Za-z0-9_]+)*";
  let InvalidReason = "It must be a list of names of passes.";
  let Doc = "Passes that fuse by TensorFlow's scopes.";
}

def : SessionOption<"session_device_id", "there is one CPU"> {
  let Kind = Integer;
  let Doc = "The device that a session runs on.";
}
def : SessionOption<"use_off_line", "every op is compiled, for this CPU"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "1: graphs run on the chip.";
}
def : SessionOption<"hcom_parallel", "nothing is trained on several devices"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "Whether gradients are gathered beside the computation.";
}
def : SessionOption<"iterations_per_loop", "a run is one iteration"> {
  let Kind = Integer;
  let Min = 1;
  let Default = "1";
  let Doc = "Iterations that the device does in one go.";
}
def : SessionOption<"is_tailing_optimization", "nothing is trained on several devices"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "Whether the last gradients are gathered early.";
}
def : SessionOption<"enable_data_pre_proc", "inputs come with the call"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "Whether the device fetches inputs by itself.";
}
def : SessionOption<"local_rank_id", "nothing is trained on several devices"> {
  let Kind = Integer;
  let Doc = "The rank of this process in its host.";
}
def : SessionOption<"local_device_list", "there is one CPU"> {
  let Pattern = "[0-9]+(,[0-9]+)*";
  let InvalidReason = "It must be a list of numbers.";
  let Doc = "The devices of this host.";
}
def : SessionOption<"hccl_timeout", "nothing is sent to other devices"> {
  let Kind = Integer;
  let Doc = "Seconds that a device waits for others.";
}
def : SessionOption<"variable_placement", "there is one memory"> {
  let Kind = Word;
  let Values = ["Device", "Host"];
  let Default = "Device";
  let Doc = "Where variables lie.";
}
class SessionBytes<string name> : SessionOption<name, "memory comes from the system as it is needed"> {
  let Pattern = "[0-9]+( *\\* *[0-9]+)*";
  let InvalidReason = "It must be a number of bytes, or a product of numbers.";
}
def : SessionBytes<"graph_memory_max_size"> {
  let Doc = "Bytes for the graph.";
}
def : SessionBytes<"variable_memory_max_size"> {
  let Doc = "Bytes for variables.";
}
def : SessionOption<"variable_use_1g_huge_page", "memory comes from the system as it is needed"> {
  let Kind = Integer;
  let Max = 2;
  let Default = "0";
  let Doc = "Whether variables lie in pages of a gigabyte.";
}
def : SessionOption<"input_fusion_size", "inputs are read where they lie"> {
  let Kind = Integer;
  let Doc = "Bytes up to which inputs are copied in one go.";
}
def : SessionOption<"input_batch_cpy", "inputs are read where they lie"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "Whether inputs are copied in one go.";
}

//===----------------------------------------------------------------------===//
// What waits
//===----------------------------------------------------------------------===//

def WaitingGroup : OptionGroup<5, "Checked, and without effect yet"> {
  let Doc = "Their values are checked, and a run says that they do nothing yet. Shapes: the code that is made serves "
            "every shape that `input_shape` leaves open, and so all profiles and ranges.";
}

class WaitingOption<string name> : Option<name, WaitingGroup> {
  let Class = NotActingYet;
  let Takers = [Atc, Run, Api];
}
class WaitingWord<string name, list<string> values> : WaitingOption<name> {
  let Kind = Word;
  let Values = values;
}
class WaitingInteger<string name, int least, int most> : WaitingOption<name> {
  let Kind = Integer;
  let Min = least;
  let Max = most;
}
class WaitingText<string name, string pattern, string reason> : WaitingOption<name> {
  let Pattern = pattern;
  let InvalidReason = reason;
}

// Shapes.
class ProfileOption<string name, string pattern, string reason> : WaitingText<name, pattern, reason> {
  let Needs = ["input_shape"];
  let NeedsCode = "E10004";
  let ConflictCode = "E10009";
}
def : ProfileOption<"dynamic_batch_size", "[0-9]+(,[0-9]+)+,?", "It must be a list of two sizes or more, such as 1,2,4,8."> {
  let Metavar = "N,N";
  let Code = "E10003";
  let Conflicts = ["dynamic_image_size", "dynamic_dims", "input_shape_range"];
  let Doc = "The sizes of a batch that the model is made for.";
}
def : ProfileOption<"dynamic_image_size", "[0-9]+,[0-9]+(;[0-9]+,[0-9]+)+;?",
                    "It must be a list of two pairs or more, such as 224,224;448,448."> {
  let Metavar = "H,W;H,W";
  let Code = "E10003";
  let Conflicts = ["dynamic_batch_size", "dynamic_dims", "input_shape_range"];
  let Doc = "The heights and widths of a picture that the model is made for.";
}
def : ProfileOption<"dynamic_dims", "[0-9]+(,[0-9]+)*(;[0-9]+(,[0-9]+)*)+;?",
                    "It must be a list of two profiles or more, such as 1,224;8,448: a number for each -1 of input_shape."> {
  let Metavar = "N,N;N,N";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "input_shape_range", "insert_op_conf"];
  let Doc = "The extents that the model is made for, in the order of the -1 of input_shape.";
}
def : WaitingWord<"dynamic_node_type", ["0", "1"]> {
  let Doc = "Whether shapes of data sets (0) or of placeholders (1) are open.";
}
def : WaitingWord<"compile_hybrid_mode", ["0", "1"]> {
  let Doc = "1: a body for any other shape beside the profiles.";
}
def : WaitingWord<"compile_dynamic_mode", ["true", "false"]> {
  let Doc = "true: all extents of all inputs are open.";
}
def : WaitingWord<"dynamic_input", ["0", "1"]> {
  let Deprecated = "compile_dynamic_mode";
  let Doc = "1: shapes of inputs are open.";
}
def : WaitingWord<"dynamic_graph_execute_mode", ["lazy_recompile", "dynamic_execute"]> {
  let Deprecated = "jit_compile";
  let Doc = "Whether a graph is compiled anew for each shape.";
}
def : WaitingText<"dynamic_inputs_shape_range", "[^:]+:.*\\[.*\\].*", "It must be NAME:[D,D~D,-1], and so on."> {
  let Deprecated = "input_shape";
  let Doc = "Ranges of the inputs' extents.";
}
def : WaitingText<"input_shape_range", "[^:]+:\\[[-~0-9, ]*\\](;[^:]+:\\[[-~0-9, ]*\\])*;?",
                  "It must be NAME:[D,D~D,-1];NAME:[D].">  {
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let ConflictCode = "E10009";
  let Code = "E10048";
  let Deprecated = "input_shape";
  let Products = ["Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Doc = "Ranges of the inputs' extents.";
}
def : WaitingOption<"input_hint_shape"> {
  let Doc = "Extents that are likely.";
}
def : WaitingWord<"all_tensor_not_empty", ["0", "1"]> {
  let Doc = "1: a promise that no tensor is empty.";
}
def : WaitingWord<"jit_compile", ["auto", "true", "false", "0", "1", "2"]> {
  let Doc = "Whether code is made for each shape when it comes.";
}
def : WaitingWord<"shape_generalization_mode", ["STRICT", "FULL", "ADAPTIVE"]> {
  let Doc = "How far a first shape is opened.";
}
def : WaitingWord<"shape_generalized_build_mode", ["shape_generalized", "shape_precise"]> {
  let Doc = "Whether shapes are opened when ops are compiled.";
}

// Parts of a graph, and what waits to be chosen.
def : WaitingWord<"mix_compile_mode", ["0", "1"]> {
  let Doc = "1: ops that the chip has no kernel for stay on the host.";
}
def : WaitingOption<"in_out_pair"> {
  let Doc = "The parts of a graph that are taken, each by its first and last ops.";
}
def : WaitingWord<"in_out_pair_flag", ["0", "1"]> {
  let Doc = "0: the parts of in_out_pair are left out, and all else is taken.";
}
def : WaitingText<"cann_version", "[0-9]+(\\.[0-9A-Za-z]+)*", "It must be a version, such as 8.1.RC1."> {
  let Own = true;
  let Doc = "The version of CANN whose op stores and defaults are taken.";
}
def : WaitingWord<"ub_fusion", ["off", "on"]> {
  let Own = true;
  let Doc = "on: roundings between ops that CANN fuses in a buffer are left out where it leaves them out.";
}

// Dumps, debugging and profiling.
def : WaitingWord<"enable_dump", ["0", "1"]> {
  let Default = "0";
  let Conflicts = ["enable_dump_debug"];
  let ConflictCode = "E10001";
  let Doc = "1: inputs and outputs of ops are kept; ascend-run has --dump, the laboratory `dump`.";
}
def : WaitingOption<"dump_path"> {
  let Kind = Folder;
  let Doc = "Where dumps go.";
}
def : WaitingText<"dump_step", "[0-9]+(-[0-9]+)?(\\|[0-9]+(-[0-9]+)?)*", "It must be a list such as 0|5-10."> {
  let Doc = "The steps that are dumped.";
}
def : WaitingOption<"dump_layer"> {
  let Doc = "The nodes that are dumped.";
}
def : WaitingWord<"dump_data", ["tensor", "stats"]> {
  let Doc = "Whole tensors, or statistics.";
}
def : WaitingWord<"enable_dump_debug", ["0", "1"]> {
  let Default = "0";
  let Conflicts = ["enable_dump"];
  let ConflictCode = "E10001";
  let Doc = "1: watches for overflow.";
}
def : WaitingWord<"dump_debug_mode", ["aicore_overflow", "atomic_overflow", "all"]> {
  let Doc = "The overflow that is watched for.";
}
def : WaitingWord<"quant_dumpable", ["0", "1"]> {
  let Code = "E10006";
  let Doc = "1: dumps have the names before quantization.";
}
def : WaitingInteger<"enable_exception_dump", 0, 2> {
  let Doc = "What is kept of an op that fails.";
}
def : WaitingInteger<"op_debug_level", 0, 4> {
  let Doc = "What is kept of compiled ops: files, and symbols in them.";
}
def : WaitingOption<"op_debug_config"> {
  let Kind = File;
  let Doc = "What is kept of which ops.";
}
def : WaitingOption<"debug_dir"> {
  let Kind = Folder;
  let Doc = "Where that goes.";
}
def : WaitingInteger<"export_compile_stat", 0, 2> {
  let Doc = "When fusion_result.json is written.";
}
def : WaitingWord<"profiling_mode", ["0", "1", "true", "false"]> {
  let Doc = "Whether a run is profiled.";
}
def : WaitingOption<"profiling_options"> {
  let Doc = "What is profiled, as JSON.";
}

// Building, running and tuning.
def : WaitingOption<"graph_compiler_cache_dir"> {
  let Kind = Folder;
  let Doc = "A cache of whole compiled models; op_compiler_cache_dir is one of kernels.";
}
def : WaitingWord<"auto_multistream_parallel_mode", ["cv"]> {
  let Doc = "Independent ops of both units run side by side.";
}
def : WaitingWord<"ac_parallel_enable", ["0", "1"]> {
  let Code = "E10006";
  let Doc = "Ops of the AI CPU run beside the others.";
}
def : WaitingInteger<"graph_max_parallel_model_num", 1, 2147483647> {
  let Doc = "Runs of one graph at the same time.";
}
def : WaitingWord<"oo_constant_folding", ["true", "false", "True", "False"]> {
  let Doc = "Whether constants are folded: they are.";
}
def : WaitingWord<"oo_level", ["O1", "O3"]> {
  let Doc = "How much a graph is optimized.";
}
def : WaitingWord<"frozen_variable", ["0", "1"]> {
  let Doc = "Whether variables are constants: ONNX has no others.";
}
def : WaitingWord<"variable_format_optimize", ["0", "1", "true", "false", "True", "False"]> {
  let Doc = "Whether weights are packed when the model is compiled: they are.";
}
class WaitingSeconds<string name> : WaitingInteger<name, 0, 2147483647>;
def : WaitingSeconds<"op_wait_timeout"> {
  let Doc = "How long an op may wait.";
}
def : WaitingSeconds<"op_execute_timeout"> {
  let Doc = "How long an op may take.";
}
def : WaitingInteger<"stream_sync_timeout", -1, 2147483647> {
  let Doc = "How long a run may take.";
}
def : WaitingInteger<"event_sync_timeout", -1, 2147483647> {
  let Doc = "How long an event may take.";
}
def : WaitingText<"auto_tune_mode", "(RL|GA)(,(RL|GA))?", "It must be RL, GA or both."> {
  let Deprecated = "aoe_mode";
  let Doc = "How ops are tuned: GA those of the cube unit, RL those of the vector unit.";
}
def : WaitingWord<"aoe_mode", ["1", "2", "4"]> {
  let Doc = "What is tuned.";
}
def : WaitingOption<"work_path"> {
  let Kind = Folder;
  let Doc = "Where tuning works.";
}
def : WaitingOption<"aoe_config_file"> {
  let Kind = File;
  let Doc = "How tuning goes.";
}
def : WaitingOption<"op_bank_path"> {
  let Kind = Folder;
  let Doc = "What tuning of ops found before.";
}
def : WaitingOption<"mdl_bank_path"> {
  let Kind = Folder;
  let Doc = "What tuning of graphs found before.";
}

#endif // ASCEND_OPTIONS_WITHOUTEFFECT_TD
