// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Which axes an op works along must be known.
func.func @transpose(%x: tensor<3x4xf32>, %p: tensor<2xi64>) -> tensor<4x3xf32> {
  // expected-error@+1 {{op type 'Transpose' has no CPU lowering (node 'n'): its perm is not constant}}
  %0 = ascend.transpose %x, %p {node_name = "n"} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @split(%a: tensor<i32>, %x: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error@+1 {{op type 'Split' has no CPU lowering (node 'n'): its split_dim is not constant}}
  %0, %1 = ascend.split %a, %x {ge.num_split = 2 : i64, node_name = "n"} : (tensor<i32>, tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @gather(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %a: tensor<1xi64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'GatherV2' has no CPU lowering (node 'n'): its axis is not constant}}
  %0 = ascend.gather_v2 %x, %i, %a {node_name = "n"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @cumsum(%x: tensor<3x4xf32>, %a: tensor<1xi64>) -> tensor<3x4xf32> {
  // expected-error@+1 {{op type 'Cumsum' has no CPU lowering (node 'n'): its axis is not constant}}
  %0 = ascend.cumsum %x, %a {node_name = "n"} : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @arg_max(%x: tensor<3x4xf32>, %a: tensor<1xi64>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'ArgMaxV2' has no CPU lowering (node 'n'): its dimension is not constant}}
  %0 = ascend.arg_max_v2 %x, %a {node_name = "n"} : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @reduce_log_sum_exp(%x: tensor<3x4xf32>, %a: tensor<1xi64>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'ReduceLogSumExp' has no CPU lowering (node 'n'): its axes are not constant}}
  %0 = ascend.reduce_log_sum_exp %x, %a {ge.keep_dims = false, node_name = "n"} : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unique(%x: tensor<4xf32>, %a: tensor<1xi64>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): its axis is not constant}}
  %y, %i, %c, %v, %s = ascend.unique_with_counts_ext2 %x, %a {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>)
  return %y : tensor<4xf32>
}

// -----

// As must be how many extents, paddings and multiples there are, ...
func.func @tile(%x: tensor<3x4xf32>, %m: tensor<?xi64>) -> tensor<3x8xf32> {
  // expected-error@+1 {{op type 'Tile' has no CPU lowering (node 'n'): nothing says how many multiples it has}}
  %0 = ascend.tile %x, %m {node_name = "n"} : (tensor<3x4xf32>, tensor<?xi64>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

func.func @pad(%x: tensor<3x4xf32>, %p: tensor<?xi64>) -> tensor<4x4xf32> {
  // expected-error@+1 {{op type 'PadV3' has no CPU lowering (node 'n'): nothing says how many paddings it has}}
  %0 = ascend.pad_v3 %x, %p {node_name = "n"} : (tensor<3x4xf32>, tensor<?xi64>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @border(%x: tensor<3x4xf32>, %b: tensor<2xf32>) -> tensor<4x4xf32> {
  %p = ascend.constant dense<[1, 0, 0, 0]> : tensor<4xi64>
  // expected-error@+1 {{op type 'PadV3' has no CPU lowering (node 'n'): its border is not one value}}
  %0 = ascend.pad_v3 %x, %p, %b {ge.paddings_contiguous = true, node_name = "n"} : (tensor<3x4xf32>, tensor<4xi64>, tensor<2xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @scatter(%x: tensor<3x4xf32>, %i: tensor<2x?xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{op type 'ScatterNdUpdate' has no CPU lowering (node 'n'): the length of its tuples is not known}}
  %0 = ascend.scatter_nd_update %x, %i, %u {node_name = "n"} : (tensor<3x4xf32>, tensor<2x?xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// ... and the blocks of an image.
func.func @col2im(%x: tensor<1x4x4xf32>, %i: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<1x1x3x3xf32> {
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): its image_shape and block_shape are not constant}}
  %0 = ascend.col2im_v2 %x, %i, %b {node_name = "n"} : (tensor<1x4x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x3x3xf32>
  return %0 : tensor<1x1x3x3xf32>
}

// -----

func.func @slice(%x: tensor<4x4xf32>, %b: tensor<2xi64>, %e: tensor<2xi64>, %a: tensor<2xi64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'StridedSliceV3' has no CPU lowering (node 'n'): its axes or strides are not constant}}
  %0 = ascend.strided_slice_v3 %x, %b, %e, %a {node_name = "n"} : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// What is not known in advance has a bound, whose count is an i64.
func.func @non_zero(%x: tensor<4x6xf32>) -> tensor<24x2xi64> {
  // expected-error@+1 {{op type 'NonZero' has no CPU lowering (node 'n'): its size is not bounded: run ascend-bound-results}}
  %0 = ascend.non_zero %x {node_name = "n"} : (tensor<4x6xf32>) -> tensor<24x2xi64>
  return %0 : tensor<24x2xi64>
}

// -----

func.func @size(%x: tensor<4x6xf32>) -> tensor<24x2xi64> {
  // expected-error@+1 {{op type 'NonZero' has no CPU lowering (node 'n'): its size must be int64}}
  %0, %s = ascend.non_zero %x {node_name = "n"} : (tensor<4x6xf32>) -> (tensor<24x2xi64>, tensor<1xi32>)
  return %0 : tensor<24x2xi64>
}
