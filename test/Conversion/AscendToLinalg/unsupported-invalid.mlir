// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Operands, values of attributes and element types that ops have, and no loops.
func.func @wide_bias(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<4xf64>) -> tensor<2x4xf64> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): in f64 it takes no bias}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func @open_bias(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %c: tensor<?xf32>) -> tensor<1x3x3x3xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.conv2d %x, %w, %c {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>, tensor<?xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @conv_offset(%x: tensor<1x2x5x5xi8>, %w: tensor<3x2x3x3xi8>, %o: tensor<3xi8>) -> tensor<1x3x3x3xi32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): offset_w does not lower}}
  %0 = ascend.conv2d %x, %w, %n, %o {node_name = "n"} : (tensor<1x2x5x5xi8>, tensor<3x2x3x3xi8>, none, tensor<3xi8>) -> tensor<1x3x3x3xi32>
  return %0 : tensor<1x3x3x3xi32>
}

// -----

func.func @seq_length(%x: tensor<5x3x4xf32>, %w: tensor<6x8xf32>, %b: tensor<8xf32>, %s: tensor<3xf16>) -> tensor<5x3x2xf32> {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): seq_length does not lower}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b, %s {node_name = "n"} : (tensor<5x3x4xf32>, tensor<6x8xf32>, tensor<8xf32>, tensor<3xf16>) -> (tensor<5x3x2xf32>, tensor<5x3x2xf32>, tensor<5x3x2xf32>)
  return %0#0 : tensor<5x3x2xf32>
}

// -----

func.func @seq_length_gru(%x: tensor<5x3x4xf32>, %w: tensor<4x6xf32>, %r: tensor<2x6xf32>, %s: tensor<3xf16>) -> tensor<5x3x2xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): seq_length does not lower}}
  %0:2 = ascend.dynamic_gru_v2 %x, %w, %r, %n, %n, %s {node_name = "n"} : (tensor<5x3x4xf32>, tensor<4x6xf32>, tensor<2x6xf32>, none, none, tensor<3xf16>) -> (tensor<5x3x2xf32>, tensor<5x3x2xf32>)
  return %0#0 : tensor<5x3x2xf32>
}

// -----

func.func @mask(%x: tensor<5x3x4xf32>, %w: tensor<6x8xf32>, %b: tensor<8xf32>, %m: tensor<5x3xf32>) -> tensor<5x3x2xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): mask does not lower}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b, %n, %n, %n, %n, %n, %n, %m {node_name = "n"} : (tensor<5x3x4xf32>, tensor<6x8xf32>, tensor<8xf32>, none, none, none, none, none, none, tensor<5x3xf32>) -> (tensor<5x3x2xf32>, tensor<5x3x2xf32>, tensor<5x3x2xf32>)
  return %0#0 : tensor<5x3x2xf32>
}

// -----

func.func @few_functions(%x: tensor<5x2x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) -> tensor<5x1x2x3xf32> {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): 'ge.activations' has 2 names, needs 3}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.activations = ["Sigmoid", "Tanh"], ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0 : tensor<5x1x2x3xf32>
}

// -----

func.func @many_functions(%x: tensor<5x2x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) -> tensor<5x1x2x3xf32> {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): 'ge.activations' has 4 names, needs 3}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.activations = ["Sigmoid", "Tanh", "Tanh", "Tanh"], ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0 : tensor<5x1x2x3xf32>
}

// -----

func.func @no_function(%x: tensor<5x2x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) -> tensor<5x1x2x3xf32> {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): 'tanh' is no function of a gate}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.activations = ["Sigmoid", "Tanh", "tanh"], ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0 : tensor<5x1x2x3xf32>
}

// -----

func.func @open_weights(%x: tensor<5x2x4xf32>, %w: tensor<1x?x4xf32>, %r: tensor<1x12x3xf32>) -> tensor<5x1x2x3xf32> {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): the extents of its weights are not known}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x?x4xf32>, tensor<1x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0 : tensor<5x1x2x3xf32>
}

// -----

func.func @many_gates(%x: tensor<1048576x65536x1xf32>, %w: tensor<1x20x1xf32>, %r: tensor<1x20x5xf32>) -> tensor<1048576x1x65536x5xf32> {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): its gates exceed 2^40 elements}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.hidden_size = 5 : i64, node_name = "n"} : (tensor<1048576x65536x1xf32>, tensor<1x20x1xf32>, tensor<1x20x5xf32>) -> (tensor<1048576x1x65536x5xf32>, tensor<1x65536x5xf32>, tensor<1x65536x5xf32>)
  return %0#0 : tensor<1048576x1x65536x5xf32>
}

// -----

func.func @training(%x: tensor<1x2x3x3xf32>, %v: tensor<2xf32>) -> tensor<1x2x3x3xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): training does not lower}}
  %0 = ascend.batch_norm %x, %v, %v, %v, %v {ge.is_training = true, node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @momentum(%x: tensor<1x2x3x3xf32>, %v: tensor<2xf32>, %m: tensor<2xf32>) -> tensor<1x2x3x3xf32> {
  // expected-error@+1 {{op type 'BNInference' has no CPU lowering (node 'n'): its momentum is not one number}}
  %0 = ascend.bn_inference %x, %v, %v, %m, %v, %v {node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @open_momentum(%x: tensor<1x2x3x3xf32>, %v: tensor<2xf32>, %m: tensor<?xf32>) -> tensor<1x2x3x3xf32> {
  // expected-error@+1 {{op type 'BNInference' has no CPU lowering (node 'n'): its momentum is not one number}}
  %0 = ascend.bn_inference %x, %v, %v, %m, %v, %v {node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @norm(%x: tensor<4x5xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'LpNormV2' has no CPU lowering (node 'n'): only p 1 and 2 lower}}
  %0 = ascend.lp_norm_v2 %x {ge.axes = array<i64: 1>, ge.p = 3.0 : f32, node_name = "n"} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @antialias(%x: tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32> {
  %n = ascend.none : none
  %s = ascend.constant dense<[1, 1, 4, 4]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): nearest elements have no antialiasing}}
  %0 = ascend.resize %x, %n, %n, %s {ge.antialias = 1 : i64, ge.mode = "nearest", node_name = "n"} : (tensor<1x1x8x8xf32>, none, none, tensor<4xi64>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}

// -----

func.func @scale_4096(%x: tensor<1x1x1x4096xf32>) -> tensor<1x1x1x1xf32> {
  %n = ascend.none : none
  %s = ascend.constant dense<1> : tensor<4xi64>
  %0 = ascend.resize %x, %n, %n, %s {ge.antialias = 1 : i64, ge.mode = "linear", node_name = "n"} : (tensor<1x1x1x4096xf32>, none, none, tensor<4xi64>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

func.func @scale_4097(%x: tensor<1x1x1x4097xf32>) -> tensor<1x1x1x1xf32> {
  %n = ascend.none : none
  %s = ascend.constant dense<1> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): a scale is less than 1/4096}}
  %0 = ascend.resize %x, %n, %n, %s {ge.antialias = 1 : i64, ge.mode = "linear", node_name = "n"} : (tensor<1x1x1x4097xf32>, none, none, tensor<4xi64>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

func.func @hard_max(%x: tensor<4x6xi32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'HardMax' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.hard_max %x {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

func.func @sign(%x: tensor<4x6xi1>) -> tensor<4x6xi1> {
  // expected-error@+1 {{op type 'Sign' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.sign %x {node_name = "n"} : (tensor<4x6xi1>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// -----

func.func @sum_of_bools(%x: tensor<4x6xi1>) -> tensor<6xi1> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.reduce_sum_d %x {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// -----

func.func @wide_sum(%x: tensor<4x6xi32>) -> tensor<6xi64> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types i32 -> i64}}
  %0 = ascend.reduce_sum_d %x {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi32>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

func.func @norm_of_integers(%x: tensor<4x5xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'LpNormV2' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.lp_norm_v2 %x {ge.axes = array<i64: 1>, ge.p = 1.0 : f32, node_name = "n"} : (tensor<4x5xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @position_of_bools(%x: tensor<4x6xi1>) -> tensor<6xi32> {
  %d = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ArgMaxV2' has no CPU lowering (node 'n'): not for element types i1, i64 -> i32}}
  %0 = ascend.arg_max_v2 %x, %d {node_name = "n"} : (tensor<4x6xi1>, tensor<1xi64>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

func.func @short_positions(%x: tensor<4x6xf32>) -> tensor<6xi16> {
  %d = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ArgMaxV2' has no CPU lowering (node 'n'): not for element types f32, i64 -> i16}}
  %0 = ascend.arg_max_v2 %x, %d {node_name = "n"} : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<6xi16>
  return %0 : tensor<6xi16>
}

// -----

func.func @sums_of_bools(%x: tensor<4x6xi1>) -> tensor<4x6xi1> {
  %d = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'Cumsum' has no CPU lowering (node 'n'): not for element types i1, i64 -> i1}}
  %0 = ascend.cumsum %x, %d {node_name = "n"} : (tensor<4x6xi1>, tensor<1xi64>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// -----

func.func @narrowing_move(%x: tensor<4x6xf32>) -> tensor<6x4xf16> {
  %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
  // expected-error@+1 {{op type 'Transpose' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.transpose %x, %p {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf16>
  return %0 : tensor<6x4xf16>
}

// -----

func.func @narrow_index(%x: tensor<4x6xf32>, %i: tensor<2xi16>) -> tensor<2x6xf32> {
  %a = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'GatherV2' has no CPU lowering (node 'n'): not for element types f32, i16, i64 -> f32}}
  %0 = ascend.gather_v2 %x, %i, %a {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi16>, tensor<1xi64>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

func.func @sorted_bools(%x: tensor<4xi1>) -> tensor<2xi1> {
  %k = ascend.constant dense<2> : tensor<i32>
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): not for element types i1, i32 -> i1, i32}}
  %0, %1 = ascend.top_k %x, %k {node_name = "n"} : (tensor<4xi1>, tensor<i32>) -> (tensor<2xi1>, tensor<2xi32>)
  return %0 : tensor<2xi1>
}

// -----

// Each direction has its functions.
func.func @two_functions(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4xf32>, %c: tensor<1x9x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  %0:2 = ascend.common_gru %a, %b, %c {ge.activations = ["Sigmoid", "Tanh"], ge.direction = "forward", ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @three_functions(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4xf32>, %c: tensor<1x9x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): 'ge.activations' has 3 names, needs 2}}
  %0:2 = ascend.common_gru %a, %b, %c {ge.activations = ["Sigmoid", "Tanh", "Tanh"], ge.direction = "forward", ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @four_functions(%a: tensor<5x2x4xf32>, %b: tensor<2x9x4xf32>, %c: tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>) {
  %0:2 = ascend.common_gru %a, %b, %c {ge.activations = ["Sigmoid", "Tanh", "Relu", "Softsign"], ge.direction = "bidirectional", ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<2x9x4xf32>, tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x2x3xf32>, tensor<2x2x3xf32>
}

// -----

func.func @of_one_direction(%a: tensor<5x2x4xf32>, %b: tensor<2x9x4xf32>, %c: tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): 'ge.activations' has 2 names, needs 4}}
  %0:2 = ascend.common_gru %a, %b, %c {ge.activations = ["Sigmoid", "Tanh"], ge.direction = "bidirectional", ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<2x9x4xf32>, tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x2x3xf32>, tensor<2x2x3xf32>
}

// -----

func.func @last_function(%a: tensor<5x2x4xf32>, %b: tensor<2x9x4xf32>, %c: tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): 'Gelu' is no function of a gate}}
  %0:2 = ascend.common_gru %a, %b, %c {ge.activations = ["Sigmoid", "Tanh", "Sigmoid", "Gelu"], ge.direction = "bidirectional", ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<2x9x4xf32>, tensor<2x9x3xf32>) -> (tensor<5x2x2x3xf32>, tensor<2x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x2x3xf32>, tensor<2x2x3xf32>
}

// -----

func.func @rnn_functions(%a: tensor<5x2x4xf32>, %b: tensor<1x3x4xf32>, %c: tensor<1x3x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonRNN' has no CPU lowering (node 'n'): 'ge.activations' has 2 names, needs 1}}
  %0:2 = ascend.common_rnn %a, %b, %c {ge.activations = ["Tanh", "Tanh"], ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

// One number, of any rank, and what is next to that.
func.func @one_momentum(%a: tensor<1x2x3x3xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<1xf32>, %e: tensor<2xf32>, %f: tensor<2xf32>) -> tensor<1x2x3x3xf32> {
  %0 = ascend.bn_inference %a, %b, %c, %d, %e, %f {node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @no_momentum(%a: tensor<1x2x3x3xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<0xf32>, %e: tensor<2xf32>, %f: tensor<2xf32>) -> tensor<1x2x3x3xf32> {
  // expected-error@+1 {{op type 'BNInference' has no CPU lowering (node 'n'): its momentum is not one number}}
  %0 = ascend.bn_inference %a, %b, %c, %d, %e, %f {node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @testing(%a: tensor<1x2x3x3xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<2xf32>) -> tensor<1x2x3x3xf32> {
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {ge.is_training = false, node_name = "n"} : (tensor<1x2x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

func.func @norm_of_none(%a: tensor<4x5xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'LpNormV2' has no CPU lowering (node 'n'): only p 1 and 2 lower}}
  %0 = ascend.lp_norm_v2 %a {ge.axes = array<i64: 1>, ge.p = 0.0 : f32, node_name = "n"} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @norm_of_one(%a: tensor<4x5xf32>) -> tensor<4xf32> {
  %0 = ascend.lp_norm_v2 %a {ge.axes = array<i64: 1>, ge.p = 1.0 : f32, node_name = "n"} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @norm_of_two(%a: tensor<4x5xf32>) -> tensor<4xf32> {
  %0 = ascend.lp_norm_v2 %a {ge.axes = array<i64: 1>, ge.p = 2.0 : f32, node_name = "n"} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Antialiasing asks for weights, and scales that are known.
func.func @nearest(%a: tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 4, 4]> : tensor<4xi64>
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "nearest", node_name = "n"} : (tensor<1x1x8x8xf32>, none, none, tensor<4xi64>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}

// -----

func.func @unknown_scales(%a: tensor<1x1x8x8xf32>, %b: tensor<4xf32>) -> tensor<1x1x4x4xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): antialiasing needs scales that are known}}
  %0 = ascend.resize %a, %n, %b {ge.antialias = 1 : i64, ge.mode = "linear", node_name = "n"} : (tensor<1x1x8x8xf32>, none, tensor<4xf32>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}

// -----

func.func @aliased_scales(%a: tensor<1x1x8x8xf32>, %b: tensor<4xf32>) -> tensor<1x1x4x4xf32> {
  %n = ascend.none : none
  %0 = ascend.resize %a, %n, %b {ge.mode = "linear", node_name = "n"} : (tensor<1x1x8x8xf32>, none, tensor<4xf32>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}

// -----

func.func @aliased_4097(%a: tensor<1x1x1x4097xf32>) -> tensor<1x1x1x1xf32> {
  %n = ascend.none : none
  %k = ascend.constant dense<1> : tensor<4xi64>
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "linear", node_name = "n"} : (tensor<1x1x1x4097xf32>, none, none, tensor<4xi64>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
