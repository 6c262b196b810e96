// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that the cube unit has no product of, and biases that do not fit.
func.func @left_double(%a: tensor<2x3xf64>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f64, f32 -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @right_double(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @double_result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf64> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f32, f32 -> f64}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func @double_to_float(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f64, f64 -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @mixed(%a: tensor<2x3xf32>, %b: tensor<3x4xi8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f32, i8 -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xi8>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @integers_to_float(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i8, i8 -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @narrow_sums(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>) -> tensor<2x4xi8> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i8, i8 -> i8}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @wide_sums(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>) -> tensor<2x4xi64> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i8, i8 -> i64}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// -----

func.func @wide_left(%a: tensor<2x3xi64>, %b: tensor<3x4xi32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i64, i32 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi64>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @wide_right(%a: tensor<2x3xi32>, %b: tensor<3x4xi64>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i32, i64 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi32>, tensor<3x4xi64>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @unsigned_left(%a: tensor<2x3xui32>, %b: tensor<3x4xi32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types ui32, i32 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xui32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @unsigned_right(%a: tensor<2x3xi32>, %b: tensor<3x4xui32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i32, ui32 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi32>, tensor<3x4xui32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @bools(%a: tensor<2x3xi1>, %b: tensor<3x4xi8>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types i1, i8 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi1>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @complex_product(%a: tensor<2x3xcomplex<f32>>, %b: tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types complex<f32>, complex<f32> -> complex<f32>}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}

// -----

func.func @small(%a: tensor<2x3xf8E4M3FN>, %b: tensor<3x4xf8E4M3FN>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f8E4M3FN, f8E4M3FN -> f32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E4M3FN>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @to_small(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf8E5M2> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types f32, f32 -> f8E5M2}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf8E5M2>
  return %0 : tensor<2x4xf8E5M2>
}

// -----

func.func @signed(%a: tensor<2x3xsi8>, %b: tensor<3x4xsi8>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): not for element types si8, si8 -> i32}}
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xsi8>, tensor<3x4xsi8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @batch_of_doubles(%a: tensor<5x2x3xf64>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  // expected-error@+1 {{op type 'BatchMatMulV2' has no CPU lowering (node 'n'): not for element types f64, f32 -> f32}}
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "n"} : (tensor<5x2x3xf64>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

func.func @full_of_doubles(%a: tensor<2x3xf32>, %b: tensor<4x3xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'FullyConnection' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.fully_connection %a, %b {ge.num_output = 4 : i64, node_name = "n"} : (tensor<2x3xf32>, tensor<4x3xf64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @double_bias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4xf64>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @integer_bias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4xi32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @hif8_bias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4x!ascend.hif8>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4x!ascend.hif8>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @float_bias(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<4xf32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<4xf32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @wide_bias(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<4xi64>) -> tensor<2x4xi32> {
  // expected-error@+1 {{op type 'MatMulV2' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<4xi64>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @conv_x(%a: tensor<1x2x5x5xf64>, %b: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): not for element types f64, f32 -> f32}}
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x2x5x5xf64>, tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @conv_filter(%a: tensor<1x2x5x5xf32>, %b: tensor<3x2x3x3xf64>) -> tensor<1x3x3x3xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf64>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @conv_y(%a: tensor<1x2x5x5xf32>, %b: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf64> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): not for element types f32, f32 -> f64}}
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf64>
  return %0 : tensor<1x3x3x3xf64>
}

// -----

func.func @conv_doubles(%a: tensor<1x2x5x5xf64>, %b: tensor<3x2x3x3xf64>) -> tensor<1x3x3x3xf64> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): not for element types f64, f64 -> f64}}
  %0 = ascend.conv2d %a, %b {node_name = "n"} : (tensor<1x2x5x5xf64>, tensor<3x2x3x3xf64>) -> tensor<1x3x3x3xf64>
  return %0 : tensor<1x3x3x3xf64>
}

// -----

func.func @conv_bias(%a: tensor<1x2x5x5xf32>, %b: tensor<3x2x3x3xf32>, %c: tensor<3xf64>) -> tensor<1x3x3x3xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.conv2d %a, %b, %c {node_name = "n"} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>, tensor<3xf64>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// -----

func.func @conv_integer_bias(%a: tensor<1x2x5x5xi8>, %b: tensor<3x2x3x3xi8>, %c: tensor<3xf32>) -> tensor<1x3x3x3xi32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): its bias does not fit its result}}
  %0 = ascend.conv2d %a, %b, %c {node_name = "n"} : (tensor<1x2x5x5xi8>, tensor<3x2x3x3xi8>, tensor<3xf32>) -> tensor<1x3x3x3xi32>
  return %0 : tensor<1x3x3x3xi32>
}

// -----

func.func @conv3d_x(%a: tensor<1x2x5x5x5xi64>, %b: tensor<3x2x3x3x3xi8>) -> tensor<1x3x3x3x3xi32> {
  // expected-error@+1 {{op type 'Conv3D' has no CPU lowering (node 'n'): not for element types i64, i8 -> i32}}
  %0 = ascend.conv3d %a, %b {node_name = "n"} : (tensor<1x2x5x5x5xi64>, tensor<3x2x3x3x3xi8>) -> tensor<1x3x3x3x3xi32>
  return %0 : tensor<1x3x3x3x3xi32>
}

// -----

func.func @conv_transpose(%a: tensor<1x8x7x7xf64>, %b: tensor<8x4x3x3xf32>) -> tensor<1x4x9x9xf32> {
  %k = ascend.constant dense<0> : tensor<4xi32>
  // expected-error@+1 {{op type 'Conv2DTranspose' has no CPU lowering (node 'n'): not for element types i32, f64, f32 -> f32}}
  %0 = ascend.conv2d_transpose %k, %a, %b {node_name = "n"} : (tensor<4xi32>, tensor<1x8x7x7xf64>, tensor<8x4x3x3xf32>) -> tensor<1x4x9x9xf32>
  return %0 : tensor<1x4x9x9xf32>
}

// -----

func.func @conv_transpose_d(%a: tensor<1x8x7x7xf32>, %b: tensor<8x4x3x3xf64>) -> tensor<1x4x9x9xf32> {
  // expected-error@+1 {{op type 'Conv2DTransposeD' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.conv2d_transpose_d %a, %b {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8x4x3x3xf64>) -> tensor<1x4x9x9xf32>
  return %0 : tensor<1x4x9x9xf32>
}

// -----

func.func @conv3d_transpose(%a: tensor<1x8x7x7x7xf32>, %b: tensor<8x4x3x3x3xf32>) -> tensor<1x4x9x9x9xf64> {
  %k = ascend.constant dense<0> : tensor<5xi32>
  // expected-error@+1 {{op type 'Conv3DTranspose' has no CPU lowering (node 'n'): not for element types i32, f32, f32 -> f64}}
  %0 = ascend.conv3d_transpose %k, %a, %b {node_name = "n"} : (tensor<5xi32>, tensor<1x8x7x7x7xf32>, tensor<8x4x3x3x3xf32>) -> tensor<1x4x9x9x9xf64>
  return %0 : tensor<1x4x9x9x9xf64>
}

// -----

func.func @conv3d_transpose_d(%a: tensor<1x8x7x7x7xi8>, %b: tensor<8x4x3x3x3xf32>) -> tensor<1x4x9x9x9xf32> {
  // expected-error@+1 {{op type 'Conv3DTransposeD' has no CPU lowering (node 'n'): not for element types i8, f32 -> f32}}
  %0 = ascend.conv3d_transpose_d %a, %b {node_name = "n"} : (tensor<1x8x7x7x7xi8>, tensor<8x4x3x3x3xf32>) -> tensor<1x4x9x9x9xf32>
  return %0 : tensor<1x4x9x9x9xf32>
}

// -----

// An einsum has one type of numbers.
func.func @einsum_first(%a: tensor<2x3xf16>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): not for element types f16, f32 -> f32}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @einsum_second(%a: tensor<2x3xf32>, %b: tensor<3x4xf16>) -> tensor<2x4xf32> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): not for element types f32, f16 -> f32}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @einsum_result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf16> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): not for element types f32, f32 -> f16}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// -----

func.func @einsum_of_bools(%a: tensor<2x3xi1>, %b: tensor<3x4xi1>) -> tensor<2x4xi1> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): not for element types i1, i1 -> i1}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xi1>, tensor<3x4xi1>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// -----

func.func @einsum_of_complex(%a: tensor<2x3xcomplex<f32>>, %b: tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  // expected-error@+1 {{op type 'Einsum' has no CPU lowering (node 'n'): not for element types complex<f32>, complex<f32> -> complex<f32>}}
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}

// -----

// A sum with a bias is in f32, or in one type of integers with a sign.
func.func @bias_of_doubles(%a: tensor<4x6xf64>, %b: tensor<6xf64>) -> tensor<4x6xf64> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types f64, f64 -> f64}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xf64>, tensor<6xf64>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// -----

func.func @bias_x(%a: tensor<4x6xf64>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types f64, f32 -> f32}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xf64>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @bias_vector(%a: tensor<4x6xf32>, %b: tensor<6xf64>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @bias_result(%a: tensor<4x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf64> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types f32, f32 -> f64}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// -----

func.func @bias_unsigned(%a: tensor<4x6xui8>, %b: tensor<6xui8>) -> tensor<4x6xui8> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types ui8, ui8 -> ui8}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xui8>, tensor<6xui8>) -> tensor<4x6xui8>
  return %0 : tensor<4x6xui8>
}

// -----

func.func @bias_wider(%a: tensor<4x6xi32>, %b: tensor<6xi64>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types i32, i64 -> i32}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xi32>, tensor<6xi64>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

func.func @bias_to_wider(%a: tensor<4x6xi32>, %b: tensor<6xi32>) -> tensor<4x6xi64> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types i32, i32 -> i64}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xi32>, tensor<6xi32>) -> tensor<4x6xi64>
  return %0 : tensor<4x6xi64>
}

// -----

func.func @bias_kinds(%a: tensor<4x6xi32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types i32, f32 -> f32}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xi32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @bias_bools(%a: tensor<4x6xi1>, %b: tensor<6xi1>) -> tensor<4x6xi1> {
  // expected-error@+1 {{op type 'BiasAdd' has no CPU lowering (node 'n'): not for element types i1, i1 -> i1}}
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xi1>, tensor<6xi1>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}
