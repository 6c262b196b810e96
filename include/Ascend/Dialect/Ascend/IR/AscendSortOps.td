//===- AscendSortOps.td - Order, running products, ranges --*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SORT_OPS_TD
#define ASCEND_SORT_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_TopKOp : Ascend_ShapedOp<"top_k", "TopK"> {
  let geAttributes = [GEBool<"sorted", "true">, GEBool<"largest", "true">,
                      GEInt<"dim", "-1">];
  let summary = "The greatest elements along an axis, and where they are";
  let description = [{
    The `k` (one integer) greatest elements of x along `ge.dim`
    (int, -1), or the least where `ge.largest` (bool, true) is false, in order;
    of equal ones the first comes first. NaN is greater than any number.
    ```mlir
    %values, %indices = ascend.top_k %x, %k {node_name = "n"}
           : (tensor<4x6xf32>, tensor<1xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$k), identityArgs);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
}

def Ascend_TopKDOp : Ascend_ShapedOp<"top_k_d", "TopKD"> {
  let geAttributes = [GEOptionalInt<"k">, GEBool<"sorted", "true">,
                      GEBool<"largest", "true">, GEInt<"dim", "-1">];
  let summary = "TopK of a number that is an attribute";
  let description = [{
    As TopK, with `ge.k` (int). assist_seq is what the AI Core's kernel counts
    with; nothing is read from it here.
    ```mlir
    %values, %indices = ascend.top_k_d %x, %seq {ge.k = 3 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<8192xf16>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$assist_seq), identityArgs);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
}

def Ascend_CumprodOp : Ascend_ShapedOp<"cumprod", "Cumprod"> {
  let geAttributes = [GEBool<"exclusive">, GEBool<"reverse">];
  let summary = "Products of all elements up to each";
  let description = [{
    As Cumsum, with products.
    ```mlir
    %y = ascend.cumprod %x, %axis {node_name = "n"}
           : (tensor<4x5xf32>, tensor<i32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axis), identityArgs);
}

def Ascend_RangeOp : Ascend_ShapedOp<"range", "Range"> {
  let summary = "Numbers in equal steps";
  let description = [{
    start, start + delta, … up to before `limit`; all three have one element.
    How many there are is known for integers only, while the model runs at the
    latest.
    ```mlir
    %y = ascend.range %start, %limit, %delta {node_name = "n"}
           : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$start, AnyTensor:$limit, AnyTensor:$delta),
                       identityArgs);
}

def Ascend_BitcastOp : Ascend_ShapedOp<"bitcast", "Bitcast"> {
  let summary = "The same bits as another type";
  let description = [{
    Of the same width; the type of the result says which.
    ```mlir
    %y = ascend.bitcast %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xi32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

#endif // ASCEND_SORT_OPS_TD
