// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that ops that compute elements from elements have no body for.
func.func @complex_relu(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types complex<f32> -> complex<f32>}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @signed_relu(%a: tensor<4xsi32>) -> tensor<4xsi32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types si32 -> si32}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xsi32>) -> tensor<4xsi32>
  return %0 : tensor<4xsi32>
}

// -----

func.func @second_complex(%a: tensor<4xf32>, %b: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types f32, complex<f32> -> f32}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @second_kind(%a: tensor<4xf32>, %b: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types f32, i32 -> f32}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @second_width(%a: tensor<4xi32>, %b: tensor<4xi64>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types i32, i64 -> i32}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @second_sign(%a: tensor<4xi32>, %b: tensor<4xui32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types i32, ui32 -> i32}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xi32>, tensor<4xui32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @third_kind(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'ClipByValue' has no CPU lowering (node 'n'): not for element types f32, f32, i32 -> f32}}
  %0 = ascend.clip_by_value %a, %b, %c {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @gelu_of_doubles(%a: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{op type 'Gelu' has no CPU lowering (node 'n'): not for element types f64 -> f64}}
  %0 = ascend.gelu %a {node_name = "n"} : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @exp_of_integers(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Exp' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.exp %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @ceil_of_integers(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Ceil' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.ceil %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @elu_of_doubles(%a: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{op type 'Elu' has no CPU lowering (node 'n'): not for element types f64 -> f64}}
  %0 = ascend.elu %a {node_name = "n"} : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @elu_of_integers(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Elu' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.elu %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @p_relu_of_doubles(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{op type 'PRelu' has no CPU lowering (node 'n'): not for element types f64, f64 -> f64}}
  %0 = ascend.p_relu %a, %b {node_name = "n"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @shift_of_floats(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'LeftShift' has no CPU lowering (node 'n'): not for element types f32, f32 -> f32}}
  %0 = ascend.left_shift %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shift_of_bools(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'LeftShift' has no CPU lowering (node 'n'): not for element types i1, i1 -> i1}}
  %0 = ascend.left_shift %a, %b {node_name = "n"} : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @quantized(%a: tensor<4xf32>) -> tensor<4xi8> {
  // expected-error@+1 {{op type 'AscendQuant' has no CPU lowering (node 'n'): not for element types f32 -> i8}}
  %0 = ascend.ascend_quant %a {ge.offset = 0.0 : f32, ge.scale = 1.0 : f32, node_name = "n"} : (tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @sqrt_of_small(%a: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // expected-error@+1 {{op type 'Sqrt' has no CPU lowering (node 'n'): not for element types f8E4M3FN -> f8E4M3FN}}
  %0 = ascend.sqrt %a {node_name = "n"} : (tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// -----

func.func @bits_of_floats(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'BitwiseAnd' has no CPU lowering (node 'n'): not for element types f32, f32 -> f32}}
  %0 = ascend.bitwise_and %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @bits_of_doubles(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{op type 'BitwiseAnd' has no CPU lowering (node 'n'): not for element types f64, f64 -> f64}}
  %0 = ascend.bitwise_and %a, %b {node_name = "n"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @logic_of_floats(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'LogicalAnd' has no CPU lowering (node 'n'): not for element types f32, f32 -> i1}}
  %0 = ascend.logical_and %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @sum_of_bools(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types i1, i1 -> i1}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @nan_of_integers(%a: tensor<4xi32>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'IsNan' has no CPU lowering (node 'n'): not for element types i32 -> i1}}
  %0 = ascend.is_nan %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @order_in_bytes(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi8> {
  // expected-error@+1 {{op type 'Less' has no CPU lowering (node 'n'): not for element types f32, f32 -> i8}}
  %0 = ascend.less %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @order_in_floats(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Less' has no CPU lowering (node 'n'): not for element types f32, f32 -> f32}}
  %0 = ascend.less %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @bool_of_sum(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  // expected-error@+1 {{op type 'Add' has no CPU lowering (node 'n'): not for element types f32, f32 -> i1}}
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @integer_of_float(%a: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @wider_integer(%a: tensor<4xi32>) -> tensor<4xi64> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types i32 -> i64}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @float_of_integer(%a: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @small_result(%a: tensor<4xf32>) -> tensor<4xf8E5M2> {
  // expected-error@+1 {{op type 'Relu' has no CPU lowering (node 'n'): not for element types f32 -> f8E5M2}}
  %0 = ascend.relu %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// -----

// A choice is a bool, ...
func.func @byte_condition(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Select' has no CPU lowering (node 'n'): not for element types i8, f32, f32 -> f32}}
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @float_condition(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'SelectV2' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32}}
  %0 = ascend.select_v2 %a, %b, %c {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// ... between elements of one type, or floats.
func.func @choice_of_kinds(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Select' has no CPU lowering (node 'n'): not for element types i1, f32, i32 -> f32}}
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @choice_of_widths(%a: tensor<4xi1>, %b: tensor<4xi32>, %c: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error@+1 {{op type 'Select' has no CPU lowering (node 'n'): not for element types i1, i32, i64 -> i64}}
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<4xi32>, tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @choice_of_complex(%a: tensor<4xi1>, %b: tensor<4xcomplex<f32>>, %c: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  // expected-error@+1 {{op type 'Select' has no CPU lowering (node 'n'): not for element types i1, complex<f32>, complex<f64> -> complex<f64>}}
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// -----

func.func @choice_as_integer(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error@+1 {{op type 'Select' has no CPU lowering (node 'n'): not for element types i1, f32, f32 -> i32}}
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @choice_as_wider(%a: tensor<4xi1>, %b: tensor<4xi32>, %c: tensor<4xi32>) -> tensor<4xi64> {
  // expected-error@+1 {{op type 'SelectV2' has no CPU lowering (node 'n'): not for element types i1, i32, i32 -> i64}}
  %0 = ascend.select_v2 %a, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// Casts from and to what nothing can read.
func.func @cast_to_complex(%a: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): not for element types f32 -> complex<f32>}}
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @cast_from_complex(%a: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): not for element types complex<f32> -> f32}}
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @cast_to_signed(%a: tensor<4xf32>) -> tensor<4xsi8> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): not for element types f32 -> si8}}
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xsi8>
  return %0 : tensor<4xsi8>
}

// -----

func.func @cast_to_odd(%a: tensor<4xf32>) -> tensor<4xi7> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): not for element types f32 -> i7}}
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xi7>
  return %0 : tensor<4xi7>
}

// -----

// Rounding away from zero is for hif8 alone.
func.func @cast_ceil(%a: tensor<4xf32>) -> tensor<4xbf16> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): only round_mode rint lowers}}
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<ceil>, node_name = "n"} : (tensor<4xf32>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @cast_trunc(%a: tensor<4xf32>) -> tensor<4xi8> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): only round_mode rint lowers}}
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<trunc>, node_name = "n"} : (tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @cast_away(%a: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): only round_mode rint lowers}}
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<away>, node_name = "n"} : (tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @cast_hif8_floor(%a: tensor<4xf32>) -> tensor<4x!ascend.hif8> {
  // expected-error@+1 {{op type 'Cast' has no CPU lowering (node 'n'): only round_mode rint lowers}}
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<floor>, node_name = "n"} : (tensor<4xf32>) -> tensor<4x!ascend.hif8>
  return %0 : tensor<4x!ascend.hif8>
}
