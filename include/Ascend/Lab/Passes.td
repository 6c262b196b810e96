//===- Passes.td - Passes of the accuracy laboratory -------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_PASSES_TD
#define ASCEND_LAB_PASSES_TD

include "mlir/Pass/PassBase.td"

def PairWithReferencePass
    : Pass<"ascend-pair-with-reference", "::mlir::ModuleOp"> {
  let summary = "Run a model as decided and in its own dtypes, in step";
  let description = [{
    The module holds two: `reference`, a model in its own dtypes, and `decided`, the
    same after the decision. One function `main` takes their place, which computes
    each op three times, one after the other: as the reference has it
    (`ascend.reference`: without the module's options), as decided, and, to tell the
    op's own error from the one that it is given, as decided on the reference's
    operands. `ascend.observe` shows the results. All three are in step, so that no
    tensor lives longer than its readers need it.

    Nodes pair by their names; what a graph fusion made pairs with the last node
    that it stands for, a cast that the decision inserted with what it casts. Where a
    node became several ops (a fusion's `ascend.part_of` names it), those whose results
    leave them pair. The
    operands of the third form are the reference's, cast to the dtypes that the op
    reads; where the reference has no such value, they are the third form's. Of
    control flow there is no third form, and what is in it is a part of it. Ops that
    only move elements and casts to wider types are not shown; outputs of the model
    are, as `NetOutput`.

    Inputs are those of the decided model; results are the reference's, then those
    of the decided model.

    **Pre-condition:** the two modules have a `main` of one block each, with as many
    inputs and outputs. **Post-condition:** the module holds `main` alone, with the
    `ascend.options` of the decided model.

    <!-- example ascend-pair-with-reference -->
    ```mlir
    module @reference {
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
        %1 = ascend.relu %0 {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
        return %1 : tensor<4xf32>
      }
    }
    module @decided {
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
        %1 = ascend.cast %0 {node_name = "e:0/Cast_float16", origin = #ascend.cast_origin<inserted>}
               : (tensor<4xf32>) -> tensor<4xf16>
        %2 = ascend.relu %1 {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
        %3 = ascend.cast %2 {node_name = "r:0/Cast_float", origin = #ascend.cast_origin<boundary>}
               : (tensor<4xf16>) -> tensor<4xf32>
        return %3 : tensor<4xf32>
      }
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-pair-with-reference
    ```
    ```mlir
    func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = ascend.exp %arg0 {ascend.reference, node_name = "e"}
             : (tensor<4xf32>) -> tensor<4xf32>
      %1 = ascend.exp %arg0 {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      ascend.observe %0, %1, %1 {index = 0 : i64,
          names = ["reference", "decided", "isolated"],
          node = "e", op_type = "Exp"}
          : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
      %2 = ascend.cast %1 {node_name = "e:0/Cast_float16", origin = #ascend.cast_origin<inserted>}
             : (tensor<4xf32>) -> tensor<4xf16>
      %3 = ascend.cast %0 {origin = #ascend.cast_origin<inserted>}
             : (tensor<4xf32>) -> tensor<4xf16>
      ascend.observe %0, %2, %3 {index = 0 : i64,
          names = ["reference", "decided", "isolated"],
          node = "e:0/Cast_float16", op_type = "Cast"}
          : tensor<4xf32>, tensor<4xf16>, tensor<4xf16>
      %4 = ascend.relu %0 {ascend.reference, node_name = "r"}
             : (tensor<4xf32>) -> tensor<4xf32>
      %5 = ascend.relu %2 {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
      %6 = ascend.relu %3 {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
      ascend.observe %4, %5, %6 {index = 0 : i64,
          names = ["reference", "decided", "isolated"],
          node = "r", op_type = "Relu"}
          : tensor<4xf32>, tensor<4xf16>, tensor<4xf16>
      %7 = ascend.cast %5 {node_name = "r:0/Cast_float", origin = #ascend.cast_origin<boundary>}
             : (tensor<4xf16>) -> tensor<4xf32>
      ascend.observe %4, %7 {index = 0 : i64,
          names = ["reference", "decided"],
          node = "result0", op_type = "NetOutput"}
          : tensor<4xf32>, tensor<4xf32>
      return %4, %7 : tensor<4xf32>, tensor<4xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect", "::mlir::func::FuncDialect"];
}

def ChooseFormsPass : Pass<"ascend-choose-forms", "::mlir::ModuleOp"> {
  let summary = "Hold two forms of each op, of which an input chooses";
  let description = [{
    The module holds two: `plain` and `kept`, one model after two decisions, of which
    the second one keeps ops that the first one changes. One function `main` takes
    their place. It has one more input, `keep`, an i1 for each op that is different in
    the two: true computes the op as `kept` has it, false as `plain` has it. So any set
    of ops can be tried by a run. An elementwise op is computed in both forms, of which a
    select takes one: so it shares a kernel with its neighbours. Any other is computed in
    one form, in a branch. Where a decision made several ops of a node, side by side, they
    are one choice; `ascend.part_of` names the node of what has another name.

    Between ops a tensor has a type that holds the values of both forms; casts to the
    types that an op reads take the place of those that the decision inserted, and
    round as they do. A cast of floats of the model that only one of the two has is
    taken so as well. Control flow stays as `plain` has it.

    **Pre-condition:** the two modules have a `main` of one block each, with the
    same nodes. **Post-condition:** the module holds `main` alone, whose last input
    is `keep`.

    <!-- example ascend-choose-forms -->
    ```mlir
    module @plain {
      func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
        %y = ascend.exp %x {node_name = "e"} : (tensor<4xf16>) -> tensor<4xf16>
        return %y : tensor<4xf16>
      }
    }
    module @kept {
      func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
        %h = ascend.cast %x {node_name = "x/Cast_float", origin = #ascend.cast_origin<inserted>}
               : (tensor<4xf16>) -> tensor<4xf32>
        %y = ascend.exp %h {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
        %z = ascend.cast %y {node_name = "e:0/Cast_float16", origin = #ascend.cast_origin<boundary>}
               : (tensor<4xf32>) -> tensor<4xf16>
        return %z : tensor<4xf16>
      }
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-choose-forms
    ```
    ```mlir
    func.func @main(%arg0: tensor<4xf16>,
                    %arg1: tensor<1xi1> {ascend.name = "keep"}) -> tensor<4xf16> {
      %0 = ascend.strided_slice_d %arg1 {ge.begin = array<i64: 0>,
             ge.end = array<i64: 1>, ge.strides = array<i64: 1>}
             : (tensor<1xi1>) -> tensor<1xi1>
      %1 = ascend.cast %arg0 {origin = #ascend.cast_origin<inserted>}
             : (tensor<4xf16>) -> tensor<4xf32>
      %2 = ascend.exp %1 {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      %3 = ascend.exp %arg0 {node_name = "e"} : (tensor<4xf16>) -> tensor<4xf16>
      %4 = ascend.cast %3 {origin = #ascend.cast_origin<inserted>}
             : (tensor<4xf16>) -> tensor<4xf32>
      %5 = ascend.select_v2 %0, %2, %4
             : (tensor<1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %6 = ascend.cast %5 {origin = #ascend.cast_origin<inserted>}
             : (tensor<4xf32>) -> tensor<4xf16>
      return %6 : tensor<4xf16>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::ascend::AscendDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // ASCEND_LAB_PASSES_TD
