// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// A tensor has at most 2^40 elements, ...
func.func @most(%x: tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32> {
  %0 = ascend.relu %x {node_name = "n"} : (tensor<1048576x1048576xf32>) -> tensor<1048576x1048576xf32>
  return %0 : tensor<1048576x1048576xf32>
}

// -----

func.func @more(%x: tensor<1048576x1048577xf32>) -> tensor<1048576x1048577xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): a tensor exceeds 2^40 elements}}
  %0 = ascend.relu %x {node_name = "n"} : (tensor<1048576x1048577xf32>) -> tensor<1048576x1048577xf32>
  return %0 : tensor<1048576x1048577xf32>
}

// -----

// ... those that are known, in whatever number of bits, ...
func.func @open(%x: tensor<?x4294967296x4294967296xf32>) -> tensor<?x4294967296x4294967296xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): a tensor exceeds 2^40 elements}}
  %0 = ascend.relu %x {node_name = "n"} : (tensor<?x4294967296x4294967296xf32>) -> tensor<?x4294967296x4294967296xf32>
  return %0 : tensor<?x4294967296x4294967296xf32>
}

// -----

// ... as has what is made on the way: factors for all of a batch, ...
func.func @stretched(%a: tensor<1048576x1x1x64xf32>, %b: tensor<1x16384x64x1xf32>) -> tensor<1048576x16384x1x1xf32> {
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x1x64xf32>, tensor<1x16384x64x1xf32>) -> tensor<1048576x16384x1x1xf32>
  return %0 : tensor<1048576x16384x1x1xf32>
}

// -----

func.func @stretched_left(%a: tensor<1048576x1x1x65xf32>, %b: tensor<1x16384x65x1xf32>) -> tensor<1048576x16384x1x1xf32> {
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): a broadcast operand exceeds 2^40 elements}}
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x1x65xf32>, tensor<1x16384x65x1xf32>) -> tensor<1048576x16384x1x1xf32>
  return %0 : tensor<1048576x16384x1x1xf32>
}

// -----

// ... the products of an einsum, ...
func.func @einsum(%a: tensor<1048576x2xf32>, %b: tensor<2x1048576xf32>) -> tensor<1048576x1048576xf32> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): it has more than 2^40 products}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<1048576x2xf32>, tensor<2x1048576xf32>) -> tensor<1048576x1048576xf32>
  return %0 : tensor<1048576x1048576xf32>
}

// -----

// ... the windows of a normalization, ...
func.func @windows(%x: tensor<1x1048576x262144x1xf32>) -> tensor<1x1048576x262144x1xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): its windows exceed 2^40 elements}}
  %0 = ascend.lrn %x {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x1048576x262144x1xf32>) -> tensor<1x1048576x262144x1xf32>
  return %0 : tensor<1x1048576x262144x1xf32>
}

// -----

// ... and those of a pooling.
func.func @pool(%x: tensor<1x1048576x262144x1xf32>) -> tensor<1x1048576x262144x1xf32> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): its padded input or its windows exceed 2^40 elements}}
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 5, 1>, ge.pads = array<i64: 2, 2, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1048576x262144x1xf32>) -> tensor<1x1048576x262144x1xf32>
  return %0 : tensor<1x1048576x262144x1xf32>
}

// -----

// A mean has a table of how many elements each window of an axis has: at most 2^22.
func.func @counts(%x: tensor<1x1x4194304x1xf32>) -> tensor<1x1x4194304x1xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 1>, ge.pads = array<i64: 1, 1, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x4194304x1xf32>) -> tensor<1x1x4194304x1xf32>
  return %0 : tensor<1x1x4194304x1xf32>
}

// -----

func.func @more_counts(%x: tensor<1x1x4194305x1xf32>) -> tensor<1x1x4194305x1xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): an axis has more than 2^22 windows}}
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 1>, ge.pads = array<i64: 1, 1, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x4194305x1xf32>) -> tensor<1x1x4194305x1xf32>
  return %0 : tensor<1x1x4194305x1xf32>
}

// -----

// Positions are kept in 32 bits.
func.func @arg_max(%x: tensor<2147483647x2xf32>) -> tensor<2xi32> {
  %d = ascend.constant dense<0> : tensor<1xi64>
  %0 = ascend.arg_max_v2 %x, %d {node_name = "n"} : (tensor<2147483647x2xf32>, tensor<1xi64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @far_arg_max(%x: tensor<2147483648x2xf32>) -> tensor<2xi32> {
  %d = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ArgMaxV2' has no CPU lowering (node 'n'): its axis is too long}}
  %0 = ascend.arg_max_v2 %x, %d {node_name = "n"} : (tensor<2147483648x2xf32>, tensor<1xi64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @hard_max(%x: tensor<2147483647x2xf32>) -> tensor<2147483647x2xf32> {
  %0 = ascend.hard_max %x {ge.axis = -2 : i64, node_name = "n"} : (tensor<2147483647x2xf32>) -> tensor<2147483647x2xf32>
  return %0 : tensor<2147483647x2xf32>
}

// -----

func.func @far_hard_max(%x: tensor<2147483648x2xf32>) -> tensor<2147483648x2xf32> {
  // expected-error@+1 {{op type 'HardMax' has no CPU lowering (node 'n'): its axis is too long}}
  %0 = ascend.hard_max %x {ge.axis = -2 : i64, node_name = "n"} : (tensor<2147483648x2xf32>) -> tensor<2147483648x2xf32>
  return %0 : tensor<2147483648x2xf32>
}

// -----

func.func @top_k(%x: tensor<2147483648x2xf32>) -> tensor<3x2xf32> {
  %k = ascend.constant dense<3> : tensor<i32>
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): its axis is too long}}
  %0, %1 = ascend.top_k %x, %k {ge.dim = 0 : i64, node_name = "n"} : (tensor<2147483648x2xf32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0 : tensor<3x2xf32>
}

// -----

// What is made on the way, at most and one more: the gates of a recurrent network, ...
func.func @gates(%a: tensor<262144x262144x1xf32>, %b: tensor<1x16x1xf32>, %c: tensor<1x16x4xf32>) -> (tensor<262144x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>) {
  %0:3 = ascend.common_lstm %a, %b, %c {ge.hidden_size = 4 : i64, node_name = "n"} : (tensor<262144x262144x1xf32>, tensor<1x16x1xf32>, tensor<1x16x4xf32>) -> (tensor<262144x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<262144x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>
}

// -----

func.func @more_gates(%a: tensor<262145x262144x1xf32>, %b: tensor<1x16x1xf32>, %c: tensor<1x16x4xf32>) -> (tensor<262145x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): its gates exceed 2^40 elements}}
  %0:3 = ascend.common_lstm %a, %b, %c {ge.hidden_size = 4 : i64, node_name = "n"} : (tensor<262145x262144x1xf32>, tensor<1x16x1xf32>, tensor<1x16x4xf32>) -> (tensor<262145x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<262145x1x262144x4xf32>, tensor<1x262144x4xf32>, tensor<1x262144x4xf32>
}

// -----

func.func @rnn_gates(%a: tensor<1048576x65536x1xf32>, %b: tensor<6x20xf32>, %c: tensor<20xf32>) -> (tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): its gates exceed 2^40 elements}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<1048576x65536x1xf32>, tensor<6x20xf32>, tensor<20xf32>) -> (tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>, tensor<1048576x65536x5xf32>
}

// -----

func.func @gru_gates(%a: tensor<1048576x65536x1xf32>, %b: tensor<1x18xf32>, %c: tensor<6x18xf32>) -> (tensor<1048576x65536x6xf32>, tensor<1048576x65536x6xf32>) {
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): its gates exceed 2^40 elements}}
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<1048576x65536x1xf32>, tensor<1x18xf32>, tensor<6x18xf32>) -> (tensor<1048576x65536x6xf32>, tensor<1048576x65536x6xf32>)
  return %0#0, %0#1 : tensor<1048576x65536x6xf32>, tensor<1048576x65536x6xf32>
}

// -----

// ... the windows of a normalization, ...
func.func @normalized(%a: tensor<1x1048576x524288x1xf32>) -> tensor<1x1048576x524288x1xf32> {
  %0 = ascend.lrn %a {ge.depth_radius = 0 : i64, ge.local_size = 2 : i64, node_name = "n"} : (tensor<1x1048576x524288x1xf32>) -> tensor<1x1048576x524288x1xf32>
  return %0 : tensor<1x1048576x524288x1xf32>
}

// -----

func.func @more_normalized(%a: tensor<1x1048576x524289x1xf32>) -> tensor<1x1048576x524289x1xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): its windows exceed 2^40 elements}}
  %0 = ascend.lrn %a {ge.depth_radius = 0 : i64, ge.local_size = 2 : i64, node_name = "n"} : (tensor<1x1048576x524289x1xf32>) -> tensor<1x1048576x524289x1xf32>
  return %0 : tensor<1x1048576x524289x1xf32>
}

// -----

// ... those of a pooling, ...
func.func @windows_of_pool(%a: tensor<1x256x1048576x1024xf32>) -> tensor<1x256x1048576x1024xf32> {
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x256x1048576x1024xf32>) -> tensor<1x256x1048576x1024xf32>
  return %0 : tensor<1x256x1048576x1024xf32>
}

// -----

func.func @more_windows_of_pool(%a: tensor<1x257x1048576x1024xf32>) -> tensor<1x257x1048576x1024xf32> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): its padded input or its windows exceed 2^40 elements}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x257x1048576x1024xf32>) -> tensor<1x257x1048576x1024xf32>
  return %0 : tensor<1x257x1048576x1024xf32>
}

// -----

// ... and its input with the border, ...
func.func @padded_pool(%a: tensor<1x2x1048574x524286xf32>) -> tensor<1x2x1048574x524286xf32> {
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x2x1048574x524286xf32>) -> tensor<1x2x1048574x524286xf32>
  return %0 : tensor<1x2x1048574x524286xf32>
}

// -----

func.func @more_padded_pool(%a: tensor<1x2x1048575x524286xf32>) -> tensor<1x2x1048575x524286xf32> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): its padded input or its windows exceed 2^40 elements}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x2x1048575x524286xf32>) -> tensor<1x2x1048575x524286xf32>
  return %0 : tensor<1x2x1048575x524286xf32>
}

// -----

func.func @positions_of_pool(%a: tensor<1x4096x1x16384x16384xf32>) -> (tensor<1x4096x1x16384x16384xf32>, tensor<1x4096x1x16384x16384xi64>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): its padded input or its windows exceed 2^40 elements}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 1, 2>, ge.pads = array<i64: 0, 0, 0, 0, 0, 1>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x4096x1x16384x16384xf32>) -> (tensor<1x4096x1x16384x16384xf32>, tensor<1x4096x1x16384x16384xi64>)
  return %0#0, %0#1 : tensor<1x4096x1x16384x16384xf32>, tensor<1x4096x1x16384x16384xi64>
}

// -----

// Maxima need no table of counts.
func.func @windows_of_maxima(%a: tensor<1x1x4194305x1xf32>) -> tensor<1x1x4194305x1xf32> {
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 3, 1>, ge.pads = array<i64: 1, 1, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x4194305x1xf32>) -> tensor<1x1x4194305x1xf32>
  return %0 : tensor<1x1x4194305x1xf32>
}

// -----

// ... the image that blocks are added to, ...
func.func @image(%a: tensor<1x1x1xf32>) -> tensor<1x1x1048575x1048576xf32> {
  %k = ascend.constant dense<[1048575, 1048576]> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<2xi64>
  %0 = ascend.col2im_v2 %a, %k, %k1 {ge.pads = array<i64: 1, 0, 0, 0>, ge.strides = array<i64: 2147483647, 2147483647>, node_name = "n"} : (tensor<1x1x1xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x1048575x1048576xf32>
  return %0 : tensor<1x1x1048575x1048576xf32>
}

// -----

func.func @larger_image(%a: tensor<1x1x1xf32>) -> tensor<1x1x1048575x1048576xf32> {
  %k = ascend.constant dense<[1048575, 1048576]> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<2xi64>
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): its padded image exceeds 2^40 elements}}
  %0 = ascend.col2im_v2 %a, %k, %k1 {ge.pads = array<i64: 2, 0, 0, 0>, ge.strides = array<i64: 2147483647, 2147483647>, node_name = "n"} : (tensor<1x1x1xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x1048575x1048576xf32>
  return %0 : tensor<1x1x1048575x1048576xf32>
}

// -----

// ... a convolution's input with its border, ...
func.func @padded(%a: tensor<1x1x1048575x1048576xf32>, %b: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = ascend.conv2d %a, %b {ge.pads = array<i64: 1, 0, 0, 0>, ge.strides = array<i64: 1, 1, 2147483647, 2147483647>, node_name = "n"} : (tensor<1x1x1048575x1048576xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

func.func @more_padded(%a: tensor<1x1x1048575x1048576xf32>, %b: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its padded or unfolded input exceeds 2^40 elements}}
  %0 = ascend.conv2d %a, %b {ge.pads = array<i64: 2, 0, 0, 0>, ge.strides = array<i64: 1, 1, 2147483647, 2147483647>, node_name = "n"} : (tensor<1x1x1048575x1048576xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

// ... and what its windows see of it, ...
func.func @unfolded(%a: tensor<1x1x1048576x524289xf32>, %b: tensor<1x1x1x2xf32>) -> tensor<1x1x1048576x524288xf32> {
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x1x1048576x524289xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1048576x524288xf32>
  return %0 : tensor<1x1x1048576x524288xf32>
}

// -----

func.func @more_unfolded(%a: tensor<1x1x1048577x524289xf32>, %b: tensor<1x1x1x2xf32>) -> tensor<1x1x1048577x524288xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its padded or unfolded input exceeds 2^40 elements}}
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x1x1048577x524289xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1048577x524288xf32>
  return %0 : tensor<1x1x1048577x524288xf32>
}

// -----

// ... each factor of a batch, ...
func.func @wide_left(%a: tensor<1048576x1x2x64xf32>, %b: tensor<1x8192x64x1xf32>) -> tensor<1048576x8192x2x1xf32> {
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x2x64xf32>, tensor<1x8192x64x1xf32>) -> tensor<1048576x8192x2x1xf32>
  return %0 : tensor<1048576x8192x2x1xf32>
}

// -----

func.func @wider_left(%a: tensor<1048576x1x2x65xf32>, %b: tensor<1x8192x65x1xf32>) -> tensor<1048576x8192x2x1xf32> {
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): a broadcast operand exceeds 2^40 elements}}
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x2x65xf32>, tensor<1x8192x65x1xf32>) -> tensor<1048576x8192x2x1xf32>
  return %0 : tensor<1048576x8192x2x1xf32>
}

// -----

func.func @wide_right(%a: tensor<1048576x1x1x64xf32>, %b: tensor<1x8192x64x2xf32>) -> tensor<1048576x8192x1x2xf32> {
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x1x64xf32>, tensor<1x8192x64x2xf32>) -> tensor<1048576x8192x1x2xf32>
  return %0 : tensor<1048576x8192x1x2xf32>
}

// -----

func.func @wider_right(%a: tensor<1048576x1x1x65xf32>, %b: tensor<1x8192x65x2xf32>) -> tensor<1048576x8192x1x2xf32> {
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): a broadcast operand exceeds 2^40 elements}}
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<1048576x1x1x65xf32>, tensor<1x8192x65x2xf32>) -> tensor<1048576x8192x1x2xf32>
  return %0 : tensor<1048576x8192x1x2xf32>
}

// -----

// ... and the products of an einsum, up to 2^40.
func.func @einsum_products(%a: tensor<1048576x2xf32>, %b: tensor<2x524288xf32>) -> tensor<1048576x524288xf32> {
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<1048576x2xf32>, tensor<2x524288xf32>) -> tensor<1048576x524288xf32>
  return %0 : tensor<1048576x524288xf32>
}

// -----

func.func @more_einsum_products(%a: tensor<1048577x2xf32>, %b: tensor<2x524288xf32>) -> tensor<1048577x524288xf32> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): it has more than 2^40 products}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<1048577x2xf32>, tensor<2x524288xf32>) -> tensor<1048577x524288xf32>
  return %0 : tensor<1048577x524288xf32>
}

// -----

// Positions and rows are kept in 32 bits.
func.func @top_k_of_most(%a: tensor<2147483647x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %k = ascend.constant dense<3> : tensor<i32>
  %0:2 = ascend.top_k %a, %k {ge.dim = 0 : i64, node_name = "n"} : (tensor<2147483647x2xf32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}

// -----

func.func @top_k_last_axis(%a: tensor<2x2147483648xf32>, %b: tensor<8xf16>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  // expected-error@+1 {{op type 'TopKD' has no CPU lowering (node 'n'): its axis is too long}}
  %0:2 = ascend.top_k_d %a, %b {ge.dim = -1 : i64, ge.k = 3 : i64, node_name = "n"} : (tensor<2x2147483648xf32>, tensor<8xf16>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

func.func @matrices(%a: tensor<2147483647x?xf32>) -> tensor<f32> {
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2147483647x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @larger_matrices(%a: tensor<2147483648x?xf32>) -> tensor<f32> {
  // expected-error@+1 {{op type 'MatrixDeterminant' has no CPU lowering (node 'n'): its matrices are too large}}
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2147483648x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @wider_matrices(%a: tensor<?x2147483648xf32>) -> tensor<f32> {
  // expected-error@+1 {{op type 'MatrixDeterminant' has no CPU lowering (node 'n'): its matrices are too large}}
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<?x2147483648xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @arg_min_wide(%a: tensor<2147483648x2xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{op type 'ArgMinD' has no CPU lowering (node 'n'): its axis is too long}}
  %0 = ascend.arg_min_d %a {ge.dimension = 0 : i64, node_name = "n"} : (tensor<2147483648x2xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
