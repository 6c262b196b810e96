// A constant for each channel that is added to a convolution is its bias.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: func @added
// OFF-LABEL: func @added
func.func @added(%x: tensor<1x1x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<2x1x1x1xf32>
  %b = ascend.constant {node_name = "b"} dense<[3.0, 4.0]> : tensor<2xf32>
  %image = ascend.constant {node_name = "image"} dense<[[[[1.0]], [[2.0]]]]> : tensor<1x2x1x1xf32>
  %number = ascend.constant {node_name = "number"} dense<5.0> : tensor<f32>
  // CHECK: %[[I:.*]] = ascend.constant {node_name = "image"} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: ascend.conv2d %arg0, %{{.*}}, %[[I]] {{.*}}node_name = "a", original_names = ["a", "a.add"]
  // OFF: ascend.add
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = ascend.add %0, %image {node_name = "a.add"} : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
  // CHECK: %[[N:.*]] = ascend.constant {node_name = "number"} dense<5.000000e+00> : tensor<2xf32>
  // CHECK: ascend.conv2d %arg0, %{{.*}}, %[[N]] {{.*}}node_name = "c"
  %2 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
  %3 = ascend.add %number, %2 {node_name = "c.add"} : (tensor<f32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  // CHECK: %[[J:.*]] = ascend.constant {node_name = "image"} {{.*}} : tensor<2xf32>
  // CHECK: %[[S:.*]] = ascend.add %{{.*}}, %[[J]] {{.*}}node_name = "d.add_bias", original_names = ["d.add"]
  // CHECK: ascend.conv2d %arg0, %{{.*}}, %[[S]] {{.*}}node_name = "d", original_names = ["d", "d.add"]
  %4 = ascend.conv2d %x, %w, %b {node_name = "d"} : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %5 = ascend.add %4, %image {node_name = "d.add"} : (tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
  return %1, %3, %5 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}

// Along the width; a convolution that two use; what is no constant.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<1x1x4x2xf32>, %y: tensor<1x2x1x1xf32>) -> (tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<2x1x1x1xf32>
  %row = ascend.constant {node_name = "row"} dense<[3.0, 4.0]> : tensor<2xf32>
  %number = ascend.constant {node_name = "number"} dense<5.0> : tensor<f32>
  // CHECK-COUNT-3: ascend.add
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x1x4x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x2xf32>
  %1 = ascend.add %0, %row {node_name = "a.add"} : (tensor<1x2x4x2xf32>, tensor<2xf32>) -> tensor<1x2x4x2xf32>
  %2 = ascend.conv2d %x, %w {node_name = "b"} : (tensor<1x1x4x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x2xf32>
  %3 = ascend.add %2, %number {node_name = "b.add"} : (tensor<1x2x4x2xf32>, tensor<f32>) -> tensor<1x2x4x2xf32>
  %4 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x2xf32>
  %5 = ascend.add %4, %y {node_name = "c.add"} : (tensor<1x2x4x2xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x2xf32>
  return %1, %2, %3, %5 : tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>
}
