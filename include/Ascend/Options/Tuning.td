//===- Tuning.td - Options of tuning -----------------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN tunes with its AOE; docs/Tuning.md says what is tuned here.

#ifndef ASCEND_OPTIONS_TUNING_TD
#define ASCEND_OPTIONS_TUNING_TD

include "OptionBase.td"

def TuningGroup : OptionGroup<5, "Tuning"> {
  let Doc = "How the kernels of a model are cut is measured on this machine, and kept ([Tuning](Tuning.md)). Results are "
            "the same bits.";
}

class TuningOption<string name> : Option<name, TuningGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
}

def : TuningOption<"aoe_mode"> {
  let Kind = Word;
  let Values = ["1", "2", "4"];
  let Conflicts = ["auto_tune_mode"];
  let Example = "ascend-run --model=net.onnx --random --aoe_mode=2 --work_path=bank";
  let Shows = "tuned: ";
  let Doc = "2: kernels are tuned before the model is compiled, and what is found is kept. 1 (how the graph is cut) and 4 "
            "(how gradients are) tune nothing here: fusions are CANN's, and nothing is trained; a run says so. CANN has no "
            "1 on Ascend910B and Ascend910_93.";
}
def : TuningOption<"auto_tune_mode"> {
  let Pattern = "(RL|GA)(,(RL|GA))?";
  let InvalidReason = "It must be RL, GA or both.";
  let Deprecated = "aoe_mode";
  let Conflicts = ["op_bank_path", "aoe_mode"];
  let Example = "ascend-atc --model=net.onnx --output=net --auto_tune_mode=RL,GA";
  let Shows = "tuned: ";
  let Doc = "As aoe_mode=2: GA for kernels of the cube unit, RL for those of the vector unit.";
}
def : TuningOption<"work_path"> {
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["aoe_result_opat_*.json", "*-*.json"];
  let DefaultDoc = "the working folder";
  let Example = "ascend-run --model=net.onnx --random --aoe_mode=2 --work_path=bank && ls bank";
  let Shows = "aoe_result_opat_";
  let Doc = "Where tuning writes its result, and, where neither TUNE_BANK_PATH nor op_bank_path names a folder, the bank "
            "that later compilations with this option read.";
}
def : TuningOption<"aoe_config_file"> {
  let Kind = File;
  let Needs = ["aoe_mode"];
  let Example = "ascend-run --model=net.onnx --random --aoe_mode=2 --aoe_config_file=tuning.cfg";
  let Shows = "tuned: ";
  let Doc = "A JSON object that says what is tuned: `tune_ops_name` and `tune_ops_type` are lists of ops of which one must "
            "be in a kernel; `tune_optimization_level` is O2, or O1 for the kernels alone that together take nine tenths "
            "of the time; `feature` may list deeper_opat: each number is tried again from the best of all. "
            "nonhomo_split is of aoe_mode=1.";
}
def : TuningOption<"op_bank_path"> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Kind = Folder;
  let Conflicts = ["auto_tune_mode"];
  let Example = "mkdir -p bank && ascend-atc --model=net.onnx --output=net --op_bank_path=bank";
  let Shows = "compiled: ";
  let Doc = "The folder of the bank: what tuning found before is used, and what it finds is kept there. The variable "
            "TUNE_BANK_PATH comes first.";
}
#endif // ASCEND_OPTIONS_TUNING_TD
