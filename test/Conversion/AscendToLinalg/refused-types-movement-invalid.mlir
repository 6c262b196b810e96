// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that change where elements move, and indices that are neither int32 nor int64.
func.func @identity(%a: tensor<4x6xf32>) -> tensor<4x6xf16> {
  // expected-error@+1 {{op type 'Identity' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.identity %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @tensor_move(%a: tensor<4x6xi32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'TensorMove' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.tensor_move %a {node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @reshape(%a: tensor<4x6xf32>) -> tensor<8x3xf16> {
  %k = ascend.constant dense<[8, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'Reshape' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.reshape %a, %k {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf16>
  return %0 : tensor<8x3xf16>
}

// -----

func.func @flatten(%a: tensor<2x3x4xf32>) -> tensor<6x4xf16> {
  // expected-error@+1 {{op type 'Flatten' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.flatten %a {ge.axis = 2 : i64, node_name = "n"} : (tensor<2x3x4xf32>) -> tensor<6x4xf16>
  return %0 : tensor<6x4xf16>
}

// -----

func.func @squeeze(%a: tensor<4x1xf32>) -> tensor<4xf64> {
  // expected-error@+1 {{op type 'Squeeze' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.squeeze %a {ge.axis = array<i64: 1>, node_name = "n"} : (tensor<4x1xf32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @squeeze_v3(%a: tensor<4x1xf32>) -> tensor<4xf16> {
  %k = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'SqueezeV3' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.squeeze_v3 %a, %k {node_name = "n"} : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @unsqueeze(%a: tensor<4xi32>) -> tensor<4x1xi64> {
  // expected-error@+1 {{op type 'Unsqueeze' has no CPU lowering (node 'n'): not for element types i32 -> i64}}
  %0 = ascend.unsqueeze %a {ge.axes = array<i64: 1>, node_name = "n"} : (tensor<4xi32>) -> tensor<4x1xi64>
  return %0 : tensor<4x1xi64>
}

// -----

func.func @unsqueeze_v3(%a: tensor<4xi32>) -> tensor<4x1xui32> {
  %k = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'UnsqueezeV3' has no CPU lowering (node 'n'): not for element types i32, i64 -> ui32}}
  %0 = ascend.unsqueeze_v3 %a, %k {node_name = "n"} : (tensor<4xi32>, tensor<1xi64>) -> tensor<4x1xui32>
  return %0 : tensor<4x1xui32>
}

// -----

func.func @expand_dims(%a: tensor<4xi1>) -> tensor<4x1xi8> {
  %k = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'ExpandDims' has no CPU lowering (node 'n'): not for element types i1, i64 -> i8}}
  %0 = ascend.expand_dims %a, %k {node_name = "n"} : (tensor<4xi1>, tensor<1xi64>) -> tensor<4x1xi8>
  return %0 : tensor<4x1xi8>
}

// -----

func.func @transpose_d(%a: tensor<4x6xf32>) -> tensor<6x4xf16> {
  // expected-error@+1 {{op type 'TransposeD' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.transpose_d %a {ge.perm = array<i64: 1, 0>, node_name = "n"} : (tensor<4x6xf32>) -> tensor<6x4xf16>
  return %0 : tensor<6x4xf16>
}

// -----

func.func @expand(%a: tensor<4x1xf32>) -> tensor<4x6xf16> {
  %k = ascend.constant dense<[4, 6]> : tensor<2xi64>
  // expected-error@+1 {{op type 'Expand' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.expand %a, %k {node_name = "n"} : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @expand_d(%a: tensor<4x1xf32>) -> tensor<4x6xf16> {
  // expected-error@+1 {{op type 'ExpandD' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.expand_d %a {ge.shape = array<i64: 4, 6>, node_name = "n"} : (tensor<4x1xf32>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @concat_first(%a: tensor<4xf16>, %b: tensor<2xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{op type 'ConcatD' has no CPU lowering (node 'n'): not for element types f16, f32 -> f32}}
  %0 = ascend.concat_d %a, %b {ge.concat_dim = 0 : i64, node_name = "n"} : (tensor<4xf16>, tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concat_second(%a: tensor<4xf32>, %b: tensor<2xf16>) -> tensor<6xf32> {
  // expected-error@+1 {{op type 'ConcatD' has no CPU lowering (node 'n'): not for element types f32, f16 -> f32}}
  %0 = ascend.concat_d %a, %b {ge.concat_dim = 0 : i64, node_name = "n"} : (tensor<4xf32>, tensor<2xf16>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @split_first(%a: tensor<4x6xf32>) -> (tensor<4x3xf16>, tensor<4x3xf32>) {
  %k = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'Split' has no CPU lowering (node 'n'): not for element types i64, f32 -> f16, f32}}
  %0:2 = ascend.split %k, %a {ge.num_split = 2 : i64, node_name = "n"} : (tensor<1xi64>, tensor<4x6xf32>) -> (tensor<4x3xf16>, tensor<4x3xf32>)
  return %0#0, %0#1 : tensor<4x3xf16>, tensor<4x3xf32>
}

// -----

func.func @split_second(%a: tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf16>) {
  %k = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'Split' has no CPU lowering (node 'n'): not for element types i64, f32 -> f32, f16}}
  %0:2 = ascend.split %k, %a {ge.num_split = 2 : i64, node_name = "n"} : (tensor<1xi64>, tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf16>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xf16>
}

// -----

func.func @split_v(%a: tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x4xf16>) {
  %k = ascend.constant dense<[2, 4]> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'SplitV' has no CPU lowering (node 'n'): not for element types f32, i64, i64 -> f32, f16}}
  %0:2 = ascend.split_v %a, %k, %k1 {ge.num_split = 2 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>, tensor<1xi64>) -> (tensor<4x2xf32>, tensor<4x4xf16>)
  return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x4xf16>
}

// -----

func.func @strided_slice_v2(%a: tensor<8xf32>) -> tensor<4xf16> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  %k1 = ascend.constant dense<4> : tensor<1xi64>
  %k2 = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'StridedSliceV2' has no CPU lowering (node 'n'): not for element types f32, i64, i64, i64 -> f16}}
  %0 = ascend.strided_slice_v2 %a, %k, %k1, %k2 {node_name = "n"} : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @strided_slice_d(%a: tensor<8xf32>) -> tensor<4xf16> {
  // expected-error@+1 {{op type 'StridedSliceD' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.strided_slice_d %a {ge.begin = array<i64: 0>, ge.end = array<i64: 4>, ge.strides = array<i64: 1>, node_name = "n"} : (tensor<8xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @strided_slice(%a: tensor<8xf32>) -> tensor<4xf16> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  %k1 = ascend.constant dense<4> : tensor<1xi64>
  %k2 = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{op type 'StridedSlice' has no CPU lowering (node 'n'): not for element types f32, i64, i64, i64 -> f16}}
  %0 = ascend.strided_slice %a, %k, %k1, %k2 {node_name = "n"} : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @reverse(%a: tensor<8xf32>) -> tensor<8xf16> {
  // expected-error@+1 {{op type 'ReverseV2D' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.reverse_v2d %a {ge.axis = array<i64: 0>, node_name = "n"} : (tensor<8xf32>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

// Extents are integers with a sign.
func.func @shape(%a: tensor<4x6xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{op type 'Shape' has no CPU lowering (node 'n'): its result has no integers}}
  %0 = ascend.shape %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unsigned_shape(%a: tensor<4x6xf32>) -> tensor<2xui32> {
  // expected-error@+1 {{op type 'Shape' has no CPU lowering (node 'n'): its result has no integers}}
  %0 = ascend.shape %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// -----

func.func @size(%a: tensor<4x6xf32>) -> tensor<f32> {
  // expected-error@+1 {{op type 'Size' has no CPU lowering (node 'n'): its result has no integers}}
  %0 = ascend.size %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Copies and borders, ...
func.func @tile(%a: tensor<4x6xf32>) -> tensor<8x6xf16> {
  %k = ascend.constant dense<[2, 1]> : tensor<2xi64>
  // expected-error@+1 {{op type 'Tile' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.tile %a, %k {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x6xf16>
  return %0 : tensor<8x6xf16>
}

// -----

func.func @tile_d(%a: tensor<4x6xf32>) -> tensor<8x6xf16> {
  // expected-error@+1 {{op type 'TileD' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.tile_d %a {ge.multiples = array<i64: 2, 1>, node_name = "n"} : (tensor<4x6xf32>) -> tensor<8x6xf16>
  return %0 : tensor<8x6xf16>
}

// -----

func.func @fill(%a: tensor<1xf32>) -> tensor<4x6xf16> {
  %k = ascend.constant dense<[4, 6]> : tensor<2xi64>
  // expected-error@+1 {{op type 'Fill' has no CPU lowering (node 'n'): not for element types i64, f32 -> f16}}
  %0 = ascend.fill %k, %a {node_name = "n"} : (tensor<2xi64>, tensor<1xf32>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @fill_d(%a: tensor<1xf32>) -> tensor<4x6xf16> {
  // expected-error@+1 {{op type 'FillD' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.fill_d %a {ge.dims = array<i64: 4, 6>, node_name = "n"} : (tensor<1xf32>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @pad(%a: tensor<4xf32>) -> tensor<6xf16> {
  %k = ascend.constant dense<[0, 2]> : tensor<2xi64>
  // expected-error@+1 {{op type 'PadV3' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.pad_v3 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<6xf16>
  return %0 : tensor<6xf16>
}

// -----

func.func @border(%a: tensor<4xf32>, %b: tensor<1xf16>) -> tensor<6xf32> {
  %k = ascend.constant dense<[0, 2]> : tensor<2xi64>
  // expected-error@+1 {{op type 'PadV3' has no CPU lowering (node 'n'): not for element types f32, i64, f16 -> f32}}
  %0 = ascend.pad_v3 %a, %k, %b {node_name = "n"} : (tensor<4xf32>, tensor<2xi64>, tensor<1xf16>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @mirror_pad(%a: tensor<4xf32>) -> tensor<6xf16> {
  %k = ascend.constant dense<[0, 2]> : tensor<2xi64>
  // expected-error@+1 {{op type 'MirrorPad' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.mirror_pad %a, %k {ge.mode = "REFLECT", node_name = "n"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<6xf16>
  return %0 : tensor<6xf16>
}

// -----

// ... layouts and triangles, ...
func.func @depth_to_space(%a: tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf16> {
  // expected-error@+1 {{op type 'DepthToSpace' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.depth_to_space %a {ge.block_size = 2 : i64, ge.data_format = "NCHW", node_name = "n"} : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf16>
  return %0 : tensor<1x2x4x6xf16>
}

// -----

func.func @space_to_depth(%a: tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf16> {
  // expected-error@+1 {{op type 'SpaceToDepth' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.space_to_depth %a {ge.block_size = 2 : i64, ge.data_format = "NCHW", node_name = "n"} : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf16>
  return %0 : tensor<1x8x2x3xf16>
}

// -----

func.func @trilu(%a: tensor<4x4xf32>) -> tensor<4x4xf16> {
  // expected-error@+1 {{op type 'Trilu' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.trilu %a {node_name = "n"} : (tensor<4x4xf32>) -> tensor<4x4xf16>
  return %0 : tensor<4x4xf16>
}

// -----

func.func @short_diagonal(%a: tensor<4x4xf32>, %b: tensor<1xi16>) -> tensor<4x4xf32> {
  // expected-error@+1 {{op type 'Trilu' has no CPU lowering (node 'n'): not for element types f32, i16 -> f32}}
  %0 = ascend.trilu %a, %b {node_name = "n"} : (tensor<4x4xf32>, tensor<1xi16>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @unsigned_diagonal(%a: tensor<4x4xf32>, %b: tensor<1xui32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{op type 'Trilu' has no CPU lowering (node 'n'): not for element types f32, ui32 -> f32}}
  %0 = ascend.trilu %a, %b {node_name = "n"} : (tensor<4x4xf32>, tensor<1xui32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @reverse_sequence(%a: tensor<4x6xf32>, %b: tensor<4xi64>) -> tensor<4x6xf16> {
  // expected-error@+1 {{op type 'ReverseSequence' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.reverse_sequence %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<4xi64>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @short_lengths(%a: tensor<4x6xf32>, %b: tensor<4xi16>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ReverseSequence' has no CPU lowering (node 'n'): not for element types f32, i16 -> f32}}
  %0 = ascend.reverse_sequence %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<4xi16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// ... bits, ...
func.func @bitcast_to_wider(%a: tensor<4xf32>) -> tensor<4xi64> {
  // expected-error@+1 {{op type 'Bitcast' has no CPU lowering (node 'n'): not for element types f32 -> i64}}
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @bitcast_to_bool(%a: tensor<4xi8>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'Bitcast' has no CPU lowering (node 'n'): not for element types i8 -> i1}}
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xi8>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @bitcast_of_complex(%a: tensor<4xcomplex<f32>>) -> tensor<4xi64> {
  // expected-error@+1 {{op type 'Bitcast' has no CPU lowering (node 'n'): not for element types complex<f32> -> i64}}
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xcomplex<f32>>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @bitcast_to_complex(%a: tensor<4xi64>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{op type 'Bitcast' has no CPU lowering (node 'n'): not for element types i64 -> complex<f32>}}
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xi64>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @bitcast_to_hif8(%a: tensor<4xi8>) -> tensor<4x!ascend.hif8> {
  // expected-error@+1 {{op type 'Bitcast' has no CPU lowering (node 'n'): not for element types i8 -> !ascend.hif8}}
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xi8>) -> tensor<4x!ascend.hif8>
  return %0 : tensor<4x!ascend.hif8>
}
