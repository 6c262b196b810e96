//===- ExpandPasses.td - Ops that others compute -----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Types of GE that have no kernel of their own.

#ifndef ASCEND_TRANSFORMS_EXPANDPASSES_TD
#define ASCEND_TRANSFORMS_EXPANDPASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandAippPass : Pass<"ascend-expand-aipp", "::mlir::func::FuncOp"> {
  let summary = "Prepare pictures by ops that have kernels";
  let description = [{
    An Aipp becomes slices, arithmetic on integers for its colours, and on float16
    (or on float32, as `single_steps` says) for means and factors; each op rounds
    as AIPP does at its place ([Aipp.md](Aipp.md)). One whose parameters the run
    gives computes the place of each byte, and the run ends where they are none
    that AIPP takes. A reference, whose result is float32, computes in that.

    **Pre-condition:** types are final, and parameters are those that AIPP takes, or
    it is an error. **Post-condition:** no `ascend.aipp` is left; what takes its
    place ends with an op of its name.

    <!-- example ascend-expand-aipp -->
    ```mlir
    func.func @main(%x: tensor<1x2x2x1xui8>) -> tensor<1x1x2x2xf16> {
      %y = ascend.aipp %x {ge.features = array<i64: 1, 2, 2>, ge.input_format = "YUV400_U8",
             ge.mean_chn = array<i64: 16, 0, 0, 0>,
             ge.min_chn = array<f32: 0.5, 0.0, 0.0, 0.0>, node_name = "x_0_aipp"}
             : (tensor<1x2x2x1xui8>) -> tensor<1x1x2x2xf16>
      return %y : tensor<1x1x2x2xf16>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-aipp
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x2x2x1xui8>) -> tensor<1x1x2x2xf16> {
      %0 = ascend.constant dense<[1, 2, 2]> : tensor<3xi64>
      %1 = ascend.reshape %arg0, %0 {node_name = "x_0_aipp/reshape"}
             : (tensor<1x2x2x1xui8>, tensor<3xi64>) -> tensor<1x2x2xui8>
      %2 = ascend.constant dense<[1, 1, 2, 2]> : tensor<4xi64>
      %3 = ascend.reshape %1, %2 {node_name = "x_0_aipp/reshape"}
             : (tensor<1x2x2xui8>, tensor<4xi64>) -> tensor<1x1x2x2xui8>
      %4 = ascend.cast %3 {node_name = "x_0_aipp/cast"}
             : (tensor<1x1x2x2xui8>) -> tensor<1x1x2x2xf16>
      %5 = ascend.constant dense<1.600000e+01> : tensor<1x1x1xf16>
      %6 = ascend.sub %4, %5 {node_name = "x_0_aipp/sub"}
             : (tensor<1x1x2x2xf16>, tensor<1x1x1xf16>) -> tensor<1x1x2x2xf16>
      %7 = ascend.constant dense<5.000000e-01> : tensor<1x1x1xf16>
      %8 = ascend.sub %6, %7 {node_name = "x_0_aipp"}
             : (tensor<1x1x2x2xf16>, tensor<1x1x1xf16>) -> tensor<1x1x2x2xf16>
      return %8 : tensor<1x1x2x2xf16>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::ascend::AscendDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandFormsPass : Pass<"ascend-expand-forms", "::mlir::func::FuncOp"> {
  let summary = "Compute the types that only CANN's fusions make by ops that have kernels";
  let description = [{
    SplitD and SplitVD become Split and SplitV, ConcatV2D becomes ConcatD, and
    BNInferenceD of two vectors (x + alpha) * beta, in two steps that round each,
    as the kernel of CANN 8.1 does ([GEFusions.md](GEFusions.md)). AvgPoolV2 with
    a filter of ones becomes one that divides by 1, with another filter a Conv2D
    of a group for each channel; StridedWrite becomes Identity, and
    ResizeBilinearV2D a Resize of float.

    **Pre-condition:** types are final. **Post-condition:** names are as before;
    what has been decided of such a node is no more with it. One whose attributes or
    ranks do not fit stays, for `ascend-outline-kernels` to refuse.

    <!-- example ascend-expand-forms -->
    ```mlir
    func.func @main(%x: tensor<1x3x4xf16>, %alpha: tensor<3xf16>, %beta: tensor<3xf16>)
        -> (tensor<1x3x1xf16>, tensor<1x3x3xf16>) {
      %0 = ascend.ge_op "BNInferenceD"(%x, %alpha, %beta) {node_name = "bn_BNInferenceD"}
             : (tensor<1x3x4xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<1x3x4xf16>
      %1:2 = ascend.ge_op "SplitVD"(%0) {ge.num_split = 2 : i64, ge.size_splits = array<i64: 1, 3>,
               ge.split_dim = 2 : i64, node_name = "s"}
             : (tensor<1x3x4xf16>) -> (tensor<1x3x1xf16>, tensor<1x3x3xf16>)
      return %1#0, %1#1 : tensor<1x3x1xf16>, tensor<1x3x3xf16>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-forms
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x3x4xf16>, %arg1: tensor<3xf16>, %arg2: tensor<3xf16>)
        -> (tensor<1x3x1xf16>, tensor<1x3x3xf16>) {
      %0 = ascend.constant dense<[-1, 1]> : tensor<2xi64>
      %1 = ascend.reshape %arg1, %0 {node_name = "bn_BNInferenceD/Reshape"}
             : (tensor<3xf16>, tensor<2xi64>) -> tensor<3x1xf16>
      %2 = ascend.add %arg0, %1 {node_name = "bn_BNInferenceD/Add"}
             : (tensor<1x3x4xf16>, tensor<3x1xf16>) -> tensor<1x3x4xf16>
      %3 = ascend.constant dense<[-1, 1]> : tensor<2xi64>
      %4 = ascend.reshape %arg2, %3 {node_name = "bn_BNInferenceD/Reshape"}
             : (tensor<3xf16>, tensor<2xi64>) -> tensor<3x1xf16>
      %5 = ascend.mul %2, %4 {node_name = "bn_BNInferenceD"}
             : (tensor<1x3x4xf16>, tensor<3x1xf16>) -> tensor<1x3x4xf16>
      %6 = ascend.constant dense<2> : tensor<1xi64>
      %7 = ascend.constant dense<[1, 3]> : tensor<2xi64>
      %8:2 = ascend.split_v %5, %7, %6 {node_name = "s"}
             : (tensor<1x3x4xf16>, tensor<2xi64>, tensor<1xi64>)
             -> (tensor<1x3x1xf16>, tensor<1x3x3xf16>)
      return %8#0, %8#1 : tensor<1x3x1xf16>, tensor<1x3x3xf16>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def ExpandQuantizedPass : Pass<"ascend-expand-quantized", "::mlir::func::FuncOp"> {
  let summary = "Compute the ops around quantized cube ops by ops that have kernels";
  let description = [{
    AscendQuant, AscendDequant and AscendRequant become products, sums and casts that
    round where the chip's kernels do ([Numerics.md](Numerics.md)). AscendQuant that
    was decided takes float16 and rounds after each step; AscendDequant with a
    float16 scale rounds the sum to float16, and the product; one with a scale of
    uint64, and AscendRequant, multiply exactly and round once, by the high 19 bits
    of the scale. Of ops without a decision, as in the reference, AscendQuant
    computes in float32, and scales count whole. A cube op of int8 with
    `ge.offset_x`, which is what it has around x in the place of 0, gets a PadV3.

    **Pre-condition:** types are final. **Post-condition:** names are as before;
    none of the three is left, but where its scale is uint64 and no constant.

    <!-- example ascend-expand-quantized -->
    ```mlir
    func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi8> {
      %s = ascend.constant {node_name = "s"} dense<1056964608> : tensor<1xui64>
      %0 = ascend.ascend_requant %x, %s {node_name = "q"}
             : (tensor<2x3xi32>, tensor<1xui64>) -> tensor<2x3xi8>
      return %0 : tensor<2x3xi8>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-quantized
    ```
    ```mlir
    func.func @main(%arg0: tensor<2x3xi32>) -> tensor<2x3xi8> {
      %0 = ascend.constant {node_name = "s"} dense<1056964608> : tensor<1xui64>
      %1 = ascend.constant dense<5.000000e-01> : tensor<f64>
      %2 = ascend.cast %arg0 {node_name = "q/cast"} : (tensor<2x3xi32>) -> tensor<2x3xf64>
      %3 = ascend.mul %2, %1 {node_name = "q/mul"}
             : (tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
      %4 = ascend.round %3 {node_name = "q/round"} : (tensor<2x3xf64>) -> tensor<2x3xf64>
      %5 = ascend.constant dense<-2.560000e+02> : tensor<f64>
      %6 = ascend.constant dense<2.550000e+02> : tensor<f64>
      %7 = ascend.clip_by_value %4, %5, %6 {node_name = "q/clip_by_value"}
             : (tensor<2x3xf64>, tensor<f64>, tensor<f64>) -> tensor<2x3xf64>
      %8 = ascend.constant dense<-1.280000e+02> : tensor<f64>
      %9 = ascend.constant dense<1.270000e+02> : tensor<f64>
      %10 = ascend.clip_by_value %7, %8, %9 {node_name = "q/clip_by_value"}
             : (tensor<2x3xf64>, tensor<f64>, tensor<f64>) -> tensor<2x3xf64>
      %11 = ascend.cast %10 {node_name = "q"} : (tensor<2x3xf64>) -> tensor<2x3xi8>
      return %11 : tensor<2x3xi8>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

#endif // ASCEND_TRANSFORMS_EXPANDPASSES_TD
