//===- AscendStaticOps.td - Ops with constants as attributes -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The types whose names end in D have as attributes what others have as
// constant operands; graph fusions put them in place of those.

#ifndef ASCEND_STATIC_OPS_TD
#define ASCEND_STATIC_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendCubeOps.td"
include "Ascend/Dialect/Ascend/IR/AscendVectorOps.td"

class Ascend_ReduceDOp<string mnemonic, string geType, string what>
    : Ascend_ReductionOp<mnemonic, geType> {
  let geAttributes = [GEInts<"axes">, GEBool<"keep_dims">,
                      GEBool<"noop_with_empty_axes">, GEInt<"x_c0">];
  let summary = what # " over the axes of an attribute";
  let description = [{
    }] # what # [{ of x over `ge.axes` (list; an empty one means all axes, or
    none where `ge.noop_with_empty_axes` is true). `ge.keep_dims` (bool, default
    false) keeps them with extent 1.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {ge.axes = array<i64: 1>, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ReduceMaxDOp
    : Ascend_ReduceDOp<"reduce_max_d", "ReduceMaxD", "Maximum; NaN wins">;
def Ascend_ReduceMeanDOp : Ascend_ReduceDOp<"reduce_mean_d", "ReduceMeanD",
  "Mean (of integers: truncated)">;
def Ascend_ReduceMinDOp
    : Ascend_ReduceDOp<"reduce_min_d", "ReduceMinD", "Minimum; NaN wins">;
def Ascend_ReduceProdDOp : Ascend_ReduceDOp<"reduce_prod_d", "ReduceProdD", "Product">;
def Ascend_ReduceSumDOp : Ascend_ReduceDOp<"reduce_sum_d", "ReduceSumD", "Sum">;

class Ascend_ArgDOp<string mnemonic, string geType, string what>
    : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = [GEInt<"dimension">, GEBool<"select_last_index">];
  let summary = "Position of the " # what # " along the axis of an attribute";
  let description = [{
    As ArgMaxV2 and ArgMin, with the axis `ge.dimension` (int).

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {ge.dimension = 1 : i64, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4xi32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ArgMaxDOp : Ascend_ArgDOp<"arg_max_d", "ArgMaxD", "maximum">;
def Ascend_ArgMinDOp : Ascend_ArgDOp<"arg_min_d", "ArgMinD", "minimum">;

def Ascend_CumsumDOp : Ascend_ShapedOp<"cumsum_d", "CumsumD"> {
  let geAttributes = [GEInt<"axis">, GEBool<"exclusive">, GEBool<"reverse">];
  let summary = "Sums of all elements up to each, along the axis of an attribute";
  let description = [{
    As Cumsum, with the axis `ge.axis` (int, default 0).

    ```mlir
    %y = ascend.cumsum_d %x {ge.axis = 1 : i64, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_CumprodDOp : Ascend_ShapedOp<"cumprod_d", "CumprodD"> {
  let geAttributes = [GEInt<"axis">, GEBool<"exclusive">, GEBool<"reverse">];
  let summary = "Products of all elements up to each, along the axis of an attribute";
  let description = [{
    As Cumprod, with the axis `ge.axis` (int, default 0).

    ```mlir
    %y = ascend.cumprod_d %x {ge.axis = 1 : i64, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_FillDOp : Ascend_ShapedOp<"fill_d", "FillD"> {
  let geAttributes = [GEInts<"dims">];
  let summary = "A tensor of one value and the shape of an attribute";
  let description = [{
    `ge.dims` (list) is its shape; `value` has one element.
    ```mlir
    %y = ascend.fill_d %value {ge.dims = array<i64: 4, 6>, node_name = "n"}
           : (tensor<1xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$value), identityArgs);
}

def Ascend_TileDOp : Ascend_ShapedOp<"tile_d", "TileD", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"multiples">];
  let summary = "x again and again along each axis, as an attribute says";
  let description = [{
    `ge.multiples` (list) has an integer per axis of x.
    ```mlir
    %y = ascend.tile_d %x {ge.multiples = array<i64: 2, 1>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<8x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ResizeNearestNeighborV2DOp
    : Ascend_ShapedOp<"resize_nearest_neighbor_v2d", "ResizeNearestNeighborV2D", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"size">, GEBool<"align_corners">,
                      GEBool<"half_pixel_centers">];
  let summary = "The nearest elements of x on the grid of an attribute";
  let description = [{
    As ResizeNearestNeighborV2, with the new H and W in `ge.size` (list).
    ```mlir
    %y = ascend.resize_nearest_neighbor_v2d %x {ge.size = array<i64: 8, 8>, node_name = "n"}
           : (tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

class Ascend_TransposedConvDOp<string mnemonic, string geType, string example>
    : Ascend_ConvolutionOp<mnemonic, geType> {
  let geAttributes = [GEInts<"input_size">, GEInts<"strides">, GEInts<"pads">,
                      GEInts<"dilations">, GEInt<"groups", "1">,
                      GEInts<"output_padding">, GEFixed<GEInt<"offset_x">>]
    # !if(!eq(geType, "Conv2DTransposeD"), [GEInt<"y_c0">], []);
  let summary = "Transposed convolution to the extents of an attribute";
  let description = [{
    As the type without D, with the result's extents in `ge.input_size` (list;
    zeros say nothing).

    ```mlir
    }] # example # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$filter,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_Conv2DTransposeDOp
    : Ascend_TransposedConvDOp<"conv2d_transpose_d", "Conv2DTransposeD", [{
    %y = ascend.conv2d_transpose_d %x, %w
           {ge.input_size = array<i64: 1, 4, 15, 15>,
            ge.strides = array<i64: 1, 1, 2, 2>, node_name = "c"}
           : (tensor<1x8x7x7xf32>, tensor<8x4x3x3xf32>) -> tensor<1x4x15x15xf32>}]>;
def Ascend_Conv3DTransposeDOp
    : Ascend_TransposedConvDOp<"conv3d_transpose_d", "Conv3DTransposeD", [{
    %y = ascend.conv3d_transpose_d %x, %w
           {ge.input_size = array<i64: 0, 0, 0, 0, 0>, node_name = "c"}
           : (tensor<1x8x7x7x7xf32>, tensor<8x4x3x3x3xf32>)
           -> tensor<1x4x9x9x9xf32>}]>;

def Ascend_TransposeDOp : Ascend_ShapedOp<"transpose_d", "TransposeD", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"perm">];
  let summary = "Permutes the axes by an attribute";
  let description = [{
    Axis i of the result is axis `ge.perm`[i] of x.
    ```mlir
    %y = ascend.transpose_d %x {ge.perm = array<i64: 1, 0>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<6x4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ExpandDOp : Ascend_ShapedOp<"expand_d", "ExpandD", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"shape">];
  let summary = "Broadcasts to the shape of an attribute";
  let description = [{
    The result's shape is the numpy broadcast of x's shape with `ge.shape`.
    ```mlir
    %y = ascend.expand_d %x {ge.shape = array<i64: 4, 6>, node_name = "n"}
           : (tensor<4x1xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_StridedSliceDOp : Ascend_ShapedOp<"strided_slice_d", "StridedSliceD", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"begin">, GEInts<"end">, GEInts<"strides">,
                      GEInt<"begin_mask">, GEInt<"end_mask">,
                      GEInt<"ellipsis_mask">, GEInt<"new_axis_mask">,
                      GEInt<"shrink_axis_mask">];
  let summary = "A slice with steps along every axis";
  let description = [{
    `ge.begin`, `ge.end` and `ge.strides` (lists with an entry for every axis)
    count as in StridedSliceV2; the masks of GE must be 0.
    ```mlir
    %y = ascend.strided_slice_d %x {ge.begin = array<i64: 0>, ge.end = array<i64: 8>,
           ge.strides = array<i64: 2>, node_name = "n"} : (tensor<8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_StridedSliceOp : Ascend_ShapedOp<"strided_slice", "StridedSlice", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"begin_mask">, GEInt<"end_mask">,
                      GEInt<"ellipsis_mask">, GEInt<"new_axis_mask">,
                      GEInt<"shrink_axis_mask">];
  let summary = "A slice with steps along every axis, by operands";
  let description = [{
    begin, end and strides are constants with an entry for every axis and count
    as in StridedSliceV2; the masks of GE must be 0.
    ```mlir
    %y = ascend.strided_slice %x, %begin, %end, %strides {node_name = "n"}
           : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$begin, AnyTensor:$end,
                            AnyTensor:$strides), identityArgs);
}

def Ascend_ReverseV2DOp : Ascend_ShapedOp<"reverse_v2d", "ReverseV2D", [Ascend_MovesData]> {
  let geAttributes = [GEInts<"axis">];
  let summary = "Turns axes round";
  let description = [{
    Those in `ge.axis` (list).
    ```mlir
    %y = ascend.reverse_v2d %x {ge.axis = array<i64: 0>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

#endif // ASCEND_STATIC_OPS_TD
