//===- WithoutEffect.td - Options that change nothing here -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What CANN knows and one process on a CPU has no use for (class N). Values are
// checked as CANN checks them.

#ifndef ASCEND_OPTIONS_WITHOUTEFFECT_TD
#define ASCEND_OPTIONS_WITHOUTEFFECT_TD

include "OptionBase.td"

def DeviceGroup : OptionGroup<4, "Device, host and build"> {
  let Doc = "Accepted, so that a command line for ATC or the options of a session need no edit, and reported once: a "
            "run on a CPU has nothing that they act on.";
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
def : DeviceOption<"dynamic_node_type", "every input of a model is one that a run gives, and none a data set's"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let DefaultDoc = "not set";
  let Doc = "Whether the open extents of `dynamic_dims` are those of data sets (0) or of placeholders (1).";
}
def : DeviceOption<"shape_generalized_build_mode", "kernels are compiled for the shapes that the model has, and compute the same bits either way"> {
  let Kind = Word;
  let Values = ["shape_generalized", "shape_precise"];
  let DefaultDoc = "not set";
  let Doc = "Whether the binaries of ops are for any shapes.";
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
  let Products = ["Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"];
  let Doc = "One stream for the whole model.";
}
def : DeviceBit<"virtual_type", "there is no device that could be shared"> {
  let Doc = "1: the model runs on a part of a chip.";
}
def : DeviceOption<"multi_stream_parallel_mode", "ops run one after the other, each on all threads"> {
  let Products = ["Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"];
  let Kind = Word;
  let Values = ["cv"];
  let Doc = "cv: ops of the cube and of the vector unit run side by side.";
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
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Kind = File;
  let Doc = "A configuration of post-training quantization.";
}
def : DeviceOption<"weight", "an ONNX model holds its weights, or names their files; CANN does not look at it either"> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910"];
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
  let Products = ["Ascend310P", "Ascend910B", "Ascend910_93", "Ascend950"];
  let Doc = "1: tilings are computed on the device.";
}
def : DeviceBit<"status_check", "a run checks sizes and status always"> {
  let Products = ["Ascend310B", "Ascend310P", "Ascend910"];
  let Doc = "1: atomic operations check for overflow.";
}
def : DeviceOption<"enable_scope_fusion_passes", "scopes are TensorFlow's"> {
  let Metavar = "PASS,…";
  let Pattern = "[A-Za-z0-9_]+(,[A-Za-z0-9_]+)*";
  let InvalidReason = "It must be a list of names of passes.";
  let Doc = "Passes that fuse by TensorFlow's scopes.";
}

def : DeviceOption<"deterministic_level", "results never depend on the threads, nor on where a row lies"> {
  let Products = ["Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"];
  let Kind = Word;
  let Values = ["0", "1", "2", "3"];
  let Default = "0";
  let Doc = "1: the same results from run to run, 2: from row to row, 3: from batch to batch.";
}
def : DeviceOption<"topo_sorting_mode", "ops run in the model's order, and results do not depend on it"> {
  let Kind = Word;
  let Values = ["0", "1", "2", "3"];
  let Default = "1";
  let Doc = "The order of ops: breadth first, depth first, depth first from behind, or that with the ops of the model as they are.";
}
def : DeviceBool<"oo_dead_code_elimination", "what no output needs is never computed"> {
  let Default = "true";
  let Doc = "Whether ops whose results nobody reads are removed.";
}
def : DeviceOption<"static_model_ops_lower_limit", "a model is compiled as one"> {
  let Pattern = "-1|[0-9]{1,18}";
  let InvalidReason = "It must be an integer from -1 to 999999999999999999.";
  let Metavar = "N";
  let Default = "4";
  let Doc = "Fewer ops of static shapes than this do not become a part of their own in a model of dynamic shapes; -1: "
            "none do.";
}
def : DeviceOption<"h2d_overlapped_with_compute", "inputs are read in place"> {
  let Pattern = "[01]|,?[0-9]+,?|[0-9]+(,[0-9]+)+";
  let InvalidReason = "It must be 0, 1 or a list of numbers, such as 44,64.";
  let Metavar = "0|1|N,N";
  let Default = "0";
  let Doc = "Whether inputs are copied while the model runs, and in which groups.";
}
def : DeviceBool<"enable_attr_compression", "a compiled file holds code, and no attributes"> {
  let Default = "true";
  let Doc = "Whether attributes of ops are compressed in the compiled file.";
}
class DistributedFile<string name> : DeviceOption<name, "nothing is sent to other devices"> {
  let Kind = File;
}
def : DistributedFile<"cluster_config"> {
  let Doc = "The devices that a model with collective ops runs on, as JSON.";
}
def : DistributedFile<"hccl_sub_comm_config"> {
  let Doc = "Groups of these devices, as JSON.";
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
  let Doc = "Whether gradients are gathered during the computation.";
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
  let Doc = "Where variables are stored.";
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
  let Doc = "Whether variables are stored in pages of a gigabyte.";
}
def : SessionOption<"input_fusion_size", "inputs are read in place"> {
  let Kind = Integer;
  let Doc = "Bytes up to which inputs are copied in one go.";
}
def : SessionOption<"input_batch_cpy", "inputs are read in place"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Doc = "Whether inputs are copied in one go.";
}

def : DeviceOption<"mdl_bank_path", "nothing of a graph is tuned: its fusions are CANN's"> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Kind = Folder;
  let Doc = "What tuning of graphs found before.";
}

#endif // ASCEND_OPTIONS_WITHOUTEFFECT_TD
