//===- Options.td - Every option, declared once ------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The only place where an option is declared. `llvm-tblgen --dump-json` and
// scripts/gen-options.py make of it the table in Options.inc (parser, checks,
// --help) and docs/Options.md.

include "OptionBase.td"
include "KnownTo.td"
include "WithoutEffect.td"

//===----------------------------------------------------------------------===//
// Files and the tools themselves
//===----------------------------------------------------------------------===//

def FilesGroup : OptionGroup<0, "Model and files">;

def : Option<"model", FilesGroup> {
  let Outside = true;
  let Kind = File;
  let Takers = [Atc, Run, Asc, Convert];
  let Doc = "The model: .onnx, .mlir or .mlirbc. ascend-run also takes it as its argument without a name, and a "
            "compiled file, .asc.";
}
def : Option<"output", FilesGroup> {
  let Outside = true;
  let Kind = File;
  let Written = true;
  let Metavar = "PATH";
  let Takers = [Atc];
  let Doc = "Where the compiled file goes (docs/CompiledFile.md); the ending .asc is added if it is not there. The file "
            "is written whole or not at all, its folder is made where it is not there. Without it the model is decided and "
            "not compiled.";
}
def : Option<"cpu", FilesGroup> {
  let Kind = Word;
  let Values = ["avx512", "avx2", "portable", "aarch64"];
  let DefaultDoc = "what this machine has";
  let Takers = [Atc, Run, Api];
  let Own = true;
  let Doc = "The CPUs that the code is for: x86-64-v4, x86-64-v3 (AVX2, FMA, F16C) or x86-64-v2 (SSE4.2). A compiled "
            "file is refused where the CPU has less. aarch64 (Armv8-A, NEON) makes ascend-atc write a static library, "
            ".a, which is linked there (docs/CompiledFile.md).";
}
def : Option<"plan", FilesGroup> {
  let Kind = Word;
  let Values = ["avx512", "avx2", "portable", "aarch64"];
  let DefaultDoc = "that of --cpu";
  let Takers = [Atc, Run, Api];
  let Own = true;
  let Doc = "For tests and reports of errors: the kernels of another form of CPU (its vectors, tiles, masks and dots) "
            "with the instructions that --cpu has. They run longer and give the bits that they have on that CPU.";
}
def : Option<"guard", FilesGroup> {
  let Kind = Word;
  let Values = ["none", "end", "begin"];
  let Default = "none";
  let Takers = [Atc, Run, Asc, Api];
  let Own = true;
  let Doc = "For tests and reports of errors: each buffer lies between pages that nobody may touch, as near as its "
            "alignment allows to the one at its end or at its beginning. A kernel that writes beside a buffer makes the "
            "run fail, with the node's and the buffer's name. Runs take longer; results do not depend on it "
            "(docs/Guards.md).";
}
def : Option<"framework", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1", "3", "5"];
  let Default = "5";
  let Code = "E10007";
  let InvalidReason = "The value must be 0(Caffe) or 1(MindSpore) or 3(TensorFlow) or 5(Onnx).";
  let Mend = "take 5 for an ONNX model";
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "What wrote the model; 5 is ONNX, and an .mlir file needs none. 3, a frozen graph of TensorFlow (.pb), is read in "
            "Python by way of tf2onnx, where that is installed (docs/Python.md); `python3 -m ascend_mlir.tensorflow` makes an "
            "ONNX model of it for the tools. 0 (Caffe) and 1 (MindSpore) are refused with the way to ONNX.";
}
def : Option<"mode", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1", "3", "5", "6"];
  let Default = "0";
  let Takers = [Atc, Convert, Show];
  let Doc = "0 compiles. 1 writes the model or the compiled file that --om names to the file of --json "
            "(docs/ModelJSON.md). 3 decides and compiles nothing, also with --output. 6 tells what the compiled file that --om "
            "names holds: chip, options, CPU, inputs, outputs, ops and sizes; none of its code is loaded. 5 turns a text dump "
            "of CANN's graphs into JSON; such a dump is made on a machine with CANN, whose atc does this too, so it is refused "
            "here with this reason. What a mode does not look at is named in a warning.";
}
def : Option<"soc_version", FilesGroup> {
  let PassName = "soc";
  let Metavar = "NAME";
  let Default = "Ascend910B1";
  let Doc = "The chip whose decisions are taken: it picks the op store, the facts of the cube and vector units, and "
            "whether bf16, HF32 and hif8 exist.";
}
def : Option<"input_shape", FilesGroup> {
  let Metavar = "\"NAME:D,D;NAME:D\"";
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "Gives the shapes of model inputs, such as \"data:1,3,224,224;label:1\". Names and ranks are checked "
            "against the model. An extent of -1, and what the model leaves open and no shape is given for, is known at "
            "run time only.";
}
def : Option<"insert_op_conf", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Run, Api];
  let Conflicts = ["dynamic_dims"];
  let ConflictCode = "E10001";
  let Doc = "A configuration of AIPP, in protobuf's text format: inputs that it names become pictures of bytes, cropped, "
            "converted to other colours, less their means and times their factors, and padded, as the chip does "
            "(docs/Aipp.md).";
}
def : Option<"aipp_rounding", FilesGroup> {
  let Kind = Word;
  let Values = ["nearest", "down"];
  let Default = "nearest";
  let Takers = [Atc, Run, Api];
  let Needs = ["insert_op_conf"];
  let Own = true;
  let Doc = "How AIPP rounds colours after the division by 256. CANN's public kernel, of the Ascend 950, rounds to the "
            "nearest, its documents write a shift, which rounds down; for other chips neither is confirmed.";
}
def : Option<"op_name_map", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "A text file with a line `OPERATOR:GE type` for each operator of the model's own, such as `MyDetection:Yolo`; "
            "lines that begin with # are comments. An operator of that name, of any domain, that is none of ONNX's is taken as "
            "that GE type with its inputs, outputs and attributes. Shapes of its outputs are those that the type gives, or "
            "stand in the model's value_info. What CANN has no op of that type for is in ops_info. A line that nothing "
            "in the model fits is warned about.";
}
def : Option<"json", FilesGroup> {
  let Kind = File;
  let Written = true;
  let Takers = [Atc, Convert];
  let Doc = "With mode=1, which needs it (E10004): the file that the model is written to. With another mode it is E10057.";
}
def : Option<"om", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Convert, Show];
  let Doc = "With mode=1: the model (.onnx, .mlir or .mlirbc) or the compiled file (.asc) that is written as JSON; --model says the "
            "same. With mode=6: the compiled file that is told about. Without it both are E10004, and with another mode it is "
            "E10057.";
}
def : Option<"display_model_info", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Code = "E10006";
  let Takers = [Atc];
  let Doc = "1: what the compiled file holds is printed when it is written, as mode=6 does. It needs --output (E10004).";
}
def : Option<"out_nodes", FilesGroup> {
  let Metavar = "\"NODE:N;NODE:N\"";
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "What the model gives in the place of its own outputs: outputs of nodes, such as \"Conv_3:0;Split_7:1\", "
            "named as the model names them. Nodes that only others need are left out. A node without a name has that "
            "of its first output. E10016 for a node that the model has not, E10003 for an output that the node has not.";
}
def : Option<"input_format", FilesGroup> {
  let Kind = Word;
  let Values = ["NCHW", "NCDHW", "ND"];
  let Default = "NCHW";
  let InvalidReason = "only support NCHW, NCDHW, ND in ONNX model";
  let Mend = "ONNX's convolutions take NCHW: leave the option out, and transpose in the model what comes as NHWC";
  let Takers = [Atc, Run, Api, Convert];
  let Doc = "The layout of the model's inputs, as CANN takes it for ONNX; NHWC and NDHWC are TensorFlow's (E10001). It is what the JSON "
            "of mode=1 and of a compiled file says of the inputs; ops have the layout that ONNX gives them, so results do not "
            "depend on it.";
}
def : Option<"log", FilesGroup> {
  let Outside = true;
  let Kind = Word;
  let Values = ["debug", "info", "warning", "error", "null"];
  let Default = "null";
  let Code = "E10010";
  let Takers = [Atc, Run, Asc, Convert, Show];
  let Doc = "How much is told on stderr: info also says how a compilation went, debug how long each kernel took. Without "
            "them at most 100 warnings are printed, and how many more there are.";
}
def : Option<"aicore_num", FilesGroup> {
  let Metavar = "N|\"N|N\"";
  let Pattern = "[1-9][0-9]{0,3}(\\|[1-9][0-9]{0,3})?";
  let InvalidReason = "It must be a number of cores, or two of them, such as 24 or 24|48.";
  let Code = "E20103";
  let DefaultDoc = "no bound";
  let Takers = [Atc, Run, Api];
  let Doc = "The most AI Cores that the model may use, and the most vector cores behind a |: no run of it has more "
            "threads than the larger of the two, whatever --threads says. Each is at least 1 and at most what the chip "
            "has (E20103). Decisions and results do not depend on it.";
}
def : Option<"op_compiler_cache_mode", FilesGroup> {
  let Outside = true;
  let Kind = Word;
  let Values = ["enable", "force", "disable"];
  let Default = "enable";
  let Takers = [Atc, Run, Api];
  let Doc = "Whether machine code of kernels is kept on disk for the next compilation, of any model. force compiles all "
            "of it anew and keeps that. Results do not depend on it (docs/CompileCache.md).";
}
def : Option<"op_compiler_cache_dir", FilesGroup> {
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["*.o", "size"];
  let DefaultDoc = "ASCEND_MLIR_CACHE, or ascend-mlir in the user's cache folder";
  let Takers = [Atc, Run, Api];
  let Environment = "ASCEND_MLIR_CACHE";
  let Outside = true;
  let Doc = "The folder for it, made if it is not there. It holds code: one that other users may write to is not used.";
}
def : Option<"options", FilesGroup> {
  let Kind = File;
  let Endings = [".json", ".py", ".txt"];
  let Takers = [Atc, Run, Api];
  let Own = true;
  let Outside = true;
  let Doc = "More options, out of a file (docs/OptionFiles.md): an object of names and values where its name ends in "
            ".json, a script for the TensorFlow adapter where it ends in .py or .txt, of which the lines with "
            "parameter_map are read and nothing is executed. They are checked as the options of a session are. What "
            "the command line, or a call, says wins over the file. Paths in it are relative to the working directory.";
}
def : Option<"defaults", FilesGroup> {
  let Kind = Word;
  let Values = ["atc", "session"];
  let Default = "atc";
  let DefaultDoc = "atc; session with options";
  let Takers = [Atc, Run, Pass, Api];
  let Own = true;
  let Doc = "Whose defaults are taken: ATC fills in op_select_implmode=high_performance, a session does not.";
}

//===----------------------------------------------------------------------===//
// Precision
//===----------------------------------------------------------------------===//

def PrecisionGroup : OptionGroup<1, "Precision"> {
  let Doc = "The rules are those of CANN's published Fusion Engine source; where CANN's documents differ, the source counts.";
}

def : Option<"precision_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["force_fp16", "force_fp32", "cube_fp16in_fp32out", "allow_mix_precision", "allow_fp32_to_fp16",
                "must_keep_origin_dtype", "allow_mix_precision_fp16", "allow_mix_precision_bf16",
                "allow_fp32_to_bf16"];
  let DefaultDoc = "force_fp16; with graph_run_mode=1 must_keep_origin_dtype, or allow_fp32_to_fp16 on a SoC whose "
                   "cube unit has no fp32";
  let AllowsEmpty = true;
  let Conflicts = ["precision_mode_v2"];
  let ConflictCode = "E10056";
  let Doc = "The mode of the dtype decision. force_fp16: fp16 wherever there is a kernel. force_fp32 and "
            "cube_fp16in_fp32out (the same mode): fp32, with fp16 inputs of cube ops. allow_fp32_to_fp16: the "
            "model's dtype, fp16 in cube ops and where there is no fp32 kernel. must_keep_origin_dtype: the model's "
            "dtype, never less. allow_mix_precision(_fp16) and allow_mix_precision_bf16: white-list ops in 16 bit, "
            "black-list ops in the model's dtype, gray ops as what feeds them. allow_fp32_to_bf16: the model's "
            "dtype, bf16 where there is no fp32 kernel. Words are compared exactly. The bf16 modes need a SoC with "
            "bf16 (else E20101).";
}
def : Option<"precision_mode_v2", PrecisionGroup> {
  let Kind = Word;
  let Values = ["fp16", "origin", "cube_fp16in_fp32out", "mixed_float16", "mixed_bfloat16", "cube_hif8",
                "mixed_hif8"];
  let AllowsEmpty = true;
  let Conflicts = ["precision_mode"];
  let ConflictCode = "E10056";
  let Doc = "The same decision under newer names: fp16 is force_fp16, origin must_keep_origin_dtype, mixed_float16 "
            "allow_mix_precision, mixed_bfloat16 allow_mix_precision_bf16. cube_hif8 and mixed_hif8 are only here.";
}
def : Option<"modify_mixlist", PrecisionGroup> {
  let Kind = File;
  let Doc = "A JSON file that moves op types between the white, black and gray lists: "
            "{\"black-list\": {\"to-add\": [\"Relu\"], \"to-remove\": []}, \"white-list\": …, \"gray-list\": …}. "
            "Needs a mixed mode (else E10001). `//` comments, which CANN's documents show and its parser refuses, "
            "are accepted with a warning.";
}
def : Option<"keep_dtype", PrecisionGroup> {
  let Kind = File;
  let Doc = "A text file with one op name, or OpType::TYPE, a line: these ops are decided from their own dtypes, "
            "whatever the mode. Lines that begin with # are taken for comments, with a warning: CANN's parser takes "
            "them for op names.";
}
def : Option<"customize_dtypes", PrecisionGroup> {
  let Kind = File;
  let Doc = "A text file that gives the dtypes of ops: `NAME:InputDtype:float16,,float,OutputDtype:float16` or "
            "`OpType::TYPE:InputDtype:…`. An empty item is any dtype. It beats keep_dtype and the mode.";
}
def : Option<"op_precision_mode", PrecisionGroup> {
  let Kind = File;
  let Doc = "An ini file with an implementation mode per op type ([ByOpType], the default section) or op name "
            "([ByNodeName]): `SoftmaxV2 = high_precision`. Modes: high_precision, high_performance, "
            "super_performance, enable_float_32_execution, enable_hi_float_32_execution, "
            "support_out_of_bound_index, keep_fp16, norm_class. It replaces op_select_implmode.";
}
def : Option<"op_select_implmode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["high_performance", "high_precision", "high_precision_for_all", "high_performance_for_all"];
  let Default = "high_performance";
  let Deprecated = "op_precision_mode";
  let InvalidReason = "The value must be high_performance, high_precision, high_precision_for_all, "
                      "high_performance_for_all.";
  let RefusedByEngine = ["enable_float_32_execution", "enable_hi_float_32_execution"];
  let Doc = "Takes the built-in list of implementation modes of that name. With optypelist_for_implmode, "
            "high_performance and high_precision hold for these op types only.";
}
def : Option<"optypelist_for_implmode", PrecisionGroup> {
  let Metavar = "TYPE,TYPE";
  let Deprecated = "op_precision_mode";
  let Doc = "The op types that op_select_implmode is for, such as \"Pooling,SoftmaxV2\". Alone it is E10001.";
}
def : Option<"allow_hf32", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1", "00", "01", "10", "11"];
  let DefaultDoc = "10, below every other wish; nothing on a SoC without HF32";
  let Code = "E20101";
  let ParameterName = "ge.exec.allow_hf32";
  let CommandLineWords = ["true", "false"];
  let CommandLineMeans = ["1", "0"];
  let CommandLineCode = "E10005";
  let Doc = "HF32 (fp32 with a shorter mantissa) in cube ops. A command line says true or false; passes and "
            "sessions say 0, 1 or two digits: the left one for convolutions, the right one for matmuls.";
}
def : Option<"hf32_trans_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["nearest_even", "nearest_away"];
  let Default = "nearest_even";
  let Own = true;
  let Doc = "How fp32 operands of cube ops are rounded to HF32 at run time: to nearest, ties to even (what CANN's "
            "SetHF32TransMode has by default) or away from zero (as Huawei's operator checks do).";
}
def : Option<"graph_run_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Doc = "0 inference, 1 training: it chooses the default mode.";
}
def : Option<"is_weight_clip", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "1";
  let Code = "E10006";
  let Doc = "1 clips constants to the fp16 range before they are cast to fp16. Each constant that overflows is named "
            "either way.";
}
def : Option<"merge_casts", PrecisionGroup> {
  let Kind = Word;
  let Values = ["fe", "never"];
  let Default = "fe";
  let Own = true;
  let Doc = "fe removes inverse casts that meet, as the Fusion Engine does; never keeps every cast.";
}
def : Option<"gray_strategy", PrecisionGroup> {
  let Kind = Word;
  let Values = ["faithful", "min-casts", "min-cast-bytes"];
  let Default = "faithful";
  let Own = true;
  let Doc = "How the gray ops of allow_mix_precision and allow_mix_precision_bf16 choose where they have both a 16-bit "
            "and a float column: faithful follows the op that feeds them, as CANN does; min-casts makes the number of "
            "casts in the graph the smallest possible, min-cast-bytes the bytes that the casts write (an unknown "
            "dimension counts as 1). Casts are counted before merge_casts; those of constants cost nothing. Ops that "
            "keep_dtype, customize_dtypes or a list fixes stay as they are. Without effect in other modes.";
}
def : Option<"input_fp16_nodes", PrecisionGroup> {
  let Metavar = "\"NAME;NAME\"";
  let Doc = "Network inputs that arrive as fp16, whatever the model says: the signature changes, ascend-run reads fp16 "
            "arrays for them, and a Cast stands where an op takes another dtype. A name that the model does not have "
            "is E10016, the name of a node that is no input E10017.";
}
def : Option<"output_type", PrecisionGroup> {
  let Metavar = "TYPE|\"NODE:0:TYPE;…\"";
  let Doc = "The dtype of all network outputs, or of some, each by its node and the node's output index: FP32, FP16, "
            "UINT8, INT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, DOUBLE; on Ascend950 also HIF8, FP8E5M2, "
            "FP8E4M3FN. An output without a wish keeps the model's dtype. Bad values are E10001.";
}
def : Option<"float_overflow_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["inf_nan", "saturation"];
  let DefaultDoc = "inf_nan on Ascend910B1, 910B2 and 950, saturation on the others";
  let Own = true;
  let Doc = "What an fp16 overflow gives at run time. inf_nan: infinities and NaN, as IEEE says. saturation: every "
            "rounding to fp16 gives the largest finite value, 65504, of its sign for what overflows or is infinite, "
            "and 0 for NaN. A reference run does not saturate.";
}
def : Option<"cube_k_block", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "16"];
  let Default = "0";
  let Own = true;
  let Doc = "How the cube unit's float32 sums are emulated. 0: product after product in the order of k, each rounded once "
            "with the sum. 16: sixteen products at a time, whose exact sum is rounded once to float32 and added; that the "
            "unit does so is assumed. A reference for numerics: slow.";
}
def : Option<"deterministic", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "1";
  let Class = NoMeaning;
  let Reason = "no kernel splits a sum across threads, so the bits are the same with 0";
  let Doc = "1: the same bits for any number of threads and any run. 0 (CANN's default) allows sums to be split across "
            "threads.";
}
def : Option<"emulation", PrecisionGroup> {
  let Kind = Word;
  let Values = ["faithful", "fast"];
  let Default = "faithful";
  let Own = true;
  let Doc = "Where roundings happen at run time. faithful: after every op, as decided. fast: elementwise ops that share "
            "a kernel compute in fp32 and round only what enters and leaves it, products of bfloat16 take two k at once "
            "where the CPU can, 3x3 convolutions in fp32 have a quarter of the products (Winograd), and large products of "
            "matrices have seven for eight (Strassen); all else is as in faithful. With dump and compare no ops share a kernel.";
}
def : Option<"experimental_accelerate_train_mode", PrecisionGroup> {
  let Metavar = "\"fast|step|0.9\"";
  let Doc = "Changes the mode in the course of a training: fast is allow_mix_precision_fp16, fast1 "
            "allow_mix_precision_bf16, until 0.9 of the steps (0.2 to 0.9) are done, or with loss until the loss is "
            "1.05 (1.01 to 1.5) times the target; then the precision mode given (allow_fp32_to_fp16, "
            "must_keep_origin_dtype, origin or none). The environment's STEP_NOW and TOTAL_STEP, or LOSS_NOW and "
            "TARGET_LOSS, say how far the training is; a fourth field NOW/TOTAL says it, too.";
}
def : Option<"fusion_switch_file", PrecisionGroup> {
  let Kind = File;
  let Doc = "Turns graph fusions off or on by name, before the decision: {\"Switch\": {\"GraphFusion\": {\"ALL\": \"off\", "
            "\"SoftmaxFusionPass\": \"on\"}}}, or lines PASS:off. Some fusions cannot be closed. Read by "
            "ascend-ge-fusions, which ascend-atc and ascend-run run first; docs/GEFusions.md lists the fusions.";
}
def : Option<"ops_info", PrecisionGroup> {
  let Kind = FileOrFolder;
  let FolderFiles = ["*.json"];
  let Own = true;
  let Doc = "A JSON file in the schema of CANN's aic-*-ops-info.json, or a folder of them: op types that it holds "
            "replace those of the built-in op store, others are added.";
}
def : Option<"impl_mode_dir", PrecisionGroup> {
  let Kind = Folder;
  let FolderFiles = ["*.ini"];
  let Own = true;
  let Doc = "A folder with high_performance.ini, high_precision.ini, high_performance_for_all.ini and "
            "high_precision_for_all.ini in place of the built-in lists; allow_hf32_matmul_*_conv_*.ini in it replace "
            "the built-in HF32 lists.";
}
def : Option<"opp_path", PrecisionGroup> {
  let Kind = Folder;
  let FolderFiles = ["*"];
  let DefaultDoc = "the environment's ASCEND_OPP_PATH";
  let Environment = "ASCEND_OPP_PATH";
  let Own = true;
  let Doc = "The folder opp of a CANN installation of the user's own: its op stores (AI Core, AI CPU, vendors' custom "
            "ops), lists of implementation modes, the platform file of the chip and fe.ini's list of cube ops take "
            "the place of the built-in data. What it lacks is said in one warning; without an AI Core store for the "
            "chip it is an error.";
}
def : Option<"write_impl_ini", PrecisionGroup> {
  let Outside = true;
  let Kind = File;
  let Written = true;
  let Own = true;
  let Takers = [Atc, Run, Api];
  let Doc = "Writes the list of implementation modes in force as an op_precision_mode file: change a line of it and "
            "give it back with op_precision_mode. The file is written whole or not at all.";
}
def : Option<"strict", PrecisionGroup> {
  let Kind = Switch;
  let Values = ["config", "facts", "overflow"];
  let Default = "off";
  let Own = true;
  let Doc = "Ends with exit code 2 when a line of a configuration file matched nothing, when an op was decided from "
            "hand-made data only, when a weight overflows, or when ops of other dialects compute on floats in the "
            "module. config, facts and overflow look at the first, the second or the third of these alone.";
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

def RunGroup : OptionGroup<2, "Running"> {
  let Doc = "Options of ascend-run.";
}

class RunOption<string name> : Option<name, RunGroup> {
  let Outside = true;
  let Takers = [Run, Asc];
  let Own = true;
}

def : RunOption<"inputs"> {
  let Kind = File;
  let Conflicts = ["random"];
  let Doc = "An .npz file with one array per model input, named as the input.";
}
def : RunOption<"random"> {
  let Kind = Switch;
  let Default = "off";
  let Conflicts = ["inputs"];
  let Doc = "Makes the inputs up from seed.";
}
def : RunOption<"seed"> {
  let Kind = Integer;
  let Default = "1";
  let Doc = "The seed of random inputs: the same seed gives the same inputs.";
}
def : RunOption<"outputs"> {
  let Kind = File;
  let Written = true;
  let Doc = "Writes the outputs as an .npz file, arrays named as the model's outputs.";
}
def : RunOption<"split_batch"> {
  let Kind = Switch;
  let Default = "off";
  let Doc = "Inputs may hold k times the compiled batch: they are run slice by slice and the outputs joined.";
}
def : RunOption<"threads"> {
  let Kind = Integer;
  let Min = 1;
  let Max = 1024;
  let DefaultDoc = "the CPUs that the process may use";
  let Doc = "Threads of the run. Results do not depend on it.";
}
def : RunOption<"repeat"> {
  let Kind = Integer;
  let Min = 1;
  let Max = 1000000;
  let Default = "1";
  let Doc = "Runs so often after a warm-up and prints `time: runs=N min_ms=… median_ms=… max_ms=…`.";
}
def : RunOption<"reference"> {
  let Takers = [Run, Api];
  let Kind = Switch;
  let Default = "off";
  let Doc = "Runs the model in its own dtypes, without Ascend's decisions.";
}
def : RunOption<"compare"> {
  let Takers = [Run];
  let Kind = Word;
  let Values = ["fp32"];
  let Doc = "Also runs the reference and prints how far the outputs are from it.";
}
def : RunOption<"dump"> {
  let Takers = [Run];
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["*.npy", "index.json"];
  let Doc = "Writes every tensor as .npy in its decided dtype, and index.json.";
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

def ReportGroup : OptionGroup<3, "Reports and messages">;

def : Option<"report", ReportGroup> {
  let Outside = true;
  let Kind = File;
  let Written = true;
  let Own = true;
  let Takers = [Atc, Run, Pass, Asc, Api];
  let Endings = [".json", ".txt"];
  let Doc = "Writes the decision of every op, with its reason, as JSON (docs/Report.md) where the file's name ends in "
            ".json, or as a table where it ends in .txt. A compiled file has the JSON in it.";
}
def : Option<"explain_options", ReportGroup> {
  let Kind = Switch;
  let Default = "off";
  let Own = true;
  let Outside = true;
  let Takers = [Atc, Run];
  let Doc = "Prints what is in force before anything else is done: each option, its value, where that is from "
            "(command line, FILE:LINE of --options, environment variable, chip, default), what it overrides, and "
            "what has no effect here, and why. Without a model that is all that is done.";
}
def : Option<"diagnostics", ReportGroup> {
  let Outside = true;
  let Kind = Word;
  let Values = ["text", "json"];
  let Default = "text";
  let Own = true;
  let Takers = [Atc, Run, Asc, Convert, Show];
  let Doc = "json prints each error and warning as one JSON object a line.";
}

//===----------------------------------------------------------------------===//
// The tools
//===----------------------------------------------------------------------===//

class Tool<Taker taker> {
  Taker Of = taker;
  string Usage = ?;
  string Summary = ?;
  /// Pairs: what it does, the command.
  list<string> Examples = [];
  string Positional = "";
}

def : Tool<Atc> {
  let Usage = "ascend-atc --model=FILE --output=PATH [options]";
  let Summary = "Decides the dtypes and the implementation mode of every op as Ascend's ATC does, says why, and "
                "compiles the model for this CPU.";
  let Examples = [
    "Decide with ATC's default (force_fp16) and keep the reasons",
    "ascend-atc --model=net.onnx --output=net --report=net.json",
    "Keep Softmax in its own dtype",
    "echo OpType::SoftmaxV2 > keep.cfg\n"
    "ascend-atc --model=net.onnx --output=net --precision_mode=force_fp16 --keep_dtype=keep.cfg",
    "Tell what a compiled file holds",
    "ascend-atc --mode=6 --om=net.asc",
  ];
}
def : Tool<Run> {
  let Usage = "ascend-run MODEL [options]";
  let Summary = "Runs a model (.onnx, .mlir, .mlirbc, or .asc that ascend-atc compiled) on this CPU with the dtypes that "
                "Ascend would use.";
  let Positional = "model";
  let Examples = [
    "Run on made-up inputs and compare with fp32",
    "ascend-run net.onnx --random --compare=fp32",
    "Run with mixed precision on given inputs",
    "ascend-run net.onnx --inputs=x.npz --outputs=y.npz --precision_mode=allow_mix_precision",
    "Run what ascend-atc compiled",
    "ascend-run net.asc --inputs=x.npz --outputs=y.npz",
    "Run without Ascend's decisions",
    "ascend-run net.onnx --inputs=x.npz --outputs=ref.npz --reference",
  ];
}
