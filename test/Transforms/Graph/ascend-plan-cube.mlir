// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube),ascend-outline-kernels)' | FileCheck %s

// The kernel sees the form: it cannot see what its arguments are.
//
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<right_rows>} : (tensor<1x64xf32>
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<right_rows>} : (tensor<4x64xf32>
// Five rows, or two of each of three batches with one right factor.
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<rows>} : (tensor<5x64xf32>
// CHECK-DAG: = ascend.batch_mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<rows>} : (tensor<3x2x64xf32>, tensor<64x48xf32>)
// CHECK-DAG: = ascend.batch_mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<right_rows>} : (tensor<3x2x64xf32>, tensor<3x64x48xf32>)
// A dynamic number of rows, and a left factor that is stored by columns.
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<rows>} : (tensor<?x64xf32>
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<rows>, ge.transpose_x1 = true} : (tensor<64x1xf32>
// A constant is packed when the model is compiled; a vector on the left is a row,
// one on the right nothing to pack.
// CHECK-DAG: = ascend.mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<rows>} : (tensor<1x64xf32>, tensor<64x40xf32>)
// CHECK-DAG: = ascend.batch_mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<right_rows>} : (tensor<64xf32>, tensor<64x48xf32>)
// CHECK-DAG: = ascend.batch_mat_mul_v2 %arg1, %arg2 {cube_form = #ascend.product_form<lanes>} : (tensor<1x64xf32>, tensor<64xf32>)
func.func @main(%x: tensor<1x64xf32>, %four: tensor<4x64xf32>, %five: tensor<5x64xf32>, %batch: tensor<3x2x64xf32>, %open: tensor<?x64xf32>,
                %turned: tensor<64x1xf32>, %w: tensor<64x48xf32>, %ws: tensor<3x64x48xf32>, %vector: tensor<64xf32>)
    -> (tensor<1x48xf32>, tensor<4x48xf32>, tensor<5x48xf32>, tensor<3x2x48xf32>, tensor<3x2x48xf32>, tensor<?x48xf32>, tensor<1x48xf32>,
        tensor<1x40xf32>, tensor<48xf32>, tensor<1xf32>) {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "one"} : (tensor<1x64xf32>, tensor<64x48xf32>) -> tensor<1x48xf32>
  %1 = ascend.mat_mul_v2 %four, %w {node_name = "four"} : (tensor<4x64xf32>, tensor<64x48xf32>) -> tensor<4x48xf32>
  %2 = ascend.mat_mul_v2 %five, %w {node_name = "five"} : (tensor<5x64xf32>, tensor<64x48xf32>) -> tensor<5x48xf32>
  %3 = ascend.batch_mat_mul_v2 %batch, %w {node_name = "six"} : (tensor<3x2x64xf32>, tensor<64x48xf32>) -> tensor<3x2x48xf32>
  %4 = ascend.batch_mat_mul_v2 %batch, %ws {node_name = "two"} : (tensor<3x2x64xf32>, tensor<3x64x48xf32>) -> tensor<3x2x48xf32>
  %5 = ascend.mat_mul_v2 %open, %w {node_name = "open"} : (tensor<?x64xf32>, tensor<64x48xf32>) -> tensor<?x48xf32>
  %6 = ascend.mat_mul_v2 %turned, %w {ge.transpose_x1 = true, node_name = "turned"} : (tensor<64x1xf32>, tensor<64x48xf32>) -> tensor<1x48xf32>
  %constant = ascend.constant {node_name = "w"} dense<0.5> : tensor<64x40xf32>
  %7 = ascend.mat_mul_v2 %x, %constant {node_name = "constant"} : (tensor<1x64xf32>, tensor<64x40xf32>) -> tensor<1x40xf32>
  %8 = ascend.batch_mat_mul_v2 %vector, %w {node_name = "row"} : (tensor<64xf32>, tensor<64x48xf32>) -> tensor<48xf32>
  %9 = ascend.batch_mat_mul_v2 %x, %vector {node_name = "column"} : (tensor<1x64xf32>, tensor<64xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<1x48xf32>, tensor<4x48xf32>, tensor<5x48xf32>, tensor<3x2x48xf32>, tensor<3x2x48xf32>, tensor<?x48xf32>, tensor<1x48xf32>,
      tensor<1x40xf32>, tensor<48xf32>, tensor<1xf32>
}

// A form that is asked for is taken where it fits: a left factor stored by columns,
// and up to four columns, have no rows to read in place.
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=right_rows}))' | FileCheck %s --check-prefix=FORCED
// FORCED-DAG: {cube_form = #ascend.product_form<right_rows>, node_name = "five"}
// FORCED-DAG: {cube_form = #ascend.product_form<right_rows>, node_name = "constant"}
// FORCED-DAG: {cube_form = #ascend.product_form<rows>, ge.transpose_x1 = true, node_name = "turned"}
// FORCED-DAG: {cube_form = #ascend.product_form<lanes>, node_name = "column"}

// RUN: not ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=row}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: no form of a product or a convolution is named 'row'
