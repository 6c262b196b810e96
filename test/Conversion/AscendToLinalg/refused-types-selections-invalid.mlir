// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that have no order, and positions that are neither int32 nor int64.
func.func @top_k_of_complex(%a: tensor<4xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>) {
  %k = ascend.constant dense<2> : tensor<i32>
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): not for element types complex<f32>, i32 -> complex<f32>, i32}}
  %0:2 = ascend.top_k %a, %k {node_name = "n"} : (tensor<4xcomplex<f32>>, tensor<i32>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xcomplex<f32>>, tensor<2xi32>
}

// -----

func.func @top_k_values(%a: tensor<4xf32>) -> (tensor<2xf16>, tensor<2xi32>) {
  %k = ascend.constant dense<2> : tensor<i32>
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): not for element types f32, i32 -> f16, i32}}
  %0:2 = ascend.top_k %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf16>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf16>, tensor<2xi32>
}

// -----

func.func @top_k_positions(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi16>) {
  %k = ascend.constant dense<2> : tensor<i32>
  // expected-error@+1 {{op type 'TopK' has no CPU lowering (node 'n'): not for element types f32, i32 -> f32, i16}}
  %0:2 = ascend.top_k %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi16>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi16>
}

// -----

func.func @top_k_d_of_complex(%a: tensor<4xcomplex<f32>>, %b: tensor<8192xf16>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>) {
  // expected-error@+1 {{op type 'TopKD' has no CPU lowering (node 'n'): not for element types complex<f32>, f16 -> complex<f32>, i32}}
  %0:2 = ascend.top_k_d %a, %b {ge.k = 2 : i64, node_name = "n"} : (tensor<4xcomplex<f32>>, tensor<8192xf16>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xcomplex<f32>>, tensor<2xi32>
}

// -----

func.func @top_k_d_values(%a: tensor<4xf32>, %b: tensor<8192xf16>) -> (tensor<2xf16>, tensor<2xi32>) {
  // expected-error@+1 {{op type 'TopKD' has no CPU lowering (node 'n'): not for element types f32, f16 -> f16, i32}}
  %0:2 = ascend.top_k_d %a, %b {ge.k = 2 : i64, node_name = "n"} : (tensor<4xf32>, tensor<8192xf16>) -> (tensor<2xf16>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf16>, tensor<2xi32>
}

// -----

func.func @top_k_d_positions(%a: tensor<4xf32>, %b: tensor<8192xf16>) -> (tensor<2xf32>, tensor<2xi16>) {
  // expected-error@+1 {{op type 'TopKD' has no CPU lowering (node 'n'): not for element types f32, f16 -> f32, i16}}
  %0:2 = ascend.top_k_d %a, %b {ge.k = 2 : i64, node_name = "n"} : (tensor<4xf32>, tensor<8192xf16>) -> (tensor<2xf32>, tensor<2xi16>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi16>
}

// -----

func.func @top_k_d_of_bools(%a: tensor<4xi1>, %b: tensor<8192xf16>) -> (tensor<2xi1>, tensor<2xi32>) {
  // expected-error@+1 {{op type 'TopKD' has no CPU lowering (node 'n'): not for element types i1, f16 -> i1, i32}}
  %0:2 = ascend.top_k_d %a, %b {ge.k = 2 : i64, node_name = "n"} : (tensor<4xi1>, tensor<8192xf16>) -> (tensor<2xi1>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi1>, tensor<2xi32>
}

// -----

// Numbers in steps are numbers of one type.
func.func @range_of_bools(%a: tensor<i1>, %b: tensor<i1>, %c: tensor<i1>) -> tensor<3xi1> {
  // expected-error@+1 {{op type 'Range' has no CPU lowering (node 'n'): not for element types i1, i1, i1 -> i1}}
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @range_of_complex(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %c: tensor<complex<f32>>) -> tensor<3xcomplex<f32>> {
  // expected-error@+1 {{op type 'Range' has no CPU lowering (node 'n'): not for element types complex<f32>, complex<f32>, complex<f32> -> complex<f32>}}
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<complex<f32>>, tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// -----

func.func @range_start(%a: tensor<f16>, %b: tensor<f32>, %c: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{op type 'Range' has no CPU lowering (node 'n'): not for element types f16, f32, f32 -> f32}}
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<f16>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @range_delta(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f16>) -> tensor<3xf32> {
  // expected-error@+1 {{op type 'Range' has no CPU lowering (node 'n'): not for element types f32, f32, f16 -> f32}}
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<f32>, tensor<f32>, tensor<f16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Positions that data decides.
func.func @non_zero_of_complex(%a: tensor<8xcomplex<f32>>) -> (tensor<8x1xi64>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonZero' has no CPU lowering (node 'n'): not for element types complex<f32> -> i64, i64}}
  %0:2 = ascend.non_zero %a {node_name = "n"} : (tensor<8xcomplex<f32>>) -> (tensor<8x1xi64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi64>, tensor<1xi64>
}

// -----

func.func @non_zero_short(%a: tensor<8xf32>) -> (tensor<8x1xi16>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonZero' has no CPU lowering (node 'n'): not for element types f32 -> i16, i64}}
  %0:2 = ascend.non_zero %a {node_name = "n"} : (tensor<8xf32>) -> (tensor<8x1xi16>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi16>, tensor<1xi64>
}

// -----

func.func @where_of_complex(%a: tensor<8xcomplex<f32>>) -> (tensor<8x1xi64>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'Where' has no CPU lowering (node 'n'): not for element types complex<f32> -> i64, i64}}
  %0:2 = ascend.where %a {node_name = "n"} : (tensor<8xcomplex<f32>>) -> (tensor<8x1xi64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi64>, tensor<1xi64>
}

// -----

func.func @where_short(%a: tensor<8xf32>) -> (tensor<8x1xi16>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'Where' has no CPU lowering (node 'n'): not for element types f32 -> i16, i64}}
  %0:2 = ascend.where %a {node_name = "n"} : (tensor<8xf32>) -> (tensor<8x1xi16>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi16>, tensor<1xi64>
}

// -----

func.func @unique_of_complex(%a: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): not for element types complex<f32>, i64 -> complex<f32>, i64, i64, i64, i64}}
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xcomplex<f32>>, tensor<1xi64>) -> (tensor<4xcomplex<f32>>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xcomplex<f32>>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>
}

// -----

func.func @unique_y(%a: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16, i64, i64, i64, i64}}
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf16>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf16>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>
}

// -----

func.func @unique_idx(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi16>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32, i16, i64, i64, i64}}
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi16>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xi16>, tensor<4xi64>, tensor<4xi64>, tensor<1xi64>
}

// -----

func.func @unique_count(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi16>, tensor<4xi64>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32, i64, i16, i64, i64}}
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi16>, tensor<4xi64>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xi64>, tensor<4xi16>, tensor<4xi64>, tensor<1xi64>
}

// -----

func.func @unique_inverse(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xui32>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'UniqueWithCountsExt2' has no CPU lowering (node 'n'): not for element types f32, i64 -> f32, i64, i64, ui32, i64}}
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xui32>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xui32>, tensor<1xi64>
}

// -----

func.func @v6_boxes(%a: tensor<1x6x4xf64>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>, %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f64, f32, i64, f32, f32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf64>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}

// -----

func.func @v6_scores(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf64>, %c: tensor<1xi64>, %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f32, f64, i64, f32, f32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}

// -----

func.func @v6_most(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi16>, %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f32, f32, i16, f32, f32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi16>, tensor<1xf32>, tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}

// -----

func.func @v6_overlap(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>, %d: tensor<1xf64>, %e: tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f32, f32, i64, f64, f32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf64>, tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}

// -----

func.func @v6_score(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>, %d: tensor<1xf32>, %e: tensor<1xi32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f32, f32, i64, f32, i32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xi32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}

// -----

func.func @v6_indices(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>, %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<12x3xi16>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV6' has no CPU lowering (node 'n'): not for element types f32, f32, i64, f32, f32 -> i16, i64}}
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> (tensor<12x3xi16>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi16>, tensor<1xi64>
}

// -----

func.func @v7_boxes(%a: tensor<1x6x4xf64>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>, %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  // expected-error@+1 {{op type 'NonMaxSuppressionV7' has no CPU lowering (node 'n'): not for element types f64, f32, i64, f32, f32 -> i32, i64}}
  %0:2 = ascend.non_max_suppression_v7 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf64>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}
