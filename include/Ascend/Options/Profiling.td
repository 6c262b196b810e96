//===- Profiling.td - Options of profiled runs -------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Where the time of a run goes, kernel by kernel.

#ifndef ASCEND_OPTIONS_PROFILING_TD
#define ASCEND_OPTIONS_PROFILING_TD

include "OptionBase.td"

def ProfilingGroup : OptionGroup<7, "Profiling"> {
  let Doc = "Where the time of a run goes, kernel by kernel (docs/Profiling.md).";
}

def : Option<"profiling_mode", ProfilingGroup> {
  let Kind = Word;
  let Values = ["0", "1", "true", "false"];
  let Default = "0";
  let Takers = [Atc, Run, Asc, Api];
  let Outside = true;
  let Example = "ascend-run net.onnx --random --profiling_mode=1";
  let Shows = "profile: … written: ./PROF_000001_";
  let Doc = "1 or true: kernels record when they begin and end, and ascend-run prints where the time of the fastest "
            "run went and writes a folder PROF_… as msprof does, with op_summary_….csv, op_statistic_….csv and "
            "task_time_….csv, to the output of profiling_options. ascend-atc compiles a file that can be run so. "
            "Results do not depend on it.";
}
def : Option<"profiling_options", ProfilingGroup> {
  let Metavar = "JSON";
  let Takers = [Atc, Run, Asc, Api];
  let Needs = ["profiling_mode"];
  let Outside = true;
  let Example = "ascend-run net.onnx --random --profiling_mode=1 --profiling_options='{\"output\":\"prof\"}' && ls prof";
  let Shows = "written: prof/PROF_000001_";
  let Doc = "What CANN's profiler is to collect, a JSON object such as {\"output\":\"/tmp/prof\",\"task_trace\":\"on\"}. "
            "output is the folder that PROF_… is written to, made if it is not there; the working folder without it. "
            "task_time and task_trace choose between its files, training_trace=on adds step_trace_….csv, with the times of "
            "fp_point and bp_point (docs/Profiling.md). The other keys that CANN's documents name are checked, and choose "
            "nothing here; unknown ones are E10001.";
}
def : Option<"profile", ProfilingGroup> {
  let Kind = File;
  let Written = true;
  let Endings = [".json"];
  let Own = true;
  let Outside = true;
  let Takers = [Run, Asc];
  let Example = "ascend-run net.onnx --random --profile=trace.json && grep -c conv trace.json";
  let Shows = "profile: … by op type: … Conv2D … written: trace.json";
  let Doc = "Prints where the time of the fastest run went, after one that is not counted, and writes it as a trace for "
            "Perfetto and chrome://tracing.";
}

#endif // ASCEND_OPTIONS_PROFILING_TD
