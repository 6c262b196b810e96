//===- Options.td - Every option, declared once ------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The only place where an option is declared. `llvm-tblgen --dump-json` and
// scripts/gen-options.py make of it the table in Options.inc (parser, checks,
// --help), the accessors of OptionValues and docs/Options.md.

include "OptionBase.td"
include "Debugging.td"
include "GENames.td"
include "Keeping.td"
include "KnownTo.td"
include "Precision.td"
include "Parallel.td"
include "Profiling.td"
include "Running.td"
include "Shapes.td"
include "Tuning.td"
include "Watching.td"
include "WithoutEffect.td"

//===----------------------------------------------------------------------===//
// Files and the tools themselves
//===----------------------------------------------------------------------===//

def FilesGroup : OptionGroup<0, "Model and files">;

def : Option<"model", FilesGroup> {
  let Outside = true;
  let Kind = File;
  let Takers = [Atc, Run, Asc, Convert];
  let Example = "ascend-atc --model=net.onnx";
  let Shows = "8 ops in float16, 2 casts, 1 constant overflows";
  let Doc = "The model: .onnx, .mlir or .mlirbc. ascend-run also takes it as its argument without a name, and a "
            "compiled file, .asc.";
}
def : Option<"output", FilesGroup> {
  let Outside = true;
  let Kind = File;
  let Written = true;
  let Metavar = "PATH";
  let Takers = [Atc];
  let Example = "ascend-atc --model=net.onnx --output=net";
  let Shows = "compiled: net.asc";
  let Doc = "Where the compiled file goes (docs/CompiledFile.md); the ending .asc is added if it is not there. The "
            "file is written whole or not at all, and its folder is created if it does not exist. Without it the model "
            "is decided and not compiled.";
}
def : Option<"cpu", FilesGroup> {
  let Kind = Word;
  let Values = ["avx512", "avx2", "portable", "aarch64"];
  let DefaultDoc = "what this machine has";
  let Takers = [Atc, Run, Api];
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --output=net --cpu=aarch64";
  let Shows = "compiled: net.a,…kernels for aarch64";
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
  let Example = "ascend-run net.onnx --random --cpu=portable --plan=avx512";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8";
  let Doc = "For tests and reports of errors: the kernels of another form of CPU (its vectors, tiles, masks and dots) "
            "with the instructions that --cpu has. They take longer and give the same bits as on that CPU.";
}
def : Option<"cpu_caches", FilesGroup> {
  let Metavar = "FIRST,SECOND";
  let Pattern = "[1-9][0-9]{0,8}[KM]?,[1-9][0-9]{0,8}[KM]?";
  let DefaultDoc = "those of the machine where the code is for it alone, as far as it tells; else of the smallest usual "
                   "CPUs of --plan or --cpu";
  let Takers = [Atc, Run, Api];
  let Own = true;
  let InvalidReason = "It must be the sizes of two caches, such as 32K,1M.";
  let Example = "ascend-run net.onnx --random --cpu_caches=32K,2M";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8";
  let Doc = "The sizes of a core's first-level data cache, 8K to 1M, and second-level cache, 128K to 64M, in bytes, KiB or "
            "MiB. Kernels are cut for them (docs/Kernels.md); results are the same bits with any.";
}
def : Option<"guard", FilesGroup> {
  let Kind = Word;
  let Values = ["none", "end", "begin"];
  let Default = "none";
  let Takers = [Atc, Run, Asc, Api];
  let Own = true;
  let Example = "ascend-run net.onnx --random --guard=end";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8";
  let Doc = "For tests and reports of errors: each buffer lies between pages that nobody may touch, as near as its "
            "alignment allows to the one behind it or the one in front of it. A kernel that writes outside of a buffer "
            "makes the run fail, with an error that names the node and the buffer. Runs take longer; results do not "
            "depend on it (docs/Guards.md).";
}
def : Option<"framework", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1", "3", "5"];
  let Default = "5";
  let Code = "E10007";
  let InvalidReason = "The value must be 0(Caffe) or 1(MindSpore) or 3(TensorFlow) or 5(Onnx).";
  let Mend = "take 5 for an ONNX model";
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --model=net.onnx --framework=0";
  let Shows = "error: --framework=0, a Caffe model, is not read here";
  let Doc = "What wrote the model; 5 is ONNX, and an .mlir file needs none. 3, a frozen graph of TensorFlow (.pb), is "
            "read through PyPI's tf2onnx, by the program ascend-tensorflow next to the tools, where TensorFlow and "
            "tf2onnx are installed (docs/Python.md): names are the graph's, and out_nodes names its nodes. 0 (Caffe) "
            "and 1 (MindSpore) are refused with the way to ONNX.";
}
def : Option<"mode", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1", "3", "5", "6"];
  let Default = "0";
  let Takers = [Atc, Convert, Dump, Show];
  let Example = "ascend-atc --model=net.onnx --mode=3 --output=net";
  let Shows = "8 ops in float16";
  let Doc = "0 compiles. 1 writes the model or the compiled file that --om names to the file of --json "
            "(docs/ModelJSON.md). 3 decides and compiles nothing, also with --output. 5 writes the text dump of CANN's "
            "graphs (ge_proto_*.txt) that --om names to the file of --json, in ATC's form. 6 prints what the compiled "
            "file that --om names holds: chip, options, CPU, inputs, outputs, ops and sizes; none of its code is "
            "loaded. A warning names what a mode ignores.";
}
def : Option<"soc_version", FilesGroup> {
  let PassName = "soc";
  let Metavar = "NAME";
  let Default = "Ascend910B1";
  let Example = "ascend-atc --model=net.onnx --soc_version=Ascend310P3";
  let Shows = "SoC Ascend310P3, force_fp16";
  let Doc = "The chip whose decisions are taken: it picks the op store, the facts of the cube and vector units, and "
            "whether bf16, HF32 and hif8 exist.";
}
def : Option<"input_shape", FilesGroup> {
  let Python = Shapes;
  let Metavar = "\"NAME:D,D;NAME:D\"";
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --model=detector.onnx --op_name_map=map.txt --input_shape=\"x:4,8\" --output=detector "
                "--display_model_info=1";
  let Shows = "input: x float [4,8]";
  let Doc = "Gives the shapes of model inputs, such as \"data:1,3,224,224;label:1\". Names and ranks are checked "
            "against the model. An extent of -1, or one that the model leaves open and no shape is given for, is "
            "dynamic; so is a range such as 1~8, or 4~-1 for 4 or more, and a run whose extent lies outside of it ends "
            "with an error (docs/Shapes.md). Extents may stand in brackets.";
}
def : Option<"insert_op_conf", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Run, Api];
  let Conflicts = ["dynamic_dims"];
  let ConflictCode = "E10001";
  let Example = "ascend-atc --model=net.onnx --insert_op_conf=aipp.cfg";
  let Shows = "data_0_aipp Aipp aicore u8>f16";
  let Doc = "A configuration of AIPP, in protobuf's text format: the inputs that it names become images of bytes, "
            "which are cropped, converted to other colours, reduced by a mean, multiplied by a factor, and padded, as "
            "on the chip (docs/Aipp.md).";
}
def : Option<"aipp_rounding", FilesGroup> {
  let Kind = Word;
  let Values = ["nearest", "down"];
  let Default = "nearest";
  let Takers = [Atc, Run, Api];
  let Needs = ["insert_op_conf"];
  let Own = true;
  let Example = "ascend-run net.onnx --random --insert_op_conf=aipp.cfg --out_nodes=logits:0 --outputs=a.npz && "
                "ascend-run net.onnx --random --insert_op_conf=aipp.cfg --out_nodes=logits:0 --aipp_rounding=down "
                "--outputs=b.npz && ! cmp a.npz b.npz";
  let Shows = "a.npz b.npz differ";
  let Doc = "How AIPP rounds colours after the division by 256. CANN's public kernel, of the Ascend 950, rounds to "
            "nearest; its documents describe a shift, which rounds down; for other chips neither is confirmed.";
}
def : Option<"op_name_map", FilesGroup> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910"];
  let Kind = File;
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --model=detector.onnx --op_name_map=map.txt";
  let Shows = "scale Power aicore f16>f16";
  let Doc = "A text file with a line `OPERATOR:GE type` for each operator of the model's own, such as "
            "`MyDetection:Yolo`; lines that begin with # are comments. An operator of that name, of any domain, that "
            "is none of ONNX's is taken as that GE type with its inputs, outputs and attributes. The shapes of its "
            "outputs are those that the type gives, or those in the model's value_info. A type that CANN does not have "
            "is described in ops_info. A line that matches nothing in the model gives a warning.";
}
def : Option<"json", FilesGroup> {
  let Kind = File;
  let Written = true;
  let Takers = [Atc, Convert, Dump];
  let Example = "ascend-atc --mode=1 --om=net.onnx --json=net.json && grep Conv2D net.json";
  let Shows = "\"type\": \"Conv2D\"";
  let Doc = "With mode=1 and 5, which need it (E10004): the file that the JSON is written to. With another mode it is E10057.";
}
def : Option<"om", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Convert, Dump, Show];
  let Example = "ascend-atc --model=net.onnx --output=net > net.txt && ascend-atc --mode=6 --om=net.asc";
  let Shows = "chip: Ascend910B1, precision mode force_fp16 (the default)";
  let Doc = "With mode=1: the model (.onnx, .mlir or .mlirbc) or the compiled file (.asc) that is written as JSON; "
            "--model says the same. With mode=5: a dump in protobuf's text format, which ends in .txt (E10001). With "
            "mode=6: the compiled file that is described. Without it they are E10004, and with another mode it is "
            "E10057.";
}
def : Option<"display_model_info", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Code = "E10006";
  let Takers = [Atc];
  let Example = "ascend-atc --model=net.onnx --output=net --display_model_info=1";
  let Shows = "input: data float [1,3,16,16]";
  let Doc = "1: what the compiled file holds is printed when it is written, as mode=6 does. It needs --output (E10004).";
}
def : Option<"out_nodes", FilesGroup> {
  let Python = SemicolonList;
  let Metavar = "\"NODE:N;NODE:N\"";
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --model=net.onnx --out_nodes=\"relu:0\"";
  let Shows = "3 ops in float16, 2 casts";
  let Doc = "What the model returns in place of its own outputs: outputs of nodes, such as \"Conv_3:0;Split_7:1\", "
            "named as the model names them. Nodes that these do not need are left out. A node without a name has that "
            "of its first output. E10016 for a node that the model does not have, E10003 for an output that the node "
            "does not have.";
}
def : Option<"input_format", FilesGroup> {
  let Kind = Word;
  let Values = ["NCHW", "NCDHW", "ND"];
  let Default = "NCHW";
  let InvalidReason = "only support NCHW, NCDHW, ND in ONNX model";
  let Mend = "ONNX's convolutions take NCHW: leave the option out, and transpose in the model what comes as NHWC";
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --mode=1 --om=net.onnx --json=net.json --input_format=ND && grep -m1 layout net.json";
  let Shows = "\"layout\": \"ND\"";
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
  let Takers = [Atc, Run, Asc, Convert, Dump, Show];
  let Example = "ascend-atc --model=net.onnx --output=net --log=info";
  let Shows = "kernels and entries,";
  let Doc = "How much is printed on stderr: info also says how a compilation went, debug how long each kernel took. "
            "Without them at most 100 warnings are printed, and then how many more there are.";
}
def : Option<"aicore_num", FilesGroup> {
  let Metavar = "N|\"N|N\"";
  let Pattern = "[1-9][0-9]{0,3}(\\|([1-9][0-9]{0,3})?)?";
  let InvalidReason = "It must be a number of cores, or two of them, such as 24, 24|48 or 8|.";
  let Code = "E20103";
  let DefaultDoc = "no bound";
  let Takers = [Atc, Run, Api];
  let Example = "ascend-atc --model=net.onnx --aicore_num=25";
  let Shows = "error: [E20103] Value [25] for parameter [aicore_num] is invalid. The value must be in the range of (0, 24].";
  let Doc = "The most AI Cores that the model may use, and the most vector cores behind a |: no run of it has more "
            "threads than the larger of the two, whatever --threads says. Each is at least 1 and at most what the chip "
            "has (E20103). Decisions and results do not depend on it.";
}
def : Option<"frozen_variable", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "1";
  let Takers = [Atc, Run, Api, Convert];
  let Example = "ascend-atc --model=variable.onnx --frozen_variable=0 --output=v && ascend-atc --om=v.asc --mode=6";
  let Shows = "bias";
  let Doc = "0: an initializer that the model also lists among its inputs is a variable: an input of the compiled "
            "model, which each run is given. 1: it is a constant, as ATC takes it. Models before ir_version 4 list all "
            "their initializers, so theirs are constants.";
}
def : Option<"variable_format_optimize", FilesGroup> {
  let Kind = Word;
  let Values = ["0", "1", "true", "false", "True", "False"];
  let Default = "1";
  let Takers = [Atc, Run, Api];
  let Example = "ascend-atc --model=net.onnx --output=net --variable_format_optimize=0 --log=debug";
  let Shows = "stage packing";
  let Doc = "1, true: weights are brought into the form that kernels read (panels of products, NC1HWC0 and FRACTAL_Z "
            "of convolutions) when the model is compiled. 0, false: they are kept as they are, and each run converts "
            "them. Results do not depend on it.";
}
def : Option<"options", FilesGroup> {
  let Kind = File;
  let Endings = [".json", ".py", ".txt"];
  let Takers = [Atc, Run, Api];
  let Own = true;
  let Outside = true;
  let Example = "ascend-atc --model=net.onnx --options=session.py";
  let Shows = "relu Relu aicore f32>f32 black_keeps";
  let Doc = "More options, from a file (docs/OptionFiles.md): an object of names and values where its name ends in "
            ".json, a script for the TensorFlow adapter where it ends in .py or .txt, of which only the lines with "
            "parameter_map are read, and nothing is executed. They are checked as the options of a session are. What "
            "the command line, or a call, says wins over the file. Paths in it are relative to the working directory.";
}
def : Option<"raw_ge_options", FilesGroup> {
  let Kind = File;
  let Takers = [Atc, Run, Api];
  let Outside = true;
  let Example = "ascend-atc --model=net.onnx --raw_ge_options=ge.json";
  let Shows = "relu Relu aicore f32>f32 black_keeps";
  let Doc = "Options as GE's API knows them, such as ge.exec.precision_mode, in a JSON file: {\"compile options\": "
            "{\"global\": {…}, \"session\": {…}, \"graph\": {…}}}, of which a later group beats an earlier one; "
            "\"execute options\" are not looked at. What the command line says wins, and model, output, framework and "
            "soc_version stand there alone (E10001). A file of another form is E10032, an option that ATC does not take "
            "E10055.";
}
def : Option<"raw_ge_options_ignore_unsupported", FilesGroup> {
  let Kind = Word;
  let Values = ["true", "false"];
  let Default = "false";
  let Alone = "true";
  let Code = "E10005";
  let Takers = [Atc, Run, Api];
  let Outside = true;
  let Example = "ascend-atc --model=net.onnx --raw_ge_options=unknown.json --raw_ge_options_ignore_unsupported=true";
  let Shows = "warning: ge.perfLevel of \"global\" is no option of ATC, and is left out";
  let Doc = "true: options of the file of raw_ge_options that ATC does not take are left out, with a warning.";
}
def : Option<"defaults", FilesGroup> {
  let Kind = Word;
  let Values = ["atc", "session"];
  let Default = "atc";
  let DefaultDoc = "atc; session with options";
  let Takers = [Atc, Run, Pass, Api];
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --options=session.py --defaults=atc --explain_options";
  let Shows = "op_select_implmode high_performance default";
  let Doc = "Whose defaults apply: ATC fills in op_select_implmode=high_performance, a session does not.";
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
    "Print what a compiled file holds",
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
