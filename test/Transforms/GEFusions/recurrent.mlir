// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/recurrent-off.cfg" | FileCheck %s --check-prefix=OFF

// I = 1, H = 2. The gates i, o, f, c of LSTM become the columns i, j, f, o; the
// rows of h's product come after those of x's; the biases are one.
// CHECK-LABEL: func @lstm
// OFF-LABEL: func @lstm
func.func @lstm(%x: tensor<5x3x1xf32>) -> (tensor<5x1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[[1.], [2.], [3.], [4.], [5.], [6.], [7.], [8.]]]> : tensor<1x8x1xf32>
  %r = ascend.constant {node_name = "r"} dense<[[[11., 21.], [12., 22.], [13., 23.], [14., 24.], [15., 25.], [16., 26.], [17., 27.], [18., 28.]]]> : tensor<1x8x2xf32>
  %b = ascend.constant {node_name = "b"} dense<[[1., 2., 3., 4., 5., 6., 7., 8., 10., 20., 30., 40., 50., 60., 70., 80.]]> : tensor<1x16xf32>
  // CHECK: %[[W:.*]] = ascend.constant {node_name = "n/DynamicRNN/w"} dense<{{\[\[}}1.{{0*}}e+00, 2.{{0*}}e+00, 7.{{0*}}e+00, 8.{{0*}}e+00, 5.{{0*}}e+00, 6.{{0*}}e+00, 3.{{0*}}e+00, 4.{{0*}}e+00], [1.1{{0*}}e+01, 1.2{{0*}}e+01, 1.7{{0*}}e+01, 1.8{{0*}}e+01, 1.5{{0*}}e+01, 1.6{{0*}}e+01, 1.3{{0*}}e+01, 1.4{{0*}}e+01], [2.1{{0*}}e+01,
  // CHECK: %[[B:.*]] = ascend.constant {node_name = "n/DynamicRNN/b"} dense<[1.1{{0*}}e+01, 2.2{{0*}}e+01, 7.7{{0*}}e+01, 8.8{{0*}}e+01, 5.5{{0*}}e+01, 6.6{{0*}}e+01, 3.3{{0*}}e+01, 4.4{{0*}}e+01]>
  // CHECK: %[[Y:.*]], %[[H:.*]], %[[C:.*]] = ascend.dynamic_rnn %arg0, %[[W]], %[[B]] {ascend.fused_members = {{\[\[}}"n", "CommonLSTM"]], ge.direction = "UNIDIRECTIONAL", ge.gate_order = "ijfo", node_name = "n/DynamicRNN", original_names = ["n"]} : (tensor<5x3x1xf32>, tensor<3x8xf32>, tensor<8xf32>) -> (tensor<5x3x2xf32>, tensor<5x3x2xf32>, tensor<5x3x2xf32>)
  // CHECK: ascend.unsqueeze %[[Y]] {{.*}}ge.axes = array<i64: 1>{{.*}} -> tensor<5x1x3x2xf32>
  // CHECK: ascend.strided_slice_d %[[H]] {{.*}}ge.begin = array<i64: -1, 0, 0>{{.*}} -> tensor<1x3x2xf32>
  // CHECK: ascend.strided_slice_d %[[C]] {{.*}}ge.begin = array<i64: -1, 0, 0>
  // The pass cannot be closed.
  // OFF: ascend.dynamic_rnn
  %y, %h, %c = ascend.common_lstm %x, %w, %r, %b {ge.hidden_size = 2 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<1x8x1xf32>, tensor<1x8x2xf32>, tensor<1x16xf32>) -> (tensor<5x1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>)
  return %y, %h, %c : tensor<5x1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>
}

// Two directions, with states that are known at run time.
// CHECK-LABEL: func @both
// OFF-LABEL: func @both
func.func @both(%x: tensor<?x?x1xf32>, %h0: tensor<2x?x1xf32>) -> (tensor<?x2x?x1xf32>, tensor<2x?x1xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[[1.], [2.], [3.]], [[4.], [5.], [6.]]]> : tensor<2x3x1xf32>
  %none = ascend.none : none
  // CHECK: %[[H0:.*]] = ascend.strided_slice_d %arg1 {{.*}}ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 2147483647, 2147483647>
  // CHECK: %[[FY:.*]], %[[FH:.*]] = ascend.dynamic_gru_v2 %arg0, {{.*}}, %[[H0]] {{.*}}ge.direction = "UNIDIRECTIONAL", ge.gate_order = "zrh", ge.reset_after = true, node_name = "n/DynamicGRUV2Forward"
  // CHECK: ascend.constant {node_name = "n/DynamicGRUV2Reverse/weight_input"} dense<{{\[\[}}4.{{.*}}, 5.{{.*}}, 6.
  // CHECK: %[[H1:.*]] = ascend.strided_slice_d %arg1 {{.*}}ge.begin = array<i64: 1, 0, 0>
  // CHECK: %[[RY:.*]], %[[RH:.*]] = ascend.dynamic_gru_v2 %arg0, {{.*}}, %[[H1]] {{.*}}ge.direction = "REDIRECTIONAL"
  // CHECK: %[[A:.*]] = ascend.expand_dims %[[FY]], {{.*}}node_name = "n/ExpandDims_Forward"
  // CHECK: %[[Z:.*]] = ascend.expand_dims %[[RY]], {{.*}}node_name = "n/ExpandDims_Reverse"
  // CHECK: ascend.concat_d %[[A]], %[[Z]] {{.*}}ge.concat_dim = 1 : i64, node_name = "n/ConcatD_Y"
  // CHECK: %[[LAST:.*]] = ascend.strided_slice_d %[[FH]] {{.*}}ge.begin = array<i64: -1, 0, 0>{{.*}}node_name = "n/StridedSliceDForward_H"
  // CHECK: %[[FIRST:.*]] = ascend.strided_slice_d %[[RH]] {{.*}}ge.begin = array<i64: 0, 0, 0>{{.*}}node_name = "n/StridedSliceDReverse_H"
  // CHECK: ascend.concat_d %[[LAST]], %[[FIRST]] {{.*}}ge.concat_dim = 0 : i64, node_name = "n/ConcatD_H"
  // OFF: ascend.common_gru
  %y, %h = ascend.common_gru %x, %w, %w, %none, %none, %h0 {ge.direction = "bidirectional", ge.hidden_size = 1 : i64, ge.linear_before_reset = 1 : i64, node_name = "n"} : (tensor<?x?x1xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>, none, none, tensor<2x?x1xf32>) -> (tensor<?x2x?x1xf32>, tensor<2x?x1xf32>)
  return %y, %h : tensor<?x2x?x1xf32>, tensor<2x?x1xf32>
}

// Weights that nodes put together of constants are folded, as GE does before,
// and in a branch they are constants of the function.
// CHECK-LABEL: func @folded
func.func @folded(%x: tensor<5x3x1xf32>, %go: i1) -> tensor<5x1x3x1xf32> {
  %all = ascend.constant {node_name = "all"} dense<[[5., 6.], [1., 2.], [3., 4.], [7., 8.]]> : tensor<4x2xf32>
  %r = ascend.constant {node_name = "r"} dense<1.> : tensor<1x4x1xf32>
  %axes = ascend.constant {node_name = "axes"} dense<0> : tensor<1xi64>
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi64>
  // The rows 1, 2, 0, 3 of the last column, times the gates i, o, f, c.
  // CHECK: ascend.constant {node_name = "n/DynamicRNN/w"} dense<{{\[\[}}2.{{0*}}e+00, 8.{{0*}}e+00, 6.{{0*}}e+00, 4.{{0*}}e+00], [1.{{0*}}e+00, 1.{{0*}}e+00, 1.{{0*}}e+00, 1.{{0*}}e+00]]>
  // CHECK: scf.if
  // CHECK-NOT: ascend.concat_d
  // CHECK-NOT: ascend.transpose
  // CHECK: ascend.dynamic_rnn
  // CHECK: scf.yield
  %result = scf.if %go -> tensor<5x1x3x1xf32> {
    %t = ascend.transpose %all, %perm {node_name = "t"} : (tensor<4x2xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    %last = ascend.strided_slice_d %t {ge.begin = array<i64: 1, 0>, ge.end = array<i64: 2, 4>, ge.strides = array<i64: 1, 1>, node_name = "last"} : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %a = ascend.strided_slice_d %last {ge.begin = array<i64: 0, 1>, ge.end = array<i64: 1, 3>, ge.strides = array<i64: 1, 1>, node_name = "a"} : (tensor<1x4xf32>) -> tensor<1x2xf32>
    %b = ascend.strided_slice_d %last {ge.begin = array<i64: 0, 0>, ge.end = array<i64: 1, 4>, ge.strides = array<i64: 1, 3>, node_name = "b"} : (tensor<1x4xf32>) -> tensor<1x2xf32>
    %j = ascend.concat_d %a, %b {ge.N = 2 : i64, ge.concat_dim = 1 : i64, node_name = "j"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x4xf32>
    %w = ascend.unsqueeze %j {ge.axes = array<i64: 2>, node_name = "w"} : (tensor<1x4xf32>) -> tensor<1x4x1xf32>
    %y, %h, %c = ascend.common_lstm %x, %w, %r {ge.hidden_size = 1 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
    scf.yield %y : tensor<5x1x3x1xf32>
  } else {
    %none = ascend.constant {node_name = "zeros"} dense<0.> : tensor<5x1x3x1xf32>
    scf.yield %none : tensor<5x1x3x1xf32>
  }
  return %result : tensor<5x1x3x1xf32>
}

// What the kernels do not compute stays: other functions, bounds, lengths,
// peepholes, weights that are no constants.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<5x3x1xf32>, %v: tensor<1x4x1xf32>, %n: tensor<3xi32>) {
  %w = ascend.constant {node_name = "w"} dense<1.> : tensor<1x4x1xf32>
  %p = ascend.constant {node_name = "p"} dense<1.> : tensor<1x3xf32>
  %none = ascend.none : none
  // CHECK-COUNT-6: ascend.common_lstm
  // CHECK-NOT: ascend.dynamic_rnn
  %0:3 = ascend.common_lstm %x, %w, %w {ge.activations = ["Relu", "Tanh", "Tanh"], ge.hidden_size = 1 : i64, node_name = "a"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %1:3 = ascend.common_lstm %x, %w, %w {ge.clip = 1.0 : f32, ge.hidden_size = 1 : i64, node_name = "b"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %2:3 = ascend.common_lstm %x, %w, %w {ge.input_forget = 1 : i64, ge.hidden_size = 1 : i64, node_name = "c"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %3:3 = ascend.common_lstm %x, %w, %w, %none, %n {ge.hidden_size = 1 : i64, node_name = "d"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>, none, tensor<3xi32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %4:3 = ascend.common_lstm %x, %w, %w, %none, %none, %none, %none, %p {ge.hidden_size = 1 : i64, node_name = "e"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>, none, none, none, none, tensor<1x3xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  %5:3 = ascend.common_lstm %x, %v, %w {ge.hidden_size = 1 : i64, node_name = "f"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  return
}

// From the last step to the first the last states stand at step 0; an initial c needs no
// h. An axis of joined weights may be counted from the end.
// CHECK-LABEL: func @reverse
func.func @reverse(%x: tensor<5x3x1xf32>, %c0: tensor<1x3x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>) {
  %a = ascend.constant {node_name = "a"} dense<[[1., 2.]]> : tensor<1x2xf32>
  %b = ascend.constant {node_name = "b"} dense<[[3., 4.]]> : tensor<1x2xf32>
  %r = ascend.constant {node_name = "r"} dense<1.> : tensor<1x4x1xf32>
  %none = ascend.none : none
  %j = ascend.concat_d %a, %b {ge.N = 2 : i64, ge.concat_dim = -1 : i64, node_name = "j"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x4xf32>
  %w = ascend.unsqueeze %j {ge.axes = array<i64: 2>, node_name = "w"} : (tensor<1x4xf32>) -> tensor<1x4x1xf32>
  // CHECK: ascend.constant {node_name = "n/DynamicRNN/w"} dense<{{\[\[}}1.{{0*}}e+00, 4.{{0*}}e+00, 3.{{0*}}e+00, 2.{{0*}}e+00],
  // CHECK: %[[Y:.*]], %[[H:.*]], %[[C:.*]] = ascend.dynamic_rnn %arg0, %{{.*}}, %{{.*}}, %[[N:.*]], %[[N2:.*]], %arg1 {{.*}}ge.direction = "REDIRECTIONAL"
  // CHECK: ascend.strided_slice_d %[[H]] {{.*}}ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 2147483647, 2147483647>
  // CHECK: ascend.strided_slice_d %[[C]] {{.*}}ge.begin = array<i64: 0, 0, 0>
  %y, %h, %c = ascend.common_lstm %x, %w, %r, %none, %none, %none, %c0 {ge.direction = "reverse", ge.hidden_size = 1 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>, none, none, none, tensor<1x3x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>)
  return %y, %h, %c : tensor<5x1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>
}

// GRU keeps the biases of both products apart. The defaults may be written out.
// CHECK-LABEL: func @gru_defaults
func.func @gru_defaults(%x: tensor<5x3x1xf32>) -> tensor<5x2x3x1xf32> {
  %w = ascend.constant {node_name = "w"} dense<1.> : tensor<2x3x1xf32>
  %b = ascend.constant {node_name = "b"} dense<[[1., 2., 3., 4., 5., 6.], [7., 8., 9., 10., 11., 12.]]> : tensor<2x6xf32>
  // CHECK: ascend.constant {node_name = "n/DynamicGRUV2Forward/bias_input"} dense<[1.{{0*}}e+00, 2.{{0*}}e+00, 3.{{0*}}e+00]>
  // CHECK: ascend.constant {node_name = "n/DynamicGRUV2Forward/bias_hidden"} dense<[4.{{0*}}e+00, 5.{{0*}}e+00, 6.{{0*}}e+00]>
  // CHECK: ascend.constant {node_name = "n/DynamicGRUV2Reverse/bias_input"} dense<[7.{{0*}}e+00, 8.{{0*}}e+00, 9.{{0*}}e+00]>
  // CHECK: ascend.constant {node_name = "n/DynamicGRUV2Reverse/bias_hidden"} dense<[1.{{0*}}e+01, 1.1{{0*}}e+01, 1.2{{0*}}e+01]>
  // CHECK: ascend.dynamic_gru_v2 {{.*}}ge.reset_after = false
  %y, %h = ascend.common_gru %x, %w, %w, %b {ge.activations = ["Sigmoid", "Tanh", "Sigmoid", "Tanh"], ge.clip = 0.0 : f32, ge.direction = "bidirectional", ge.hidden_size = 1 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>, tensor<2x6xf32>) -> (tensor<5x2x3x1xf32>, tensor<2x3x1xf32>)
  return %y : tensor<5x2x3x1xf32>
}

// CANN's names of a GRU of one direction; what has one step needs no slice.
// CHECK-LABEL: func @one_direction
func.func @one_direction(%x: tensor<5x3x1xf32>, %z: tensor<1x3x1xf32>) -> (tensor<1x3x1xf32>, tensor<1x3x1xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.> : tensor<1x3x1xf32>
  // CHECK: ascend.dynamic_gru_v2 %arg0{{.*}}node_name = "n_splitD_layer"
  // CHECK: %[[H:.*]] = ascend.strided_slice_d {{.*}}node_name = "n_SliceD"
  // CHECK: %{{.*}}, %[[O:.*]] = ascend.dynamic_gru_v2 %arg1
  // CHECK-NOT: ascend.strided_slice_d
  // CHECK: return %[[H]], %[[O]]
  %y, %h = ascend.common_gru %x, %w, %w {ge.hidden_size = 1 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> (tensor<5x1x3x1xf32>, tensor<1x3x1xf32>)
  %u, %v = ascend.common_gru %z, %w, %w {ge.hidden_size = 1 : i64, node_name = "m"} : (tensor<1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> (tensor<1x1x3x1xf32>, tensor<1x3x1xf32>)
  return %h, %v : tensor<1x3x1xf32>, tensor<1x3x1xf32>
}

// Both directions of an LSTM have states of their own, and without biases zeros.
// CHECK-LABEL: func @lstm_both
func.func @lstm_both(%x: tensor<5x3x1xf32>, %h0: tensor<2x3x1xf32>, %c0: tensor<2x3x1xf32>) -> (tensor<5x2x3x1xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[[1.], [2.], [3.], [4.]], [[5.], [6.], [7.], [8.]]]> : tensor<2x4x1xf32>
  %none = ascend.none : none
  // CHECK: %[[FW:.*]] = ascend.constant {{.*}} dense<{{\[\[}}1.{{0*}}e+00, 4.{{0*}}e+00, 3.{{0*}}e+00, 2.{{0*}}e+00], [1.{{0*}}e+00, 4.{{0*}}e+00, 3.{{0*}}e+00, 2.{{0*}}e+00]]> : tensor<2x4xf32>
  // CHECK: %[[FB:.*]] = ascend.constant {{.*}} dense<0.{{0*}}e+00> : tensor<4xf32>
  // CHECK: %[[H0:.*]] = ascend.strided_slice_d %arg1 {{.*}}ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 2147483647, 2147483647>, ge.strides = array<i64: 1, 1, 1>{{.*}} -> tensor<1x3x1xf32>
  // CHECK: %[[C0:.*]] = ascend.strided_slice_d %arg2 {{.*}}ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 2147483647, 2147483647>
  // CHECK: %[[FY:.*]], %[[FH:.*]], %[[FC:.*]] = ascend.dynamic_rnn %arg0, %[[FW]], %[[FB]], %{{.*}}, %[[H0]], %[[C0]] {{.*}}ge.direction = "UNIDIRECTIONAL"
  // CHECK: %[[RW:.*]] = ascend.constant {{.*}} dense<{{\[\[}}5.{{0*}}e+00, 8.{{0*}}e+00, 7.{{0*}}e+00, 6.{{0*}}e+00],
  // CHECK: %[[H1:.*]] = ascend.strided_slice_d %arg1 {{.*}}ge.begin = array<i64: 1, 0, 0>, ge.end = array<i64: 2, 2147483647, 2147483647>
  // CHECK: %[[C1:.*]] = ascend.strided_slice_d %arg2 {{.*}}ge.begin = array<i64: 1, 0, 0>, ge.end = array<i64: 2, 2147483647, 2147483647>
  // CHECK: %[[RY:.*]], %[[RH:.*]], %[[RC:.*]] = ascend.dynamic_rnn %arg0, %[[RW]], %{{.*}}, %{{.*}}, %[[H1]], %[[C1]] {{.*}}ge.direction = "REDIRECTIONAL"
  // CHECK: %[[A:.*]] = ascend.unsqueeze %[[FY]] {{.*}} -> tensor<5x1x3x1xf32>
  // CHECK: %[[Z:.*]] = ascend.unsqueeze %[[RY]]
  // CHECK: %[[Y:.*]] = ascend.concat_d %[[A]], %[[Z]] {{.*}}ge.concat_dim = 1 : i64
  // CHECK: %[[HF:.*]] = ascend.strided_slice_d %[[FH]] {{.*}}ge.begin = array<i64: -1, 0, 0>
  // CHECK: %[[HR:.*]] = ascend.strided_slice_d %[[RH]] {{.*}}ge.begin = array<i64: 0, 0, 0>
  // CHECK: %[[H:.*]] = ascend.concat_d %[[HF]], %[[HR]] {{.*}}ge.concat_dim = 0 : i64
  // CHECK: %[[CF:.*]] = ascend.strided_slice_d %[[FC]] {{.*}}ge.begin = array<i64: -1, 0, 0>
  // CHECK: %[[CR:.*]] = ascend.strided_slice_d %[[RC]] {{.*}}ge.begin = array<i64: 0, 0, 0>
  // CHECK: %[[C:.*]] = ascend.concat_d %[[CF]], %[[CR]] {{.*}}ge.concat_dim = 0 : i64
  // CHECK: return %[[Y]], %[[H]], %[[C]]
  %y, %h, %c = ascend.common_lstm %x, %w, %w, %none, %none, %h0, %c0 {ge.direction = "bidirectional", ge.hidden_size = 1 : i64, node_name = "n"} : (tensor<5x3x1xf32>, tensor<2x4x1xf32>, tensor<2x4x1xf32>, none, none, tensor<2x3x1xf32>, tensor<2x3x1xf32>) -> (tensor<5x2x3x1xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  return %y, %h, %c : tensor<5x2x3x1xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>
}

// The weights of a GRU are turned, gate behind gate: I = 3, H = 2. Reversed, its last state stands at step 0.
// CHECK-LABEL: func @gru_reverse
func.func @gru_reverse(%x: tensor<4x5x3xf32>) -> (tensor<4x1x5x2xf32>, tensor<1x5x2xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[[1., 2., 3.], [4., 5., 6.], [7., 8., 9.], [10., 11., 12.], [13., 14., 15.], [16., 17., 18.]]]> : tensor<1x6x3xf32>
  %r = ascend.constant {node_name = "r"} dense<[[[1., 2.], [3., 4.], [5., 6.], [7., 8.], [9., 10.], [11., 12.]]]> : tensor<1x6x2xf32>
  // CHECK-NOT: node_name = "{{[wr]}}"
  // CHECK: ascend.constant {node_name = "{{.*}}/weight_input"} dense<{{\[\[}}1.{{0*}}e+00, 4.{{0*}}e+00, 7.{{0*}}e+00, 1.0{{0*}}e+01, 1.3{{0*}}e+01, 1.6{{0*}}e+01], [2.{{0*}}e+00, 5.{{0*}}e+00, {{.*}}], [3.{{0*}}e+00, {{.*}}1.8{{0*}}e+01]]> : tensor<3x6xf32>
  // CHECK: ascend.constant {node_name = "{{.*}}/weight_hidden"} dense<{{\[\[}}1.{{0*}}e+00, 3.{{0*}}e+00, 5.{{0*}}e+00, 7.{{0*}}e+00, 9.{{0*}}e+00, 1.1{{0*}}e+01], [2.{{0*}}e+00, {{.*}}1.2{{0*}}e+01]]> : tensor<2x6xf32>
  // CHECK: %{{.*}}, %[[H:.*]] = ascend.dynamic_gru_v2 %arg0, {{.*}}ge.direction = "REDIRECTIONAL"{{.*}} -> (tensor<4x5x2xf32>, tensor<4x5x2xf32>)
  // CHECK: ascend.unsqueeze {{.*}}ge.axes = array<i64: 1>{{.*}} -> tensor<4x1x5x2xf32>
  // CHECK: ascend.strided_slice_d %[[H]] {{.*}}ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 2147483647, 2147483647>{{.*}} -> tensor<1x5x2xf32>
  %y, %h = ascend.common_gru %x, %w, %r {ge.direction = "reverse", ge.hidden_size = 2 : i64, node_name = "n"} : (tensor<4x5x3xf32>, tensor<1x6x3xf32>, tensor<1x6x2xf32>) -> (tensor<4x1x5x2xf32>, tensor<1x5x2xf32>)
  return %y, %h : tensor<4x1x5x2xf32>, tensor<1x5x2xf32>
}
