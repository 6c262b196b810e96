// RUN: ascend-opt %s -split-input-file -verify-diagnostics

// What each op declares is in unittests/Dialect/GEAttributesTest.cpp; here is how
// the verifier says it.

func.func @misspelled(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'ascend.softmax_v2' op has no attribute 'ge.axis'; did you mean 'ge.axes'?}}
  %0 = ascend.softmax_v2 %x {ge.axis = array<i64: 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @near_to_nothing(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'ascend.hard_sigmoid' op has no attribute 'ge.gain_of_it_all'; it has 'ge.alpha', 'ge.beta'}}
  %0 = ascend.hard_sigmoid %x {ge.gain_of_it_all = 1.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @none_at_all(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'ascend.relu' op has no attribute 'ge.negative_slope'; it has none of its own}}
  %0 = ascend.relu %x {ge.negative_slope = 1.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @transposed(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.mat_mul_v2' op has no attribute 'ge.transpoze_x2'; did you mean 'ge.transpose_x2'?}}
  %0 = ascend.mat_mul_v2 %x, %x {ge.transpoze_x2 = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @without_prefix(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.mat_mul_v2' op has an unknown attribute 'transpose_x2'; did you mean 'ge.transpose_x2'?}}
  %0 = ascend.mat_mul_v2 %x, %x {transpose_x2 = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @other_prefix(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.softmax_v2' op has an unknown attribute 'gee.axes'; did you mean 'ge.axes'?}}
  %0 = ascend.softmax_v2 %x {gee.axes = array<i64: 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @no_such_thing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.relu' op has an unknown attribute 'slope'}}
  %0 = ascend.relu %x {slope = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Attributes of another dialect are its own affair.
func.func @foreign(%x: tensor<4xf32>) {
  %0 = ascend.relu %x {func.note = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bool_as_integer(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ge.transpose_x2' must be 'true' or 'false', is 1 : i64}}
  %0 = ascend.mat_mul_v2 %x, %x {ge.transpose_x2 = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @double(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ge.value' must be a number such as '1.0 : f32', is 5.000000e-01 : f64}}
  %0 = ascend.muls %x {ge.value = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @narrow_integer(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ge.axis' must be an integer such as '1 : i64', is 1 : i32}}
  %0 = ascend.hard_max %x {ge.axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @list_of_attributes(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ge.axes' must be a list such as 'array<i64: 1, 2>', is [1]}}
  %0 = ascend.reduce_sum_d %x {ge.axes = [1]} : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @least(%x: tensor<1x1x4x4xf32>) {
  // expected-error @+1 {{'ge.divisor_override' must be at least 0, is -77}}
  %0 = ascend.avg_pool_v2 %x {ge.divisor_override = -77 : i64, ge.ksize = array<i64: 1, 1, 2, 2>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

// The maximum divides by nothing.
func.func @of_the_mean_alone(%x: tensor<1x1x4x4xf32>) {
  // expected-error @+1 {{'ascend.max_pool_v3' op has no attribute 'ge.divisor_override'}}
  %0 = ascend.max_pool_v3 %x {ge.divisor_override = 1 : i64, ge.ksize = array<i64: 1, 1, 2, 2>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

// Of any node.
func.func @kept(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.relu' op has no attribute 'ge.keep_dtpye'; did you mean 'ge.keep_dtype'?}}
  %0 = ascend.relu %x {ge.keep_dtpye = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// What nobody models may have any.
func.func @of_any_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.ge_op "SomethingElse"(%x) {ge.whatever = 1 : i8} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What passes note is a closed list.
func.func @note(%x: tensor<4xf32>) {
  // expected-error @+1 {{has an unknown attribute 'ascend.keep_dtypes'; did you mean 'ascend.keep_dtype'?}}
  %0 = ascend.relu %x {ascend.keep_dtypes} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{has an unknown attribute 'ascend.nmae'; did you mean 'ascend.name'?}}
func.func @argument(%x: tensor<4xf32> {ascend.nmae = "x"}) {
  return
}

// -----

// expected-error @+1 {{has an unknown attribute 'ascend.something_else'}}
func.func @result(%x: tensor<4xf32>) -> (tensor<4xf32> {ascend.something_else}) {
  return %x : tensor<4xf32>
}

// -----

func.func @decision_of_two(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.relu' op has 1 inputs, its decision 2}}
  %0 = ascend.relu %x {precision = #ascend.precision<(f16, f16) -> (f16), origin = (f32, f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @decision_of_none(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.relu' op has 1 outputs, its decision 0}}
  %0 = ascend.relu %x {precision = #ascend.precision<(f16) -> (), origin = (f32) -> (), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @decision_of_any_op(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.ge_op' op has 1 inputs, its decision 2}}
  %0 = ascend.ge_op "Sinkhorn"(%x) {precision = #ascend.precision<(f16, f16) -> (f16), origin = (f32, f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @decision_of_foreign_op(%x: f32) {
  // expected-error @+1 {{'arith.negf' op has 1 outputs, its decision 2}}
  %0 = arith.negf %x {ascend.precision = #ascend.precision<(f16) -> (f16, f16), origin = (f32) -> (f32, f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : f32
  return
}

// -----

func.func @needed(%x: tensor<1x8x2x2xf32>) {
  // expected-error @+1 {{'ascend.depth_to_space' op needs 'ge.block_size'}}
  %0 = ascend.depth_to_space %x : (tensor<1x8x2x2xf32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

func.func @of_the_lstm(%x: tensor<5x2x4xf32>, %w: tensor<1x9x4xf32>, %r: tensor<1x9x3xf32>) {
  // expected-error @+1 {{'ascend.common_gru' op has no attribute 'ge.input_forget'}}
  %0:2 = ascend.common_gru %x, %w, %r {ge.input_forget = 1 : i64} : (tensor<5x2x4xf32>, tensor<1x9x4xf32>, tensor<1x9x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @of_the_gru(%x: tensor<5x2x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) {
  // expected-error @+1 {{'ascend.common_lstm' op has no attribute 'ge.linear_before_reset'}}
  %0:3 = ascend.common_lstm %x, %w, %r {ge.linear_before_reset = 1 : i64} : (tensor<5x2x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<5x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return
}
