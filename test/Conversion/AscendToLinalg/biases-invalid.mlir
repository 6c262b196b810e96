// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Biases that have another number of elements than the result has channels, and offsets, which cube ops do not take.
// A bias has an element for each channel, of which a group has some.
func.func @bias_of_groups(%a: tensor<1x6x7x7xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<8xf32>) -> tensor<1x8x9x9xf32> {
  %k = ascend.constant dense<0> : tensor<4xi32>
  %0 = ascend.conv2d_transpose %k, %a, %b, %c {ge.groups = 2 : i64, node_name = "n"} : (tensor<4xi32>, tensor<1x6x7x7xf32>, tensor<6x4x3x3xf32>, tensor<8xf32>) -> tensor<1x8x9x9xf32>
  return %0 : tensor<1x8x9x9xf32>
}

// -----

func.func @one_of_groups(%a: tensor<1x6x7x7xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<f32>) -> tensor<1x8x9x9xf32> {
  %k = ascend.constant dense<0> : tensor<4xi32>
  // expected-error@+1 {{op type 'Conv2DTranspose' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.conv2d_transpose %k, %a, %b, %c {ge.groups = 2 : i64, node_name = "n"} : (tensor<4xi32>, tensor<1x6x7x7xf32>, tensor<6x4x3x3xf32>, tensor<f32>) -> tensor<1x8x9x9xf32>
  return %0 : tensor<1x8x9x9xf32>
}

// -----

func.func @one_for_one(%a: tensor<1x2x5x5xf32>, %b: tensor<1x2x3x3xf32>, %c: tensor<f32>) -> tensor<1x1x3x3xf32> {
  %0 = ascend.conv2d %a, %b, %c {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<1x2x3x3xf32>, tensor<f32>) -> tensor<1x1x3x3xf32>
  return %0 : tensor<1x1x3x3xf32>
}

// -----

func.func @one_for_three(%a: tensor<1x2x5x5xf32>, %b: tensor<3x2x3x3xf32>, %c: tensor<f32>) -> tensor<1x3x3x3xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.conv2d %a, %b, %c {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>, tensor<f32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @product_open_bias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<?xf32>) -> tensor<2x4xf32> {
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<?xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @batch_bias(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<4xf64>) -> tensor<2x4xf64> {
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): in f64 it takes no bias}}
  %0 = ascend.batch_mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func @no_wide_bias(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %n = ascend.none : none
  %0 = ascend.batch_mat_mul_v2 %a, %b, %n {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>, none) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func @transposed_offset(%a: tensor<1x8x7x7xf32>, %b: tensor<8x4x3x3xf32>, %c: tensor<4xf32>) -> tensor<1x4x9x9xf32> {
  %k = ascend.constant dense<0> : tensor<4xi32>
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Conv2DTranspose' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.conv2d_transpose %k, %a, %b, %n, %c {node_name = "n"} : (tensor<4xi32>, tensor<1x8x7x7xf32>, tensor<8x4x3x3xf32>, none, tensor<4xf32>) -> tensor<1x4x9x9xf32>
  return %0 : tensor<1x4x9x9xf32>
}

// -----

func.func @transposed_d_offset(%a: tensor<1x8x7x7xf32>, %b: tensor<8x4x3x3xf32>, %c: tensor<4xf32>) -> tensor<1x4x9x9xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Conv2DTransposeD' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.conv2d_transpose_d %a, %b, %n, %c {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8x4x3x3xf32>, none, tensor<4xf32>) -> tensor<1x4x9x9xf32>
  return %0 : tensor<1x4x9x9xf32>
}

// -----

func.func @conv3d_offset(%a: tensor<1x8x7x7x7xf32>, %b: tensor<4x8x3x3x3xf32>, %c: tensor<4xf32>) -> tensor<1x4x5x5x5xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Conv3D' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.conv3d %a, %b, %n, %c {node_name = "n"} : (tensor<1x8x7x7x7xf32>, tensor<4x8x3x3x3xf32>, none, tensor<4xf32>) -> tensor<1x4x5x5x5xf32>
  return %0 : tensor<1x4x5x5x5xf32>
}

// -----

func.func @no_offset(%a: tensor<1x2x5x5xf32>, %b: tensor<3x2x3x3xf32>, %c: tensor<3xf32>) -> tensor<1x3x3x3xf32> {
  %n = ascend.none : none
  %0 = ascend.conv2d %a, %b, %c, %n {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>, none) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @batch_offset(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.batch_mat_mul_v2 %a, %b, %n, %c {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>, none, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @full_offset(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'FullyConnection' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.fully_connection %a, %b, %n, %c {ge.num_output = 4 : i64, node_name = "n"} : (tensor<2x3xf32>, tensor<4x3xf32>, none, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
