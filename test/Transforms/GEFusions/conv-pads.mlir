// Zeros around an image become pads of the convolution behind.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF

// The paddings of PadV3 may be pairs or, as ONNX has them, all that lies before
// and then all that lies behind; those of Pad are pairs.
// CHECK-LABEL: func @padded
// OFF-LABEL: func @padded
func.func @padded(%x: tensor<1x2x5x5xf32>) -> (tensor<1x3x8x10xf32>, tensor<1x3x6x6xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x3x3xf32>
  %v = ascend.constant {node_name = "v"} dense<1.0> : tensor<3x2x2x2xf32>
  %p = ascend.constant {node_name = "p"} dense<[0, 0, 0, 1, 0, 0, 3, 4]> : tensor<8xi64>
  %q = ascend.constant {node_name = "q"} dense<[[0, 0], [0, 0], [2, 0], [0, 2]]> : tensor<4x2xi32>
  %zero = ascend.constant {node_name = "zero"} dense<0.0> : tensor<f32>
  // CHECK: ascend.conv2d %arg0, {{.*}}ge.pads = array<i64: 1, 4, 2, 5>, node_name = "c", original_names = ["pad", "c"]
  // OFF: ascend.pad_v3
  %0 = ascend.pad_v3 %x, %p, %zero {ge.mode = "constant", ge.paddings_contiguous = false, node_name = "pad"} : (tensor<1x2x5x5xf32>, tensor<8xi64>, tensor<f32>) -> tensor<1x2x8x10xf32>
  %1 = ascend.conv2d %0, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x2x8x10xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x8x10xf32>
  // CHECK: ascend.conv2d %arg0, {{.*}}ge.pads = array<i64: 2, 0, 0, 2>, node_name = "d"
  %2 = ascend.ge_op "Pad"(%x, %q) {node_name = "pad2"} : (tensor<1x2x5x5xf32>, tensor<4x2xi32>) -> tensor<1x2x7x7xf32>
  %3 = ascend.conv2d %2, %v {node_name = "d"} : (tensor<1x2x7x7xf32>, tensor<3x2x2x2xf32>) -> tensor<1x3x6x6xf32>
  return %1, %3 : tensor<1x3x8x10xf32>, tensor<1x3x6x6xf32>
}

// One that pads channels, with another number, another mode, or for two; a crop.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<1x2x5x5xf32>) -> (tensor<1x3x5x5xf32>, tensor<1x3x7x7xf32>, tensor<1x3x7x7xf32>, tensor<1x2x7x7xf32>, tensor<1x3x7x7xf32>, tensor<1x3x3x3xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<3x2x1x1xf32>
  %v = ascend.constant {node_name = "v"} dense<1.0> : tensor<3x3x1x1xf32>
  %p = ascend.constant {node_name = "p"} dense<[0, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xi64>
  %q = ascend.constant {node_name = "q"} dense<[0, 0, 0, 0, 1, 1, 1, 1]> : tensor<8xi64>
  %r = ascend.constant {node_name = "r"} dense<[0, 0, 0, 0, -1, -1, -1, -1]> : tensor<8xi64>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  // CHECK-COUNT-5: ascend.pad_v3
  %0 = ascend.pad_v3 %x, %p {node_name = "a"} : (tensor<1x2x5x5xf32>, tensor<8xi64>) -> tensor<1x3x5x5xf32>
  %1 = ascend.conv2d %0, %v {node_name = "ac"} : (tensor<1x3x5x5xf32>, tensor<3x3x1x1xf32>) -> tensor<1x3x5x5xf32>
  %2 = ascend.pad_v3 %x, %q, %one {node_name = "b"} : (tensor<1x2x5x5xf32>, tensor<8xi64>, tensor<f32>) -> tensor<1x2x7x7xf32>
  %3 = ascend.conv2d %2, %w {node_name = "bc"} : (tensor<1x2x7x7xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x7x7xf32>
  %4 = ascend.pad_v3 %x, %q {ge.mode = "edge", node_name = "c"} : (tensor<1x2x5x5xf32>, tensor<8xi64>) -> tensor<1x2x7x7xf32>
  %5 = ascend.conv2d %4, %w {node_name = "cc"} : (tensor<1x2x7x7xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x7x7xf32>
  %6 = ascend.pad_v3 %x, %q {node_name = "d"} : (tensor<1x2x5x5xf32>, tensor<8xi64>) -> tensor<1x2x7x7xf32>
  %7 = ascend.conv2d %6, %w {node_name = "dc"} : (tensor<1x2x7x7xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x7x7xf32>
  %8 = ascend.pad_v3 %x, %r {node_name = "e"} : (tensor<1x2x5x5xf32>, tensor<8xi64>) -> tensor<1x2x3x3xf32>
  %9 = ascend.conv2d %8, %w {node_name = "ec"} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x3x3xf32>
  return %1, %3, %5, %6, %7, %9 : tensor<1x3x5x5xf32>, tensor<1x3x7x7xf32>, tensor<1x3x7x7xf32>, tensor<1x2x7x7xf32>, tensor<1x3x7x7xf32>, tensor<1x3x3x3xf32>
}

// 255 on a side, and 256.
// CHECK-LABEL: func @most
func.func @most(%x: tensor<1x1x1x1xf32>) -> (tensor<1x1x1x256xf32>, tensor<1x1x1x257xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %p = ascend.constant {node_name = "p"} dense<[0, 0, 0, 0, 0, 0, 255, 0]> : tensor<8xi64>
  %q = ascend.constant {node_name = "q"} dense<[0, 0, 0, 0, 0, 0, 256, 0]> : tensor<8xi64>
  // CHECK: ge.pads = array<i64: 0, 0, 255, 0>
  %0 = ascend.pad_v3 %x, %p {node_name = "a"} : (tensor<1x1x1x1xf32>, tensor<8xi64>) -> tensor<1x1x1x256xf32>
  %1 = ascend.conv2d %0, %w {node_name = "ac"} : (tensor<1x1x1x256xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x256xf32>
  // CHECK: ascend.pad_v3
  %2 = ascend.pad_v3 %x, %q {node_name = "b"} : (tensor<1x1x1x1xf32>, tensor<8xi64>) -> tensor<1x1x1x257xf32>
  %3 = ascend.conv2d %2, %w {node_name = "bc"} : (tensor<1x1x1x257xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x257xf32>
  return %1, %3 : tensor<1x1x1x256xf32>, tensor<1x1x1x257xf32>
}

// A depthwise convolution that does not pad, which then says SAME.
// CHECK-LABEL: func @depthwise
func.func @depthwise(%x: tensor<1x2x5x5xf32>) -> (tensor<1x2x7x7xf32>, tensor<1x2x7x7xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<1x2x1x1xf32>
  %q = ascend.constant {node_name = "q"} dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi32>
  // CHECK: ascend.ge_op "DepthwiseConv2D"(%arg0, {{.*}}ge.padding = "SAME", ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"
  %0 = ascend.ge_op "Pad"(%x, %q) {node_name = "p"} : (tensor<1x2x5x5xf32>, tensor<4x2xi32>) -> tensor<1x2x7x7xf32>
  %1 = ascend.ge_op "DepthwiseConv2D"(%0, %w) {ge.padding = "VALID", node_name = "c"} : (tensor<1x2x7x7xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x7x7xf32>
  // CHECK: ascend.ge_op "PadD"
  %2 = ascend.ge_op "Pad"(%x, %q) {node_name = "r"} : (tensor<1x2x5x5xf32>, tensor<4x2xi32>) -> tensor<1x2x7x7xf32>
  %3 = ascend.ge_op "DepthwiseConv2D"(%2, %w) {ge.padding = "SAME", node_name = "d"} : (tensor<1x2x7x7xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x7x7xf32>
  return %1, %3 : tensor<1x2x7x7xf32>, tensor<1x2x7x7xf32>
}
