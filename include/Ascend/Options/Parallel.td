//===- Parallel.td - Options of what runs at once ----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Ops that run side by side, and runs that do.

#ifndef ASCEND_OPTIONS_PARALLEL_TD
#define ASCEND_OPTIONS_PARALLEL_TD

include "OptionBase.td"

def ParallelGroup : OptionGroup<9, "Side by side"> {
  let Doc = "Ops that do not depend on each other may run at the same time, as on streams of a chip, and share the "
            "threads of the run (docs/Parallel.md). By default one runs after the other, each on all threads. Results "
            "are the same bits. Models that have dynamic shapes or control flow, models whose tensors are dumped and "
            "guarded ones run one op at a time; `--log=info` says how many ops run side by side with others.";
}

class ParallelOption<string name> : Option<name, ParallelGroup> {
  let Takers = [Atc, Run, Api];
}

def : ParallelOption<"auto_multistream_parallel_mode"> {
  let Kind = Word;
  let Values = ["cv"];
  let Example = "ascend-atc --model=branches.onnx --output=b --auto_multistream_parallel_mode=cv --log=info";
  let Shows = "info: 4 calls of kernels run beside others";
  let Doc = "cv: an op of the cube unit and one of the vector unit run side by side.";
}
def : ParallelOption<"ac_parallel_enable"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Products = ["Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93", "Ascend950"];
  let Code = "E10006";
  let Example = "ascend-atc --model=branches.onnx --output=b --ac_parallel_enable=1 --log=info";
  let Shows = "info: 4 calls of kernels run beside others";
  let Doc = "1: an op of the AI CPU and one of the AI Core run side by side.";
}
def : ParallelOption<"stream_max_parallel_num"> {
  let Metavar = "ENGINE:N,…";
  let Pattern = "[A-Za-z0-9_]+:[1-9][0-9]{0,8}(,[A-Za-z0-9_]+:[1-9][0-9]{0,8})*";
  let InvalidReason = "It must be a list of ENGINE:N, such as DNN_VM_AICPU:10,AIcoreEngine:1, with numbers from 1 on.";
  let Example = "ascend-atc --model=branches.onnx --output=b --stream_max_parallel_num=AIcoreEngine:3 --log=info";
  let Shows = "info: 9 calls of kernels run beside others";
  let Doc = "How many ops of an engine run at once: AIcoreEngine, DNN_VM_AICPU; 1 each by default. Other engines have no ops "
            "here, which a warning says.";
}

def : ParallelOption<"graph_max_parallel_model_num"> {
  let Kind = Integer;
  let Min = 1;
  let Max = 2147483647;
  let DefaultDoc = "no bound";
  let Example = "ascend-run net.onnx --random --graph_max_parallel_model_num=2";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8 casts=2";
  let Doc = "How many runs of a model go on at once, each with threads and work memory of its own: a run in another thread "
            "of the program waits for one of them to end. For Python, and for C by ascendModuleGetMostRuns; the tools run a "
            "model once at a time, whatever it says.";
}

#endif // ASCEND_OPTIONS_PARALLEL_TD
