// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-plan-cube))' | FileCheck %s

module attributes {ascend.options = {values = [["emulation", "fast"]]}} {

// An eighth of the products has to be worth more than 11 for each element that
// moves. With a constant right factor that depends on n and k alone: with n = 512
// on k above 458.9.
// CHECK-LABEL: func.func @reduction(
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "k460"}
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "k458"}
func.func @reduction(%x: tensor<128x460xf32>, %y: tensor<128x458xf32>) -> (tensor<128x512xf32>, tensor<128x512xf32>) {
  %w = ascend.constant dense<0.5> : tensor<460x512xf32>
  %v = ascend.constant dense<0.5> : tensor<458x512xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "k460"} : (tensor<128x460xf32>, tensor<460x512xf32>) -> tensor<128x512xf32>
  %1 = ascend.mat_mul_v2 %y, %v {node_name = "k458"} : (tensor<128x458xf32>, tensor<458x512xf32>) -> tensor<128x512xf32>
  return %0, %1 : tensor<128x512xf32>, tensor<128x512xf32>
}

// Any other right factor moves too, which so many rows have to be worth: with
// n = k = 1024 more than 458.9.
// CHECK-LABEL: func.func @right_factor(
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "m460"}
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "m458"}
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "constant"}
func.func @right_factor(%x: tensor<460x1024xf32>, %y: tensor<458x1024xf32>, %w: tensor<1024x1024xf32>)
    -> (tensor<460x1024xf32>, tensor<458x1024xf32>, tensor<458x1024xf32>) {
  %v = ascend.constant dense<0.5> : tensor<1024x1024xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m460"} : (tensor<460x1024xf32>, tensor<1024x1024xf32>) -> tensor<460x1024xf32>
  %1 = ascend.mat_mul_v2 %y, %w {node_name = "m458"} : (tensor<458x1024xf32>, tensor<1024x1024xf32>) -> tensor<458x1024xf32>
  %2 = ascend.mat_mul_v2 %y, %v {node_name = "constant"} : (tensor<458x1024xf32>, tensor<1024x1024xf32>) -> tensor<458x1024xf32>
  return %0, %1, %2 : tensor<460x1024xf32>, tensor<458x1024xf32>, tensor<458x1024xf32>
}

// Halves of rows and of the reduction are whole, and halves of the columns are
// panels of 16.
// CHECK-LABEL: func.func @halves(
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "even"}
// CHECK:         {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "odd_rows"}
// CHECK:         {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "odd_reduction"}
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "columns544"}
// CHECK:         {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "columns528"}
func.func @halves(%x: tensor<128x768xf32>, %y: tensor<129x768xf32>, %z: tensor<128x769xf32>)
    -> (tensor<128x512xf32>, tensor<129x512xf32>, tensor<128x512xf32>, tensor<128x544xf32>, tensor<128x528xf32>) {
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %odd = ascend.constant dense<0.5> : tensor<769x512xf32>
  %wide = ascend.constant dense<0.5> : tensor<768x544xf32>
  %half = ascend.constant dense<0.5> : tensor<768x528xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "even"} : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  %1 = ascend.mat_mul_v2 %y, %w {node_name = "odd_rows"} : (tensor<129x768xf32>, tensor<768x512xf32>) -> tensor<129x512xf32>
  %2 = ascend.mat_mul_v2 %z, %odd {node_name = "odd_reduction"} : (tensor<128x769xf32>, tensor<769x512xf32>) -> tensor<128x512xf32>
  %3 = ascend.mat_mul_v2 %x, %wide {node_name = "columns544"} : (tensor<128x768xf32>, tensor<768x544xf32>) -> tensor<128x544xf32>
  %4 = ascend.mat_mul_v2 %x, %half {node_name = "columns528"} : (tensor<128x768xf32>, tensor<768x528xf32>) -> tensor<128x528xf32>
  return %0, %1, %2, %3, %4 : tensor<128x512xf32>, tensor<129x512xf32>, tensor<128x512xf32>, tensor<128x544xf32>, tensor<128x528xf32>
}

// More rows than a tile has; those of a batch with one right factor are rows of
// one product, of which each matrix has 8.
// CHECK-LABEL: func.func @rows(
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "ten"}
// CHECK:         {cube_form = #ascend.product_form<rows>, node_name = "eight"}
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "twice_eight"}
// CHECK:         {cube_form = #ascend.product_form<rows>, node_name = "four_times_six"}
// CHECK:         {cube_form = #ascend.product_form<rows>, node_name = "open"}
func.func @rows(%ten: tensor<10x768xf32>, %eight: tensor<8x768xf32>, %more: tensor<2x8x768xf32>, %six: tensor<4x6x768xf32>, %open: tensor<?x768xf32>)
    -> (tensor<10x512xf32>, tensor<8x512xf32>, tensor<2x8x512xf32>, tensor<4x6x512xf32>, tensor<?x512xf32>) {
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %0 = ascend.mat_mul_v2 %ten, %w {node_name = "ten"} : (tensor<10x768xf32>, tensor<768x512xf32>) -> tensor<10x512xf32>
  %1 = ascend.mat_mul_v2 %eight, %w {node_name = "eight"} : (tensor<8x768xf32>, tensor<768x512xf32>) -> tensor<8x512xf32>
  %2 = ascend.batch_mat_mul_v2 %more, %w {node_name = "twice_eight"} : (tensor<2x8x768xf32>, tensor<768x512xf32>) -> tensor<2x8x512xf32>
  %3 = ascend.batch_mat_mul_v2 %six, %w {node_name = "four_times_six"} : (tensor<4x6x768xf32>, tensor<768x512xf32>) -> tensor<4x6x512xf32>
  %4 = ascend.mat_mul_v2 %open, %w {node_name = "open"} : (tensor<?x768xf32>, tensor<768x512xf32>) -> tensor<?x512xf32>
  return %0, %1, %2, %3, %4 : tensor<10x512xf32>, tensor<8x512xf32>, tensor<2x8x512xf32>, tensor<4x6x512xf32>, tensor<?x512xf32>
}

// One right factor, in either order; the left one by rows.
// CHECK-LABEL: func.func @factors(
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "one"}
// CHECK:         {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "two"}
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, ge.transpose_x2 = true, node_name = "columns"}
// CHECK:         {cube_form = #ascend.product_form<rows>, ge.transpose_x1 = true, node_name = "left_columns"}
func.func @factors(%x: tensor<2x128x768xf32>, %y: tensor<128x768xf32>, %z: tensor<768x128xf32>)
    -> (tensor<2x128x512xf32>, tensor<2x128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>) {
  %one = ascend.constant dense<0.5> : tensor<1x768x512xf32>
  %two = ascend.constant dense<0.5> : tensor<2x768x512xf32>
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %turned = ascend.constant dense<0.5> : tensor<512x768xf32>
  %0 = ascend.batch_mat_mul_v2 %x, %one {node_name = "one"} : (tensor<2x128x768xf32>, tensor<1x768x512xf32>) -> tensor<2x128x512xf32>
  %1 = ascend.batch_mat_mul_v2 %x, %two {node_name = "two"} : (tensor<2x128x768xf32>, tensor<2x768x512xf32>) -> tensor<2x128x512xf32>
  %2 = ascend.mat_mul_v2 %y, %turned {ge.transpose_x2 = true, node_name = "columns"} : (tensor<128x768xf32>, tensor<512x768xf32>) -> tensor<128x512xf32>
  %3 = ascend.mat_mul_v2 %z, %w {ge.transpose_x1 = true, node_name = "left_columns"} : (tensor<768x128xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  return %0, %1, %2, %3 : tensor<2x128x512xf32>, tensor<2x128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>
}

// Floats that float32 holds, but bfloat16, which has dots of its own here; no
// integers. A reference keeps its sums.
// CHECK-LABEL: func.func @dtypes(
// CHECK:         {cube_form = #ascend.product_form<strassen, epilogue = true>, node_name = "f16"}
// CHECK:         {cube_form = #ascend.product_form<rows>, node_name = "bf16"}
// CHECK:         {cube_form = #ascend.product_form<plain>, node_name = "f64"}
// CHECK:         {cube_form = #ascend.product_form<rows>, node_name = "i32"}
// CHECK:         {ascend.reference, cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "reference"}
func.func @dtypes(%half: tensor<128x768xf16>, %bfloat: tensor<128x768xbf16>, %double: tensor<128x768xf64>, %integer: tensor<128x768xi32>, %x: tensor<128x768xf32>)
    -> (tensor<128x512xf16>, tensor<128x512xbf16>, tensor<128x512xf64>, tensor<128x512xi32>, tensor<128x512xf32>) {
  %h = ascend.constant dense<0.5> : tensor<768x512xf16>
  %b = ascend.constant dense<0.5> : tensor<768x512xbf16>
  %d = ascend.constant dense<0.5> : tensor<768x512xf64>
  %i = ascend.constant dense<5> : tensor<768x512xi32>
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %0 = ascend.mat_mul_v2 %half, %h {node_name = "f16"} : (tensor<128x768xf16>, tensor<768x512xf16>) -> tensor<128x512xf16>
  %1 = ascend.mat_mul_v2 %bfloat, %b {node_name = "bf16"} : (tensor<128x768xbf16>, tensor<768x512xbf16>) -> tensor<128x512xbf16>
  %2 = ascend.mat_mul_v2 %double, %d {node_name = "f64"} : (tensor<128x768xf64>, tensor<768x512xf64>) -> tensor<128x512xf64>
  %3 = ascend.mat_mul_v2 %integer, %i {node_name = "i32"} : (tensor<128x768xi32>, tensor<768x512xi32>) -> tensor<128x512xi32>
  %4 = ascend.mat_mul_v2 %x, %w {ascend.reference, node_name = "reference"} : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  return %0, %1, %2, %3, %4 : tensor<128x512xf16>, tensor<128x512xbf16>, tensor<128x512xf64>, tensor<128x512xi32>, tensor<128x512xf32>
}

}

// -----

// Sums of whole blocks are not Strassen's.
module attributes {ascend.options = {values = [["cube_k_block", "16"], ["emulation", "fast"]]}} {

// CHECK-LABEL: func.func @blocks(
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<rows>, node_name = "y"}
func.func @blocks(%x: tensor<128x768xf32>) -> tensor<128x512xf32> {
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  return %0 : tensor<128x512xf32>
}

}

// -----

// Nobody asked for it: here with another value, below with none.
module attributes {ascend.options = {values = [["emulation", "exact"]]}} {

// CHECK-LABEL: func.func @exact(
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "y"}
func.func @exact(%x: tensor<128x768xf32>) -> tensor<128x512xf32> {
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  return %0 : tensor<128x512xf32>
}

}

// -----

// CHECK-LABEL: func.func @no_options(
// CHECK:         ascend.mat_mul_v2 {{.*}} {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "y"}
func.func @no_options(%x: tensor<128x768xf32>) -> tensor<128x512xf32> {
  %w = ascend.constant dense<0.5> : tensor<768x512xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
  return %0 : tensor<128x512xf32>
}
