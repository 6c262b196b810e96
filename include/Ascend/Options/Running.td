//===- Running.td - Options of a run, reports --------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What ascend-run does, and what the tools print.

#ifndef ASCEND_OPTIONS_RUNNING_TD
#define ASCEND_OPTIONS_RUNNING_TD

include "OptionBase.td"

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
  let Example = "ascend-run net.onnx --inputs=x.npz";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8 casts=2";
  let Doc = "An .npz file with one array per model input, named as the input.";
}
def : RunOption<"random"> {
  let Kind = Switch;
  let Default = "off";
  let Conflicts = ["inputs"];
  let Example = "ascend-run net.onnx --random";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8 casts=2";
  let Doc = "Makes up the inputs from seed.";
}
def : RunOption<"seed"> {
  let Kind = Integer;
  let Default = "0";
  let Example = "ascend-run net.onnx --random --out_nodes=logits:0 --outputs=a.npz && ascend-run net.onnx --random "
                "--out_nodes=logits:0 --seed=2 --outputs=b.npz && ! cmp a.npz b.npz";
  let Shows = "a.npz b.npz differ";
  let Doc = "The seed of random inputs: the same seed gives the same inputs.";
}
def : RunOption<"outputs"> {
  let Kind = File;
  let Written = true;
  let Example = "ascend-run net.onnx --random --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "prob.npy";
  let Doc = "Writes the outputs as an .npz file, arrays named as the model's outputs.";
}
def : RunOption<"split_batch"> {
  let Kind = Switch;
  let Default = "off";
  let Example = "ascend-run net.onnx --inputs=x4.npz --split_batch --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "prob.npy … 192";
  let Doc = "Inputs may hold k times the compiled batch: they are run slice by slice and the outputs joined.";
}
def : RunOption<"threads"> {
  let Kind = Integer;
  let Min = 1;
  let Max = 1024;
  let DefaultDoc = "the CPUs that the process may use";
  let Example = "ascend-run net.onnx --random --threads=1";
  let Shows = "decided: soc=Ascend910B1 mode=force_fp16 float16=8 casts=2";
  let Doc = "Threads of the run. Results do not depend on it.";
}
def : RunOption<"repeat"> {
  let Kind = Integer;
  let Min = 1;
  let Max = 1000000;
  let Default = "1";
  let Example = "ascend-run net.onnx --random --repeat=20";
  let Shows = "time: runs=20 min_ms=";
  let Doc = "Runs the model that many times after a warm-up, and prints `time: runs=N min_ms=… median_ms=… max_ms=…`.";
}
def : RunOption<"reference"> {
  let Takers = [Run, Api];
  let Kind = Switch;
  let Default = "off";
  let Example = "ascend-run net.onnx --random --outputs=a.npz && ascend-run net.onnx --random --reference "
                "--outputs=b.npz && ! cmp a.npz b.npz";
  let Shows = "a.npz b.npz differ";
  let Doc = "Runs the model in its own dtypes, without Ascend's decisions.";
}
def : RunOption<"compare"> {
  let Takers = [Run];
  let Kind = Word;
  let Values = ["fp32"];
  let Example = "ascend-run net.onnx --random --compare=fp32";
  let Shows = "1 op overflows, 0 more pass the Inf or NaN on";
  let Doc = "Also runs the reference and prints how far the outputs are from it.";
}
def : RunOption<"dump"> {
  let Takers = [Run];
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["*.npy", "index.json"];
  let Example = "ascend-run net.onnx --random --dump=tensors && ls tensors";
  let Shows = "index.json";
  let Doc = "Writes every tensor as .npy in its decided dtype, in loops those of each turn, and index.json.";
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
  let Example = "ascend-atc --model=net.onnx --report=net.json";
  let Shows = "8 ops in float16, 2 casts, 1 constant overflows; report: net.json";
  let Doc = "Writes the decision of every op, with its reason, as JSON (docs/Report.md) where the file's name ends in "
            ".json, or as a table where it ends in .txt. A compiled file has the JSON in it.";
}
def : Option<"explain_options", ReportGroup> {
  let Kind = Switch;
  let Default = "off";
  let Own = true;
  let Outside = true;
  let Takers = [Atc, Run];
  let Example = "ascend-atc --soc_version=Ascend310P3 --explain_options";
  let Shows = "soc_version Ascend310P3 command line";
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
  let Takers = [Atc, Run, Asc, Convert, Dump, Show];
  let Example = "ascend-atc --model=net.onnx --precision_mode=fp16 --diagnostics=json";
  let Shows = "{\"severity\":\"error\",\"code\":\"E10001\"";
  let Doc = "json prints each error and warning as one JSON object a line.";
}

#endif // ASCEND_OPTIONS_RUNNING_TD
