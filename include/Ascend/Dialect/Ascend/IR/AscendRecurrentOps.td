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
                               string cell, string others, string example,
                               list<GEAttribute> ownAttributes = []>
    : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = ownAttributes # [GEString<"direction", "forward",
                        ["forward", "reverse", "bidirectional"]>,
                      GEStrings<"activations">, GEFloats<"activation_alpha">,
                      GEFloats<"activation_beta">, GEFloat<"clip", "0.0">,
                      GEOptionalInt<"hidden_size">];
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
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)}],
    [GEInt<"input_forget">]> {
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
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)}],
    [GEInt<"linear_before_reset">]> {
  let summary = "GRU over sequences";
}

def Ascend_CommonRNNOp
    : Ascend_CommonRecurrentOp<"common_rnn", "CommonRNN", "1", [{h' = f(x w + h r
    + b). GE has no such type: it stands next to CommonLSTM and CommonGRU for
    ONNX's RNN.}], "", [{
    %y, %h = ascend.common_rnn %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>)
           -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)}]> {
  let summary = "Plain recurrent network over sequences";
}

class Ascend_DynamicRecurrentOp<string mnemonic, string geType>
    : Ascend_ShapedOp<mnemonic, geType> {
  let hasVerifier = 1;
}

def Ascend_DynamicRNNOp : Ascend_DynamicRecurrentOp<"dynamic_rnn", "DynamicRNN"> {
  let geAttributes = [GEFloat<"forget_bias", "0.0">,
                      GEString<"gate_order", "ijfo", ["ijfo", "ifjo"]>,
                      GEString<"direction", "UNIDIRECTIONAL",
                        ["UNIDIRECTIONAL", "REDIRECTIONAL"]>];
  let summary = "LSTM over sequences, one direction, as the AI Core has it";
  let description = [{
    x is [T, B, I], w [I + H, 4 H] (the rows of x's product, then those of h's)
    and b [4 H]. `optionals` are seq_length, init_h and init_c [1, B, H], wci, wcf
    and wco [H] (all or none) and mask. y and output_h have the state h after
    each step, output_c the state c: [T, B, H]. GE's other outputs (i, j, f, o
    and tanhc) are of use in training alone and not there.

    i, f, o = sigmoid(x w + h w + b), where `ge.forget_bias` (float, 0) is added
    to f; j = tanh(…); c' = f c + i j and h' = o tanh(c'). `ge.gate_order`
    ("ijfo", which is the default, or "ifjo") says where the gates stand along
    4 H, `ge.direction` is "UNIDIRECTIONAL" (the default) or "REDIRECTIONAL",
    from the last step to the first.

    ```mlir
    %y, %h, %c = ascend.dynamic_rnn %x, %w, %b {node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<7x12xf32>, tensor<12xf32>)
           -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<5x2x3xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$w, AnyTensor:$b,
                            Variadic<Ascend_TensorOrNone>:$optionals), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$output_h, AnyTensor:$output_c);
}

def Ascend_DynamicGRUV2Op
    : Ascend_DynamicRecurrentOp<"dynamic_gru_v2", "DynamicGRUV2"> {
  let geAttributes = [GEBool<"reset_after", "true">,
                      GEString<"gate_order", "zrh", ["zrh", "rzh"]>,
                      GEString<"direction", "UNIDIRECTIONAL",
                        ["UNIDIRECTIONAL", "REDIRECTIONAL"]>];
  let summary = "GRU over sequences, one direction, as the AI Core has it";
  let description = [{
    x is [T, B, I], weight_input [I, 3 H] and weight_hidden [H, 3 H]. `optionals`
    are bias_input and bias_hidden [3 H], seq_length and init_h [1, B, H]. y and
    output_h have the state after each step, [T, B, H]. GE's other outputs
    (update, reset, new and hidden_new) are of use in training alone and not
    there.

    The formulas are those of CommonGRU, where `ge.reset_after` (bool, true) is
    linear_before_reset; `ge.gate_order` is "zrh" (the default) or "rzh" and
    `ge.direction` as in DynamicRNN.

    ```mlir
    %y, %h = ascend.dynamic_gru_v2 %x, %w, %r {node_name = "n"}
           : (tensor<5x2x4xf32>, tensor<4x9xf32>, tensor<3x9xf32>)
           -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$weight_input,
                            AnyTensor:$weight_hidden,
                            Variadic<Ascend_TensorOrNone>:$optionals), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$output_h);
}

def Ascend_RecurrentGatedDeltaRuleOp
    : Ascend_Op<"recurrent_gated_delta_rule", "RecurrentGatedDeltaRule"> {
  let geAttributes = [GEFloat<"scale_value", "1.0">];
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
