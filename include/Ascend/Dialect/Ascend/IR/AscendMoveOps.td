//===- AscendMoveOps.td - Operators that move data ---------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_MOVE_OPS_TD
#define ASCEND_MOVE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_IdentityOp : Ascend_ShapedOp<"identity", "Identity", [Ascend_MovesData]> {
  let summary = "Its operand";
  let description = [{
    ```mlir
    %y = ascend.identity %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ReshapeOp : Ascend_ShapedOp<"reshape", "Reshape", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"allowzero">];
  let summary = "The same elements in another shape";
  let description = [{
    `shape` is a constant of int32 or int64; -1 stands for the rest, 0 for the
    extent of x unless `ge.allowzero` is 1.

    ```mlir
    %y = ascend.reshape %x, %shape {node_name = "n"}
           : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$shape), identityArgs);
}

class Ascend_UnitDimOp<string mnemonic, string geType, string what,
                       string exampleType>
    : Ascend_ShapedOp<mnemonic, geType, [Ascend_MovesData]> {
  let summary = what;
  let description = [{
    }] # what # [{ at the positions in the operand `axes` (a constant).
    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %axes {node_name = "n"}
           : }] # exampleType # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, Variadic<AnyTensor>:$axes), identityArgs);
}

def Ascend_SqueezeV3Op : Ascend_UnitDimOp<"squeeze_v3", "SqueezeV3",
  "Removes extents of 1 (all of them where there are no axes)",
  "(tensor<4x1xf32>, tensor<1xi64>) -> tensor<4xf32>">;
def Ascend_UnsqueezeV3Op : Ascend_UnitDimOp<"unsqueeze_v3", "UnsqueezeV3",
  "Inserts extents of 1",
  "(tensor<4xf32>, tensor<1xi64>) -> tensor<4x1xf32>">;

def Ascend_ExpandDimsOp : Ascend_ShapedOp<"expand_dims", "ExpandDims", [Ascend_MovesData]> {
  let summary = "Inserts an extent of 1";
  let description = [{
    At the position `axis` (a constant of one integer) of the result.
    ```mlir
    %y = ascend.expand_dims %x, %axis {node_name = "n"}
           : (tensor<4xf32>, tensor<1xi32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axis), identityArgs);
}

def Ascend_SqueezeOp : Ascend_ShapedOp<"squeeze", "Squeeze", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"axis">];
  let summary = "Removes extents of 1";
  let description = [{
    At the positions `ge.axis` (list; default: all of them).
    ```mlir
    %y = ascend.squeeze %x {ge.axis = array<i64: 1>, node_name = "n"}
           : (tensor<4x1xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_UnsqueezeOp : Ascend_ShapedOp<"unsqueeze", "Unsqueeze", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"axes">];
  let summary = "Inserts extents of 1";
  let description = [{
    At the positions `ge.axes` (list) of the result.
    ```mlir
    %y = ascend.unsqueeze %x {ge.axes = array<i64: 1>, node_name = "n"}
           : (tensor<4xf32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_TransposeOp : Ascend_ShapedOp<"transpose", "Transpose", [Ascend_MovesData]> {
  let summary = "Permutes the axes";
  let description = [{
    Axis i of the result is axis perm[i] of x; `perm` is a constant.
    ```mlir
    %y = ascend.transpose %x, %perm {node_name = "n"}
           : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$perm), identityArgs);
}

def Ascend_ExpandOp : Ascend_ShapedOp<"expand", "Expand", [Ascend_MovesData]> {
  let summary = "Broadcasts to a shape";
  let description = [{
    The result's shape is the numpy broadcast of x's shape with the constant
    `shape` (ONNX Expand).
    ```mlir
    %y = ascend.expand %x, %shape {node_name = "n"}
           : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$shape), identityArgs);
}

def Ascend_ConcatDOp : Ascend_ShapedOp<"concat_d", "ConcatD", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"concat_dim">, GEOptionalInt<"N">];
  let summary = "Joins tensors along an axis";
  let description = [{
    Along `ge.concat_dim` (negative counts from the end).
    ```mlir
    %y = ascend.concat_d %a, %b {ge.concat_dim = 0 : i64, node_name = "n"}
           : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
    ```
  }];
  let arguments = !con((ins Variadic<AnyTensor>:$x), identityArgs);
  let hasVerifier = 1;
}

class Ascend_StridedSliceByListsOp<string mnemonic, string geType>
    : Ascend_ShapedOp<mnemonic, geType, [Ascend_MovesData]> {
  let geAttributes = [GEInt<"begin_mask">, GEInt<"end_mask">,
                      GEInt<"ellipsis_mask">, GEInt<"new_axis_mask">,
                      GEInt<"shrink_axis_mask">];
  let summary = "A slice with steps along some axes";
  let description = [{
    begin, end, axes and strides are as in ONNX Slice: negative positions count
    from the end, positions past it are clamped, and steps may be negative. axes
    and strides are constants and may be left out; begin and end may be known at
    run time only.
    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %begin, %end, %axes, %strides {node_name = "n"}
           : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
           -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$begin, AnyTensor:$end,
                            Variadic<Ascend_TensorOrNone>:$optionals), identityArgs);
}

def Ascend_StridedSliceV2Op
    : Ascend_StridedSliceByListsOp<"strided_slice_v2", "StridedSliceV2">;
/// What CANN makes of StridedSliceV2 where the result's shape is not static.
def Ascend_StridedSliceV3Op
    : Ascend_StridedSliceByListsOp<"strided_slice_v3", "StridedSliceV3">;

def Ascend_ShapeOp : Ascend_ShapedOp<"shape", "Shape"> {
  let summary = "The shape of x as a vector of integers";
  let description = [{
    ```mlir
    %y = ascend.shape %x {node_name = "n"} : (tensor<4x6xf32>) -> tensor<2xi64>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_SizeOp : Ascend_ShapedOp<"size", "Size"> {
  let summary = "The number of elements of x";
  let description = [{
    ```mlir
    %y = ascend.size %x {node_name = "n"} : (tensor<4x6xf32>) -> tensor<i64>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

#endif // ASCEND_MOVE_OPS_TD
