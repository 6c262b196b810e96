//===- PrecisionPasses.td - The precision passes -----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_PRECISIONPASSES_TD
#define ASCEND_TRANSFORMS_PRECISIONPASSES_TD

include "mlir/Pass/PassBase.td"

def AssignPrecisionPass : Pass<"ascend-assign-precision", "ModuleOp"> {
  let summary = "Decide engine, column and dtypes of every op";
  let description = [{
    Visits the ops in topological order and picks one column of the op store
    for each, by the rules of CANN's Fusion Engine. The decision is the op's
    `precision` attribute; types do not change yet.

    **Pre-condition:** `ascend-load-config` ran, and so did each constraint pass for
    which the configuration has something to do. **Post-condition:** every op that
    the engines judge has `precision`; types are as before. A module that is
    materialized already does not change.

    <!-- example ascend-assign-precision -->
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-load-config="precision-mode=force_fp16" \
      --ascend-assign-precision
    ```
    ```mlir
    %0 = ascend.relu %arg0 {node_name = "r", precision = #ascend.precision<
           (f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore,
           unit = vector, rule = force_fp16, source = "builtin">}
           : (tensor<4xf32>) -> tensor<4xf32>
    ```
    <!-- end of example -->

    Errors: EZ3003 (no engine supports an op), E29999 (a customize_dtypes entry
    that names no dtype of its op), E10016 and E10017 (input_fp16_nodes names no
    input), E10001 (output_type names no output).
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def GEFusionsPass : Pass<"ascend-ge-fusions", "ModuleOp"> {
  let summary = "Do the graph fusions that CANN does before it judges dtypes";
  let description = [{
    Each pass of CANN that is modelled (docs/GEFusions.md) goes once over the
    ops, in CANN's order; a file that fusion_switch_file names turns passes off
    and on. A new node keeps the names of the ops that it stands for in
    `original_names`, and their types and names in `ascend.fused_members`, from
    which ascend-select-implmode finds its mode. What was done stands in the
    module attribute `ascend.fusions`, and passes that may have done more in
    `ascend.unmodelled_fusions`; the report reads both. How often the patterns
    of each pass matched stands in `ascend.fusion_matches`. It is not part of
    ascend-precision-pipeline; ascend-atc and ascend-run run it first.

    **Pre-condition:** the module is not materialized. **Post-condition:** the
    module has `ascend.fusions` and `ascend.unmodelled_fusions`, which may be empty.

    <!-- example ascend-ge-fusions -->
    `before.mlir`:
    ```mlir
    func.func @main(%x: tensor<4x5xf32>) -> tensor<4xf32> {
      %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
      %three = ascend.constant {node_name = "three"} dense<3.0> : tensor<f32>
      %0 = ascend.reduce_max %x, %axes {node_name = "max"}
             : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
      %1 = ascend.real_div %0, %three {node_name = "third"}
             : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```

    `off.cfg`:
    ```
    RealDiv2MulsFusionPass:off
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-ge-fusions
    ```
    ```mlir
    %2 = ascend.reduce_max_d %arg0 {
           ascend.fused_members = [["max", "ReduceMax"]],
           ge.axes = array<i64: 1>, node_name = "max",
           original_names = ["axes", "max"]} : (tensor<4x5xf32>) -> tensor<4xf32>
    %3 = ascend.muls %2 {
           ascend.fused_members = [["third", "RealDiv"]],
           ge.value = 0.333333343 : f32, node_name = "third/Muls",
           original_names = ["third"]} : (tensor<4xf32>) -> tensor<4xf32>
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-ge-fusions="fusion-switch-file=off.cfg"
    ```
    ```mlir
    %3 = ascend.real_div %2, %1 {node_name = "third"}
           : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
    <!-- end of example -->

    Errors: those of the options and of the file (E21001, E21002, E20003), and
    where the decision is made already.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
  // Its options are the table's (docs/Options.md), made at run time.
}

def LoadConfigPass : Pass<"ascend-load-config", "ModuleOp"> {
  let summary = "Read the options and files into the module";
  let description = [{
    Checks the options, reads the files that they name and keeps both in the
    module attribute `ascend.options`. Later passes read no file, so any later
    process decides alike, or refuses because its built-in op store differs.

    **Pre-condition:** if the module is materialized, that was with the same
    options. **Post-condition:** the module has `ascend.options`; ops are as before.

    <!-- example ascend-load-config -->
    `before.mlir`:
    ```mlir
    module {}
    ```

    `k.cfg`:
    ```
    OpType::Relu
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --ascend-load-config="soc=Ascend910A keep-dtype=k.cfg"
    ```
    ```mlir
    module attributes {ascend.options = {
        files = {k.cfg = "OpType::Relu\0A"}, store = "…",
        values = [["soc_version", "Ascend910A"], ["keep_dtype", "k.cfg"],
                  ["op_select_implmode", "high_performance"],
                  ["float_overflow_mode", "saturation"]]}} {
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
  // Its options are the table's (docs/Options.md), made at run time.
}

def MaterializePrecisionPass : Pass<"ascend-materialize-precision", "ModuleOp"> {
  let summary = "Give every op the types that were decided";
  let description = [{
    Results take their decided dtypes; where an operand's dtype differs a cast
    comes in, one for each (value, dtype), shared by its users. Constants are
    re-encoded instead, clipped to the range of float16 first where
    is_weight_clip is on. Function and region boundaries keep their types, but
    for what input_fp16_nodes and output_type ask of the entry function.
    Adjacent inverse casts are merged by FE's rule unless merge_casts=never;
    what was merged, and how many elements of a constant overflow, underflow or
    become subnormal, stands in module attributes that the report reads.

    **Pre-condition:** `ascend-assign-precision` ran: every op that the engines
    judge has `precision`. **Post-condition:** the module has `ascend.materialized`,
    operands and results have the types of the decision, and no cast folds any more.
    A module that has it already does not change.

    <!-- example ascend-materialize-precision -->
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-load-config="precision-mode=force_fp16" \
      --ascend-assign-precision --ascend-materialize-precision
    ```
    ```mlir
    %0 = ascend.cast %arg0 {…origin = #ascend.cast_origin<inserted>}
           : (tensor<4xf32>) -> tensor<4xf16>
    %1 = ascend.relu %0 {…precision = #ascend.precision<(f16) -> (f16), …>}
           : (tensor<4xf16>) -> tensor<4xf16>
    %2 = ascend.cast %1 {…origin = #ascend.cast_origin<boundary>}
           : (tensor<4xf16>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def OverrideCustomizeDtypesPass
    : Pass<"ascend-override-customize-dtypes", "ModuleOp"> {
  let summary = "Mark the ops that customize_dtypes names";
  let description = [{
    A line that names the op beats a line for its type; the original names of a
    fused op do not count. The line's number in the configuration becomes the
    attribute `ascend.custom_dtypes`; ascend-assign-precision reads the dtypes
    there.

    **Pre-condition:** `ascend-load-config` ran. **Post-condition:** each op that
    the engines judge and a line names has `ascend.custom_dtypes`, and
    `ascend.constraints` of the module names the pass.

    <!-- example ascend-override-customize-dtypes -->
    `before.mlir`:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    `c.cfg`:
    ```
    OpType::Relu:InputDtype:float
    r:InputDtype:float16
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-load-config="customize-dtypes=c.cfg" \
      --ascend-override-customize-dtypes
    ```
    ```mlir
    %0 = ascend.relu %arg0 {ascend.custom_dtypes = 1 : i64, node_name = "r"}
           : (tensor<4xf32>) -> tensor<4xf32>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def PinKeepDtypePass : Pass<"ascend-pin-keep-dtype", "ModuleOp"> {
  let summary = "Mark the ops that keep_dtype names";
  let description = [{
    A line names ops by name (also an original name) or, as `OpType::T`, by
    type. The first line that hits an op becomes its attribute
    `ascend.keep_dtype`. A line that hits nothing is a warning; a type that is
    not in PascalCase and not in the graph is E10003.

    **Pre-condition:** `ascend-load-config` ran. **Post-condition:** each op that
    the engines judge and a line names has `ascend.keep_dtype`, and
    `ascend.constraints` of the module names the pass.

    <!-- example ascend-pin-keep-dtype -->
    `before.mlir`:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    `k.cfg`:
    ```
    OpType::Relu
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-load-config="keep-dtype=k.cfg" \
      --ascend-pin-keep-dtype
    ```
    ```mlir
    %0 = ascend.relu %arg0 {ascend.keep_dtype = "k.cfg:1", node_name = "r"}
           : (tensor<4xf32>) -> tensor<4xf32>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def PropagateMixlistPass : Pass<"ascend-propagate-mixlist", "ModuleOp"> {
  let summary = "Give every op its list after modify_mixlist";
  let description = [{
    The list of an op type comes from the op store; modify_mixlist moves it.

    **Pre-condition:** `ascend-load-config` ran. **Post-condition:** each op that
    the engines judge and whose list modify_mixlist changes has `ascend.list` and,
    with the line that moved it, `ascend.list_source`; `ascend.constraints` of the
    module names the pass.

    <!-- example ascend-propagate-mixlist -->
    `before.mlir`:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    `m.json`:
    ```json
    {"black-list": {"to-add": ["Relu"]}}
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --ascend-load-config="precision-mode=allow_mix_precision modify-mixlist=m.json" \
      --ascend-propagate-mixlist
    ```
    ```mlir
    %0 = ascend.relu %arg0 {ascend.list = "black",
           ascend.list_source = "m.json:1", node_name = "r"}
           : (tensor<4xf32>) -> tensor<4xf32>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def ReportPrecisionPass : Pass<"ascend-report-precision", "ModuleOp"> {
  let summary = "Write the decisions and their reasons";
  let description = [{
    JSON (version 1, see docs/Report.md) to the file `json`, a table to the file
    `text` ("-" is standard output), and a remark on each op with `remarks`.

    **Pre-condition:** `ascend-assign-precision` ran; casts and constants are in the
    report once `ascend-materialize-precision` ran. **Post-condition:** the files
    are written, also where `--strict` then refuses the decision; the module is as
    before.

    <!-- example ascend-report-precision -->
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    gives, with
    ```sh
    ascend-opt before.mlir --ascend-precision-pipeline="" | ascend-opt \
      --ascend-report-precision="text=-" -o /dev/null
    ```
    ```
    r … Relu … aicore  f16>f16 … force_fp16
    1 op in float16, 2 casts
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"json", "json", "std::string", "\"\"", "File for the JSON report">,
    Option<"text", "text", "std::string", "\"\"", "File for the table">,
    Option<"remarks", "remarks", "bool", "false", "Emit a remark for each op">
  ];
}

def SelectImplmodePass : Pass<"ascend-select-implmode", "ModuleOp"> {
  let summary = "Give every op its implementation mode";
  let description = [{
    The request comes from op_precision_mode, allow_hf32, op_select_implmode and
    optypelist_for_implmode, in CANN's order of precedence, by node name before
    op type; of the original names of a fused op the one whose mode ranks
    highest counts. `impl_mode` is the effective mode: the request where the op
    offers it, else the op's only mode, else nothing; a request that is not
    effective stays in `ascend.requested_impl_mode`.

    **Pre-condition:** `ascend-load-config` ran; an `impl_mode` that an op came with
    is one that its type offers. **Post-condition:** each op that the engines judge
    and that has an effective mode has it as `impl_mode`; where a request came from
    stands in `ascend.impl_mode_source`.

    <!-- example ascend-select-implmode -->
    `before.mlir`:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.tanh %x {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    `p.ini`:
    ```
    Tanh = high_performance
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-load-config="op-precision-mode=p.ini" \
      --ascend-select-implmode
    ```
    ```mlir
    %0 = ascend.tanh %arg0 {ascend.impl_mode_source = "p.ini:1",
           impl_mode = #ascend.impl_mode<high_performance>, node_name = "t"}
           : (tensor<4xf32>) -> tensor<4xf32>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def VerifyPrecisionPass : Pass<"ascend-verify-precision", "ModuleOp"> {
  let summary = "Check that the types of every op are its decision";
  let description = [{
    An error for each op whose operand or result element types are not those of
    its `precision`, whose `precision` is not the column of the op store that it
    names, or that has none.

    **Pre-condition:** `ascend-materialize-precision` ran. **Post-condition:** the
    module is as before.

    <!-- example ascend-verify-precision -->
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    gives, with
    ```sh
    ascend-opt before.mlir --ascend-precision-pipeline="" > decided.mlir
    sed 's/-> (f16), origin/-> (f32), origin/' decided.mlir > changed.mlir
    ascend-opt changed.mlir --ascend-verify-precision
    ```
    ```
    error: node 'r' (Relu): output 0 is 'f16', decided was 'f32'
    ```
    <!-- end of example -->
  }];
}

#endif // ASCEND_TRANSFORMS_PRECISIONPASSES_TD
