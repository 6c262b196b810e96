//===- Running.td - Options of a run, reports --------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What ascend-run does, and what the tools tell.

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

#endif // ASCEND_OPTIONS_RUNNING_TD
