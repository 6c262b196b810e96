// RUN: ascend-opt %s --ascend-expand-aipp | FileCheck %s

// What these ops compute is compared with AIPP's rules in
// test/Integration/Aipp. Here is which ops there are.

// A picture that is taken whole, with its channels as they are, is its bytes by
// channel.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT:     ascend.aipp
// CHECK-COUNT-3: ascend.strided_slice_v2 {{.*}} -> tensor<1x4x6x1xui8>
// CHECK:         ascend.concat_d {{.*}} -> tensor<1x3x4x6xui8>
// CHECK-NEXT:    ascend.cast {{.*}} {node_name = "aipp"} : (tensor<1x3x4x6xui8>) -> tensor<1x3x4x6xf16>
// CHECK-NEXT:    return
func.func @whole(%x: tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16> {
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "RGB888_U8", node_name = "aipp"}
      : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return %0 : tensor<1x3x4x6xf16>
}

// The first and the third channel change places: the third byte is read last
// and comes first.
// CHECK-LABEL: func.func @swapped(
// CHECK-COUNT-3: ascend.strided_slice_v2
// CHECK-NEXT:    ascend.constant
// CHECK-NEXT:    %[[LAST:.*]] = ascend.reshape {{.*}} -> tensor<1x4x6xui8>
// CHECK:         %[[FIRST:.*]] = ascend.reshape %[[LAST]], {{.*}} -> tensor<1x1x4x6xui8>
// CHECK:         ascend.concat_d %[[FIRST]], %
func.func @swapped(%x: tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16> {
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "RGB888_U8", ge.rbuv_swap_switch = true, node_name = "aipp"}
      : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return %0 : tensor<1x3x4x6xf16>
}

// Means and least values are subtracted in float16, one after the other, or, in
// one step, in float32; those that are 0, and factors of 1, are nothing.
// CHECK-LABEL: func.func @steps(
// CHECK:         ascend.cast {{.*}} -> tensor<1x1x2x2xf16>
// CHECK-COUNT-2: ascend.sub {{.*}}xf16>
// CHECK-NOT:     ascend.mul
// CHECK:         ascend.cast {{.*}} -> tensor<1x1x2x2xf32>
// CHECK-COUNT-1: ascend.sub {{.*}}xf32>
// CHECK-NOT:     ascend.sub
// CHECK:         ascend.mul {{.*}}xf32>
// CHECK-NEXT:    ascend.cast {{.*}} {node_name = "single"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf16>
func.func @steps(%x: tensor<1x2x2x1xui8>) -> (tensor<1x1x2x2xf16>, tensor<1x1x2x2xf16>) {
  %0 = ascend.aipp %x {ge.features = array<i64: 1, 2, 2>, ge.input_format = "YUV400_U8", ge.mean_chn = array<i64: 16, 0, 0, 0>,
      ge.min_chn = array<f32: 0.5, 0.0, 0.0, 0.0>, ge.var_reci_chn = array<f32: 1.0, 0.0, 0.0, 0.0>, node_name = "steps"}
      : (tensor<1x2x2x1xui8>) -> tensor<1x1x2x2xf16>
  %1 = ascend.aipp %x {ge.features = array<i64: 1, 2, 2>, ge.input_format = "YUV400_U8", ge.mean_chn = array<i64: 16, 0, 0, 0>,
      ge.min_chn = array<f32: 0.5, 0.0, 0.0, 0.0>, ge.var_reci_chn = array<f32: 2.0, 0.0, 0.0, 0.0>, node_name = "single", single_steps}
      : (tensor<1x2x2x1xui8>) -> tensor<1x1x2x2xf16>
  return %0, %1 : tensor<1x1x2x2xf16>, tensor<1x1x2x2xf16>
}

// A border of the value that is asked for, in the layout that the network has.
// CHECK-LABEL: func.func @border(
// CHECK:         ascend.constant dense<[0, 0, 1, 2, 3, 4, 0, 0]> : tensor<8xi64>
// CHECK-NEXT:    ascend.constant dense<2.500000e+00> : tensor<f16>
// CHECK-NEXT:    ascend.pad_v3 {{.*}} {node_name = "aipp"} : {{.*}} -> tensor<1x5x9x1xf16>
func.func @border(%x: tensor<1x2x2x1xui8>) -> tensor<1x5x9x1xf16> {
  %0 = ascend.aipp %x {ge.features = array<i64: 1, 5, 9>, ge.format = "NHWC", ge.input_format = "YUV400_U8",
      ge.padding = array<i64: 1, 2, 3, 4>, ge.padding_value = 2.5 : f32, node_name = "aipp"}
      : (tensor<1x2x2x1xui8>) -> tensor<1x5x9x1xf16>
  return %0 : tensor<1x5x9x1xf16>
}

// Other ops stay.
// CHECK-LABEL: func.func @other(
// CHECK-NEXT:    ascend.relu
// CHECK-NEXT:    return
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
