// A factor behind a convolution goes into its filter and its bias.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: func @scaled
// OFF-LABEL: func @scaled
func.func @scaled(%x: tensor<1x2x5x5xf32>) -> (tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x3x3xf32>
  %b = ascend.constant {node_name = "b"} dense<2.0> : tensor<3xf32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<1xf32>
  // CHECK: %[[F:.*]] = ascend.mul %{{.*}}, %{{.*}} {{.*}}node_name = "m_filter", original_names = ["m"]} : (tensor<3x2x3x3xf32>, tensor<f32>)
  // CHECK: %[[B:.*]] = ascend.mul %{{.*}}, %{{.*}} {{.*}}node_name = "m_bias", original_names = ["m"]} : (tensor<3xf32>, tensor<f32>)
  // CHECK: ascend.conv2d %arg0, %[[F]], %[[B]] {{.*}}ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c", original_names = ["c", "m"]
  // The factor stays where it is.
  // CHECK: %[[G:.*]] = ascend.mul %{{.*}}, %{{.*}} {{.*}}node_name = "n_filter"{{.*}} : (tensor<1xf32>, tensor<3x2x3x3xf32>)
  // CHECK: ascend.conv2d %arg0, %[[G]] {
  // CHECK-NOT: ascend.mul
  // OFF-COUNT-2: ascend.mul
  %0 = ascend.conv2d %x, %w, %b {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>) -> tensor<1x3x5x5xf32>
  %1 = ascend.mul %0, %two {node_name = "m"} : (tensor<1x3x5x5xf32>, tensor<f32>) -> tensor<1x3x5x5xf32>
  %2 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "d"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32>
  %3 = ascend.mul %half, %2 {node_name = "n"} : (tensor<1xf32>, tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  return %1, %3 : tensor<1x3x5x5xf32>, tensor<1x3x5x5xf32>
}

// A vector; no constant; a filter that is none; a convolution that two read.
// CHECK-LABEL: func @stays
// CHECK-NOT: _filter"
func.func @stays(%x: tensor<1x2x3x3xf32>, %v: tensor<3x2x1x1xf32>, %s: tensor<f32>) -> (tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x1x1xf32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %c = ascend.constant {node_name = "c"} dense<2.0> : tensor<3xf32>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  %1 = ascend.mul %0, %c {node_name = "am"} : (tensor<1x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x3x3xf32>
  %2 = ascend.conv2d %x, %w {node_name = "b"} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  %3 = ascend.mul %2, %s {node_name = "bm"} : (tensor<1x3x3x3xf32>, tensor<f32>) -> tensor<1x3x3x3xf32>
  %4 = ascend.conv2d %x, %v {node_name = "d"} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  %5 = ascend.mul %4, %two {node_name = "dm"} : (tensor<1x3x3x3xf32>, tensor<f32>) -> tensor<1x3x3x3xf32>
  %6 = ascend.conv2d %x, %w {node_name = "e"} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  %7 = ascend.mul %6, %two {node_name = "em"} : (tensor<1x3x3x3xf32>, tensor<f32>) -> tensor<1x3x3x3xf32>
  return %1, %3, %5, %6, %7 : tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>
}
