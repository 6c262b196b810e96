//===- Debugging.td - Options of what a compilation leaves -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is kept of a compilation beside its result.

#ifndef ASCEND_OPTIONS_DEBUGGING_TD
#define ASCEND_OPTIONS_DEBUGGING_TD

include "OptionBase.td"

def DebuggingGroup : OptionGroup<6, "What a compilation leaves behind">;

class DebuggingOption<string name> : Option<name, DebuggingGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
}

def : DebuggingOption<"export_compile_stat"> {
  let Kind = Word;
  let Values = ["0", "1", "2"];
  let Default = "0";
  let Example = "ascend-atc --model=net.onnx --export_compile_stat=2 && cat fusion_result.json";
  let Shows = "\"session_and_graph_id_0_0\": { \"graph_fusion\": {…\"ConvBatchnormFusionPass\": { \"effect_times\": "
              "\"0\", \"match_times\": \"1\"";
  let Doc = "When fusion_result.json is written, CANN's count of what each fusion pass matched and changed "
            "(docs/GEFusions.md): 0 never, 1 when all has gone well, 2 as soon as the model is compiled, also where its "
            "run fails then. In C and Python 1 is as 2. The file goes to the working folder, or to FE/PID below "
            "ASCEND_WORK_PATH where that is set. CANN's default is 1; here it is 0, so that a working folder gets no file "
            "that nobody asked for. With reference nothing is fused, and nothing is written.";
}

#endif // ASCEND_OPTIONS_DEBUGGING_TD
