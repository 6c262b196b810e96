//===- Debugging.td - Options of what a compilation leaves -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is kept of a compilation besides its result.

#ifndef ASCEND_OPTIONS_DEBUGGING_TD
#define ASCEND_OPTIONS_DEBUGGING_TD

include "OptionBase.td"

def DebuggingGroup : OptionGroup<8, "What a compilation leaves behind">;

class DebuggingOption<string name> : Option<name, DebuggingGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
}

def : DebuggingOption<"export_compile_stat"> {
  let Kind = Word;
  let Values = ["0", "1", "2"];
  let Default = "0";
  let Example = "ascend-atc --model=net.onnx --export_compile_stat=2 && cat fusion_result.json";
  let Shows = "\"session_and_graph_id_0_0\": { \"graph_fusion\": {…\"BatchMatMulFusionPass\": { \"effect_times\": "
              "\"0\", \"match_times\": \"1\"";
  let Doc = "When fusion_result.json is written, CANN's count of what each fusion pass matched and changed "
            "(docs/GEFusions.md): 0 never, 1 when all has gone well, 2 as soon as the model is compiled, even if its "
            "run then fails. In C and Python 1 means the same as 2. The file goes to the working folder, or to FE/PID "
            "below ASCEND_WORK_PATH where that is set. CANN's default is 1; here it is 0, so that a working folder "
            "gets no file that nobody asked for. With reference nothing is fused, and nothing is written.";
}

def : DebuggingOption<"op_debug_level"> {
  let Kind = Word;
  let Values = ["0", "1", "2", "3", "4"];
  let Default = "0";
  let Example = "ascend-atc --model=net.onnx --output=net --op_debug_level=1 && ls kernel_meta kernel_meta/stages";
  let Shows = "_loc.json…00-import.mlir";
  let Doc = "What is kept of each kernel, in the folder kernel_meta of debug_dir (docs/Debugging.md): 0 nothing; 3 its "
            "object and a description, KERNEL.o and KERNEL.json; 1 also its code, KERNEL.mlir and KERNEL.ll in the place "
            "of CANN's .cce, which node a line of it comes from, KERNEL_loc.json, and the model behind each stage of the "
            "compilation; 2 as 1, with line numbers in the object, and not optimized; 4 as 3, with the code and the "
            "ops that were fused, KERNEL_compute.json. Kernels that are kept do not come from the compile cache.";
}
def : DebuggingOption<"op_debug_config"> {
  let Kind = File;
  let Example = "ascend-atc --model=net.onnx --output=net --op_debug_config=debug.cfg && ls kernel_meta";
  let Shows = ".ll";
  let Doc = "A text file that says what is kept of which ops, whatever op_debug_level says: a line `op_debug_config=` with "
            "some of dump_cce (the code), dump_loc (which node a line of it comes from), ccec_g (line numbers in the "
            "object), ccec_O0 (not optimized), oom (memory of the model is guarded, as by guard=end; not with ccec_O0) "
            "and check_flag (nothing here), and, for some ops alone, a line `op_debug_list=NAME,OpType::TYPE`.";
}
def : DebuggingOption<"debug_dir"> {
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["kernel_meta/*"];
  let DefaultDoc = "the working folder";
  let Example = "ascend-atc --model=net.onnx --output=net --op_debug_level=3 --debug_dir=kept && ls kept/kernel_meta";
  let Shows = ".json";
  let Doc = "The folder of kernel_meta, for what op_debug_level and op_debug_config keep. It is created if it does not "
            "exist.";
}

#endif // ASCEND_OPTIONS_DEBUGGING_TD
