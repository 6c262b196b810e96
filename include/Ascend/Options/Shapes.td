//===- Shapes.td - Options of shapes that a run tells ------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// When code is made for the shapes that come.

#ifndef ASCEND_OPTIONS_SHAPES_TD
#define ASCEND_OPTIONS_SHAPES_TD

include "OptionBase.td"

def ShapesGroup : OptionGroup<10, "Shapes that a run tells"> {
  let Doc = "A model whose shapes a run tells has code that takes all of them, and beside it code for some of those that "
            "came, which takes less time (docs/Shapes.md). Results are the same bits. A compiled file has the code for "
            "all of them alone.";
}

class ShapesOption<string name> : Option<name, ShapesGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
}

def : ShapesOption<"jit_compile"> {
  let Kind = Word;
  let Values = ["auto", "true", "false", "0", "1", "2"];
  let Default = "auto";
  let Example = "ascend-run open.onnx --inputs=x.npz --jit_compile=true --repeat=3 --log=info";
  let Shows = "info: the shapes [1,3,16,16]: 0 runs in the model's own code, 4 in code for them";
  let Doc = "When code is made for the shapes of inputs. auto, 2: when they come for the second time, on a thread of its own, "
            "while runs go on. true, 1: when they come for the first time, before the answer. false, 0: never. In ascend-run, "
            "Python and C.";
}
def : ShapesOption<"dynamic_graph_execute_mode"> {
  let Kind = Word;
  let Values = ["lazy_recompile", "dynamic_execute"];
  let Deprecated = "jit_compile";
  let Example = "ascend-run open.onnx --inputs=x.npz --dynamic_graph_execute_mode=lazy_recompile --log=info";
  let Shows = "info: the shapes [1,3,16,16]: 0 runs in the model's own code, 1 in code for them";
  let Doc = "lazy_recompile: as jit_compile=true. dynamic_execute: as jit_compile=false. What jit_compile says wins.";
}

#endif // ASCEND_OPTIONS_SHAPES_TD
