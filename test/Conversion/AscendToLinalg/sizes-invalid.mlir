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
