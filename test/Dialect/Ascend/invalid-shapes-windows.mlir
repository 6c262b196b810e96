// Results that do not fit what the operands give, and operands and attributes
// that contradict each other, of products, convolutions, pictures and recurrent cells.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @matmul_inner(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>) {
  // expected-error @+1 {{inner extents differ: 6 against 5}}
  %0 = ascend.mat_mul_v2 %a, %b : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @matmul_transposed(%a: tensor<6x4xf32>, %b: tensor<5x6xf32>) {
  // expected-error @+1 {{result 0 has shape [5, 4], the operands give [4, 5]}}
  %0 = ascend.mat_mul_v2 %a, %b {ge.transpose_x1 = true, ge.transpose_x2 = true} : (tensor<6x4xf32>, tensor<5x6xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @matmul_rank(%a: tensor<2x4x6xf32>, %b: tensor<6x5xf32>) {
  // expected-error @+1 {{operands of rank 3 and 2; needs matrices}}
  %0 = ascend.mat_mul_v2 %a, %b : (tensor<2x4x6xf32>, tensor<6x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @batch_matmul_scalar(%a: tensor<f32>, %b: tensor<6x5xf32>) {
  // expected-error @+1 {{operands of rank 0 and 2; needs matrices or batches of matrices}}
  %0 = ascend.batch_mat_mul_v2 %a, %b : (tensor<f32>, tensor<6x5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @batch_matmul_batches(%a: tensor<2x4x6xf32>, %b: tensor<3x6x5xf32>) {
  // expected-error @+1 {{operands do not broadcast: extent 2 against 3 at axis 0}}
  %0 = ascend.batch_mat_mul_v2 %a, %b : (tensor<2x4x6xf32>, tensor<3x6x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @batch_matmul_result(%a: tensor<?x4x6xf32>, %b: tensor<8x1x6x5xf32>) {
  // expected-error @+1 {{result 0 has shape [8, 4, 5], the operands give [8, ?, 4, 5]}}
  %0 = ascend.batch_mat_mul_v2 %a, %b : (tensor<?x4x6xf32>, tensor<8x1x6x5xf32>) -> tensor<8x4x5xf32>
  return
}

// -----

func.func @fully_connection_inner(%x: tensor<4x2x3xf32>, %w: tensor<6x5xf32>) {
  // expected-error @+1 {{inner extents differ: 6 against 5}}
  %0 = ascend.fully_connection %x, %w : (tensor<4x2x3xf32>, tensor<6x5xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @fully_connection_axis(%x: tensor<4x2x3xf32>, %w: tensor<5x6xf32>) {
  // expected-error @+1 {{'ge.axis' = -3 of x of rank 3: K begins at axis 1 or 2}}
  %0 = ascend.fully_connection %x, %w {ge.axis = -3 : i64} : (tensor<4x2x3xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @fully_connection_no_axis(%x: tensor<4x6xf32>, %w: tensor<5x6xf32>) {
  // expected-error @+1 {{'ge.axis' = 2 of x of rank 2: K begins at axis 1 or 2}}
  %0 = ascend.fully_connection %x, %w {ge.axis = 2 : i64} : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x6x5xf32>
  return
}

// -----

func.func @fully_connection_weights(%x: tensor<4x6xf32>, %w: tensor<5x2x3xf32>) {
  // expected-error @+1 {{needs weights of rank 2, not 3}}
  %0 = ascend.fully_connection %x, %w : (tensor<4x6xf32>, tensor<5x2x3xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @fully_connection_one_row(%x: tensor<1x6xf32>, %w: tensor<5x6xf32>) {
  // expected-error @+1 {{result 0 has shape [1, 5], the operands give [1, 5, 1, 1]}}
  %0 = ascend.fully_connection %x, %w : (tensor<1x6xf32>, tensor<5x6xf32>) -> tensor<1x5xf32>
  return
}

// -----

func.func @conv_result(%x: tensor<?x8x7x9xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{result 0 has shape [1, 4, 7, 9], the operands give [?, 4, 3, 3]}}
  %0 = ascend.conv2d %x, %f {ge.pads = array<i64: 1, 0, 2, 0>, ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x7x9xf32>
  return
}

// -----

func.func @conv_rank(%x: tensor<8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{x and filter must have rank 4, have 3 and 4}}
  %0 = ascend.conv2d %x, %f : (tensor<8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<4x5x5xf32>
  return
}

// -----

func.func @conv_channels(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{x has 8 channels, filter takes 8 in each of 2 groups}}
  %0 = ascend.conv2d %x, %f {ge.groups = 2 : i64} : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @conv_output_channels(%x: tensor<1x8x7x7xf32>, %f: tensor<3x4x3x3xf32>) {
  // expected-error @+1 {{filter has 3 output channels, not a multiple of 2 groups}}
  %0 = ascend.conv2d %x, %f {ge.groups = 2 : i64} : (tensor<1x8x7x7xf32>, tensor<3x4x3x3xf32>) -> tensor<1x3x5x5xf32>
  return
}

// -----

func.func @conv_no_groups(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{'ge.groups' must be positive, is 0}}
  %0 = ascend.conv2d %x, %f {ge.groups = 0 : i64} : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @conv_two_strides(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{'ge.strides' and 'ge.dilations' need 4 entries each, 'ge.pads' 4}}
  %0 = ascend.conv2d %x, %f {ge.strides = array<i64: 2, 2>} : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x3x3xf32>
  return
}

// -----

func.func @conv_stride_zero(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{strides and dilations must be positive and pads not negative}}
  %0 = ascend.conv2d %x, %f {ge.strides = array<i64: 1, 1, 0, 1>} : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @conv_pad_huge(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{strides and dilations must be positive and pads not negative}}
  %0 = ascend.conv2d %x, %f {ge.pads = array<i64: 9223372036854775807, 9223372036854775807, 0, 0>} : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @conv_window(%x: tensor<1x8x7x2xf32>, %f: tensor<4x8x3x3xf32>) {
  // expected-error @+1 {{the window is larger than the padded input at axis 3}}
  %0 = ascend.conv2d %x, %f : (tensor<1x8x7x2xf32>, tensor<4x8x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @conv_no_window(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x0x3xf32>) {
  // expected-error @+1 {{axis 2 has extent 7 and a window of 0}}
  %0 = ascend.conv2d %x, %f : (tensor<1x8x7x7xf32>, tensor<4x8x0x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @reduce_d(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ascend.reduce_sum_d' op axes repeat or lie outside rank 2}}
  %0 = ascend.reduce_sum_d %x {ge.axes = array<i64: 0, -2>} : (tensor<4x6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @reduce_d_shape(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{result 0 has shape [6], the operands give [4]}}
  %0 = ascend.reduce_mean_d %x {ge.axes = array<i64: 1>} : (tensor<4x6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @transpose_d(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ascend.transpose_d' op perm is no permutation of the 2 axes}}
  %0 = ascend.transpose_d %x : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @expand_d(%x: tensor<4x1xf32>) {
  // expected-error @+1 {{'ascend.expand_d' op shape has the negative extent -6}}
  %0 = ascend.expand_d %x {ge.shape = array<i64: 4, -6>} : (tensor<4x1xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @strided_slice_d(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{'ascend.strided_slice_d' op begin, end and strides need 2 entries each, and no stride of 0}}
  %0 = ascend.strided_slice_d %x {ge.begin = array<i64: 0>, ge.end = array<i64: 4>, ge.strides = array<i64: 1>} : (tensor<8x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @strided_slice_mask(%x: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.strided_slice_d' op 'ge.end_mask' must be 0}}
  %0 = ascend.strided_slice_d %x {ge.begin = array<i64: 0>, ge.end = array<i64: 4>, ge.strides = array<i64: 1>, ge.end_mask = 1 : i64} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @strided_slice(%x: tensor<8xf32>) {
  %begin = ascend.constant dense<0> : tensor<1xi64>
  %zero = ascend.constant dense<0> : tensor<1xi64>
  // expected-error @+1 {{'ascend.strided_slice' op begin, end and strides need 1 entries each, and no stride of 0}}
  %0 = ascend.strided_slice %x, %begin, %begin, %zero : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @reverse(%x: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.reverse_v2d' op 'ge.axis' names an axis twice or outside rank 1}}
  %0 = ascend.reverse_v2d %x {ge.axis = array<i64: 1>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @argmax_d(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'ge.dimension' is no axis of rank 2}}
  %0 = ascend.arg_max_d %x {ge.dimension = 2 : i64} : (tensor<4x5xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @cumsum_d(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'ge.axis' names an axis twice or outside rank 2}}
  %0 = ascend.cumsum_d %x {ge.axis = -3 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
