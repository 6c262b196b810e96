// What CANN does with the cube ops of quantized models before it judges.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310" | FileCheck %s --check-prefixes=CHECK,HALVES
// No switch closes them.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310 fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefixes=CHECK,HALVES,OFF
// A pass that could do more is named.
// WORDS: ascend.unmodelled_fusions = [{pass = "V100RequantFusionPass", types = ["AscendDequant", "AscendQuant"]}
// OFF: ascend.unmodelled_fusions = [{pass = "ADepthwiseFusionPass", types = ["DepthwiseConv2D"]}]

// The offset, 2, times the sums of the weights goes out of the bias, and is what the border has. The scales of float16 are 0.5 and 0.25.
// CHECK-LABEL: func @convolution
// CHECK: %[[B:.*]] = ascend.constant {node_name = "b"} dense<[-24, -38]> : tensor<2xi32>
// CHECK: %[[C:.*]] = ascend.conv2d %{{.*}}, %[[B]] {{.*}}ge.offset_x = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, {{.*}}node_name = "c"}
// WORDS: ascend.ascend_dequant %[[C]], %{{.*}} {node_name = "d"} : (tensor<1x2x3x3xi32>, tensor<2xui64>)
// HALVES: %[[S:.*]] = ascend.constant {node_name = "s"} dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf16>
// HALVES: ascend.ascend_dequant %[[C]], %[[S]] {{.*}}ge.sqrt_mode = false, node_name = "d"{{.*}} : (tensor<1x2x3x3xi32>, tensor<2xf16>)
func.func @convolution(%x: tensor<1x17x4x4xf32>) -> tensor<1x2x3x3xi8> {
  %w = ascend.constant {node_name = "w"} dense<1> : tensor<2x17x1x1xi8>
  %b = ascend.constant {node_name = "b"} dense<[10, -4]> : tensor<2xi32>
  %s = ascend.constant {node_name = "s"} dense<[1056964608, 1048576000]> : tensor<2xui64>
  %0 = ascend.ascend_quant %x {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<1x17x4x4xf32>) -> tensor<1x17x4x4xi8>
  %1 = ascend.conv2d %0, %w, %b {ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 2>, ge.dilations = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x17x4x4xi8>, tensor<2x17x1x1xi8>, tensor<2xi32>) -> tensor<1x2x3x3xi32>
  %2 = ascend.ascend_dequant %1, %s {node_name = "d"} : (tensor<1x2x3x3xi32>, tensor<2xui64>) -> tensor<1x2x3x3xf32>
  %3 = ascend.ascend_quant %2 {ge.offset = 0.0 : f32, ge.scale = 4.0 : f32, node_name = "q2"} : (tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xi8>
  return %3 : tensor<1x2x3x3xi8>
}

// Up to 16 channels the three are one convolution of floats: weights 3 * (0.5 * 4), a bias of 6 * 0.5.
// CHECK-LABEL: func @few_channels
// CHECK-NOT: ascend_quant
// CHECK: %[[W:.*]] = ascend.constant {node_name = "w"} dense<6.000000e+00> : tensor<1x16x1x1xf32>
// CHECK: %[[B:.*]] = ascend.constant {node_name = "b"} dense<3.000000e+00> : tensor<1xf32>
// CHECK: ascend.conv2d %arg0, %[[W]], %[[B]] {{.*}}node_name = "c"
// CHECK-NOT: ascend_dequant
func.func @few_channels(%x: tensor<1x16x4x4xf32>) -> tensor<1x1x4x4xf32> {
  %w = ascend.constant {node_name = "w"} dense<3> : tensor<1x16x1x1xi8>
  %b = ascend.constant {node_name = "b"} dense<6> : tensor<1xi32>
  %s = ascend.constant {node_name = "s"} dense<1056964608> : tensor<1xui64>
  %0 = ascend.ascend_quant %x {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xi8>
  %1 = ascend.conv2d %0, %w, %b {ge.pads = array<i64: 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, ge.dilations = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x16x4x4xi8>, tensor<1x16x1x1xi8>, tensor<1xi32>) -> tensor<1x1x4x4xi32>
  %2 = ascend.ascend_dequant %1, %s {node_name = "d"} : (tensor<1x1x4x4xi32>, tensor<1xui64>) -> tensor<1x1x4x4xf32>
  return %2 : tensor<1x1x4x4xf32>
}

// Of products there is no such bound; those without a bias get one. A scale below 2^-14 (here 2^-16) is its root, twice. A Relu that one
// node reads goes into the scale of float16.
// CHECK-LABEL: func @product
// CHECK: %[[B:.*]] = ascend.constant {node_name = "m_bias"} dense<[-6, 3]> : tensor<2xi32>
// CHECK: ascend.mat_mul_v2 %{{.*}}, %[[B]] {{.*}}ge.offset_x = 3 : i64
// WORDS: ascend.relu
// HALVES: %[[S:.*]] = ascend.constant {node_name = "s"} dense<3.906250e-03> : tensor<1xf16>
// HALVES: ascend.ascend_dequant %{{.*}}, %[[S]] {{.*}}ge.relu_flag = true, ge.sqrt_mode = true
// HALVES-NOT: ascend.relu
// HALVES: ascend.neg
func.func @product(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %w = ascend.constant {node_name = "w"} dense<[[1, 0], [1, -1], [0, 0]]> : tensor<3x2xi8>
  %s = ascend.constant {node_name = "s"} dense<931135488> : tensor<1xui64>
  %0 = ascend.ascend_quant %x {ge.offset = 3.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %1 = ascend.mat_mul_v2 %0, %w {node_name = "m"} : (tensor<2x3xi8>, tensor<3x2xi8>) -> tensor<2x2xi32>
  %2 = ascend.ascend_dequant %1, %s {node_name = "d"} : (tensor<2x2xi32>, tensor<1xui64>) -> tensor<2x2xf32>
  %3 = ascend.relu %2 {node_name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = ascend.neg %3 {node_name = "n"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %4 : tensor<2x2xf32>
}

// A product of matrices with its transposed weights, a convolution channel by channel: sums by the columns, 2 * (1 + 2) and 2 * (3 + 4).
// CHECK-LABEL: func @other_cube_ops
// CHECK: %[[M:.*]] = ascend.constant {node_name = "m_bias"} dense<[-6, -14]> : tensor<2xi32>
// CHECK: ascend.batch_mat_mul_v2 %{{.*}}, %{{.*}}, %[[M]] {{.*}}ge.offset_x = 2 : i64{{.*}}node_name = "m"
// CHECK: %[[C:.*]] = ascend.constant {node_name = "c_bias"} dense<-10> : tensor<17xi32>
// CHECK: ascend.ge_op "DepthwiseConv2D"(%{{.*}}, %{{.*}}, %[[C]]) {{.*}}ge.offset_x = 2 : i64{{.*}}node_name = "c"
func.func @other_cube_ops(%x: tensor<3x2xf32>, %y: tensor<1x17x4x4xf32>) -> (tensor<3x2xf32>, tensor<1x17x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %v = ascend.constant {node_name = "v"} dense<5> : tensor<17x1x1x1xi8>
  %s = ascend.constant {node_name = "s"} dense<1056964608> : tensor<1xui64>
  %0 = ascend.ascend_quant %x {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<3x2xf32>) -> tensor<3x2xi8>
  %1 = ascend.batch_mat_mul_v2 %0, %w {ge.adj_x2 = true, node_name = "m"} : (tensor<3x2xi8>, tensor<2x2xi8>) -> tensor<3x2xi32>
  %2 = ascend.ascend_dequant %1, %s {node_name = "d"} : (tensor<3x2xi32>, tensor<1xui64>) -> tensor<3x2xf32>
  %3 = ascend.ascend_quant %y {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "p"} : (tensor<1x17x4x4xf32>) -> tensor<1x17x4x4xi8>
  %4 = ascend.ge_op "DepthwiseConv2D"(%3, %v) {ge.pads = array<i64: 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x17x4x4xi8>, tensor<17x1x1x1xi8>) -> tensor<1x17x4x4xi32>
  %5 = ascend.ascend_dequant %4, %s {node_name = "e"} : (tensor<1x17x4x4xi32>, tensor<1xui64>) -> tensor<1x17x4x4xf32>
  return %2, %5 : tensor<3x2xf32>, tensor<1x17x4x4xf32>
}

// Weights that no constant has, channels that nobody knows, an offset that is no int8, a second reader of the sums: as they are.
// CHECK-LABEL: func @stays
// CHECK-NOT: offset_x
// A scale of AscendQuant below 2^-14 is its root on the first chips (here 2^-16), once.
// WORDS: ge.scale = 1.52587891E-5 : f32, node_name = "small"
// HALVES: ge.scale = 3.906250e-03 : f32, ge.sqrt_mode = true, node_name = "small"
func.func @stays(%x: tensor<1x?x4x4xf32>, %y: tensor<1x32x4x4xf32>, %f: tensor<2x32x1x1xi8>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xi32>, tensor<1x32x4x4xi8>) {
  %w = ascend.constant {node_name = "w"} dense<1> : tensor<2x32x1x1xi8>
  %s = ascend.constant {node_name = "s"} dense<1056964608> : tensor<1xui64>
  %q = ascend.ascend_quant %x {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<1x?x4x4xf32>) -> tensor<1x?x4x4xi8>
  %r = ascend.ascend_quant %y {ge.offset = 2.0 : f32, ge.scale = 4.0 : f32, node_name = "r"} : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xi8>
  %t = ascend.ascend_quant %y {ge.offset = 128.0 : f32, ge.scale = 4.0 : f32, node_name = "t"} : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xi8>
  %0 = ascend.conv2d %q, %w {node_name = "open"} : (tensor<1x?x4x4xi8>, tensor<2x32x1x1xi8>) -> tensor<1x2x4x4xi32>
  %1 = ascend.ascend_dequant %0, %s {node_name = "d0"} : (tensor<1x2x4x4xi32>, tensor<1xui64>) -> tensor<1x2x4x4xf32>
  %2 = ascend.conv2d %r, %f {node_name = "variable"} : (tensor<1x32x4x4xi8>, tensor<2x32x1x1xi8>) -> tensor<1x2x4x4xi32>
  %3 = ascend.ascend_dequant %2, %s {node_name = "d1"} : (tensor<1x2x4x4xi32>, tensor<1xui64>) -> tensor<1x2x4x4xf32>
  %4 = ascend.conv2d %t, %w {node_name = "wide"} : (tensor<1x32x4x4xi8>, tensor<2x32x1x1xi8>) -> tensor<1x2x4x4xi32>
  %5 = ascend.ascend_dequant %4, %s {node_name = "d2"} : (tensor<1x2x4x4xi32>, tensor<1xui64>) -> tensor<1x2x4x4xf32>
  %6 = ascend.conv2d %r, %w {node_name = "shared"} : (tensor<1x32x4x4xi8>, tensor<2x32x1x1xi8>) -> tensor<1x2x4x4xi32>
  %7 = ascend.ascend_dequant %6, %s {node_name = "d3"} : (tensor<1x2x4x4xi32>, tensor<1xui64>) -> tensor<1x2x4x4xf32>
  %8 = ascend.ascend_quant %y {ge.offset = 0.0 : f32, ge.scale = 1.52587890625e-05 : f32, node_name = "small"} : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xi8>
  return %1, %3, %5, %7, %6, %8 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xi32>, tensor<1x32x4x4xi8>
}
