//===- Waiting.td - Options that wait to act ---------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is checked as CANN checks it, and does nothing yet (class W).

#ifndef ASCEND_OPTIONS_WAITING_TD
#define ASCEND_OPTIONS_WAITING_TD

include "OptionBase.td"

def WaitingGroup : OptionGroup<5, "Checked, and without effect yet"> {
  let Doc = "Their values are checked, and a run says that they do nothing yet. Shapes: the code that is made serves "
            "every shape that `input_shape` leaves open, and so all profiles and ranges.";
}

class WaitingOption<string name> : Option<name, WaitingGroup> {
  let Class = NotActingYet;
  let Takers = [Atc, Run, Api];
}
class WaitingWord<string name, list<string> values> : WaitingOption<name> {
  let Kind = Word;
  let Values = values;
}
class WaitingInteger<string name, int least, int most> : WaitingOption<name> {
  let Kind = Integer;
  let Min = least;
  let Max = most;
}
class WaitingText<string name, string pattern, string reason> : WaitingOption<name> {
  let Pattern = pattern;
  let InvalidReason = reason;
}

// Parts of a graph, and what waits to be chosen.
def : WaitingWord<"ub_fusion", ["off", "on"]> {
  let Own = true;
  let Doc = "on: roundings between ops that CANN fuses in a buffer are left out where it leaves them out.";
}

// Building, running and tuning.
def : WaitingText<"auto_tune_mode", "(RL|GA)(,(RL|GA))?", "It must be RL, GA or both."> {
  let Deprecated = "aoe_mode";
  let Doc = "How ops are tuned: GA those of the cube unit, RL those of the vector unit.";
}
def : WaitingWord<"aoe_mode", ["1", "2", "4"]> {
  let Doc = "What is tuned.";
}
def : WaitingOption<"work_path"> {
  let Kind = Folder;
  let Doc = "Where tuning works.";
}
def : WaitingOption<"aoe_config_file"> {
  let Kind = File;
  let Doc = "How tuning goes.";
}
def : WaitingOption<"op_bank_path"> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Kind = Folder;
  let Doc = "What tuning of ops found before.";
}
def : WaitingOption<"mdl_bank_path"> {
  let Products = ["Ascend310", "Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Kind = Folder;
  let Doc = "What tuning of graphs found before.";
}

#endif // ASCEND_OPTIONS_WAITING_TD
