// What verifiers and parsers refuse, and how they say so.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @ge_op_without_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.ge_op' op needs the name of a GE operator type}}
  %0 = ascend.ge_op ""(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @groups_miscount(%x: tensor<4xf32>) {
  // expected-error @+1 {{'operand_groups' counts 3 operands, the op has 1}}
  %0 = ascend.ge_op "T"(%x) {operand_groups = array<i32: 2, 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @groups_negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{'operand_groups' has a negative entry -1}}
  %0 = ascend.ge_op "T"(%x) {operand_groups = array<i32: 2, -1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Counts that wrap around in 32 bits.
func.func @groups_overflow(%x: tensor<4xf32>) {
  // expected-error @+1 {{'operand_groups' counts 4294967297 operands, the op has 1}}
  %0 = ascend.ge_op "T"(%x) {operand_groups = array<i32: 2147483647, 2147483647, 3>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @ge_op_on_scalar(%x: f32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor or none, but got 'f32'}}
  %0 = ascend.ge_op "T"(%x) : (f32) -> tensor<4xf32>
  return
}

// -----

func.func @constant_type() {
  // expected-error @+1 {{op failed to verify that all of {value, output} have same type}}
  %0 = "ascend.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @constant_without_value() {
  // expected-error @+1 {{requires attribute 'value'}}
  %0 = "ascend.constant"() : () -> tensor<5xf32>
  return
}

// -----

func.func @name_of_wrong_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'node_name' failed to satisfy constraint: string attribute}}
  %0 = ascend.relu %x {node_name = 1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @original_names_of_wrong_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'original_names' failed to satisfy constraint: string array attribute}}
  %0 = ascend.relu %x {original_names = [1]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @impl_mode_as_string(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'impl_mode' failed to satisfy constraint: Implementation mode of an op}}
  %0 = ascend.relu %x {impl_mode = "high_precision"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @impl_mode_unknown(%x: tensor<4xf32>) {
  // expected-error @+1 {{unknown word 'precise'}}
  %0 = ascend.relu %x {impl_mode = #ascend.impl_mode<precise>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_such_op(%x: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'ascend.scatter' is unknown}}
  %0 = ascend.scatter %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = ascend.relu %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bias_too_short(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %bias: tensor<4xf32>) {
  // expected-error @+1 {{bias has 4 elements, the result has 5 channels}}
  %0 = ascend.mat_mul_v2 %a, %b, %bias : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @batch_bias_too_long(%a: tensor<2x4x6xf32>, %b: tensor<6x5xf32>, %bias: tensor<6xf32>) {
  // expected-error @+1 {{bias has 6 elements, the result has 5 channels}}
  %0 = ascend.batch_mat_mul_v2 %a, %b, %bias : (tensor<2x4x6xf32>, tensor<6x5xf32>, tensor<6xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @fully_connection_bias(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>, %bias: tensor<6xf32>) {
  // expected-error @+1 {{bias has 6 elements, the result has 5 channels}}
  %0 = ascend.fully_connection %x, %w, %bias {ge.transpose = true} : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<6xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @fully_connection_outputs(%x: tensor<4x6xf32>, %w: tensor<5x6xf32>) {
  // expected-error @+1 {{'ge.num_output' is 6, the weights have 5 outputs}}
  %0 = ascend.fully_connection %x, %w {ge.num_output = 6 : i64} : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @conv_bias(%x: tensor<1x8x7x7xf32>, %f: tensor<4x8x3x3xf32>, %bias: tensor<8xf32>) {
  // expected-error @+1 {{bias has 8 elements, the result has 4 channels}}
  %0 = ascend.conv2d %x, %f, %bias : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>, tensor<8xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @too_many_optionals(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %v: tensor<5xf32>) {
  // expected-error @+1 {{takes at most bias and offset_w after its two operands, but has 3 more}}
  %0 = ascend.mat_mul_v2 %a, %b, %v, %v, %v : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error @+1 {{needs at least one operand}}
  %0 = ascend.concat_d {ge.concat_dim = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{'ascend.options' stands on a module only}}
func.func @options_on_function() attributes {ascend.options = {}} {
  return
}

// -----

// expected-error @+1 {{'ascend.options' must be a dictionary}}
module attributes {ascend.options = "soc=Ascend910B1"} {
}

// -----

// expected-error @+1 {{'ascend.materialized' stands on a module only}}
func.func @materialized_on_function() attributes {ascend.materialized} {
  return
}

// -----

func.func @foreign_precision(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.precision' must be #ascend.precision}}
  %0 = math.tanh %x {ascend.precision = "f16"} : tensor<4xf32>
  return
}

// -----

func.func @foreign_mode(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.impl_mode' must be #ascend.impl_mode}}
  %0 = math.tanh %x {ascend.impl_mode = "high_precision"} : tensor<4xf32>
  return
}

// -----

func.func @foreign_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.node_name' must be a string}}
  %0 = math.tanh %x {ascend.node_name = 7} : tensor<4xf32>
  return
}

// -----

func.func @names_of_shown(%x: tensor<4xf32>) {
  // expected-error@+1 {{'ascend.observe' op has 2 names for 1 tensors: give each one a name}}
  ascend.observe %x {index = 0, names = ["a", "b"], node = "n", op_type = "Elu"} : tensor<4xf32>
  return
}

// -----

func.func @number_of_shown(%x: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'index' failed to satisfy constraint}}
  ascend.observe %x {index = -1, names = ["a"], node = "n", op_type = "Elu"} : tensor<4xf32>
  return
}
