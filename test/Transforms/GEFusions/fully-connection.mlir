// A convolution whose filter covers the image is FullyConnection, on 910B of
// float only where its outputs fill units of 16.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s --check-prefix=UNITS
// RUN: echo 'ConvToFullyConnectionFusionPass:off' > %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%t.cfg" | FileCheck %s --check-prefix=OFF

// OFF-NOT: ascend.fully_connection
// CHECK-LABEL: func @one
// UNITS-LABEL: func @one
func.func @one(%x: tensor<1x2x2x2xf32>) -> tensor<1x3x1x1xf32> {
  // CHECK: %[[W:.*]] = ascend.constant {node_name = "w"} dense<{{\[\[}}0.0{{.*}}1.0{{.*}}> : tensor<3x8xf32>
  // CHECK: ascend.fully_connection %arg0, %[[W]], %{{.*}} {ascend.fused_members = {{\[\[}}"c", "Conv2D"]], ge.axis = 1 : i64, ge.num_output = 3 : i64, node_name = "c", original_names = ["c"]}
  // UNITS: ascend.conv2d
  %w = ascend.constant {node_name = "w"} dense<[[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]]> : tensor<3x2x2x2xf32>
  %b = ascend.constant {node_name = "b"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = ascend.conv2d %x, %w, %b {node_name = "c"} : (tensor<1x2x2x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>) -> tensor<1x3x1x1xf32>
  return %0 : tensor<1x3x1x1xf32>
}

// Of more images GE's result has two axes. float16 needs no units.
// CHECK-LABEL: func @more
// UNITS-LABEL: func @more
func.func @more(%x: tensor<4x2x1x1xf16>, %y: tensor<1x2x1x1xf32>) -> (tensor<4x3x1x1xf16>, tensor<1x16x1x1xf32>) {
  // CHECK: %[[Y:.*]] = ascend.fully_connection %arg0, %{{.*}}node_name = "c", {{.*}} -> tensor<4x3xf16>
  // CHECK: ascend.reshape %[[Y]], %{{.*}}node_name = "c/Reshape"
  // UNITS: ascend.fully_connection
  // UNITS: ascend.fully_connection
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x1x1xf16>
  %v = ascend.constant {node_name = "v"} dense<1.0> : tensor<16x2x1x1xf32>
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<4x2x1x1xf16>, tensor<3x2x1x1xf16>) -> tensor<4x3x1x1xf16>
  %1 = ascend.conv2d %y, %v {node_name = "d"} : (tensor<1x2x1x1xf32>, tensor<16x2x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %0, %1 : tensor<4x3x1x1xf16>, tensor<1x16x1x1xf32>
}

// Padding, groups, a part of the image, two users, a filter that is no constant.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<1x2x1x1xf32>, %y: tensor<1x2x1x2xf32>, %f: tensor<3x2x1x1xf32>) -> (tensor<1x3x3x3xf32>, tensor<1x4x1x1xf32>, tensor<1x3x1x2xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) {
  // CHECK-NOT: ascend.fully_connection
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x1x1xf32>
  %g = ascend.constant {node_name = "g"} dense<1.0> : tensor<4x1x1x1xf32>
  %0 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "a"} : (tensor<1x2x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  %1 = ascend.conv2d %x, %g {ge.groups = 2 : i64, node_name = "b"} : (tensor<1x2x1x1xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x1x1xf32>
  %2 = ascend.conv2d %y, %w {node_name = "c"} : (tensor<1x2x1x2xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x1x2xf32>
  %3 = ascend.conv2d %x, %w {node_name = "d"} : (tensor<1x2x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x1x1xf32>
  %4 = ascend.relu %3 {node_name = "r"} : (tensor<1x3x1x1xf32>) -> tensor<1x3x1x1xf32>
  %5 = ascend.conv2d %x, %f {node_name = "e"} : (tensor<1x2x1x1xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x1x1xf32>
  // CHECK: return
  return %0, %1, %2, %3, %4, %5 : tensor<1x3x3x3xf32>, tensor<1x4x1x1xf32>, tensor<1x3x1x2xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>
}
