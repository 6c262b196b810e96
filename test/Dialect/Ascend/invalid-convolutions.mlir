// Convolutions whose operands and attributes contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @lists(%x: tensor<1x2x5x5x5xf32>, %w: tensor<3x2x2x2x2xf32>) {
  // expected-error @+1 {{'ge.strides' and 'ge.dilations' need 5 entries each, 'ge.pads' 6}}
  %0 = ascend.conv3d %x, %w {ge.pads = array<i64: 0, 0>} : (tensor<1x2x5x5x5xf32>, tensor<3x2x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @rank(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{x and filter must have rank 5, have 4 and 4}}
  %0 = ascend.conv3d %x, %w : (tensor<1x2x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @window(%x: tensor<1x2x5x5x5xf32>, %w: tensor<3x2x2x6x2xf32>) {
  // expected-error @+1 {{the window is larger than the padded input at axis 3}}
  %0 = ascend.conv3d %x, %w : (tensor<1x2x5x5x5xf32>, tensor<3x2x2x6x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @optionals(%x: tensor<1x2x5x5x5xf32>, %w: tensor<3x2x2x2x2xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{bias has 4 elements, the result has 3 channels}}
  %0 = ascend.conv3d %x, %w, %b : (tensor<1x2x5x5x5xf32>, tensor<3x2x2x2x2xf32>, tensor<4xf32>) -> tensor<1x3x4x4x4xf32>
  return
}

// -----

func.func @transposed_channels(%s: tensor<4xi32>, %x: tensor<1x2x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{x has 2 channels, filter takes 3}}
  %0 = ascend.conv2d_transpose %s, %x, %w : (tensor<4xi32>, tensor<1x2x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_groups(%s: tensor<4xi32>, %x: tensor<1x3x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{filter takes 3 channels, not a multiple of 2 groups}}
  %0 = ascend.conv2d_transpose %s, %x, %w {ge.groups = 2 : i64} : (tensor<4xi32>, tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_shape(%s: tensor<4xi32>, %x: tensor<1x3x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{result 0 has shape [1, 2, 9, 9], the operands give [1, 2, 6, 6]}}
  %0 = ascend.conv2d_transpose %s, %x, %w : (tensor<4xi32>, tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<1x2x9x9xf32>
  return
}

// -----

func.func @transposed_size(%x: tensor<1x3x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  %s = ascend.constant dense<[1, 2, 6, 7]> : tensor<4xi32>
  // expected-error @+1 {{input_size has 7 where the other operands give 6}}
  %0 = ascend.conv2d_transpose %s, %x, %w : (tensor<4xi32>, tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_optionals(%s: tensor<4xi32>, %x: tensor<1x3x5x5xf32>, %w: tensor<3x2x2x2xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{takes at most bias and offset_w after its three operands, but has 3 more}}
  %0 = ascend.conv2d_transpose %s, %x, %w, %b, %b, %b : (tensor<4xi32>, tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x6x6xf32>
  return
}

// -----

func.func @bias_add(%x: tensor<1x3x5x5xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{bias has 3 elements, x has 5 channels}}
  %0 = ascend.bias_add %x, %b : (tensor<1x3x5x5xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @bias_add_rank(%x: tensor<1x3x5x5xf32>, %b: tensor<5x1xf32>) {
  // expected-error @+1 {{bias must have rank 1, has 2}}
  %0 = ascend.bias_add %x, %b : (tensor<1x3x5x5xf32>, tensor<5x1xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @auto_pad_word(%x: tensor<1x3x5x5xf32>, %w: tensor<2x3x2x2xf32>) {
  // expected-error @+1 {{'ge.auto_pad' must be "NOTSET", "SAME_UPPER" or "SAME_LOWER", is "SAME"}}
  %0 = ascend.conv2d %x, %w {ge.auto_pad = "SAME"} : (tensor<1x3x5x5xf32>, tensor<2x3x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @auto_pad_pool(%x: tensor<1x3x5x5xf32>) {
  // expected-error @+1 {{'ge.auto_pad' must be "NOTSET", "SAME_UPPER" or "SAME_LOWER", is "LOWER"}}
  %0 = ascend.max_pool_v3 %x {ge.auto_pad = "LOWER", ge.ksize = array<i64: 1, 1, 2, 2>} : (tensor<1x3x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @auto_pad_transposed(%s: tensor<4xi32>, %x: tensor<1x3x5x5xf32>, %w: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{has no attribute 'ge.auto_pad'; it has 'ge.strides', 'ge.pads',}}
  %0 = ascend.conv2d_transpose %s, %x, %w {ge.auto_pad = "SAME_UPPER"} : (tensor<4xi32>, tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @auto_pad_empty(%x: tensor<1x3x0x5xf32>, %w: tensor<2x3x3x2xf32>) {
  // expected-error @+1 {{the window is larger than the padded input at axis 2}}
  %0 = ascend.conv2d %x, %w {ge.auto_pad = "SAME_UPPER", ge.strides = array<i64: 1, 1, 2, 2>} : (tensor<1x3x0x5xf32>, tensor<2x3x3x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @vector(%a: tensor<6xf32>, %b: tensor<5x4xf32>) {
  // expected-error @+1 {{inner extents differ: 6 against 5}}
  %0 = ascend.batch_mat_mul_v2 %a, %b : (tensor<6xf32>, tensor<5x4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @no_vector(%a: tensor<6xf32>, %b: tensor<6x4xf32>) {
  // expected-error @+1 {{operands of rank 1 and 2; needs matrices}}
  %0 = ascend.mat_mul_v2 %a, %b : (tensor<6xf32>, tensor<6x4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_block(%a0: tensor<1x3x5x5xf32>, %a1: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{'ge.y_c0' must not be negative, is -16}}
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.y_c0 = -16 : i64, ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_rank(%a0: tensor<1x3x5xf32>, %a1: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{x and filter must have rank 4, have 3 and 4}}
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_strides(%a0: tensor<1x3x5x5xf32>, %a1: tensor<3x2x2x2xf32>) {
  // expected-error @+1 {{strides and dilations must be positive and pads not negative}}
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.strides = array<i64: 1, 1, 2, 0>, ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5x5xf32>, tensor<3x2x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_outputs(%a0: tensor<1x3x5x5xf32>, %a1: tensor<3x2147483648x2x2xf32>) {
  // expected-error @+1 {{filter has 2147483648 output channels}}
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5x5xf32>, tensor<3x2147483648x2x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @transposed_window(%a0: tensor<1x3x5x5xf32>, %a1: tensor<3x2x2x0xf32>) {
  // expected-error @+1 {{axis 3 has extent 5 and a window of 0}}
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5x5xf32>, tensor<3x2x2x0xf32>) -> tensor<*xf32>
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<3x2x2x2xf32>, %a2: tensor<1x3x5x5xf32>, %a3: tensor<3xf32>) {
  %0 = ascend.conv2d_transpose_d %a0, %a1 {ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<*xf32>, tensor<3x2x2x2xf32>) -> tensor<7xf32>
  %1 = ascend.conv2d_transpose_d %a2, %a0 {ge.input_size = array<i64: 0, 0, 0, 0>} : (tensor<1x3x5x5xf32>, tensor<*xf32>) -> tensor<7xf32>
  %2 = ascend.bias_add %a0, %a3 : (tensor<*xf32>, tensor<3xf32>) -> tensor<7xf32>
  %3 = ascend.bias_add %a2, %a0 : (tensor<1x3x5x5xf32>, tensor<*xf32>) -> tensor<7xf32>
  return
}
