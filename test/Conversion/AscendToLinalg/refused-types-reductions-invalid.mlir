// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that reductions, scans, losses and determinants have no loops for.
func.func @loss_x(%a: tensor<3x5xf64>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f64, i64 -> f32, f32}}
  %0:2 = ascend.nll_loss %a, %b {node_name = "n"} : (tensor<3x5xf64>, tensor<3xi64>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @loss_target(%a: tensor<3x5xf32>, %b: tensor<3xi16>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f32, i16 -> f32, f32}}
  %0:2 = ascend.nll_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi16>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @loss_unsigned_target(%a: tensor<3x5xf32>, %b: tensor<3xui32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f32, ui32 -> f32, f32}}
  %0:2 = ascend.nll_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xui32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @loss_weight(%a: tensor<3x5xf32>, %b: tensor<3xi64>, %c: tensor<5xf64>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f32, i64, f64 -> f32, f32}}
  %0:2 = ascend.nll_loss %a, %b, %c {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>, tensor<5xf64>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @loss_y(%a: tensor<3x5xf32>, %b: tensor<3xi64>) -> (tensor<f64>, tensor<f32>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f32, i64 -> f64, f32}}
  %0:2 = ascend.nll_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f64>, tensor<f32>)
  return %0#0, %0#1 : tensor<f64>, tensor<f32>
}

// -----

func.func @loss_total(%a: tensor<3x5xf32>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<f64>) {
  // expected-error@+1 {{op type 'NLLLoss' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32, f64}}
  %0:2 = ascend.nll_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<f64>)
  return %0#0, %0#1 : tensor<f32>, tensor<f64>
}

// -----

func.func @softmax_loss_x(%a: tensor<3x5xf64>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf32>) {
  // expected-error@+1 {{op type 'SoftmaxCrossEntropyLoss' has no CPU lowering (node 'n'): not for element types f64, i64 -> f32, f32}}
  %0:2 = ascend.softmax_cross_entropy_loss %a, %b {node_name = "n"} : (tensor<3x5xf64>, tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<3x5xf32>
}

// -----

func.func @softmax_loss_log(%a: tensor<3x5xf32>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf64>) {
  // expected-error@+1 {{op type 'SoftmaxCrossEntropyLoss' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32, f64}}
  %0:2 = ascend.softmax_cross_entropy_loss %a, %b {node_name = "n"} : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf64>)
  return %0#0, %0#1 : tensor<f32>, tensor<3x5xf64>
}

// -----

func.func @determinant_of_doubles(%a: tensor<2x3x3xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{op type 'MatrixDeterminant' has no CPU lowering (node 'n'): not for element types f64 -> f32}}
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2x3x3xf64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @determinant_to_doubles(%a: tensor<2x3x3xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{op type 'MatrixDeterminant' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2x3x3xf32>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func @determinant_of_integers(%a: tensor<2x3x3xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{op type 'MatrixDeterminant' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2x3x3xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @sum_of_complex(%a: tensor<4x6xcomplex<f32>>) -> tensor<6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types complex<f32> -> complex<f32>}}
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}

// -----

func.func @sum_of_signed(%a: tensor<4x6xsi32>) -> tensor<6xsi32> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types si32 -> si32}}
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xsi32>) -> tensor<6xsi32>
  return %0 : tensor<6xsi32>
}

// -----

func.func @sum_to_float(%a: tensor<4x6xi32>) -> tensor<6xf32> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @sum_to_integer(%a: tensor<4x6xf32>) -> tensor<6xi32> {
  // expected-error@+1 {{op type 'ReduceSumD' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xf32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

func.func @any_as_byte(%a: tensor<4x6xi1>) -> tensor<6xi8> {
  // expected-error@+1 {{op type 'ReduceMaxD' has no CPU lowering (node 'n'): not for element types i1 -> i8}}
  %0 = ascend.reduce_max_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}

// -----

func.func @mean_of_bools(%a: tensor<4x6xi1>) -> tensor<6xi1> {
  // expected-error@+1 {{op type 'ReduceMeanD' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.reduce_mean_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// -----

func.func @product_of_bools(%a: tensor<4x6xi1>) -> tensor<6xi1> {
  // expected-error@+1 {{op type 'ReduceProdD' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.reduce_prod_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// -----

func.func @squares_of_bools(%a: tensor<4x6xi1>) -> tensor<4x1xi1> {
  // expected-error@+1 {{op type 'SquareSumV1' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.square_sum_v1 %a {ge.axis = array<i64: 1>, node_name = "n"} : (tensor<4x6xi1>) -> tensor<4x1xi1>
  return %0 : tensor<4x1xi1>
}

// -----

func.func @pool_of_integers(%a: tensor<1x8x7x7xi32>) -> tensor<1x8x1x1xi32> {
  // expected-error@+1 {{op type 'GlobalAveragePool' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.global_average_pool %a {node_name = "n"} : (tensor<1x8x7x7xi32>) -> tensor<1x8x1x1xi32>
  return %0 : tensor<1x8x1x1xi32>
}

// -----

func.func @root_of_integers(%a: tensor<4x6xui8>) -> tensor<4xui8> {
  // expected-error@+1 {{op type 'LpNormV2' has no CPU lowering (node 'n'): not for element types ui8 -> ui8}}
  %0 = ascend.lp_norm_v2 %a {ge.axes = array<i64: 1>, ge.p = 2.0 : f32, node_name = "n"} : (tensor<4x6xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

func.func @sum_by_operand(%a: tensor<4x6xi32>) -> tensor<6xi64> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): not for element types i32, i64 -> i64}}
  %0 = ascend.reduce_sum %a, %k {node_name = "n"} : (tensor<4x6xi32>, tensor<1xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

func.func @log_sum_narrows(%a: tensor<4x6xf64>) -> tensor<6xf32> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ReduceLogSumExp' has no CPU lowering (node 'n'): not for element types f64, i64 -> f32}}
  %0 = ascend.reduce_log_sum_exp %a, %k {node_name = "n"} : (tensor<4x6xf64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @log_sum_widens(%a: tensor<4x6xf32>) -> tensor<6xf64> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ReduceLogSumExp' has no CPU lowering (node 'n'): not for element types f32, i64 -> f64}}
  %0 = ascend.reduce_log_sum_exp %a, %k {node_name = "n"} : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// -----

func.func @log_sum_of_integers(%a: tensor<4x6xi32>) -> tensor<6xf32> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ReduceLogSumExp' has no CPU lowering (node 'n'): not for element types i32, i64 -> f32}}
  %0 = ascend.reduce_log_sum_exp %a, %k {node_name = "n"} : (tensor<4x6xi32>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Positions are int32 or int64.
func.func @position_of_complex(%a: tensor<4x6xcomplex<f32>>) -> tensor<6xi32> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ArgMaxV2' has no CPU lowering (node 'n'): not for element types complex<f32>, i64 -> i32}}
  %0 = ascend.arg_max_v2 %a, %k {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<1xi64>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

func.func @position_as_float(%a: tensor<4x6xf32>) -> tensor<6xf32> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'ArgMin' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32}}
  %0 = ascend.arg_min %a, %k {node_name = "n"} : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @unsigned_position(%a: tensor<4x6xf32>) -> tensor<6xui32> {
  // expected-error@+1 {{op type 'ArgMaxD' has no CPU lowering (node 'n'): not for element types f32 -> ui32}}
  %0 = ascend.arg_max_d %a {ge.dimension = 0 : i64, node_name = "n"} : (tensor<4x6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func @byte_position(%a: tensor<4x6xf32>) -> tensor<6xi8> {
  // expected-error@+1 {{op type 'ArgMinD' has no CPU lowering (node 'n'): not for element types f32 -> i8}}
  %0 = ascend.arg_min_d %a {ge.dimension = 0 : i64, node_name = "n"} : (tensor<4x6xf32>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}

// -----

func.func @sums_of_complex(%a: tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'Cumsum' has no CPU lowering (node 'n'): not for element types complex<f32>, i64 -> complex<f32>}}
  %0 = ascend.cumsum %a, %k {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<1xi64>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// -----

func.func @sums_as_floats(%a: tensor<4x6xi32>) -> tensor<4x6xf32> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'Cumsum' has no CPU lowering (node 'n'): not for element types i32, i64 -> f32}}
  %0 = ascend.cumsum %a, %k {node_name = "n"} : (tensor<4x6xi32>, tensor<1xi64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @wider_sums(%a: tensor<4x6xi32>) -> tensor<4x6xi64> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'Cumsum' has no CPU lowering (node 'n'): not for element types i32, i64 -> i64}}
  %0 = ascend.cumsum %a, %k {node_name = "n"} : (tensor<4x6xi32>, tensor<1xi64>) -> tensor<4x6xi64>
  return %0 : tensor<4x6xi64>
}

// -----

func.func @products_of_bools(%a: tensor<4x6xi1>) -> tensor<4x6xi1> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'Cumprod' has no CPU lowering (node 'n'): not for element types i1, i64 -> i1}}
  %0 = ascend.cumprod %a, %k {node_name = "n"} : (tensor<4x6xi1>, tensor<1xi64>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// -----

func.func @wider_products(%a: tensor<4x6xi32>) -> tensor<4x6xi64> {
  // expected-error@+1 {{op type 'CumprodD' has no CPU lowering (node 'n'): not for element types i32 -> i64}}
  %0 = ascend.cumprod_d %a {ge.axis = 0 : i64, node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xi64>
  return %0 : tensor<4x6xi64>
}

// -----

func.func @sums_as_integers(%a: tensor<4x6xf32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'CumsumD' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.cumsum_d %a {ge.axis = 0 : i64, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
