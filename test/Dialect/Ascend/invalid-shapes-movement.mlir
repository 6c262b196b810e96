// Results that do not fit what the operands give, and operands and attributes
// that contradict each other, of ops that move, choose and sort.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @cast(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.cast' op result 0 has shape [5], the operands give [4]}}
  %0 = ascend.cast %x : (tensor<4xf32>) -> tensor<5xf16>
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

func.func @expand_dims(%x: tensor<4x5xf32>) {
  %axis = ascend.constant dense<3> : tensor<1xi32>
  // expected-error @+1 {{'axis' is no axis of rank 3}}
  %0 = ascend.expand_dims %x, %axis : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<*xf32>
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
