//===- Precision.td - Options of the decision --------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Modes, lists, implementation modes, and what else decides an op's dtypes.

#ifndef ASCEND_OPTIONS_PRECISION_TD
#define ASCEND_OPTIONS_PRECISION_TD

include "OptionBase.td"

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
  let Example = "ascend-atc --model=net.onnx --precision_mode=allow_mix_precision";
  let Shows = "relu Relu aicore f16>f16 gray_follows_producer";
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
  let Example = "ascend-atc --model=net.onnx --precision_mode_v2=origin";
  let Shows = "8 ops in float, 0 casts";
  let Doc = "The same decision under newer names: fp16 is force_fp16, origin must_keep_origin_dtype, mixed_float16 "
            "allow_mix_precision, mixed_bfloat16 allow_mix_precision_bf16. cube_hif8 and mixed_hif8 are only here.";
}
def : Option<"modify_mixlist", PrecisionGroup> {
  let Kind = File;
  let Python = Json;
  let Example = "ascend-atc --model=net.onnx --precision_mode=allow_mix_precision --modify_mixlist=mixlist.json";
  let Shows = "relu Relu aicore f32>f32 black_keeps";
  let Doc = "A JSON file that moves op types between the white, black and gray lists: "
            "{\"black-list\": {\"to-add\": [\"Relu\"], \"to-remove\": []}, \"white-list\": …, \"gray-list\": …}. "
            "Needs a mixed mode (else E10001). `//` comments, which CANN's documents show and its parser refuses, "
            "are accepted with a warning.";
}
def : Option<"keep_dtype", PrecisionGroup> {
  let Kind = File;
  let Python = Lines;
  let Example = "ascend-atc --model=net.onnx --keep_dtype=keep.cfg";
  let Shows = "softmax SoftmaxV2 aicore f32>f32 keep_dtype";
  let Doc = "A text file with one op name, or OpType::TYPE, a line: these ops are decided from their own dtypes, "
            "whatever the mode. Lines that begin with # are taken for comments, with a warning: CANN's parser takes "
            "them for op names.";
}
def : Option<"customize_dtypes", PrecisionGroup> {
  let Kind = File;
  let Python = Entries;
  let Example = "ascend-atc --model=net.onnx --customize_dtypes=customize.cfg";
  let Shows = "relu Relu aicore f32>f32 customized";
  let Doc = "A text file that gives the dtypes of ops: `NAME:InputDtype:float16,,float,OutputDtype:float16` or "
            "`OpType::TYPE:InputDtype:…`. An empty item is any dtype. It beats keep_dtype and the mode.";
}
def : Option<"op_precision_mode", PrecisionGroup> {
  let Kind = File;
  let Python = Sections;
  let Example = "ascend-lab explain net.onnx --precision_mode_v2=origin --op_precision_mode=op_precision.ini";
  let Shows = "conv Conv2D … f32 (HF32) … logits BatchMatMulV2 … same";
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
  let Example = "ascend-atc --model=net.onnx --op_select_implmode=high_precision --write_impl_ini=impl.ini && grep "
                "SoftmaxV2 impl.ini";
  let Shows = "SoftmaxV2 = high_precision";
  let Doc = "Takes the built-in list of implementation modes of that name. With optypelist_for_implmode, "
            "high_performance and high_precision hold for these op types only.";
}
def : Option<"optypelist_for_implmode", PrecisionGroup> {
  let Python = CommaList;
  let Metavar = "TYPE,TYPE";
  let Deprecated = "op_precision_mode";
  let Example = "ascend-atc --model=net.onnx --op_select_implmode=high_precision "
                "--optypelist_for_implmode=\"Pooling,SoftmaxV2\" --write_impl_ini=impl.ini && head -5 impl.ini";
  let Shows = "# from optypelist_for_implmode\nPooling = high_precision\nSoftmaxV2 = high_precision";
  let Doc = "The op types that op_select_implmode is for, such as \"Pooling,SoftmaxV2\". Alone it is E10001.";
}
def : Option<"allow_hf32", PrecisionGroup> {
  let Products = ["Ascend910B", "Ascend910_93", "Ascend950"];
  let Kind = Word;
  let Values = ["0", "1", "00", "01", "10", "11"];
  let DefaultDoc = "10, with the lowest priority of all; nothing on a SoC without HF32";
  let Code = "E20101";
  let ParameterName = "ge.exec.allow_hf32";
  let CommandLineWords = ["true", "false"];
  let CommandLineMeans = ["1", "0"];
  let CommandLineCode = "E10005";
  let Example = "ascend-lab explain net.onnx --precision_mode_v2=origin --allow_hf32=true";
  let Shows = "logits BatchMatMulV2 … f32 (HF32), f32 (HF32) > f32";
  let Doc = "HF32 (fp32 with a shorter mantissa) in cube ops. A command line says true or false; passes and "
            "sessions say 0, 1 or two digits: the left one for convolutions, the right one for matmuls.";
}
def : Option<"hf32_trans_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["nearest_even", "nearest_away"];
  let Default = "nearest_even";
  let Own = true;
  let Example = "ascend-run net.onnx --random --precision_mode_v2=origin --hf32_trans_mode=nearest_away "
                "--explain_options";
  let Shows = "hf32_trans_mode nearest_away command line";
  let Doc = "How fp32 operands of cube ops are rounded to HF32 at run time: to nearest, ties to even (what CANN's "
            "SetHF32TransMode has by default) or away from zero (as Huawei's operator checks do).";
}
def : Option<"graph_run_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Example = "ascend-atc --model=net.onnx --graph_run_mode=1";
  let Shows = "SoC Ascend910B1, must_keep_origin_dtype (default)";
  let Doc = "0 inference, 1 training: it chooses the default mode.";
}
def : Option<"is_weight_clip", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "1";
  let Code = "E10006";
  let Example = "ascend-atc --model=net.onnx --is_weight_clip=0";
  let Shows = "warning: 1 of 1 elements of constant 'offset' overflow float16 and become infinite";
  let Doc = "1 clips constants to the fp16 range before they are cast to fp16. Each constant that overflows is named "
            "either way.";
}
def : Option<"merge_casts", PrecisionGroup> {
  let Kind = Word;
  let Values = ["fe", "never"];
  let Default = "fe";
  let Own = true;
  let Example = "ascend-atc --model=detector.onnx --op_name_map=map.txt --precision_mode=force_fp32 "
                "--merge_casts=never";
  let Shows = "2 ops in float, 1 op in float16, 2 casts";
  let Doc = "fe removes inverse casts that meet, as the Fusion Engine does; never keeps every cast.";
}
def : Option<"gray_strategy", PrecisionGroup> {
  let Kind = Word;
  let Values = ["faithful", "min-casts", "min-cast-bytes"];
  let Default = "faithful";
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --precision_mode=allow_mix_precision --modify_mixlist=mixlist.json "
                "--gray_strategy=min-casts";
  let Shows = "gray_strategy: 4 casts, by CANN's rule 4";
  let Doc = "How the gray ops of allow_mix_precision and allow_mix_precision_bf16 choose where they have both a 16-bit "
            "and a float column: faithful follows the op that feeds them, as CANN does; min-casts makes the number of "
            "casts in the graph the smallest possible, min-cast-bytes the bytes that the casts write (an unknown "
            "dimension counts as 1). Casts are counted before merge_casts; those of constants cost nothing. Ops that "
            "keep_dtype, customize_dtypes or a list fixes stay as they are. Without effect in other modes.";
}
def : Option<"input_fp16_nodes", PrecisionGroup> {
  let Python = SemicolonList;
  let Metavar = "\"NAME;NAME\"";
  let Example = "ascend-atc --model=net.onnx --input_fp16_nodes=\"data\"";
  let Shows = "8 ops in float16, 1 cast";
  let Doc = "Network inputs that arrive as fp16, whatever the model says: the signature changes, ascend-run reads fp16 "
            "arrays for them, and a Cast stands where an op takes another dtype. A name that the model does not have "
            "is E10016, the name of a node that is no input E10017.";
}
def : Option<"output_type", PrecisionGroup> {
  let Metavar = "TYPE|\"NODE:0:TYPE;…\"";
  let Example = "ascend-atc --model=net.onnx --output_type=FP16";
  let Shows = "8 ops in float16, 1 cast";
  let Doc = "The dtype of all network outputs, or of some, each by its node and the node's output index: FP32, FP16, "
            "UINT8, INT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, DOUBLE; on Ascend950 also HIF8, FP8E5M2, "
            "FP8E4M3FN. An output that is not listed keeps the model's dtype. Bad values are E10001.";
}
def : Option<"float_overflow_mode", PrecisionGroup> {
  let Kind = Word;
  let Values = ["inf_nan", "saturation"];
  let DefaultDoc = "inf_nan on Ascend910B1, 910B2 and 950, saturation on the others";
  let Own = true;
  let Example = "ascend-run net.onnx --random --is_weight_clip=0 --float_overflow_mode=saturation --compare=fp32";
  let Shows = "0 of 4 elements Inf or NaN";
  let Doc = "What an fp16 overflow gives at run time. inf_nan: infinities and NaN, as IEEE says. saturation: every "
            "rounding to fp16 gives the largest finite value, 65504, of its sign for what overflows or is infinite, "
            "and 0 for NaN. A reference run does not saturate.";
}
def : Option<"cube_k_block", PrecisionGroup> {
  let Kind = Word;
  let Values = ["0", "16"];
  let Default = "0";
  let Own = true;
  let Example = "ascend-run net.onnx --random --precision_mode_v2=origin --out_nodes=logits:0 --outputs=a.npz && "
                "ascend-run net.onnx --random --precision_mode_v2=origin --out_nodes=logits:0 --cube_k_block=16 "
                "--outputs=b.npz && ! cmp a.npz b.npz";
  let Shows = "a.npz b.npz differ";
  let Doc = "How the cube unit's float32 sums are emulated. 0: product after product in the order of k, each rounded once "
            "with the sum. 16: sixteen products at a time, whose exact sum is rounded once to float32 and added; that the "
            "unit does so is assumed. A reference for numerics: slow.";
}
def : Option<"deterministic", PrecisionGroup> {
  let Products = ["Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"];
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
  let Example = "ascend-run detector.onnx --op_name_map=map.txt --random --input_shape=\"x:9,8\" --outputs=a.npz && "
                "ascend-run detector.onnx --op_name_map=map.txt --random --input_shape=\"x:9,8\" --emulation=fast "
                "--outputs=b.npz && ! cmp a.npz b.npz";
  let Shows = "a.npz b.npz differ";
  let Doc = "Where roundings happen at run time. faithful: after every op, as decided. fast: elementwise ops that share "
            "a kernel compute in fp32 and round only what enters and leaves it, products of bfloat16 take two k at once "
            "where the CPU can, 3x3 convolutions in fp32 have a quarter of the products (Winograd), and large products of "
            "matrices have seven for eight (Strassen); all else is as in faithful. With dump and compare no ops share a kernel.";
}
def : Option<"experimental_accelerate_train_mode", PrecisionGroup> {
  let Metavar = "\"fast|step|0.9\"";
  let Example = "STEP_NOW=10 TOTAL_STEP=100 ascend-atc --model=net.onnx "
                "--experimental_accelerate_train_mode=\"fast|step|0.9\"";
  let Shows = "SoC Ascend910B1, allow_mix_precision_fp16";
  let Doc = "Changes the mode in the course of a training: fast is allow_mix_precision_fp16, fast1 "
            "allow_mix_precision_bf16, until 0.9 of the steps (0.2 to 0.9) are done, or with loss until the loss is "
            "1.05 (1.01 to 1.5) times the target; then the precision mode given (allow_fp32_to_fp16, "
            "must_keep_origin_dtype, origin or none). The environment's STEP_NOW and TOTAL_STEP, or LOSS_NOW and "
            "TARGET_LOSS, say how far the training is; a fourth field NOW/TOTAL says it, too.";
}
def : Option<"fusion_switch_file", PrecisionGroup> {
  let Kind = File;
  let Python = Json;
  let Example = "ascend-atc --model=net.onnx --soc_version=Ascend310P3 --fusion_switch_file=switch.cfg";
  let Shows = "norm_BNInferenceD BNInferenceD aicore";
  let Doc = "Turns graph fusions, before the decision, and UB fusions, behind it, off or on by name: {\"Switch\": "
            "{\"GraphFusion\": {\"ALL\": \"off\", \"SoftmaxFusionPass\": \"on\"}, \"UBFusion\": {\"AutomaticUbFusion\": "
            "\"off\"}}}, or lines PASS:off. Some fusions cannot be closed. Read by ascend-ge-fusions, which ascend-atc and "
            "ascend-run run first; docs/GEFusions.md lists the fusions.";
}
def : Option<"optimization_switch", PrecisionGroup> {
  let Metavar = "\"PASS:on;PASS:off\"";
  let Pattern = " *[A-Za-z0-9_]+ *: *(on|off) *(; *[A-Za-z0-9_]+ *: *(on|off) *)*;? *";
  let InvalidReason = "It must be a list of PASS:on and PASS:off.";
  let Example = "ascend-atc --model=net.onnx --soc_version=Ascend310P3 "
                "--optimization_switch=\"ConvBatchnormFusionPass:off\"";
  let Shows = "norm_BNInferenceD BNInferenceD aicore";
  let Doc = "Turns graph fusions off or on by name, as fusion_switch_file does, over which it wins. Passes of GE that "
            "are no fusions are not known here, and give a warning.";
}
def : Option<"oo_constant_folding", PrecisionGroup> {
  let Kind = Word;
  let Values = ["true", "false", "True", "False"];
  let Default = "true";
  let Example = "ascend-atc --model=moved.onnx --report=true.txt && ascend-atc --model=moved.onnx --oo_constant_folding=false "
                "--report=false.txt && grep -c moved true.txt false.txt";
  let Shows = "false.txt:1";
  let Doc = "false: nodes whose inputs are all constants stay nodes (GE's ConstantFoldingPass does not run), are decided, "
            "and rounded as all others. What the importer computes of shapes is computed all the same. A single node is "
            "exempt by `ge._do_not_constant_folding = true` in the IR, and in ONNX by an entry of its metadata_props: "
            "`_do_not_constant_folding`, or TensorFlow's `_grappler_do_not_remove`, with `true`.";
}
class HostOption<string name> : Option<name, PrecisionGroup> {
  let Takers = [Atc, Run, Api];
}
def : HostOption<"mix_compile_mode"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Example = "ascend-atc --model=net.onnx --mix_compile_mode=1 --in_out_pair=\"[[['conv'],['pool']]]\"";
  let Shows = "logits BatchMatMulV2 host f32,f32>f32 on_host";
  let Doc = "1: ops may stay with the framework, on the host: those whose type no engine of the chip has, and what "
            "in_out_pair says. They are in no fusion, keep the model's dtypes, and what they give is an input of the chip's "
            "graph. Here they run on the CPU in these dtypes, as the framework would run them.";
}
def : HostOption<"in_out_pair"> {
  let Metavar = "\"[[['FIRST'],['LAST']]]\"";
  let Needs = ["mix_compile_mode"];
  let Example = "ascend-atc --model=net.onnx --mix_compile_mode=1 --in_out_pair=\"[[['conv'],['relu']]]\"";
  let Shows = "conv Conv2D aicore";
  let Doc = "The part of the graph that the chip gets: the nodes on the ways from the first nodes to the last ones, by "
            "their names in the model, as the text of a Python list. Each of several pairs is one part. If, "
            "Loop and Scan are nodes, and those inside of them are in a part as a whole. Acts where mix_compile_mode is 1.";
}
def : HostOption<"in_out_pair_flag"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "1";
  let Example = "ascend-atc --model=net.onnx --mix_compile_mode=1 --in_out_pair=\"[[['conv'],['relu']]]\" --in_out_pair_flag=0";
  let Shows = "conv Conv2D host f32,f32,f32>f32 on_host";
  let Doc = "0: the part that in_out_pair names stays on the host, and the chip gets the rest.";
}
def : Option<"oo_level", PrecisionGroup> {
  let Kind = Word;
  let Values = ["O1", "O3"];
  let Default = "O3";
  let Example = "ascend-atc --model=net.onnx --oo_level=O1 --soc_version=Ascend310P3";
  let Shows = "norm_BNInferenceD BNInferenceD aicore";
  let Doc = "O1: no UB fusions, and no graph fusions but those that cannot be closed; beside these, those that "
            "fusion_switch_file lists under ExceptionalPassOfO1Level, and those that optimization_switch turns on. What of CANN's own list is on at "
            "O1 is not known. O3: all.";
}
def : Option<"cann_version", PrecisionGroup> {
  let Kind = Text;
  let Pattern = "8\\.[01](\\.[0-9A-Za-z]+)*|newest";
  let InvalidReason = "It must be a version whose order of fusions is known: 8.0, 8.1, perhaps with what follows, such as 8.1.RC1, or newest.";
  let Metavar = "VERSION";
  let Default = "newest";
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --cann_version=8.1 --report=net.json && grep cann_version net.json";
  let Shows = "\"cann_version\": \"8.1\"";
  let Doc = "The CANN whose order and switches of graph fusions count: 8.0, 8.1 (each with what may follow, such as 8.1.RC1) or "
            "newest, that of August 2026. 8.1 and newest are read in their fusion_config.json, 8.0 is inferred from 8.1. Op stores "
            "and rules do not depend on it (docs/GEFusions.md).";
}
def : Option<"ops_info", PrecisionGroup> {
  let Kind = FileOrFolder;
  let Python = Json;
  let FolderFiles = ["*.json"];
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --ops_info=store.json";
  let Shows = "relu Relu aicore f32>f32 force_fp16";
  let Doc = "A JSON file in the schema of CANN's aic-*-ops-info.json, or a folder of them: op types that it holds "
            "replace those of the built-in op store, others are added.";
}
def : Option<"impl_mode_dir", PrecisionGroup> {
  let Kind = Folder;
  let FolderFiles = ["*.ini"];
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --impl_mode_dir=lists --write_impl_ini=impl.ini && grep SoftmaxV2 "
                "impl.ini";
  let Shows = "SoftmaxV2 = high_precision";
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
  let Example = "ascend-atc --model=detector.onnx --op_name_map=map.txt --opp_path=opp";
  let Shows = "sigmoid Sigmoid aicore f32>f32 force_fp16";
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
  let Example = "ascend-atc --model=net.onnx --write_impl_ini=impl.ini && head -1 impl.ini";
  let Shows = "# The implementation modes in force on Ascend910B1: a file for op_precision_mode.";
  let Doc = "Writes the list of implementation modes in force as an op_precision_mode file: change a line of it and "
            "give it back with op_precision_mode. The file is written whole or not at all.";
}
def : Option<"strict", PrecisionGroup> {
  let Kind = Switch;
  let Values = ["config", "facts", "overflow"];
  let Default = "off";
  let Own = true;
  let Example = "ascend-atc --model=net.onnx --strict=overflow";
  let Shows = "error: --strict: 1 element of a constant overflows float16 (constant 'offset' of node 'shift')";
  let Doc = "Ends with exit code 2 when a line of a configuration file matched nothing, when an op was decided from "
            "hand-made data only, when a weight overflows, or when ops of other dialects compute on floats in the "
            "module. config, facts and overflow look at the first, the second or the third of these alone.";
}

#endif // ASCEND_OPTIONS_PRECISION_TD
