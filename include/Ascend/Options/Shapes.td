//===- Shapes.td - Options of dynamic shapes ---------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// When code is made for the shapes that come.

#ifndef ASCEND_OPTIONS_SHAPES_TD
#define ASCEND_OPTIONS_SHAPES_TD

include "OptionBase.td"

def ShapesGroup : OptionGroup<10, "Dynamic shapes"> {
  let Doc = "A model with dynamic shapes has code that takes all of them, and besides it code for some of those that "
            "came, which takes less time (docs/Shapes.md), or for those that options list. Results are the same bits. "
            "A compiled file has the code for all of them, and that for those listed.";
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
def : ShapesOption<"shape_generalization_mode"> {
  let Kind = Word;
  let Values = ["STRICT", "FULL", "ADAPTIVE"];
  let Default = "STRICT";
  let Example = "ascend-run open.onnx --inputs=x.npz --shape_generalization_mode=ADAPTIVE --jit_compile=true --log=info";
  let Shows = "info: the shapes [1,3,16,16]: 0 runs in the model's own code, 1 in code for them";
  let Doc = "How far the code that `jit_compile` makes reaches. STRICT: it is for the shapes that came. ADAPTIVE: "
            "extents that differ from those of an earlier run are open in it, so that it takes all of them. FULL: "
            "where one differs, the model's own code takes all runs from then on. Not with compile_dynamic_mode=true, "
            "with which all are open from the start.";
}
def : Option<"all_tensor_not_empty", ShapesGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Takers = [Atc, Run, Api];
  let Example = "ascend-run open.onnx --inputs=x.npz --all_tensor_not_empty=1 --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "1: a promise that no tensor has an extent of 0. The code that asks before each kernel whether there is something to "
            "compute is left out; an input that breaks the promise is an error.";
}

//===----------------------------------------------------------------------===//
// What may come
//===----------------------------------------------------------------------===//

class RangeOption<string name> : Option<name, ShapesGroup> {
  let Takers = [Atc, Run, Api, Convert];
}

def : RangeOption<"input_shape_range"> {
  let Pattern = "[^:]+:\\[[-~0-9, ]*\\](;[^:]+:\\[[-~0-9, ]*\\])*;?";
  let InvalidReason = "It must be NAME:[D,D~D,-1];NAME:[D].";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let ConflictCode = "E10009";
  let Code = "E10048";
  let Deprecated = "input_shape";
  let Products = ["Ascend310B", "Ascend310P", "Ascend910", "Ascend910B", "Ascend910_93"];
  let Example = "ascend-run open.onnx --inputs=x.npz --input_shape_range=\"data:[1,3,1~8,-1]\"";
  let Shows = "error: the run failed: input 'data' at axis 2 has the extent 16, and the model was compiled for 1 to 8";
  let Doc = "The extents that inputs may have, as `input_shape` gives them: a number, a range whose end may be -1 for "
            "none, or -1 for any. The inputs of each run are checked. What `input_shape` says of an input wins.";
}
def : RangeOption<"dynamic_inputs_shape_range"> {
  let Metavar = "\"getnext:[D,D~D,-1],[D]\"";
  let Pattern = "[^:]+:.*\\[.*\\].*";
  let InvalidReason = "It must be getnext:[D,D~D,-1],[D], a list in brackets for each input.";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let Deprecated = "input_shape";
  let Example = "ascend-run open.onnx --inputs=x.npz --dynamic_inputs_shape_range=\"getnext:[1~4,3,16~64,16~-1]\" --outputs=y.npz && "
                "python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "The same for all inputs in their order, as a session gives them; the word in front, getnext or data, has "
            "no meaning here.";
}
def : RangeOption<"compile_dynamic_mode"> {
  let Kind = Word;
  let Values = ["true", "false"];
  let Default = "false";
  let Alone = "true";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let Example = "ascend-atc --model=moved.onnx --compile_dynamic_mode=true --output=m --display_model_info=1";
  let Shows = "input: x float [-1,-1]";
  let Doc = "true: all extents of all inputs are open, also those that the model has, but for those that `input_shape` gives.";
}
def : RangeOption<"dynamic_input"> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Deprecated = "compile_dynamic_mode";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let Example = "ascend-atc --model=moved.onnx --dynamic_input=1 --output=m --display_model_info=1";
  let Shows = "input: x float [-1,-1]";
  let Doc = "1: as compile_dynamic_mode=true.";
}
def : RangeOption<"input_hint_shape"> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
  let Metavar = "0:[D,D];1:[D]";
  let Code = "E10014";
  let ConflictCode = "E10001";
  let Pattern = "[ 0-9]+:[^:;]*(;[ 0-9]+:[^:;]*)*;?";
  let InvalidReason = "It must be NUMBER:[D,D];NUMBER:[D], where a number counts the inputs from 0.";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "dynamic_dims"];
  let Example = "ascend-atc --model=open.onnx --input_hint_shape=\"0:[1,3,16,16]\" --output=h && "
                "ascend-run h.asc --inputs=x.npz --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "Shapes of the inputs that are likely, by the inputs' numbers: the model has code for them from the start, "
            "as for a profile, besides its own, which takes all. Inputs without open extents may be left out.";
}

//===----------------------------------------------------------------------===//
// A list of what may come
//===----------------------------------------------------------------------===//

class ProfileOption<string name> : Option<name, ShapesGroup> {
  let Outside = true;
  let Takers = [Atc, Run, Api];
  let Needs = ["input_shape"];
  let ConflictCode = "E10009";
}

def : ProfileOption<"dynamic_dims"> {
  let Metavar = "N,N;N,N";
  let Pattern = "[0-9]+(,[0-9]+)*(;[0-9]+(,[0-9]+)*)*;?";
  let InvalidReason = "It must be a list of profiles, such as 1,224;8,448: a number for each -1 of input_shape.";
  let Conflicts = ["dynamic_batch_size", "dynamic_image_size", "input_shape_range", "dynamic_inputs_shape_range", "input_hint_shape", "compile_dynamic_mode", "dynamic_input",
                   "insert_op_conf"];
  let Example = "ascend-run open.onnx --inputs=x.npz --input_shape=\"data:1,3,-1,-1\" --dynamic_dims=\"8,8;32,32\"";
  let Shows = "error: the run failed: the model was compiled for profiles, and none is 'data' [1,3,16,16]: they are 'data' "
              "[1,3,8,8]; 'data' [1,3,32,32]";
  let Doc = "The profiles that the model is made for, 2 to 100: a number for each -1 of `input_shape`, in their order. Each has "
            "code of its own, which is made when the model is compiled; kernels and weights that several profiles share are "
            "there once. Inputs of other shapes are an error, unless `compile_hybrid_mode` says otherwise (docs/Shapes.md).";
}
def : ProfileOption<"dynamic_batch_size"> {
  let Metavar = "N,N";
  let Pattern = "[0-9]+(,[0-9]+)*,?";
  let InvalidReason = "It must be a list of sizes, such as 1,2,4,8.";
  let Code = "E10003";
  let Conflicts = ["dynamic_image_size", "dynamic_dims", "input_shape_range", "dynamic_inputs_shape_range", "input_hint_shape", "compile_dynamic_mode", "dynamic_input"];
  let Example = "ascend-atc --model=open.onnx --input_shape=\"data:-1,3,16,16\" --dynamic_batch_size=\"1,2,4\" --output=b && "
                "ascend-run b.asc --inputs=x.npz --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "Profiles as `dynamic_dims` has them: what the first extent of each input that leaves it open may be. No other "
            "extent may be -1.";
}
def : ProfileOption<"dynamic_image_size"> {
  let Metavar = "H,W;H,W";
  let Pattern = "[0-9]+(,[0-9]+)*(;[0-9]+(,[0-9]+)*)*;?";
  let InvalidReason = "It must be a list of pairs, such as 224,224;448,448.";
  let Code = "E10003";
  let Conflicts = ["dynamic_batch_size", "dynamic_dims", "input_shape_range", "dynamic_inputs_shape_range", "input_hint_shape", "compile_dynamic_mode", "dynamic_input"];
  let Example = "ascend-run open.onnx --inputs=x.npz --input_shape=\"data:1,3,-1,-1\" --dynamic_image_size=\"16,16;32,32\" "
                "--outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "Profiles as `dynamic_dims` has them: height and width of each input that leaves them open, which are its only -1; "
            "`input_format` says which axes they are.";
}
def : Option<"compile_hybrid_mode", ShapesGroup> {
  let Kind = Word;
  let Values = ["0", "1"];
  let Default = "0";
  let Outside = true;
  let Takers = [Atc, Run, Api];
  let Example = "ascend-run open.onnx --inputs=x.npz --input_shape=\"data:1,3,-1,-1\" --dynamic_dims=\"8,8;32,32\" "
                "--compile_hybrid_mode=1 --outputs=y.npz && python3 -m zipfile -l y.npz";
  let Shows = "y.npy";
  let Doc = "1: besides the code for profiles there is code for any other shape, as there is for a model without "
            "profiles.";
}

#endif // ASCEND_OPTIONS_SHAPES_TD
