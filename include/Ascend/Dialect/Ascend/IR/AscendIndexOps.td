//===- AscendIndexOps.td - Ops that read or write at indices -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Index tensors are int32 or int64 and known when the model runs only. An index
// i along an axis of extent n lies in [-n, n), negative ones counting from the
// end; any other one ends the run with an error that names it, and nothing
// outside of a tensor is read or written.

#ifndef ASCEND_INDEX_OPS_TD
#define ASCEND_INDEX_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

def Ascend_GatherV2Op : Ascend_ShapedOp<"gather_v2", "GatherV2", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"batch_dims">];
  let summary = "Slices of x at indices";
  let description = [{
    The axis `axis` (a constant of one integer) of x becomes the axes of
    `indices`, each of which picks a slice.
    ```mlir
    %y = ascend.gather_v2 %x, %indices, %axis {node_name = "n"}
           : (tensor<4x6xf32>, tensor<2x3xi64>, tensor<1xi32>) -> tensor<2x3x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$indices, AnyTensor:$axis),
                       identityArgs);
}

def Ascend_GatherElementsOp : Ascend_ShapedOp<"gather_elements", "GatherElements", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"dim">];
  let summary = "An element of x for each index";
  let description = [{
    y[…, i, …] is x[…, index[…, i, …], …] along axis `ge.dim` (int, 0). Other
    extents of index are at most those of x.
    ```mlir
    %y = ascend.gather_elements %x, %index {ge.dim = 1 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$index), identityArgs);
}

def Ascend_GatherNdOp : Ascend_ShapedOp<"gather_nd", "GatherNd", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"batch_dims">];
  let summary = "Slices of x at tuples of indices";
  let description = [{
    The last axis of `indices` is a tuple for the axes of x behind its first
    `ge.batch_dims` (int, 0), which both share.
    ```mlir
    %y = ascend.gather_nd %x, %indices {node_name = "n"}
           : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$indices), identityArgs);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

def Ascend_ScatterElementsOp : Ascend_ShapedOp<"scatter_elements", "ScatterElements"> {
  let geAttributes = [GEInt<"axis">,
                      GEString<"reduction", "none",
                        ["none", "add", "mul", "max", "min"]>];
  let summary = "data with an element written for each index";
  let description = [{
    updates[…, i, …] goes to y[…, indices[…, i, …], …] along axis `ge.axis`
    (int, 0). `ge.reduction` (string, "none") joins it with what stands there:
    "add", "mul", "max" or "min"; updates follow each other in their order.
    ```mlir
    %y = ascend.scatter_elements %data, %indices, %updates {ge.axis = 1 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$data, AnyTensor:$indices,
                            AnyTensor:$updates), identityArgs);
}

class Ascend_ScatterNdOp<string mnemonic, string geType, string what>
    : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = [GEFixed<GEBool<"use_locking">>];
  let summary = "var with slices " # what;
  let description = [{
    The last axis of `indices` is a tuple for the first axes of var, which picks
    the slice; updates follow each other in their order.
    ```mlir
    %y = ascend.}] # mnemonic # [{ %var, %indices, %updates {node_name = "n"}
           : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$var, AnyTensor:$indices,
                            AnyTensor:$updates), identityArgs);
}

def Ascend_ScatterNdUpdateOp
    : Ascend_ScatterNdOp<"scatter_nd_update", "ScatterNdUpdate", "replaced">;
def Ascend_ScatterNdAddOp
    : Ascend_ScatterNdOp<"scatter_nd_add", "ScatterNdAdd", "added to">;
def Ascend_ScatterNdMulOp
    : Ascend_ScatterNdOp<"scatter_nd_mul", "ScatterNdMul", "multiplied">;
def Ascend_ScatterNdMaxOp
    : Ascend_ScatterNdOp<"scatter_nd_max", "ScatterNdMax", "raised to updates">;
def Ascend_ScatterNdMinOp
    : Ascend_ScatterNdOp<"scatter_nd_min", "ScatterNdMin", "lowered to updates">;

//===----------------------------------------------------------------------===//
// Indices as values
//===----------------------------------------------------------------------===//

def Ascend_OneHotOp : Ascend_ShapedOp<"one_hot", "OneHot"> {
  let geAttributes = [GEInt<"axis", "-1">];
  let summary = "Vectors with one element set";
  let description = [{
    A new axis at `ge.axis` (int, -1: the last) of extent `depth` (one integer)
    has `on_value` where its position is that of x, else
    `off_value`. Negative elements of x count from the end; those outside are
    nowhere.
    ```mlir
    %y = ascend.one_hot %x, %depth, %on, %off {node_name = "n"}
           : (tensor<4xi64>, tensor<1xi32>, tensor<1xf32>, tensor<1xf32>)
           -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$depth, AnyTensor:$on_value,
                            AnyTensor:$off_value), identityArgs);
}

#endif // ASCEND_INDEX_OPS_TD
