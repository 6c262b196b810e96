//===- Watching.td - Dumps and limits of time of a run -----*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What a session says of its runs: what they leave behind (docs/DataDump.md), and
// how long they may take.

#ifndef ASCEND_OPTIONS_WATCHING_TD
#define ASCEND_OPTIONS_WATCHING_TD

include "OptionBase.td"

def WatchingGroup : OptionGroup<6, "Dumps and limits of time"> {
  let Doc = "Options of sessions that act when the model runs; a compiled file that is to dump is compiled with "
            "enable_dump, enable_dump_debug or enable_exception_dump, too. [DataDump](DataDump.md) shows what is written.";
}

class WatchingOption<string name> : Option<name, WatchingGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Asc, Api];
}

def : WatchingOption<"enable_dump"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Conflicts = ["enable_dump_debug"];
  let ConflictCode = "E10001";
  let Example = "mkdir -p kept && ascend-run net.onnx --random --enable_dump=1 --dump_path=kept && ls kept/*/0/net/1/0";
  let Shows = "Relu.relu.";
  let Doc = "1: each run keeps outputs of ops (dump_mode: inputs, too) below dump_path, in CANN's folders and under its "
            "names, as .npy files; in loops those of each turn. The decided graph goes to ge_proto_00000000_Build.txt "
            "(docs/ModelJSON.md). With it no ops share a kernel; results are the same.";
}
def : WatchingOption<"enable_dump_debug"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Conflicts = ["enable_dump"];
  let ConflictCode = "E10001";
  let Example = "mkdir -p over && ascend-run overflow.onnx --random --enable_dump_debug=1 --dump_path=over && cat over/*/0/overflow/1/0/*.json";
  let Shows = "\"kind\": \"Inf\", … \"op_name\": \"exp\"";
  let Doc = "1: each run looks for the first op that overflows, and keeps a file Opdebug.Node_OpDebug.… that names it, its inputs "
            "and its outputs.";
}
def : WatchingOption<"enable_exception_dump"> {
  let Kind = Word;
  let Values = ["0", "1", "2"];
  let Default = "0";
  let Example = "ascend-run gather.onnx --inputs=outside.npz --enable_exception_dump=1 || ls extra-info/data-dump/0";
  let Shows = "GatherV2.gather.";
  let Doc = "1 and 2: the inputs of an op that ends a run with an error are kept in extra-info/data-dump/0, in the "
            "folder of dump_path, of ASCEND_WORK_PATH, or where the tool runs. It goes together with enable_dump here; "
            "newer releases of CANN refuse the two together (E10056).";
}
def : WatchingOption<"dump_path"> {
  let ActsWith = ["enable_dump", "enable_dump_debug", "enable_exception_dump"];
  let Kind = Folder;
  let Example = "mkdir -p kept && ascend-run net.onnx --random --enable_dump=1 --dump_path=kept && ls kept/*/0/net/1/0";
  let Shows = "Relu.relu.";
  let Doc = "Where dumps go: an existing folder (else E10001); without it enable_dump and enable_dump_debug are "
            "E10058.";
}
def : WatchingOption<"dump_mode"> {
  let ActsWith = ["enable_dump", "json"];
  let Takers = [Atc, Run, Asc, Api, Convert];
  let Kind = Word;
  let Values = ["input", "output", "all", "0", "1"];
  let Alone = "1";
  let Default = "output";
  let Code = "E10006";
  let Example = "mkdir -p all && ascend-run net.onnx --random --enable_dump=1 --dump_path=all --dump_mode=all && ls all/*/0/net/1/0";
  let Shows = ".input.0.npy";
  let Doc = "For dumps: inputs, outputs or all of them. 0 and 1 belong to --mode=1, where 1 also writes shapes; here "
            "its JSON always has them.";
}
def : WatchingOption<"dump_step"> {
  let ActsWith = ["enable_dump", "enable_dump_debug"];
  let Pattern = "[0-9]{1,18}(-[0-9]{1,18})?(\\|[0-9]{1,18}(-[0-9]{1,18})?)*";
  let InvalidReason = "It must be a list of at most 100 steps and ranges, such as 0|5-10.";
  let Example = "mkdir -p steps && ascend-run net.onnx --random --repeat=5 --enable_dump=1 --dump_path=steps --dump_step='1|3-4' "
                "&& ls steps/*/0/net/1";
  let Shows = "1 3 4";
  let Doc = "The runs of a model that are dumped, counted from 0; all by default.";
}
def : WatchingOption<"dump_layer"> {
  let ActsWith = ["enable_dump", "enable_dump_debug"];
  let Example = "mkdir -p some && ascend-run net.onnx --random --enable_dump=1 --dump_path=some --dump_layer='relu nothing' "
                "&& ls some/*/0/net/1/0";
  let Shows = "dump_layer: the model shows no op 'nothing' … Relu.relu.";
  let Doc = "The names of the ops that are dumped, separated by blanks; all by default. A name that no op has gives a "
            "warning.";
}
def : WatchingOption<"dump_data"> {
  let ActsWith = ["enable_dump"];
  let Kind = Word;
  let Values = ["tensor", "stats"];
  let Default = "tensor";
  let Example = "mkdir -p stats && ascend-run net.onnx --random --enable_dump=1 --dump_path=stats --dump_data=stats && "
                "cat stats/*/0/net/1/0/Relu.relu.*.csv";
  let Shows = "Input/Output,Index,Data Size,Data Type,Format,Shape,Max,Min,Avg,Nan,Negative Inf,Positive Inf,L2norm "
              "Output,0,";
  let Doc = "tensor keeps the data; stats a .csv file for each op, with a row for each tensor: largest, smallest and mean number, "
            "NaN, infinities, and the root of the sum of squares.";
}
def : WatchingOption<"dump_debug_mode"> {
  let ActsWith = ["enable_dump_debug"];
  let Kind = Word;
  let Values = ["aicore_overflow", "atomic_overflow", "all"];
  let Default = "all";
  let Example = "mkdir -p core && ascend-run overflow.onnx --random --enable_dump_debug=1 --dump_debug_mode=aicore_overflow "
                "--dump_path=core && ls core/*/0/overflow/1/0";
  let Shows = "Exp.exp.";
  let Doc = "What enable_dump_debug looks for: overflow in an op, or of sums that several cores add up in memory, of which there are none here.";
}
def : WatchingOption<"quant_dumpable"> {
  let Class = NoMeaning;
  let Reason = "every op is in dumps, also one between those that a quantization tool put in";
  let Outside = false;
  let Takers = [Atc, Run, Api];
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Code = "E10006";
  let Doc = "1: what a quantization tool put around an op does not hide it from a dump.";
}

class TimeLimit<string name, int least> : WatchingOption<name> {
  let Kind = Integer;
  let Min = least;
}
def : TimeLimit<"stream_sync_timeout", -1> {
  let Metavar = "MS";
  let Default = "-1";
  let Example = "ascend-run slow.onnx --random --stream_sync_timeout=100";
  let Shows = "error: the run failed: it took longer than 100 milliseconds";
  let Doc = "How long a run may take, in milliseconds; -1 and 0: any time. Past it the run ends with an error (exit code 4).";
}
def : TimeLimit<"event_sync_timeout", -1> {
  let Metavar = "MS";
  let Default = "-1";
  let Example = "ascend-run slow.onnx --random --event_sync_timeout=100";
  let Shows = "error: the run failed: it took longer than 100 milliseconds";
  let Doc = "As stream_sync_timeout: the event that is waited for is the end of the run. The shorter of the two counts.";
}
def : TimeLimit<"op_execute_timeout", 0> {
  let Metavar = "S";
  let Default = "0";
  let Example = "ascend-run slow.onnx --random --op_execute_timeout=1";
  let Shows = "error: the run failed: node 'conv' took longer than 1000 milliseconds";
  let Doc = "How long the code of one op may take, or of the ops that share a kernel, in seconds; 0: any time.";
}
def : TimeLimit<"op_wait_timeout", 0> {
  let Metavar = "S";
  let Default = "0";
  let Example = "ascend-run net.onnx --random --op_wait_timeout=120";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8 casts=2";
  let Doc = "How long an op may wait for the threads that share its work, in seconds; 0: any time.";
}

#endif // ASCEND_OPTIONS_WATCHING_TD
