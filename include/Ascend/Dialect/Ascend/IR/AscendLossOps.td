//===- AscendLossOps.td - Losses, pools with positions -----*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LOSS_OPS_TD
#define ASCEND_LOSS_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_NLLLossOp : Ascend_Op<"nll_loss", "NLLLoss"> {
  let geAttributes = [GEString<"reduction", "mean", ["mean", "sum", "none"]>,
                      GEInt<"ignore_index", "-100">];
  let summary = "Negative log-likelihood of classes";
  let description = [{
    x is [N, C, …], target [N, …] (int32 or int64), the optional weight [C]:
    -x[target] weight[target], where a target of `ge.ignore_index` (int, -100)
    or outside of C counts for nothing. `ge.reduction` is "mean" (the default:
    the sum over the sum of the weights), "sum" or "none". The other result is
    that sum of weights.

    ```mlir
    %y, %w = ascend.nll_loss %x, %target {ge.reduction = "mean", node_name = "n"}
           : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<f32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$target,
                            Variadic<Ascend_TensorOrNone>:$weight), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$total_weight);
  let hasVerifier = 1;
}

def Ascend_SoftmaxCrossEntropyLossOp
    : Ascend_Op<"softmax_cross_entropy_loss", "SoftmaxCrossEntropyLoss"> {
  let geAttributes = [GEString<"reduction", "mean", ["mean", "sum", "none"]>,
                      GEInt<"ignore_index", "-100">];
  let summary = "NLLLoss of the logarithm of the softmax";
  let description = [{
    Operands and attributes are as in NLLLoss, with the softmax of x over axis
    1. The other result is its logarithm, of the shape of x.

    ```mlir
    %y, %log = ascend.softmax_cross_entropy_loss %x, %target {node_name = "n"}
           : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$target,
                            Variadic<Ascend_TensorOrNone>:$weight), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$log_prop);
  let hasVerifier = 1;
}

def Ascend_MaxPool3DWithArgmaxV2Op
    : Ascend_ShapedOp<"max_pool3d_with_argmax_v2", "MaxPool3DWithArgmaxV2"> {
  let geAttributes = [GEInts<"ksize">, GEInts<"strides">, GEInts<"pads">,
                      GEInts<"dilations">, GEBool<"ceil_mode">, Ascend_AutoPad];
  let summary = "Maximum of each window and its position";
  let description = [{
    As MaxPool3D; the other result (int32 or int64) is the position of the first
    maximum in the volume of its channel, (d H + h) W + w. NaN wins.

    ```mlir
    %y, %at = ascend.max_pool3d_with_argmax_v2 %x
           {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>,
            node_name = "n"}
           : (tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xi64>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$argmax);
}

#endif // ASCEND_LOSS_OPS_TD
