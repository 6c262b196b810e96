// Results that do not fit what the operands give, and operands and attributes
// that contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @unary(%x: tensor<4x?xf32>) {
  // expected-error @+1 {{'ascend.tanh' op result 0 has shape [5, 2], the operands give [4, ?]}}
  %0 = ascend.tanh %x : (tensor<4x?xf32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{result 0 has shape [4, 1], the operands give [4]}}
  %0 = ascend.relu %x : (tensor<4xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @cast(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.cast' op result 0 has shape [5], the operands give [4]}}
  %0 = ascend.cast %x : (tensor<4xf32>) -> tensor<5xf16>
  return
}

// -----

func.func @binary(%a: tensor<4x1xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'ascend.add' op result 0 has shape [4, 1], the operands give [4, 5]}}
  %0 = ascend.add %a, %b : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @no_broadcast(%a: tensor<4x3xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{operands do not broadcast: extent 3 against 5 at axis 1}}
  %0 = ascend.mul %a, %b : (tensor<4x3xf32>, tensor<5xf32>) -> tensor<*xf32>
  return
}

// -----

// An extent of 0 does not broadcast with one of 5.
func.func @no_broadcast_empty(%a: tensor<0xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{operands do not broadcast: extent 0 against 5 at axis 0}}
  %0 = ascend.mul %a, %b : (tensor<0xf32>, tensor<5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @select(%c: tensor<3xi1>, %a: tensor<4x1xf32>) {
  // expected-error @+1 {{result 0 has shape [4], the operands give [4, 3]}}
  %0 = ascend.select %c, %a, %a : (tensor<3xi1>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4xf32>
  return
}

// -----

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

func.func @reduce_result(%x: tensor<4x?x6xf32>) {
  %axes = ascend.constant dense<[2, 0]> : tensor<2xi64>
  // expected-error @+1 {{result 0 has shape [?], the operands give [1, ?, 1]}}
  %0 = ascend.reduce_sum %x, %axes {ge.keep_dims = true} : (tensor<4x?x6xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @reduce_all(%x: tensor<4x6xf32>) {
  %axes = ascend.constant dense<> : tensor<0xi64>
  // expected-error @+1 {{result 0 has shape [4, 6], the operands give []}}
  %0 = ascend.reduce_max %x, %axes : (tensor<4x6xf32>, tensor<0xi64>) -> tensor<4x6xf32>
  return
}

// -----

func.func @reduce_axis_outside(%x: tensor<4x6xf32>) {
  %axes = ascend.constant dense<-3> : tensor<1xi32>
  // expected-error @+1 {{axes repeat or lie outside rank 2}}
  %0 = ascend.reduce_sum %x, %axes : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_axis_twice(%x: tensor<4x6xf32>) {
  %axes = ascend.constant dense<[1, -1]> : tensor<2xi32>
  // expected-error @+1 {{axes repeat or lie outside rank 2}}
  %0 = ascend.reduce_max %x, %axes : (tensor<4x6xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @reshape_result(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[8, -1]> : tensor<2xi64>
  // expected-error @+1 {{result 0 has shape [8, 4], the operands give [8, 3]}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x4xf32>
  return
}

// -----

func.func @reshape_count(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[5, 5]> : tensor<2xi64>
  // expected-error @+1 {{cannot reshape 24 elements to 25}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<5x5xf32>
  return
}

// -----

func.func @reshape_rest(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[5, -1]> : tensor<2xi64>
  // expected-error @+1 {{cannot reshape 24 elements to a shape with 5 in the known extents}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<5x?xf32>
  return
}

// -----

func.func @reshape_rest_twice(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[-1, -1]> : tensor<2xi64>
  // expected-error @+1 {{shape has -1 twice}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_negative(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[-4, 6]> : tensor<2xi64>
  // expected-error @+1 {{shape has the negative extent -4}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  return
}

// -----

func.func @reshape_copies_nothing(%x: tensor<4x6xf32>) {
  %shape = ascend.constant dense<[4, 6, 0]> : tensor<3xi64>
  // expected-error @+1 {{shape copies extent 2 of an operand of rank 2}}
  %0 = ascend.reshape %x, %shape : (tensor<4x6xf32>, tensor<3xi64>) -> tensor<4x6x1xf32>
  return
}

// -----

func.func @squeeze_result(%x: tensor<1x?x1xf32>) {
  // expected-error @+1 {{result 0 has shape [], the operands give [1, ?]}}
  %0 = ascend.squeeze %x {ge.axis = array<i64: -1>} : (tensor<1x?x1xf32>) -> tensor<f32>
  return
}

// -----

func.func @squeeze_wide(%x: tensor<4x6xf32>) {
  %axes = ascend.constant dense<1> : tensor<1xi64>
  // expected-error @+1 {{cannot squeeze axis 1 of extent 6}}
  %0 = ascend.squeeze_v3 %x, %axes : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @squeeze_outside(%x: tensor<4x1xf32>) {
  // expected-error @+1 {{axes repeat or lie outside rank 2}}
  %0 = ascend.squeeze %x {ge.axis = array<i64: 2>} : (tensor<4x1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unsqueeze_result(%x: tensor<4x?xf32>) {
  // expected-error @+1 {{result 0 has shape [4, 1], the operands give [4, ?, 1]}}
  %0 = ascend.unsqueeze %x {ge.axes = array<i64: -1>} : (tensor<4x?xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @unsqueeze_twice(%x: tensor<4xf32>) {
  %axes = ascend.constant dense<[0, -3]> : tensor<2xi64>
  // expected-error @+1 {{axes repeat or lie outside rank 3}}
  %0 = ascend.unsqueeze_v3 %x, %axes : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x1x4xf32>
  return
}

// -----

func.func @unsqueeze_without_axes(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs the operand 'axes'}}
  %0 = ascend.unsqueeze_v3 %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<4x?x6xf32>) {
  %perm = ascend.constant dense<[2, 0, 1]> : tensor<3xi32>
  // expected-error @+1 {{result 0 has shape [?, 6, 4], the operands give [6, 4, ?]}}
  %0 = ascend.transpose %x, %perm : (tensor<4x?x6xf32>, tensor<3xi32>) -> tensor<?x6x4xf32>
  return
}

// -----

func.func @transpose_no_permutation(%x: tensor<4x6xf32>) {
  %perm = ascend.constant dense<[1, 1]> : tensor<2xi32>
  // expected-error @+1 {{perm is no permutation of the 2 axes}}
  %0 = ascend.transpose %x, %perm : (tensor<4x6xf32>, tensor<2xi32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @transpose_short(%x: tensor<4x6xf32>) {
  %perm = ascend.constant dense<[0]> : tensor<1xi32>
  // expected-error @+1 {{perm is no permutation of the 2 axes}}
  %0 = ascend.transpose %x, %perm : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @expand_result(%x: tensor<4x1xf32>) {
  %shape = ascend.constant dense<[3, 1, 6]> : tensor<3xi64>
  // expected-error @+1 {{result 0 has shape [3, 1, 6], the operands give [3, 4, 6]}}
  %0 = ascend.expand %x, %shape : (tensor<4x1xf32>, tensor<3xi64>) -> tensor<3x1x6xf32>
  return
}

// -----

func.func @expand_negative(%x: tensor<4x1xf32>) {
  %shape = ascend.constant dense<[4, -1]> : tensor<2xi64>
  // expected-error @+1 {{shape has the negative extent -1}}
  %0 = ascend.expand %x, %shape : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x1xf32>
  return
}

// -----

func.func @concat_result(%x: tensor<4x?xf32>, %y: tensor<?x6xf32>) {
  // expected-error @+1 {{result 0 has shape [4, 5], the operands give [?, 6]}}
  %0 = ascend.concat_d %x, %y, %x {ge.concat_dim = 0 : i64} : (tensor<4x?xf32>, tensor<?x6xf32>, tensor<4x?xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @concat_sum(%x: tensor<4x6xf32>, %y: tensor<2x6xf32>) {
  // expected-error @+1 {{result 0 has shape [5, 6], the operands give [6, 6]}}
  %0 = ascend.concat_d %x, %y {ge.concat_dim = -2 : i64} : (tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @concat_other_axis(%x: tensor<4x6xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{operands differ at axis 1: 6 against 5}}
  %0 = ascend.concat_d %x, %y {ge.concat_dim = 0 : i64} : (tensor<4x6xf32>, tensor<4x5xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @concat_ranks(%x: tensor<4x6xf32>, %y: tensor<6xf32>) {
  // expected-error @+1 {{operands have ranks 2 and 1}}
  %0 = ascend.concat_d %x, %y {ge.concat_dim = 0 : i64} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @concat_axis(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ge.concat_dim' lies outside rank 2}}
  %0 = ascend.concat_d %x {ge.concat_dim = 2 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @concat_scalar(%x: tensor<f32>) {
  // expected-error @+1 {{'ge.concat_dim' lies outside rank 0}}
  %0 = ascend.concat_d %x {ge.concat_dim = 0 : i64} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @concat_overflow(%x: tensor<9223372036854775807xf32>) {
  // expected-error @+1 {{the joined extent overflows}}
  %0 = ascend.concat_d %x, %x {ge.concat_dim = 0 : i64} : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<8x?xf32>) {
  %six = ascend.constant dense<6> : tensor<1xi64>
  %low = ascend.constant dense<-9223372036854775808> : tensor<1xi64>
  %zero = ascend.constant dense<0> : tensor<1xi64>
  %minus = ascend.constant dense<-2> : tensor<1xi64>
  // expected-error @+1 {{result 0 has shape [3, ?], the operands give [4, ?]}}
  %0 = ascend.strided_slice_v2 %x, %six, %low, %zero, %minus : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x?xf32>
  return
}

// -----

func.func @slice_step_zero(%x: tensor<8xf32>) {
  %zero = ascend.constant dense<0> : tensor<1xi64>
  // expected-error @+1 {{begin, end, axes and strides differ in length, name an axis outside rank 1 or twice, or step by 0}}
  %0 = ascend.strided_slice_v2 %x, %zero, %zero, %zero, %zero : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @slice_lengths(%x: tensor<8xf32>) {
  %zero = ascend.constant dense<0> : tensor<1xi64>
  %two = ascend.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{begin, end, axes and strides differ in length}}
  %0 = ascend.strided_slice_v2 %x, %zero, %two : (tensor<8xf32>, tensor<1xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @slice_axis(%x: tensor<8xf32>) {
  %zero = ascend.constant dense<0> : tensor<1xi64>
  %one = ascend.constant dense<1> : tensor<1xi64>
  // expected-error @+1 {{name an axis outside rank 1}}
  %0 = ascend.strided_slice_v2 %x, %zero, %one, %one : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// More positions than axes, and no list of axes.
func.func @slice_too_many(%x: tensor<8xf32>) {
  %zero = ascend.constant dense<0> : tensor<2xi64>
  %one = ascend.constant dense<1> : tensor<2xi64>
  // expected-error @+1 {{name an axis outside rank 1}}
  %0 = ascend.strided_slice_v2 %x, %zero, %one : (tensor<8xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @shape_result(%x: tensor<4x?x6xf32>) {
  // expected-error @+1 {{result 0 has shape [2], the operands give [3]}}
  %0 = ascend.shape %x : (tensor<4x?x6xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @accumulate() {
  // expected-error @+1 {{needs at least one operand}}
  %0 = "ascend.accumulate_nv2"() : () -> tensor<4xf32>
  return
}

// -----

func.func @norm_axis(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{axes repeat or lie outside rank 2}}
  %0 = ascend.lp_norm_v2 %x {ge.axes = array<i64: 2>} : (tensor<4x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @global(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{x has rank 2 and no spatial axes}}
  %0 = ascend.global_average_pool %x : (tensor<4x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_lists(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{'ge.ksize', 'ge.strides' and 'ge.dilations' need 4 entries each, 'ge.pads' 4}}
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 2, 2>} : (tensor<1x2x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_stride(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{windows, strides and dilations must be positive}}
  %0 = ascend.avg_pool_v2 %x {ge.strides = array<i64: 1, 1, 0, 1>} : (tensor<1x2x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_channels(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{pools over N or C}}
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 2, 1, 1>} : (tensor<1x2x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_pads(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{pads must not be negative}}
  %0 = ascend.max_pool_v3 %x {ge.pads = array<i64: 0, -1, 0, 0>} : (tensor<1x2x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_nothing(%x: tensor<1x2x0x5xf32>) {
  // expected-error @+1 {{x has no elements at axis 2}}
  %0 = ascend.max_pool_v3 %x {ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x0x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @pool_window(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{the window is larger than the padded input at axis 2}}
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 7, 1>} : (tensor<1x2x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @statistics(%x: tensor<1x2x5xf32>, %v: tensor<3xf32>) {
  // expected-error @+1 {{a vector has 3 elements, x has 2 channels}}
  %0 = ascend.batch_norm %x, %v, %v, %v, %v : (tensor<1x2x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @argmax(%x: tensor<4x5xf32>) {
  %axis = ascend.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{'dimension' is no axis of rank 2}}
  %0 = ascend.arg_max_v2 %x, %axis : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @cumsum(%x: tensor<4x5xf32>) {
  %axis = ascend.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{'axis' is no axis of rank 2}}
  %0 = ascend.cumsum %x, %axis : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @expand_dims(%x: tensor<4x5xf32>) {
  %axis = ascend.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{'axis' is no axis of rank 3}}
  %0 = ascend.expand_dims %x, %axis : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @no_position(%x: tensor<4x0xf32>) {
  %axis = ascend.constant dense<1> : tensor<1xi32>
  // expected-error @+1 {{axis 1 has no elements}}
  %0 = ascend.arg_min %x, %axis : (tensor<4x0xf32>, tensor<1xi32>) -> tensor<4xi64>
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

func.func @softmax(%x: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.softmax_v2' op 'ge.axes' names an axis twice or outside rank 1}}
  %0 = ascend.softmax_v2 %x {ge.axes = array<i64: 0, 0>} : (tensor<8xf32>) -> tensor<8xf32>
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

// -----

func.func @statistics_inference(%x: tensor<1x2x5xf32>, %v: tensor<2xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{a vector has 3 elements, x has 2 channels}}
  %0 = ascend.bn_inference %x, %v, %v, %v, %v, %w : (tensor<1x2x5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @layer_norm_axis(%x: tensor<4x5xf32>, %v: tensor<5xf32>) {
  // expected-error @+1 {{'ge.begin_norm_axis' is no axis of rank 2}}
  %0:3 = ascend.layer_norm %x, %v, %v {ge.begin_norm_axis = 2 : i64} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  return
}

// -----

func.func @layer_norm_extents(%x: tensor<3x4x5xf32>, %v: tensor<5xf32>) {
  // expected-error @+1 {{gamma and beta need the extents [4, 5] of the normalized axes}}
  %0:3 = ascend.layer_norm %x, %v, %v {ge.begin_norm_axis = 1 : i64} : (tensor<3x4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<3x4x5xf32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>)
  return
}

// -----

// Where the shape of an expansion comes with the run, the types have to fit.
func.func @expansions(%x: tensor<4x1xf32>, %shape: tensor<?xi64>) -> (tensor<4x6xf32>, tensor<2x4x?xf32>) {
  %0 = ascend.expand %x, %shape {node_name = "a"} : (tensor<4x1xf32>, tensor<?xi64>) -> tensor<4x6xf32>
  %1 = ascend.expand %x, %shape {node_name = "b"} : (tensor<4x1xf32>, tensor<?xi64>) -> tensor<2x4x?xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<2x4x?xf32>
}

// -----

func.func @other_extent(%x: tensor<4x2xf32>, %shape: tensor<?xi64>) -> tensor<4x6xf32> {
  // expected-error@+1 {{'ascend.expand' op x of 'tensor<4x2xf32>' does not broadcast to 'tensor<4x6xf32>'}}
  %0 = ascend.expand %x, %shape {node_name = "n"} : (tensor<4x2xf32>, tensor<?xi64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @fewer_axes(%x: tensor<1x6xf32>, %shape: tensor<?xi64>) -> tensor<6xf32> {
  // expected-error@+1 {{'ascend.expand' op x of 'tensor<1x6xf32>' does not broadcast to 'tensor<6xf32>'}}
  %0 = ascend.expand %x, %shape {node_name = "n"} : (tensor<1x6xf32>, tensor<?xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
