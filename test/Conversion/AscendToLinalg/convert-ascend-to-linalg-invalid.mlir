// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=0}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=257}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=MANY-ROWS
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-columns=33}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-columns=0}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=NO-COLUMNS
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-columns=2048}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=MANY-COLUMNS
// RUN: not ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{byte-depth=3}))' - < /dev/null 2>&1 | FileCheck %s --check-prefix=DEPTH
// ROWS: error: a tile needs 1 to 256 rows and a power of two of at most 1024 columns, not 0 x 32
// MANY-ROWS: error: a tile needs 1 to 256 rows and a power of two of at most 1024 columns, not 257 x 32
// COLUMNS: error: a tile needs 1 to 256 rows and a power of two of at most 1024 columns, not 8 x 33
// NO-COLUMNS: error: a tile needs 1 to 256 rows and a power of two of at most 1024 columns, not 8 x 0
// MANY-COLUMNS: error: a tile needs 1 to 256 rows and a power of two of at most 1024 columns, not 8 x 2048
// DEPTH: error: products of bytes take 1, 2 or 4 k at once, not 3
// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=1 tile-columns=1 byte-depth=2}))' - < /dev/null | FileCheck %s --check-prefix=ENDS
// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=256 tile-columns=1024 byte-depth=4}))' - < /dev/null | FileCheck %s --check-prefix=ENDS
// ENDS: module {

func.func @dyn(%a: tensor<?x3xf32>, %t: tensor<?xi64>) -> tensor<f32> {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n1'): it needs static shapes}}
  %0:2 = ascend.nll_loss %a, %t {node_name = "n1"} : (tensor<?x3xf32>, tensor<?xi64>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// -----

func.func @filter(%a: tensor<?x3x8x8xf32>, %w: tensor<4x3x?x3xf32>) -> tensor<?x4x?x6xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n1'): its filter needs a static shape}}
  %0 = ascend.conv2d %a, %w {node_name = "n1"} : (tensor<?x3x8x8xf32>, tensor<4x3x?x3xf32>) -> tensor<?x4x?x6xf32>
  return %0 : tensor<?x4x?x6xf32>
}

// -----

func.func @antialias(%a: tensor<1x1x?x8xf32>, %s: tensor<4xi64>) -> tensor<?x?x?x?xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n1'): antialiasing needs scales that are known}}
  %0 = ascend.resize %a, %n, %n, %s {ge.antialias = 1 : i64, ge.mode = "linear", node_name = "n1"} : (tensor<1x1x?x8xf32>, none, none, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

func.func @unknown_shape(%a: tensor<?xf32>, %s: tensor<?xi64>) -> tensor<?x?xf32> {
  // expected-error@+1 {{op type 'Reshape' has no CPU lowering (node 'n1'): the shape of its result is not known}}
  %0 = ascend.reshape %a, %s {node_name = "n1"} : (tensor<?xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @unranked(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering: it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @ge(%a: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'ScatterNdUpdate' has no CPU lowering (node 'n2')}}
  %0 = ascend.ge_op "ScatterNdUpdate"(%a) {node_name = "n2"} : (tensor<4xi1>) -> tensor<4xi1>
  // expected-error@+1 {{op type 'Foo' has no CPU lowering (node 'n3')}}
  %1 = ascend.ge_op "Foo"(%0) {node_name = "n3"} : (tensor<4xi1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

func.func @types(%a: tensor<4xi8>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n2'): not for element types i8, f32 -> f32}}
  %0 = ascend.add %a, %b {node_name = "n2"} : (tensor<4xi8>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @i7(%a: tensor<4xi7>) -> tensor<4xi8> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n2'): not for element types i7 -> i8}}
  %0 = ascend.cast %a {node_name = "n2"} : (tensor<4xi7>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rm(%a: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n2'): only round_mode rint lowers}}
  %0 = ascend.cast %a {node_name = "n2", round_mode = #ascend.round_mode<floor>} : (tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @exp(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Exp' has no CPU lowering (node 'n2'): 'ge.base' must be -1.0}}
  %0 = ascend.exp %a {node_name = "n2", ge.base = 2.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @huge(%a: tensor<1x1099511627776x2xf32>) -> tensor<1x1099511627776x2xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n2'): a tensor exceeds 2^40 elements}}
  %0 = ascend.relu %a {node_name = "n2"} : (tensor<1x1099511627776x2xf32>) -> tensor<1x1099511627776x2xf32>
  return %0 : tensor<1x1099511627776x2xf32>
}

// -----

func.func @axes(%a: tensor<4xf32>, %b: tensor<1xi32>) -> tensor<f32> {
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n2'): its axes are not constant}}
  %0 = ascend.reduce_sum %a, %b {node_name = "n2"} : (tensor<4xf32>, tensor<1xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @pad(%a: tensor<1x1x4x4xf32>, %b: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n2'): its padded or unfolded input exceeds 2^40 elements}}
  %0 = ascend.conv2d %a, %b {node_name = "n2", ge.strides = array<i64: 1,1,2147483647,2147483647>, ge.pads = array<i64: 2147483640,0,2147483640,0>} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

func.func @bias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<f32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n2'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n2"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @odd_halves(%a: tensor<64x65xf32>, %b: tensor<65x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n2'): it has no form 'strassen'}}
  %0 = ascend.mat_mul_v2 %a, %b {cube_form = #ascend.product_form<strassen>, node_name = "n2"} : (tensor<64x65xf32>, tensor<65x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

func.func @offset(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n2'): offset_w does not lower}}
  %0 = ascend.mat_mul_v2 %a, %b, %n, %c {node_name = "n2"} : (tensor<2x3xf32>, tensor<3x4xf32>, none, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @enc(%a: tensor<4xf32, "x">) -> tensor<4xf32, "x"> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering: it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a : (tensor<4xf32, "x">) -> tensor<4xf32, "x">
  return %0 : tensor<4xf32, "x">
}

// -----

// A plan that does not fit: rows of fewer than eight pixels.
func.func @planned_convolution(%x: tensor<1x5x8x7xf32>, %w: tensor<6x5x3x3xf32>) -> tensor<1x6x6x5xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'c'): it has no form 'direct'}}
  %0 = ascend.conv2d %x, %w {cube_form = #ascend.convolution_form<direct>, node_name = "c"} : (tensor<1x5x8x7xf32>, tensor<6x5x3x3xf32>) -> tensor<1x6x6x5xf32>
  return %0 : tensor<1x6x6x5xf32>
}

// -----

// It is enough that one type is none of those.
func.func @unranked_operand(%a: tensor<*xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<*xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unranked_result(%a: tensor<4xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @encoded_operand(%a: tensor<4xf32, "x">) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xf32, "x">) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @encoded_result(%a: tensor<4xf32>) -> tensor<4xf32, "x"> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32, "x">
  return %0 : tensor<4xf32, "x">
}

// -----

func.func @unranked_state(%a: tensor<5x2x4xf32>, %b: tensor<7x12xf32>, %c: tensor<12xf32>, %d: tensor<*xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c, %n, %d {node_name = "n"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>, none, tensor<*xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @unranked_lengths(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4xf32>, %c: tensor<1x9x3xf32>, %d: tensor<*xi32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0:2 = ascend.common_gru %a, %b, %c, %n, %d {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, none, tensor<*xi32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @unranked_weight(%a: tensor<3x5xf32>, %b: tensor<3xi64>, %c: tensor<*xf32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0:2 = ascend.nll_loss %a, %b, %c {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>, tensor<*xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @unranked_positions(%a: tensor<4xf32>) -> (tensor<*xi64>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonZero' has no CPU lowering (node 'n'): it needs tensors of a known rank and no encodings}}
  %0:2 = ascend.non_zero %a {node_name = "n"} : (tensor<4xf32>) -> (tensor<*xi64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<*xi64>, tensor<1xi64>
}

// -----

func.func @long_operand(%a: tensor<1048576x1048577xf32>) -> tensor<1048577xf32> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): a tensor exceeds 2^40 elements}}
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, node_name = "n"} : (tensor<1048576x1048577xf32>) -> tensor<1048577xf32>
  return %0 : tensor<1048577xf32>
}

// -----

func.func @long_result(%a: tensor<1048576x1xf32>) -> tensor<1048576x1048577xf32> {
  // expected-error@+1 {{op type 'ExpandD' has no CPU lowering (node 'n'): a tensor exceeds 2^40 elements}}
  %0 = ascend.expand_d %a {ge.shape = array<i64: 1048576, 1048577>, node_name = "n"} : (tensor<1048576x1xf32>) -> tensor<1048576x1048577xf32>
  return %0 : tensor<1048576x1048577xf32>
}

// -----

// What has no code for sizes that the run says.
func.func @shape_of_open(%a: tensor<?x6xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{op type 'Shape' has no CPU lowering (node 'n'): it needs static shapes}}
  %0 = ascend.shape %a {node_name = "n"} : (tensor<?x6xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @size_of_open(%a: tensor<?x6xf32>) -> tensor<i64> {
  // expected-error@+1 {{op type 'Size' has no CPU lowering (node 'n'): it needs static shapes}}
  %0 = ascend.size %a {node_name = "n"} : (tensor<?x6xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @open_loss(%a: tensor<?x5xf32>, %b: tensor<?xi64>) -> (tensor<f32>, tensor<?x5xf32>) {
  // expected-error@+1 {{op type 'SoftmaxCrossEntropyLoss' has no CPU lowering (node 'n'): it needs static shapes}}
  %0:2 = ascend.softmax_cross_entropy_loss %a, %b {node_name = "n"} : (tensor<?x5xf32>, tensor<?xi64>) -> (tensor<f32>, tensor<?x5xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<?x5xf32>
}

// -----

func.func @open_log(%a: tensor<3x5xf32>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<?x5xf32>) {
  // expected-error@+1 {{op type 'SoftmaxCrossEntropyLoss' has no CPU lowering (node 'n'): it needs static shapes}}
  %0:2 = ascend.softmax_cross_entropy_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<?x5xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<?x5xf32>
}

// -----

func.func @open_batch(%a: tensor<?x5x4x8xf32>, %b: tensor<?x5x2x8xf32>, %c: tensor<?x5x2x6xf32>, %d: tensor<?x2x8x6xf32>) -> (tensor<?x5x4x6xf32>, tensor<?x2x8x6xf32>) {
  // expected-error@+1 {{op type 'RecurrentGatedDeltaRule' has no CPU lowering (node 'n'): it needs static shapes}}
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<?x5x4x8xf32>, tensor<?x5x2x8xf32>, tensor<?x5x2x6xf32>, tensor<?x2x8x6xf32>) -> (tensor<?x5x4x6xf32>, tensor<?x2x8x6xf32>)
  return %0#0, %0#1 : tensor<?x5x4x6xf32>, tensor<?x2x8x6xf32>
}

// -----

func.func @sparse() -> tensor<4xi1> {
  // expected-error@+1 {{constant with data of a kind that has no CPU lowering}}
  %0 = ascend.constant sparse<0, true> : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// What lies in memory as it is stays as it is.
func.func @sparse_floats() -> tensor<4xf32> {
  %0 = ascend.constant sparse<0, 1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
