//===- AscendNormOps.td - Normalizations -------------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_NORM_OPS_TD
#define ASCEND_NORM_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_BatchNormOp : Ascend_ShapedOp<"batch_norm", "BatchNorm"> {
  let geAttributes = [GEFloat<"epsilon", "1e-4">, GEBool<"is_training">];
  let summary = "Normalization of channels by given statistics";
  let description = [{
    (x - mean) / sqrt(variance + `ge.epsilon`) scale + offset, where all but x
    are vectors with an element per channel (axis 1 of x). `ge.epsilon` is a
    float (1e-4); `ge.is_training` must be false, and the other outputs of GE's
    operator, which training has, are left out.

    ```mlir
    %y = ascend.batch_norm %x, %scale, %offset, %mean, %variance {node_name = "n"}
           : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>,
              tensor<8xf32>) -> tensor<1x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$scale, AnyTensor:$offset,
                            AnyTensor:$mean, AnyTensor:$variance), identityArgs);
}

def Ascend_BNInferOp : Ascend_ShapedOp<"bn_infer", "BNInfer"> {
  let geAttributes = [GEFloat<"epsilon", "1e-4">];
  let summary = "BatchNorm outside of training";
  let description = [{
    As BatchNorm without training.

    ```mlir
    %y = ascend.bn_infer %x, %scale, %offset, %mean, %variance {node_name = "n"}
           : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>,
              tensor<8xf32>) -> tensor<1x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$scale, AnyTensor:$offset,
                            AnyTensor:$mean, AnyTensor:$variance), identityArgs);
}

def Ascend_BNInferenceOp : Ascend_ShapedOp<"bn_inference", "BNInference"> {
  let geAttributes = [GEFloat<"epsilon", "1e-5">,
                      GEFixed<GEBool<"use_global_stats", "true">>,
                      GEFixed<GEInt<"mode", "1">>];
  let summary = "Normalization of channels by constant statistics";
  let description = [{
    As BatchNorm, with `ge.epsilon` of 1e-5 by default. `momentum` is one number
    that the mean and the variance are divided by (0 makes them 0): Caffe's are
    sums.

    ```mlir
    %y = ascend.bn_inference %x, %mean, %variance, %momentum, %scale, %offset
           {node_name = "n"}
           : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>,
              tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$mean, AnyTensor:$variance,
                            AnyTensor:$momentum, AnyTensor:$scale,
                            AnyTensor:$offset), identityArgs);
}

def Ascend_LayerNormOp : Ascend_ShapedOp<"layer_norm", "LayerNorm"> {
  let geAttributes = [GEInt<"begin_norm_axis">, GEInt<"begin_params_axis">,
                      GEFloat<"epsilon", "1e-7">];
  let summary = "Normalization over the last axes";
  let description = [{
    (x - mean) / sqrt(variance + `ge.epsilon`) gamma + beta, with the mean and
    the variance of x over its axes from `ge.begin_norm_axis` (int, 0) on, which
    are the axes of gamma and beta, too. `ge.epsilon` is a float (1e-7). The
    other results are the mean and the variance, with extents of 1 there.

    ```mlir
    %y, %mean, %variance = ascend.layer_norm %x, %gamma, %beta
           {ge.begin_norm_axis = 1 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
           -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$gamma, AnyTensor:$beta),
                       identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$mean, AnyTensor:$variance);
}

def Ascend_SoftmaxV2Op : Ascend_ShapedOp<"softmax_v2", "SoftmaxV2"> {
  let geAttributes = [GEInts<"axes", "-1">];
  let summary = "Softmax over axes";
  let description = [{
    e^(x - max) / Σ e^(x - max) over `ge.axes` (list, default the last axis).

    ```mlir
    %y = ascend.softmax_v2 %x {ge.axes = array<i64: -1>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_LogSoftmaxV2Op : Ascend_ShapedOp<"log_softmax_v2", "LogSoftmaxV2"> {
  let geAttributes = [GEInts<"axes", "-1">];
  let summary = "Logarithm of the softmax over axes";
  let description = [{
    x - max - log(Σ e^(x - max)) over `ge.axes` (list, default the last axis).

    ```mlir
    %y = ascend.log_softmax_v2 %x {ge.axes = array<i64: -1>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_HardMaxOp : Ascend_ShapedOp<"hard_max", "HardMax"> {
  let geAttributes = [GEInt<"axis", "-1">];
  let summary = "1 at the first maximum along an axis, else 0";
  let description = [{
    Along `ge.axis` (int, -1); NaN counts as the maximum.

    ```mlir
    %y = ascend.hard_max %x {ge.axis = -1 : i64, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_InstanceNormOp : Ascend_ShapedOp<"instance_norm", "InstanceNorm"> {
  let geAttributes = [GEFloat<"epsilon", "1e-6">];
  let summary = "Normalization of each channel of each image";
  let description = [{
    (x - mean) / sqrt(variance + `ge.epsilon`) gamma + beta, with the mean and
    the variance over all axes after the second; gamma and beta are vectors with
    an element per channel (axis 1). `ge.epsilon` is a float (1e-6). The other
    results are the mean and the variance, with extents of 1 after the second.

    ```mlir
    %y, %mean, %variance = ascend.instance_norm %x, %gamma, %beta {node_name = "n"}
           : (tensor<2x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>)
           -> (tensor<2x8x7x7xf32>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$gamma, AnyTensor:$beta),
                       identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$mean, AnyTensor:$variance);
}

def Ascend_GroupNormOp : Ascend_ShapedOp<"group_norm", "GroupNorm"> {
  let geAttributes = [GEInt<"num_groups", "1">, GEFloat<"eps", "1e-5">];
  let summary = "Normalization of groups of channels";
  let description = [{
    (x - mean) / sqrt(variance + `ge.eps`) gamma + beta, with the mean and the
    variance over each of `ge.num_groups` (int) groups of channels (axis 1) and
    all axes after them; gamma and beta are vectors with an element per channel.
    `ge.eps` is a float (1e-5). The other results, [N, groups], are the mean and
    the variance.

    ```mlir
    %y, %mean, %variance = ascend.group_norm %x, %gamma, %beta
           {ge.num_groups = 2 : i64, node_name = "n"}
           : (tensor<3x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>)
           -> (tensor<3x8x7x7xf32>, tensor<3x2xf32>, tensor<3x2xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$gamma, AnyTensor:$beta),
                       identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$mean, AnyTensor:$variance);
}

def Ascend_RmsNormOp : Ascend_ShapedOp<"rms_norm", "RmsNorm"> {
  let geAttributes = [GEFloat<"epsilon", "1e-6">];
  let summary = "Division by the root of the mean square of the last axes";
  let description = [{
    x / sqrt(mean(x^2) + `ge.epsilon`) gamma, over the last axes of x, which are
    those of gamma. `ge.epsilon` is a float (1e-6). The other result is the
    reciprocal of the root, with extents of 1 there.

    ```mlir
    %y, %rstd = ascend.rms_norm %x, %gamma {node_name = "n"}
           : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$gamma), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$rstd);
}

def Ascend_LRNOp : Ascend_ShapedOp<"lrn", "LRN"> {
  let geAttributes = [GEInt<"depth_radius", "5">, GEOptionalInt<"local_size">,
                      GEFloat<"bias", "1.0">, GEFloat<"alpha", "1.0">,
                      GEFloat<"beta", "0.5">,
                      GEString<"norm_region", "ACROSS_CHANNELS",
                        ["ACROSS_CHANNELS"]>];
  let summary = "Local response normalization across channels";
  let description = [{
    x / (`ge.bias` + `ge.alpha` Σ x^2)^`ge.beta`, the sum being over the
    channels (axis 1) from `ge.depth_radius` before to as many after. An even
    `ge.local_size` (int, 2 depth_radius + 1) has one more after than before.
    Defaults: depth_radius 5 (int); bias 1, alpha 1, beta 0.5 (floats).
    `ge.norm_region` must be "ACROSS_CHANNELS".

    ```mlir
    %y = ascend.lrn %x {ge.depth_radius = 2 : i64, node_name = "n"}
           : (tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_MVNV2Op : Ascend_ShapedOp<"mvnv2", "MVNV2"> {
  let geAttributes = [GEInts<"axes", "0, 2, 3">, GEFloat<"eps", "1e-9">];
  let summary = "Mean 0 and variance 1 over axes";
  let description = [{
    (x - mean) / (sqrt(variance) + `ge.eps`) over `ge.axes` (list, default 0, 2
    and 3). `ge.eps` is a float (1e-9).

    ```mlir
    %y = ascend.mvnv2 %x {ge.axes = array<i64: 0, 2, 3>, node_name = "n"}
           : (tensor<3x8x7x7xf32>) -> tensor<3x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_L2NormalizeOp : Ascend_ShapedOp<"l2_normalize", "L2Normalize"> {
  let geAttributes = [GEInts<"axis">, GEFloat<"eps", "1e-4">];
  let summary = "Division by the root of the sum of squares over axes";
  let description = [{
    x / sqrt(max(Σ x^2, `ge.eps`)) over `ge.axis` (list). `ge.eps` is a float
    (1e-4).

    ```mlir
    %y = ascend.l2_normalize %x {ge.axis = array<i64: 1>, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

#endif // ASCEND_NORM_OPS_TD
