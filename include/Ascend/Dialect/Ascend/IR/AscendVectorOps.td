//===- AscendVectorOps.td - Operators of the vector unit ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_VECTOR_OPS_TD
#define ASCEND_VECTOR_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendElementwiseOps.td"

/// Results have the shape of operand 0 without the reduced axes, or with extents
/// of 1 there.
def Ascend_Reduction : NativeOpTrait<"Reduction"> {
  let cppNamespace = "::mlir::ascend";
}

class Ascend_ReductionOp<string mnemonic, string geType>
    : Ascend_ModelledOp<mnemonic, geType,
        [Ascend_Reduction, Ascend_ShapeInferenceOpInterface], "">;

class Ascend_ReduceOp<string mnemonic, string geType, string what>
    : Ascend_ReductionOp<mnemonic, geType> {
  let geAttributes = [GEBool<"keep_dims">, GEBool<"noop_with_empty_axes">,
                      GEInt<"x_c0">];
  let summary = what # " over axes";
  let description = [{
    }] # what # [{ of x over the axes in the operand `axes` (a constant
    of int32 or int64; an empty one means all axes, or none where
    `ge.noop_with_empty_axes` is true). `ge.keep_dims` (bool, default false)
    keeps them with extent 1.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %axes {ge.keep_dims = true, node_name = "n"}
           : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axes), identityArgs);
}

def Ascend_ReduceLogSumExpOp : Ascend_ReduceOp<"reduce_log_sum_exp",
  "ReduceLogSumExp", "Logarithm of the sum of the exponentials">;
def Ascend_ReduceMaxOp
    : Ascend_ReduceOp<"reduce_max", "ReduceMax", "Maximum; NaN wins">;
def Ascend_ReduceMeanOp : Ascend_ReduceOp<"reduce_mean", "ReduceMean",
  "Mean (of integers: truncated)">;
def Ascend_ReduceMinOp
    : Ascend_ReduceOp<"reduce_min", "ReduceMin", "Minimum; NaN wins">;
def Ascend_ReduceProdOp : Ascend_ReduceOp<"reduce_prod", "ReduceProd", "Product">;
def Ascend_ReduceSumOp : Ascend_ReduceOp<"reduce_sum", "ReduceSum", "Sum">;

def Ascend_LpNormV2Op : Ascend_ReductionOp<"lp_norm_v2", "LpNormV2"> {
  let geAttributes = [GEFloat<"p", "2.0">, GEInts<"axes">, GEBool<"keepdim">,
                      GEBool<"noop_with_empty_axes">,
                      GEFixed<GEFloat<"epsilon", "1e-12">>];
  let summary = "Root of the sum of powers of magnitudes";
  let description = [{
    The sum of |x|^p to the power 1/p over the axes `ge.axes` (list; empty: as
    in ReduceSum). `ge.p` is a float (2), `ge.keepdim` a bool (false). Only p of
    1 and 2 lower.

    ```mlir
    %y = ascend.lp_norm_v2 %x {ge.axes = array<i64: 1>, ge.p = 1.0 : f32, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_SquareSumV1Op : Ascend_ReductionOp<"square_sum_v1", "SquareSumV1"> {
  let geAttributes = [GEInts<"axis">, GEBool<"keep_dims", "true">,
                      GEBool<"noop_with_empty_axes">];
  let summary = "Sum of squares";
  let description = [{
    Over the axes `ge.axis` (list; empty: as in ReduceSum). `ge.keep_dims` is a
    bool (true).

    ```mlir
    %y = ascend.square_sum_v1 %x {ge.axis = array<i64: 1>, node_name = "n"}
           : (tensor<4x5xf32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_GlobalAveragePoolOp
    : Ascend_ShapedOp<"global_average_pool", "GlobalAveragePool"> {
  let summary = "Mean over all axes after the second";
  let description = [{
    ```mlir
    %y = ascend.global_average_pool %x {node_name = "n"}
           : (tensor<1x8x7x7xf32>) -> tensor<1x8x1x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

class Ascend_ArgOp<string mnemonic, string geType, string what>
    : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = [GEBool<"select_last_index">];
  let summary = "Position of the " # what # " along an axis";
  let description = [{
    Along the axis `dimension` (a constant of one integer), which the result does
    not have. Of equal elements the first counts, or the last where
    `ge.select_last_index` is true (CANN has the first only); NaN wins.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %axis {node_name = "n"}
           : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xi64>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$dimension), identityArgs);
}

def Ascend_ArgMaxV2Op : Ascend_ArgOp<"arg_max_v2", "ArgMaxV2", "maximum">;
def Ascend_ArgMinOp : Ascend_ArgOp<"arg_min", "ArgMin", "minimum">;

def Ascend_CumsumOp : Ascend_ShapedOp<"cumsum", "Cumsum"> {
  let geAttributes = [GEBool<"exclusive">, GEBool<"reverse">];
  let summary = "Sums of all elements up to each";
  let description = [{
    Along the axis `axis` (a constant of one integer). `ge.exclusive` (bool,
    false) leaves the element itself out, `ge.reverse` (bool, false) adds from
    the end. Each sum is rounded once.

    ```mlir
    %y = ascend.cumsum %x, %axis {node_name = "n"}
           : (tensor<4x5xf32>, tensor<i32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axis), identityArgs);
}

class Ascend_PoolOp<string mnemonic, string geType, string what>
    : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = [GEInts<"ksize">, GEInts<"strides">, GEInts<"pads">,
                      GEInts<"dilations">, GEBool<"ceil_mode">, Ascend_AutoPad]
    # !if(!eq(what, "Mean"), [GEBool<"exclusive", "true">,
                              GEInt<"divisor_override", "0", "0">], []);
  let summary = what # " of each window";
  let description = [{
    x is [N, C, …]. `ge.ksize`, `ge.strides` and `ge.dilations` are lists with an
    entry per axis (of N and C: 1), `ge.pads` has two per spatial axis: what
    stands before and after it; or `ge.auto_pad` says it, as Conv2D's does.
    `ge.ceil_mode` (bool, false) counts windows that begin inside of x and its
    first border but do not end there. Where the border's end is less than a
    step before that of the first window, there is that one window, cut off; a
    whole step before it there is none, and farther is an error. }] #
    !if(!eq(what, "Maximum"), "The border is less than any number.", [{The border
    is 0; `ge.exclusive` (bool, true) leaves it out of the number of elements;
    where `ge.divisor_override` (int, 0) is not 0, that stands for the number.}])
    # [{

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {ge.ksize = array<i64: 1, 1, 2, 2>,
                  ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"}
           : (tensor<1x8x6x6xf32>) -> tensor<1x8x3x3xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_AvgPool3DOp : Ascend_PoolOp<"avg_pool3d", "AvgPool3D", "Mean">;
def Ascend_AvgPoolV2Op : Ascend_PoolOp<"avg_pool_v2", "AvgPoolV2", "Mean">;
def Ascend_MaxPool3DOp : Ascend_PoolOp<"max_pool3d", "MaxPool3D", "Maximum">;
def Ascend_MaxPoolV3Op : Ascend_PoolOp<"max_pool_v3", "MaxPoolV3", "Maximum">;

#endif // ASCEND_VECTOR_OPS_TD
