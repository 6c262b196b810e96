//===- AscendNormOps.td - Normalizations -------------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_NORM_OPS_TD
#define ASCEND_NORM_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_BatchNormOp : Ascend_Op<"batch_norm", "BatchNorm"> {
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

def Ascend_BNInferOp : Ascend_Op<"bn_infer", "BNInfer"> {
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

def Ascend_BNInferenceOp : Ascend_Op<"bn_inference", "BNInference"> {
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

def Ascend_LayerNormOp : Ascend_Op<"layer_norm", "LayerNorm"> {
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

def Ascend_SoftmaxV2Op : Ascend_Op<"softmax_v2", "SoftmaxV2"> {
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

#endif // ASCEND_NORM_OPS_TD
