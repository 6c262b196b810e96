//===- AscendRecurrentOps.td - Recurrent networks ----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each op is one loop over the steps of a sequence.

#ifndef ASCEND_RECURRENT_OPS_TD
#define ASCEND_RECURRENT_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

/// T steps, B sequences, I inputs and H hidden elements; D directions; G gates.
class Ascend_CommonRecurrentOp<string mnemonic, string geType, string gates,
                               string cell, string others, string example>
    : Ascend_Op<mnemonic, geType> {
  let description = [{
    x is [T, B, I], w [D, }] # gates # [{ H, I], r [D, }] # gates # [{ H, H].
    `optionals` are b [D, 2 }] # gates # [{ H] (the biases of w, then those of
    r), sequence_lens [B] (int32: the steps that each sequence has), initial_h
    [D, B, H]}] # others # [{. The results are y [T, D, B, H] and the last
    states, [D, B, H]. }] # cell # [{

    `ge.direction` is "forward" (the default), "reverse" or "bidirectional",
    which has D = 2. `ge.activations` (list of strings) has one name per
    function and direction: Sigmoid, Tanh, Relu, Affine, LeakyRelu,
    ThresholdedRelu, ScaledTanh, HardSigmoid, Elu, Softsign or Softplus;
    `ge.activation_alpha` and `ge.activation_beta` (lists of floats, NaN: the
    function's default) have their parameters. `ge.clip` (float, 0: none) bounds
    what the functions get. Past the end of a sequence y is 0.

    ```mlir
    }] # example # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$w, AnyTensor:$r,
                            Variadic<Ascend_TensorOrNone>:$optionals), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$y_h);
  let hasVerifier = 1;
}

def Ascend_CommonLSTMOp
    : Ascend_CommonRecurrentOp<"common_lstm", "CommonLSTM", "4", [{The gates
    stand in the order i, o, f, c: i, f, o = f(x w + h r + b), where p c is added
    to each; C' = f C + i g(c), h' = o h(C'). `ge.input_forget` (int, 0): f is
    1 - i.}], ", initial_c [D, B, H] and p [D, 3 H] (order i, o, f)", [{
    %y, %h, %c = ascend.common_lstm %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>)
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)}]> {
  let summary = "LSTM over sequences";
  let results = (outs AnyTensor:$y, AnyTensor:$y_h, AnyTensor:$y_c);
}

def Ascend_CommonGRUOp
    : Ascend_CommonRecurrentOp<"common_gru", "CommonGRU", "3", [{The gates
    stand in the order z, r, h: z, r = f(x w + h r + b), h~ = g(x w + (r h) r +
    b), and h' = (1 - z) h~ + z h. `ge.linear_before_reset` (int, 0): r is a
    factor of h r and its bias instead.}], "", [{
    %y, %h = ascend.common_gru %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>)
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)}]> {
  let summary = "GRU over sequences";
}

def Ascend_CommonRNNOp
    : Ascend_CommonRecurrentOp<"common_rnn", "CommonRNN", "1", [{h' = f(x w + h r
    + b). GE has no such type: it stands beside CommonLSTM and CommonGRU for
    ONNX's RNN.}], "", [{
    %y, %h = ascend.common_rnn %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>)
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)}]> {
  let summary = "Plain recurrent network over sequences";
}

def Ascend_RecurrentGatedDeltaRuleOp
    : Ascend_Op<"recurrent_gated_delta_rule", "RecurrentGatedDeltaRule"> {
  let summary = "Linear attention with a state, over sequences";
  let description = [{
    query is [B, T, Hq, K], key [B, T, H, K], value [B, T, H, V], state [B, H, K,
    V]; H divides Hq, and a head of the state serves Hq / H heads of the query.
    `optionals` are g [B, T, H, K] or [B, T, H, 1] (logarithms of the decay) and
    beta [B, T, H] or [B, T, 1]. At each step S' = e^g S, then S = S' + k ⊗ (v -
    S'ᵀ k) beta, or S' + k ⊗ v where there is no beta; the output is
    `ge.scale_value` (float, 1) times qᵀ S. The results are the outputs [B, T,
    Hq, V] and the last state. (CANN's kernel has the tokens of all sequences in
    one axis.)

    ```mlir
    %y, %s = ascend.recurrent_gated_delta_rule %q, %k, %v, %state {node_name = "n"}
           : (tensor<2x5x4x8xf32>, tensor<2x5x2x8xf32>, tensor<2x5x2x6xf32>,
              tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf32>, tensor<2x2x8x6xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$query, AnyTensor:$key, AnyTensor:$value,
                            AnyTensor:$state,
                            Variadic<Ascend_TensorOrNone>:$optionals), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$final_state);
}

#endif // ASCEND_RECURRENT_OPS_TD
