// Results that do not fit what the operands give, and operands and attributes
// that contradict each other, of ops on elements, sums and quantized numbers.
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

func.func @no_position(%x: tensor<4x0xf32>) {
  %axis = ascend.constant dense<1> : tensor<1xi32>
  // expected-error @+1 {{axis 1 has no elements}}
  %0 = ascend.arg_min %x, %axis : (tensor<4x0xf32>, tensor<1xi32>) -> tensor<4xi64>
  return
}

// -----

func.func @softmax(%x: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.softmax_v2' op 'ge.axes' names an axis twice or outside rank 1}}
  %0 = ascend.softmax_v2 %x {ge.axes = array<i64: 0, 0>} : (tensor<8xf32>) -> tensor<8xf32>
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
