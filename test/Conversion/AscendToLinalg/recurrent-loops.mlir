// How the sequences of a recurrent layer, its hidden elements and its steps are divided.

// RUN: ascend-opt %s --convert-ascend-to-linalg | FileCheck %s

// Parts of a batch of eight sequences go through all steps where the recurrent factor
// has at most 1 MiB: two at least, of eight sequences at most.
// CHECK-LABEL: func.func @halves(
// CHECK:         scf.forall {{.*}} in (2)
// CHECK:           tensor.extract_slice {{.*}} [4, 512] [1, 1] : tensor<8x512xf32> to tensor<4x512xf32>
func.func @halves(%x: tensor<5x8x4xf32>, %w: tensor<1x512x4xf32>, %r: tensor<1x512x512xf32>) -> tensor<5x1x8x512xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 512 : i64, node_name = "n"} : (tensor<5x8x4xf32>, tensor<1x512x4xf32>, tensor<1x512x512xf32>) -> (tensor<5x1x8x512xf32>, tensor<1x8x512xf32>)
  return %0#0 : tensor<5x1x8x512xf32>
}

// CHECK-LABEL: func.func @few_sequences(
// CHECK-NOT:     scf.forall
// CHECK:         scf.for
// CHECK:           scf.forall
func.func @few_sequences(%x: tensor<5x7x4xf32>, %w: tensor<1x512x4xf32>, %r: tensor<1x512x512xf32>) -> tensor<5x1x7x512xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 512 : i64, node_name = "n"} : (tensor<5x7x4xf32>, tensor<1x512x4xf32>, tensor<1x512x512xf32>) -> (tensor<5x1x7x512xf32>, tensor<1x7x512xf32>)
  return %0#0 : tensor<5x1x7x512xf32>
}

// CHECK-LABEL: func.func @large_factor(
// CHECK-NOT:     scf.forall
// CHECK:         scf.for
// CHECK:           scf.forall
func.func @large_factor(%x: tensor<5x8x4xf32>, %w: tensor<1x513x4xf32>, %r: tensor<1x513x513xf32>) -> tensor<5x1x8x513xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 513 : i64, node_name = "n"} : (tensor<5x8x4xf32>, tensor<1x513x4xf32>, tensor<1x513x513xf32>) -> (tensor<5x1x8x513xf32>, tensor<1x8x513xf32>)
  return %0#0 : tensor<5x1x8x513xf32>
}

// CHECK-LABEL: func.func @lstm(
// CHECK:         scf.forall {{.*}} in (2)
// CHECK:           tensor<4x256xf32>
func.func @lstm(%x: tensor<5x8x4xf32>, %w: tensor<1x1024x4xf32>, %r: tensor<1x1024x256xf32>) -> tensor<5x1x8x256xf32> {
  %0:3 = ascend.common_lstm %x, %w, %r {ge.hidden_size = 256 : i64, node_name = "n"} : (tensor<5x8x4xf32>, tensor<1x1024x4xf32>, tensor<1x1024x256xf32>) -> (tensor<5x1x8x256xf32>, tensor<1x8x256xf32>, tensor<1x8x256xf32>)
  return %0#0 : tensor<5x1x8x256xf32>
}

// CHECK-LABEL: func.func @large_lstm(
// CHECK-NOT:     scf.forall
// CHECK:         scf.for
func.func @large_lstm(%x: tensor<5x8x4xf32>, %w: tensor<1x1028x4xf32>, %r: tensor<1x1028x257xf32>) -> tensor<5x1x8x257xf32> {
  %0:3 = ascend.common_lstm %x, %w, %r {ge.hidden_size = 257 : i64, node_name = "n"} : (tensor<5x8x4xf32>, tensor<1x1028x4xf32>, tensor<1x1028x257xf32>) -> (tensor<5x1x8x257xf32>, tensor<1x8x257xf32>, tensor<1x8x257xf32>)
  return %0#0 : tensor<5x1x8x257xf32>
}

// CHECK-LABEL: func.func @eight_and_four(
// CHECK:         scf.forall {{.*}} in (2)
// CHECK:           tensor<20x3xf32> to tensor<8x3xf32>
// CHECK:         scf.forall {{.*}} in (1)
// CHECK:           tensor<20x3xf32> to tensor<4x3xf32>
func.func @eight_and_four(%x: tensor<5x20x4xf32>, %w: tensor<1x3x4xf32>, %r: tensor<1x3x3xf32>) -> tensor<5x1x20x3xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x20x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>) -> (tensor<5x1x20x3xf32>, tensor<1x20x3xf32>)
  return %0#0 : tensor<5x1x20x3xf32>
}

// Of a dynamic batch parts have four, and what is left is taken one by one.
// CHECK-LABEL: func.func @open(
// CHECK:         scf.forall
// CHECK:           tensor<?x3xf32> to tensor<4x3xf32>
// CHECK:         scf.forall
// CHECK:           tensor<?x3xf32> to tensor<1x3xf32>
func.func @open(%x: tensor<5x?x4xf32>, %w: tensor<1x3x4xf32>, %r: tensor<1x3x3xf32>) -> tensor<5x1x?x3xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x?x4xf32>, tensor<1x3x4xf32>, tensor<1x3x3xf32>) -> (tensor<5x1x?x3xf32>, tensor<1x?x3xf32>)
  return %0#0 : tensor<5x1x?x3xf32>
}

// A block has the columns of three tiles of 32, shared by its gates: of one gate 96
// hidden elements, in panels of 16; ...
// CHECK-LABEL: func.func @one_gate(
// CHECK:         tensor.empty() : tensor<2x6x200x16xf32>
// CHECK:         tensor.empty() : tensor<1x1x200x8xf32>
func.func @one_gate(%x: tensor<5x7x4xf32>, %w: tensor<1x200x4xf32>, %r: tensor<1x200x200xf32>) -> tensor<5x1x7x200xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 200 : i64, node_name = "n"} : (tensor<5x7x4xf32>, tensor<1x200x4xf32>, tensor<1x200x200xf32>) -> (tensor<5x1x7x200xf32>, tensor<1x7x200xf32>)
  return %0#0 : tensor<5x1x7x200xf32>
}

// ... of two 64, and of the third one, which is multiplied by itself, 96; ...
// CHECK-LABEL: func.func @two_gates(
// CHECK:         tensor.empty() : tensor<3x8x200x16xf32>
// CHECK:         tensor.empty() : tensor<1x1x200x16xf32>
// CHECK:         tensor.empty() : tensor<2x6x200x16xf32>
// CHECK:         tensor.empty() : tensor<1x1x200x8xf32>
func.func @two_gates(%x: tensor<5x7x4xf32>, %w: tensor<1x600x4xf32>, %r: tensor<1x600x200xf32>) -> tensor<5x1x7x200xf32> {
  %0:2 = ascend.common_gru %x, %w, %r {ge.hidden_size = 200 : i64, node_name = "n"} : (tensor<5x7x4xf32>, tensor<1x600x4xf32>, tensor<1x600x200xf32>) -> (tensor<5x1x7x200xf32>, tensor<1x7x200xf32>)
  return %0#0 : tensor<5x1x7x200xf32>
}

// ... of three and of four 32.
// CHECK-LABEL: func.func @three_gates(
// CHECK:         tensor.empty() : tensor<6x6x200x16xf32>
// CHECK:         tensor.empty() : tensor<1x1x200x24xf32>
func.func @three_gates(%x: tensor<5x7x4xf32>, %w: tensor<1x600x4xf32>, %r: tensor<1x600x200xf32>) -> tensor<5x1x7x200xf32> {
  %0:2 = ascend.common_gru %x, %w, %r {ge.hidden_size = 200 : i64, ge.linear_before_reset = 1 : i64, node_name = "n"} : (tensor<5x7x4xf32>, tensor<1x600x4xf32>, tensor<1x600x200xf32>) -> (tensor<5x1x7x200xf32>, tensor<1x7x200xf32>)
  return %0#0 : tensor<5x1x7x200xf32>
}

// CHECK-LABEL: func.func @four_gates(
// CHECK:         tensor.empty() : tensor<6x8x200x16xf32>
// CHECK:         tensor.empty() : tensor<1x2x200x16xf32>
func.func @four_gates(%x: tensor<5x7x4xf32>, %w: tensor<1x800x4xf32>, %r: tensor<1x800x200xf32>) -> tensor<5x1x7x200xf32> {
  %0:3 = ascend.common_lstm %x, %w, %r {ge.hidden_size = 200 : i64, node_name = "n"} : (tensor<5x7x4xf32>, tensor<1x800x4xf32>, tensor<1x800x200xf32>) -> (tensor<5x1x7x200xf32>, tensor<1x7x200xf32>, tensor<1x7x200xf32>)
  return %0#0 : tensor<5x1x7x200xf32>
}

// A block's sums are those of up to 32 sequences; of a dynamic batch of eight, then one
// by one.
// CHECK-LABEL: func.func @pieces(
// CHECK:         scf.forall
// CHECK:           tensor<40x96xf32> to tensor<32x96xf32>
// CHECK:           tensor<40x96xf32> to tensor<8x96xf32>
func.func @pieces(%x: tensor<5x40x4xf32>, %w: tensor<1x576x4xf32>, %r: tensor<1x576x576xf32>) -> tensor<5x1x40x576xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 576 : i64, node_name = "n"} : (tensor<5x40x4xf32>, tensor<1x576x4xf32>, tensor<1x576x576xf32>) -> (tensor<5x1x40x576xf32>, tensor<1x40x576xf32>)
  return %0#0 : tensor<5x1x40x576xf32>
}

// CHECK-LABEL: func.func @pieces_of_open(
// CHECK:         scf.forall
// CHECK:           scf.for
// CHECK:             tensor<?x96xf32> to tensor<8x96xf32>
// CHECK:           scf.for
// CHECK:             tensor<?x96xf32> to tensor<1x96xf32>
func.func @pieces_of_open(%x: tensor<5x?x4xf32>, %w: tensor<1x576x4xf32>, %r: tensor<1x576x576xf32>) -> tensor<5x1x?x576xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 576 : i64, node_name = "n"} : (tensor<5x?x4xf32>, tensor<1x576x4xf32>, tensor<1x576x576xf32>) -> (tensor<5x1x?x576xf32>, tensor<1x?x576xf32>)
  return %0#0 : tensor<5x1x?x576xf32>
}

// Inputs are multiplied up to 64 steps ahead, into 128 KiB; where fewer steps are left,
// for eight rows at once.
// CHECK-LABEL: func.func @steps_ahead(
// CHECK:         %[[STEP:.*]] = arith.constant 64 : index
// CHECK:         scf.for {{.*}} step %[[STEP]]
// CHECK:           tensor.empty() : tensor<64x4x1x16xf32>
// CHECK:           scf.if
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:               tensor<64x4x1x16xf32> to tensor<2x4x1x16xf32>
// CHECK:             scf.for
// CHECK:               tensor<64x4x1x16xf32> to tensor<1x4x1x16xf32>
func.func @steps_ahead(%x: tensor<100x8x4xf32>, %w: tensor<1x8x4xf32>, %r: tensor<1x8x8xf32>) -> tensor<100x1x8x8xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 8 : i64, node_name = "n"} : (tensor<100x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x8xf32>) -> (tensor<100x1x8x8xf32>, tensor<1x8x8xf32>)
  return %0#0 : tensor<100x1x8x8xf32>
}

// CHECK-LABEL: func.func @twice_as_many(
// CHECK:           tensor.empty() : tensor<64x4x1x16xf32>
// CHECK-NOT:       scf.if
// CHECK:           scf.for
func.func @twice_as_many(%x: tensor<128x8x4xf32>, %w: tensor<1x8x4xf32>, %r: tensor<1x8x8xf32>) -> tensor<128x1x8x8xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 8 : i64, node_name = "n"} : (tensor<128x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x8xf32>) -> (tensor<128x1x8x8xf32>, tensor<1x8x8xf32>)
  return %0#0 : tensor<128x1x8x8xf32>
}

// CHECK-LABEL: func.func @few_steps(
// CHECK:           tensor.empty() : tensor<5x4x1x16xf32>
// CHECK-NOT:       scf.if
// CHECK:           scf.for
func.func @few_steps(%x: tensor<5x8x4xf32>, %w: tensor<1x8x4xf32>, %r: tensor<1x8x8xf32>) -> tensor<5x1x8x8xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 8 : i64, node_name = "n"} : (tensor<5x8x4xf32>, tensor<1x8x4xf32>, tensor<1x8x8xf32>) -> (tensor<5x1x8x8xf32>, tensor<1x8x8xf32>)
  return %0#0 : tensor<5x1x8x8xf32>
}

// CHECK-LABEL: func.func @wide(
// CHECK:           tensor.empty() : tensor<16x4x16x32xf32>
func.func @wide(%x: tensor<32x8x4xf32>, %w: tensor<1x512x4xf32>, %r: tensor<1x512x512xf32>) -> tensor<32x1x8x512xf32> {
  %0:2 = ascend.common_rnn %x, %w, %r {ge.hidden_size = 512 : i64, node_name = "n"} : (tensor<32x8x4xf32>, tensor<1x512x4xf32>, tensor<1x512x512xf32>) -> (tensor<32x1x8x512xf32>, tensor<1x8x512xf32>)
  return %0#0 : tensor<32x1x8x512xf32>
}
