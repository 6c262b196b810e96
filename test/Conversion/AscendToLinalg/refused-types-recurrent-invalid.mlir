// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Recurrent networks compute in f32, with lengths of sequences in int32.
func.func @lstm_x(%a: tensor<5x2x4xf64>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f64, f32, f32, f32, i32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf64>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_w(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf64>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f64, f32, f32, i32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf64>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_r(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf64>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f64, f32, i32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf64>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_b(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xi32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, i32, i32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xi32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_h(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf64>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f64, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf64>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_c(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf64>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32, f64, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf64>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_p(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf64>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32, f32, f64 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf64>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_y(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf64>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32, f32, f32 -> f64, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf64>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf64>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_yh(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf64>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32, f32, f32 -> f32, f64, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf64>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf64>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_yc(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf64>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32, f32, f32 -> f32, f32, f64}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf64>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf64>
}

// -----

func.func @lstm_lengths_i64(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi64>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i64, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi64>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_lengths_i16(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xi16>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i16, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xi16>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_lengths_ui32(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xui32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, ui32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xui32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @lstm_lengths_f32(%a: tensor<5x2x4xf32>, %b: tensor<1x12x4xf32>, %c: tensor<1x12x3xf32>, %d: tensor<1x24xf32>, %e: tensor<2xf32>, %f: tensor<1x2x3xf32>, %g: tensor<1x2x3xf32>, %h: tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonLSTM' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, f32, f32, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.common_lstm %a, %b, %c, %d, %e, %f, %g, %h {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>, tensor<1x24xf32>, tensor<2xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x9xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @gru_lengths(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4xf32>, %c: tensor<1x9x3xf32>, %d: tensor<1x18xf32>, %e: tensor<2xi64>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i64, f32 -> f32, f32}}
  %0:2 = ascend.common_gru %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, tensor<1x18xf32>, tensor<2xi64>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @gru_w(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4x!ascend.hif8>, %c: tensor<1x9x3xf32>, %d: tensor<1x18xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): not for element types f32, !ascend.hif8, f32, f32, i32, f32 -> f32, f32}}
  %0:2 = ascend.common_gru %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4x!ascend.hif8>, tensor<1x9x3xf32>, tensor<1x18xf32>, tensor<2xi32>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @gru_y(%a: tensor<5x2x4xf32>, %b: tensor<1x9x4xf32>, %c: tensor<1x9x3xf32>, %d: tensor<1x18xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf64>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonGRU' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32 -> f64, f32}}
  %0:2 = ascend.common_gru %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, tensor<1x18xf32>, tensor<2xi32>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf64>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf64>, tensor<1x2x3xf32>
}

// -----

func.func @rnn_lengths(%a: tensor<5x2x4xf32>, %b: tensor<1x3x4xf32>, %c: tensor<1x3x3xf32>, %d: tensor<1x6xf32>, %e: tensor<2xi64>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonRNN' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i64, f32 -> f32, f32}}
  %0:2 = ascend.common_rnn %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>, tensor<1x6xf32>, tensor<2xi64>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @rnn_x(%a: tensor<5x2x4xi8>, %b: tensor<1x3x4xf32>, %c: tensor<1x3x3xf32>, %d: tensor<1x6xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>) {
  // expected-error@+1 {{op type 'CommonRNN' has no CPU lowering (node 'n'): not for element types i8, f32, f32, f32, i32, f32 -> f32, f32}}
  %0:2 = ascend.common_rnn %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xi8>, tensor<1x3x4xf32>, tensor<1x3x3xf32>, tensor<1x6xf32>, tensor<2xi32>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xf32>
}

// -----

func.func @rnn_last(%a: tensor<5x2x4xf32>, %b: tensor<1x3x4xf32>, %c: tensor<1x3x3xf32>, %d: tensor<1x6xf32>, %e: tensor<2xi32>, %f: tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xi32>) {
  // expected-error@+1 {{op type 'CommonRNN' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, i32, f32 -> f32, i32}}
  %0:2 = ascend.common_rnn %a, %b, %c, %d, %e, %f {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>, tensor<1x6xf32>, tensor<2xi32>, tensor<1x2x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xi32>)
  return %0#0, %0#1 : tensor<5x1x2x3xf32>, tensor<1x2x3xi32>
}

// -----

func.func @dynamic_rnn_x(%a: tensor<5x2x4xf64>, %b: tensor<7x12xf32>, %c: tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): not for element types f64, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf64>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @dynamic_rnn_b(%a: tensor<5x2x4xf32>, %b: tensor<7x12xf32>, %c: tensor<12xi32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): not for element types f32, f32, i32 -> f32, f32, f32}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xi32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @dynamic_rnn_y(%a: tensor<5x2x4xf32>, %b: tensor<7x12xf32>, %c: tensor<12xf32>) -> (tensor<5x2x3xf64>, tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f64, f32, f32}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<5x2x3xf64>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf64>, tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @dynamic_rnn_c(%a: tensor<5x2x4xf32>, %b: tensor<7x12xf32>, %c: tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf64>) {
  // expected-error@+1 {{op type 'DynamicRNN' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32, f32, f64}}
  %0:3 = ascend.dynamic_rnn %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf64>)
  return %0#0, %0#1, %0#2 : tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf64>
}

// -----

func.func @dynamic_gru_w(%a: tensor<5x2x4xf32>, %b: tensor<4x9xf64>, %c: tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): not for element types f32, f64, f32 -> f32, f32}}
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<4x9xf64>, tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>)
  return %0#0, %0#1 : tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// -----

func.func @dynamic_gru_h(%a: tensor<5x2x4xf32>, %b: tensor<4x9xf32>, %c: tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf64>) {
  // expected-error@+1 {{op type 'DynamicGRUV2' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32, f64}}
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<3x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf64>)
  return %0#0, %0#1 : tensor<5x2x3xf32>, tensor<5x2x3xf64>
}

// -----

func.func @delta_query(%a: tensor<2x5x4x8xf64>, %b: tensor<2x5x2x8xf32>, %c: tensor<2x5x2x6xf32>, %d: tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>) {
  // expected-error@+1 {{op type 'RecurrentGatedDeltaRule' has no CPU lowering (node 'n'): not for element types f64, f32, f32, f32 -> f32, f32}}
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<2x5x4x8xf64>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>)
  return %0#0, %0#1 : tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>
}

// -----

func.func @delta_state(%a: tensor<2x5x4x8xf32>, %b: tensor<2x5x2x8xf32>, %c: tensor<2x5x2x6xf32>, %d: tensor<2x2x8x6xf64>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>) {
  // expected-error@+1 {{op type 'RecurrentGatedDeltaRule' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f64 -> f32, f32}}
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf64>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>)
  return %0#0, %0#1 : tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>
}

// -----

func.func @delta_y(%a: tensor<2x5x4x8xf32>, %b: tensor<2x5x2x8xf32>, %c: tensor<2x5x2x6xf32>, %d: tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf64>, tensor<2x2x8x6xf32>) {
  // expected-error@+1 {{op type 'RecurrentGatedDeltaRule' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32 -> f64, f32}}
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf64>, tensor<2x2x8x6xf32>)
  return %0#0, %0#1 : tensor<2x5x4x6xf64>, tensor<2x2x8x6xf32>
}

// -----

func.func @delta_final_state(%a: tensor<2x5x4x8xf32>, %b: tensor<2x5x2x8xf32>, %c: tensor<2x5x2x6xf32>, %d: tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xi32>) {
  // expected-error@+1 {{op type 'RecurrentGatedDeltaRule' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32 -> f32, i32}}
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xi32>)
  return %0#0, %0#1 : tensor<2x5x4x6xf32>, tensor<2x2x8x6xi32>
}
