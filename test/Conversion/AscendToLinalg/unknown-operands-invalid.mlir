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

// -----

// The same of the other ops with an axis, ...
func.func @split_v(%a: tensor<4x6xf32>, %b: tensor<1xi32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %k = ascend.constant dense<3> : tensor<2xi64>
  // expected-error@+1 {{op type 'SplitV' has no CPU lowering (node 'n'): its split_dim is not constant}}
  %0:2 = ascend.split_v %a, %k, %b {ge.num_split = 2 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

func.func @arg_min(%a: tensor<3x4xf32>, %b: tensor<1xi64>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'ArgMin' has no CPU lowering (node 'n'): its dimension is not constant}}
  %0 = ascend.arg_min %a, %b {node_name = "n"} : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @cumprod(%a: tensor<3x4xf32>, %b: tensor<1xi64>) -> tensor<3x4xf32> {
  // expected-error@+1 {{op type 'Cumprod' has no CPU lowering (node 'n'): its axis is not constant}}
  %0 = ascend.cumprod %a, %b {node_name = "n"} : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// ... with paddings, ...
func.func @mirror_pad(%a: tensor<3x4xf32>, %b: tensor<?xi64>) -> tensor<4x4xf32> {
  // expected-error@+1 {{op type 'MirrorPad' has no CPU lowering (node 'n'): nothing says how many paddings it has}}
  %0 = ascend.mirror_pad %a, %b {ge.mode = "REFLECT", node_name = "n"} : (tensor<3x4xf32>, tensor<?xi64>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @no_border(%a: tensor<3x4xf32>, %b: tensor<0xf32>) -> tensor<4x4xf32> {
  %k = ascend.constant dense<[1, 0, 0, 0]> : tensor<4xi64>
  // expected-error@+1 {{op type 'PadV3' has no CPU lowering (node 'n'): its border is not one value}}
  %0 = ascend.pad_v3 %a, %k, %b {node_name = "n"} : (tensor<3x4xf32>, tensor<4xi64>, tensor<0xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// ... and with each of two operands.
func.func @col2im_image(%a: tensor<1x4x4xf32>, %b: tensor<2xi64>) -> tensor<1x1x3x3xf32> {
  %k = ascend.constant dense<2> : tensor<2xi64>
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): its image_shape and block_shape are not constant}}
  %0 = ascend.col2im_v2 %a, %b, %k {node_name = "n"} : (tensor<1x4x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x3x3xf32>
  return %0 : tensor<1x1x3x3xf32>
}

// -----

func.func @col2im_block(%a: tensor<1x4x4xf32>, %b: tensor<2xi64>) -> tensor<1x1x3x3xf32> {
  %k = ascend.constant dense<3> : tensor<2xi64>
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): its image_shape and block_shape are not constant}}
  %0 = ascend.col2im_v2 %a, %k, %b {node_name = "n"} : (tensor<1x4x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x3x3xf32>
  return %0 : tensor<1x1x3x3xf32>
}

// -----

func.func @slice_strides(%a: tensor<4x4xf32>, %b: tensor<2xi64>, %c: tensor<2xi64>, %d: tensor<2xi64>) -> tensor<2x4xf32> {
  %k = ascend.constant dense<[0, 1]> : tensor<2xi64>
  // expected-error@+1 {{op type 'StridedSliceV3' has no CPU lowering (node 'n'): its axes or strides are not constant}}
  %0 = ascend.strided_slice_v3 %a, %b, %c, %k, %d {node_name = "n"} : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @slice_ends(%a: tensor<4x4xf32>, %b: tensor<2xi64>, %c: tensor<2xi64>) -> tensor<2x4xf32> {
  %k = ascend.constant dense<[0, 1]> : tensor<2xi64>
  %0 = ascend.strided_slice_v3 %a, %b, %c, %k {node_name = "n"} : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Each op that counts has a bound.
func.func @where(%a: tensor<8xi1>) -> tensor<8x1xi64> {
  // expected-error@+1 {{op type 'Where' has no CPU lowering (node 'n'): its size is not bounded: run ascend-bound-results}}
  %0 = ascend.where %a {node_name = "n"} : (tensor<8xi1>) -> tensor<8x1xi64>
  return %0 : tensor<8x1xi64>
}

// -----

func.func @unique_size(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): its size is not bounded: run ascend-bound-results}}
  %0:4 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// -----

func.func @suppression(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>) -> tensor<12x3xi32> {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): its size is not bounded: run ascend-bound-results}}
  %0 = ascend.non_max_suppression_v6 %a, %b, %c {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>) -> tensor<12x3xi32>
  return %0 : tensor<12x3xi32>
}

// -----

func.func @unsigned_size(%a: tensor<8xi1>) -> (tensor<8x1xi64>, tensor<1xui64>) {
  // expected-error@+1 {{op type 'Where' has no CPU lowering (node 'n'): its size must be int64}}
  %0:2 = ascend.where %a {node_name = "n"} : (tensor<8xi1>) -> (tensor<8x1xi64>, tensor<1xui64>)
  return %0#0, %0#1 : tensor<8x1xi64>, tensor<1xui64>
}

// -----

// What recurrent networks multiply by has known extents.
func.func @recurrent_weights(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<?x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:3 = ascend.common_lstm %a, %b, %c {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<?x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @rnn_w(%a: tensor<5x2x4xf32>, %b: tensor<?x12xf32>, %c: tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<?x12xf32>, tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @rnn_b(%a: tensor<5x2x4xf32>, %b: tensor<7x12xf32>, %c: tensor<?xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<?xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @gru_input(%a: tensor<5x2x4xf32>, %b: tensor<4x?xf32>, %c: tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<4x?xf32>, tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @gru_hidden(%a: tensor<5x2x4xf32>, %b: tensor<4x9xf32>, %c: tensor<3x?xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<3x?xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

// A size that no operand says is refused ...
func.func @range_of_floats(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>) -> tensor<?xf32> {
  // expected-error@+1 {{op type 'Range' has no CPU lowering (node 'n'): the sizes of its result are not known}}
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @depth(%a: tensor<4xi64>, %b: tensor<?xi64>, %c: tensor<1xf32>, %d: tensor<1xf32>) -> tensor<4x?xf32> {
  // expected-error@+1 {{op type 'OneHot' has no CPU lowering (node 'n'): the sizes of its result are not known}}
  %0 = ascend.one_hot %a, %b, %c, %d {node_name = "n"} : (tensor<4xi64>, tensor<?xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

func.func @greatest(%a: tensor<4x6xf32>, %b: tensor<?xi32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): the sizes of its result are not known}}
  %0:2 = ascend.top_k %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<?xi32>) -> (tensor<4x?xf32>, tensor<4x?xi32>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi32>
}

// -----

func.func @resized(%a: tensor<1x1x4x4xf32>, %b: tensor<?xi32>) -> tensor<1x1x?x?xf32> {
  // expected-error@+1 {{op type 'ResizeNearestNeighborV2' has no CPU lowering (node 'n'): the sizes of its result are not known}}
  %0 = ascend.resize_nearest_neighbor_v2 %a, %b {node_name = "n"} : (tensor<1x1x4x4xf32>, tensor<?xi32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

// -----

func.func @fill(%a: tensor<?xi64>, %b: tensor<1xf32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{op type 'Fill' has no CPU lowering (node 'n'): the shape of its result is not known}}
  %0 = ascend.fill %a, %b {node_name = "n"} : (tensor<?xi64>, tensor<1xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// ... where one integer, or the type of the result, does not say it.
func.func @range_of_integers(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>) -> tensor<?xi32> {
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @one_depth(%a: tensor<4xi64>, %b: tensor<1xi64>, %c: tensor<1xf32>, %d: tensor<1xf32>) -> tensor<4x?xf32> {
  %0 = ascend.one_hot %a, %b, %c, %d {node_name = "n"} : (tensor<4xi64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

func.func @seen_depth(%a: tensor<4xi64>, %b: tensor<?xi64>, %c: tensor<1xf32>, %d: tensor<1xf32>) -> tensor<4x6xf32> {
  %0 = ascend.one_hot %a, %b, %c, %d {node_name = "n"} : (tensor<4xi64>, tensor<?xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// A view of unknown shape has as many elements as its result.
func.func @reshape(%a: tensor<4x6xf32>, %b: tensor<2xi64>) -> tensor<8x3xf32> {
  %0 = ascend.reshape %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// -----

func.func @reshape_fewer(%a: tensor<4x6xf32>, %b: tensor<2xi64>) -> tensor<5x5xf32> {
  // expected-error@+1 {{op type 'Reshape' has no CPU lowering (node 'n'): its operands are not constant}}
  %0 = ascend.reshape %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<5x5xf32>
  return %0 : tensor<5x5xf32>
}

// -----

func.func @squeeze_more(%a: tensor<4x1xf32>, %b: tensor<1xi64>) -> tensor<5xf32> {
  // expected-error@+1 {{op type 'SqueezeV3' has no CPU lowering (node 'n'): its operands are not constant}}
  %0 = ascend.squeeze_v3 %a, %b {node_name = "n"} : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @expand_dims_more(%a: tensor<4xf32>, %b: tensor<1xi32>) -> tensor<5x1xf32> {
  // expected-error@+1 {{op type 'ExpandDims' has no CPU lowering (node 'n'): its operands are not constant}}
  %0 = ascend.expand_dims %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}
