// Recurrent networks, losses and equations that contradict themselves.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @direction(%x: tensor<5x2x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) {
  // expected-error @+1 {{'ge.direction' must be "forward", "reverse" or "bidirectional", is "both"}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.direction = "both"} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @gates(%x: tensor<5x2x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x12x3xf32>) {
  // expected-error @+1 {{w has the extents [1, 9, 4], needs [1, 12, 4]}}
  %0:3 = ascend.common_lstm %x, %w, %r : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x12x3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @both_directions(%x: tensor<5x2x4xf32>, %w: tensor<1x3x4xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error @+1 {{w has the extents [1, 3, 4], needs [2, 3, 4]}}
  %0:2 = ascend.common_rnn %x, %w, %r {ge.direction = "bidirectional"} : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @bias(%x: tensor<5x2x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x9x3xf32>, %b: tensor<1x9xf32>) {
  // expected-error @+1 {{b has the extents [1, 9], needs [1, 18]}}
  %0:2 = ascend.common_gru %x, %w, %r, %b : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, tensor<1x9xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @lengths(%x: tensor<5x2x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x9x3xf32>, %l: tensor<3xi32>) {
  %n = ascend.none : none
  // expected-error @+1 {{sequence_lens has the extents [3], needs [2]}}
  %0:2 = ascend.common_gru %x, %w, %r, %n, %l : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, none, tensor<3xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @rank(%x: tensor<5x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x9x3xf32>) {
  // expected-error @+1 {{x must have rank 3, has 2}}
  %0:2 = ascend.common_gru %x, %w, %r : (tensor<5x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @many(%x: tensor<5x2x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x9x3xf32>) {
  %n = ascend.none : none
  // expected-error @+1 {{takes at most 6 operands, has 7}}
  %0:2 = ascend.common_gru %x, %w, %r, %n, %n, %n, %n : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>, none, none, none, none) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_direction(%x: tensor<5x2x4xf32>, %w: tensor<7x12xf32>, %b: tensor<12xf32>) {
  // expected-error @+1 {{'ge.direction' must be "UNIDIRECTIONAL" or "REDIRECTIONAL", is "BIDIRECTIONAL"}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b {ge.direction = "BIDIRECTIONAL"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_order(%x: tensor<5x2x4xf32>, %w: tensor<7x12xf32>, %b: tensor<12xf32>) {
  // expected-error @+1 {{'ge.gate_order' must be "ijfo" or "ifjo", is "iofc"}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b {ge.gate_order = "iofc"} : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_weights(%x: tensor<5x2x4xf32>, %w: tensor<6x12xf32>, %b: tensor<12xf32>) {
  // expected-error @+1 {{w has the extents [6, 12], needs [7, 12]}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b : (tensor<5x2x4xf32>, tensor<6x12xf32>, tensor<12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_gates(%x: tensor<5x2x4xf32>, %w: tensor<7x13xf32>, %b: tensor<13xf32>) {
  // expected-error @+1 {{b has the extents [13], needs [12]}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b : (tensor<5x2x4xf32>, tensor<7x13xf32>, tensor<13xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_peepholes(%x: tensor<5x2x4xf32>, %w: tensor<7x12xf32>, %b: tensor<12xf32>, %p: tensor<3xf32>) {
  %n = ascend.none : none
  // expected-error @+1 {{has 1 of wci, wcf and wco}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b, %n, %n, %n, %p : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>, none, none, none, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_steps(%x: tensor<0x2x4xf32>, %w: tensor<7x12xf32>, %b: tensor<12xf32>) {
  // expected-error @+1 {{x has no steps}}
  %0:3 = ascend.dynamic_rnn %x, %w, %b : (tensor<0x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_state(%x: tensor<5x2x4xf32>, %w: tensor<4x9xf32>, %r: tensor<3x9xf32>, %h: tensor<1x3x3xf32>) {
  %n = ascend.none : none
  // expected-error @+1 {{init_h has the extents [1, 3, 3], needs [1, 2, 3]}}
  %0:2 = ascend.dynamic_gru_v2 %x, %w, %r, %n, %n, %n, %h : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<3x9xf32>, none, none, none, tensor<1x3x3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @delta_heads(%q: tensor<2x5x3x8xf32>, %k: tensor<2x5x2x8xf32>, %v: tensor<2x5x2x6xf32>, %s: tensor<2x2x8x6xf32>) {
  // expected-error @+1 {{query has 3 heads, not a multiple of 2}}
  %0:2 = ascend.recurrent_gated_delta_rule %q, %k, %v, %s : (tensor<2x5x3x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @delta_gate(%q: tensor<2x5x4x8xf32>, %k: tensor<2x5x2x8xf32>, %v: tensor<2x5x2x6xf32>, %s: tensor<2x2x8x6xf32>, %g: tensor<2x5x2x7xf32>) {
  // expected-error @+1 {{g has the extents [2, 5, 2, 7], needs [2, 5, 2, 8]}}
  %0:2 = ascend.recurrent_gated_delta_rule %q, %k, %v, %s, %g : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>, tensor<2x5x2x7xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @target(%x: tensor<3x5x2xf32>, %t: tensor<3xi64>) {
  // expected-error @+1 {{target has the extents [3], those of x without the classes are [3, 2]}}
  %0:2 = ascend.nll_loss %x, %t : (tensor<3x5x2xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @weight(%x: tensor<3x5xf32>, %t: tensor<3xi64>, %w: tensor<3xf32>) {
  // expected-error @+1 {{weight has the extents [3], x has 5 classes}}
  %0:2 = ascend.softmax_cross_entropy_loss %x, %t, %w : (tensor<3x5xf32>, tensor<3xi64>, tensor<3xf32>) -> (tensor<f32>, tensor<3x5xf32>)
  return
}

// -----

func.func @reduction(%x: tensor<3x5xf32>, %t: tensor<3xi64>) {
  // expected-error @+1 {{'ge.reduction' must be "mean", "sum" or "none", is "max"}}
  %0:2 = ascend.nll_loss %x, %t {ge.reduction = "max"} : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @square(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{x has matrices of 3 rows and 5 columns, which are not square}}
  %0 = ascend.matrix_determinant %x : (tensor<3x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @no_equation(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{needs 'ge.equation'}}
  %0 = ascend.einsum %x : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @terms(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{'ge.equation' has 2 terms for 1 operands}}
  %0 = ascend.einsum %x {ge.equation = "ij,jk"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @term_rank(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{the term 'ijk' does not fit rank 2}}
  %0 = ascend.einsum %x {ge.equation = "ijk->i"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @letter(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{axes of one letter have the extents 3 and 5}}
  %0 = ascend.einsum %x {ge.equation = "ii"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @character(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{'ge.equation' has the character '7'}}
  %0 = ascend.einsum %x {ge.equation = "ij->7"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @unknown(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{the result has an axis that no operand has}}
  %0 = ascend.einsum %x {ge.equation = "ij->k"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @twice(%x: tensor<3x5xf32>) {
  // expected-error @+1 {{the result has an axis twice}}
  %0 = ascend.einsum %x {ge.equation = "ij->ii"} : (tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @other_rank(%a0: tensor<5x2x4xf32>, %a1: tensor<12x4xf32>, %a2: tensor<1x12x3xf32>) {
  // expected-error @+1 {{w has the extents [12, 4], needs [1, 12, 4]}}
  %0:3 = ascend.common_lstm %a0, %a1, %a2 : (tensor<5x2x4xf32>, tensor<12x4xf32>, tensor<1x12x3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @many_hidden(%a0: tensor<5x2x4xf32>, %a1: tensor<1x2147483648x4xf32>, %a2: tensor<1x2147483648x2147483648xf32>) {
  // expected-error @+1 {{r has 2147483648 hidden elements}}
  %0:2 = ascend.common_rnn %a0, %a1, %a2 : (tensor<5x2x4xf32>, tensor<1x2147483648x4xf32>, tensor<1x2147483648x2147483648xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_rank(%a0: tensor<5x2x4xf32>, %a1: tensor<7x12xf32>, %a2: tensor<1x12xf32>) {
  // expected-error @+1 {{b must have rank 1, has 2}}
  %0:3 = ascend.dynamic_rnn %a0, %a1, %a2 : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<1x12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_rank_of_x(%a0: tensor<5x8xf32>, %a1: tensor<7x12xf32>, %a2: tensor<12xf32>) {
  // expected-error @+1 {{x must have rank 3, has 2}}
  %0:3 = ascend.dynamic_rnn %a0, %a1, %a2 : (tensor<5x8xf32>, tensor<7x12xf32>, tensor<12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @dynamic_gru_rank(%a0: tensor<5x2x4xf32>, %a1: tensor<4x9xf32>, %a2: tensor<1x3x9xf32>) {
  // expected-error @+1 {{weight_hidden must have rank 2, has 3}}
  %0:2 = ascend.dynamic_gru_v2 %a0, %a1, %a2 : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<1x3x9xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @delta_rank(%a0: tensor<2x5x4x8xf32>, %a1: tensor<2x5x2x8xf32>, %a2: tensor<2x5x12xf32>, %a3: tensor<2x2x8x6xf32>) {
  // expected-error @+1 {{query, value and state must have rank 4, have 4, 3 and 4}}
  %0:2 = ascend.recurrent_gated_delta_rule %a0, %a1, %a2, %a3 : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x12xf32>, tensor<2x2x8x6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @delta_no_heads(%a0: tensor<2x5x4x8xf32>, %a1: tensor<2x5x0x8xf32>, %a2: tensor<2x5x0x6xf32>, %a3: tensor<2x0x8x6xf32>) {
  // expected-error @+1 {{query has 4 heads, not a multiple of 0}}
  %0:2 = ascend.recurrent_gated_delta_rule %a0, %a1, %a2, %a3 : (tensor<2x5x4x8xf32>, tensor<2x5x0x8xf32>, tensor<2x5x0x6xf32>, tensor<2x0x8x6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @delta_beta(%a0: tensor<2x5x4x8xf32>, %a1: tensor<2x5x2x8xf32>, %a2: tensor<2x5x2x6xf32>, %a3: tensor<2x2x8x6xf32>, %a4: tensor<2x5x2x1xf32>, %a5: tensor<2x5x3xf32>) {
  // expected-error @+1 {{beta has the extents [2, 5, 3], needs [2, 5, 2]}}
  %0:2 = ascend.recurrent_gated_delta_rule %a0, %a1, %a2, %a3, %a4, %a5 : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>, tensor<2x5x2x1xf32>, tensor<2x5x3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<1x9x4xf32>, %a2: tensor<1x9x3xf32>, %a3: tensor<5x2x4xf32>, %a4: tensor<1x3x4xf32>, %a5: tensor<7x12xf32>, %a6: tensor<4x9xf32>, %a7: tensor<2x5x2x8xf32>, %a8: tensor<2x5x2x6xf32>, %a9: tensor<2x2x8x6xf32>) {
  %0:2 = ascend.common_gru %a0, %a1, %a2 : (tensor<*xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  %1:2 = ascend.common_rnn %a3, %a4, %a0 : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<*xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  %2:3 = ascend.dynamic_rnn %a3, %a5, %a0 : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<*xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
  %3:2 = ascend.dynamic_gru_v2 %a3, %a6, %a0 : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<*xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  %4:2 = ascend.recurrent_gated_delta_rule %a0, %a7, %a8, %a9 : (tensor<*xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  return
}
