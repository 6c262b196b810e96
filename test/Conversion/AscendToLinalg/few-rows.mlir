// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' | FileCheck %s

// What is read from memory once for one tile of rows stays as short as it is.
// CHECK-LABEL: func.func @few(
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<8x64xf32>, tensor<2x64x32xf16>) outs({{.*}} : tensor<8x2x32xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      math.fma
func.func @few(%x: tensor<8x64xf16>, %w: tensor<64x64xf16>) -> tensor<8x64xf16> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x64xf16>, tensor<64x64xf16>) -> tensor<8x64xf16>
  return %0 : tensor<8x64xf16>
}

// CHECK-LABEL: func.func @many(
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<9x64xf32>, tensor<2x64x32xf32>)
func.func @many(%x: tensor<9x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<9x64xbf16> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x64xbf16>, tensor<64x64xbf16>) -> tensor<9x64xbf16>
  return %0 : tensor<9x64xbf16>
}

// One column: rows of both factors, in lanes. Only the column is moved.
// CHECK-LABEL: func.func @column(
// CHECK:         %[[ROW:.*]] = linalg.generic {{.*}} ins({{.*}} : tensor<64x2xf16>) outs({{.*}} : tensor<2x64xf16>)
// CHECK:         linalg.generic {{.*}} ins(%arg0, %[[ROW]] : tensor<9x64xf16>, tensor<2x64xf16>) outs({{.*}} : tensor<9x2xf32>) attrs =  {in_lanes}
// CHECK-NEXT:    ^bb0
// CHECK-COUNT-2:   arith.extf
// CHECK:           math.fma
func.func @column(%x: tensor<9x64xf16>, %w: tensor<64x2xf16>) -> tensor<9x2xf16> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x64xf16>, tensor<64x2xf16>) -> tensor<9x2xf16>
  return %0 : tensor<9x2xf16>
}

// What is no constant is read in place, by rows or by columns.
// CHECK-LABEL: func.func @keys(
// CHECK:         linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<12x1x64xf32>, tensor<12x?x64xf32>) {{.*}} attrs =  {in_lanes}
func.func @keys(%x: tensor<12x1x64xf32>, %w: tensor<12x?x64xf32>) -> tensor<12x1x?xf32> {
  %0 = ascend.batch_mat_mul_v2 %x, %w {cube_form = #ascend.product_form<lanes>, ge.adj_x2 = true, node_name = "y"} : (tensor<12x1x64xf32>, tensor<12x?x64xf32>) -> tensor<12x1x?xf32>
  return %0 : tensor<12x1x?xf32>
}

// CHECK-LABEL: func.func @values(
// CHECK:         linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<1x200xf32>, tensor<200x64xf32>)
// CHECK-NOT:     in_lanes
func.func @values(%x: tensor<1x200xf32>, %w: tensor<200x64xf32>) -> tensor<1x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {cube_form = #ascend.product_form<right_rows>, node_name = "y"} : (tensor<1x200xf32>, tensor<200x64xf32>) -> tensor<1x64xf32>
  return %0 : tensor<1x64xf32>
}

// A column that is left behind whole panels joins the last of them.
// CHECK-LABEL: func.func @alone(
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<9x64xf32>, tensor<1x64x32xf32>)
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<9x64xf32>, tensor<1x64x33xf32>)
func.func @alone(%x: tensor<9x64xf32>, %w: tensor<64x65xf32>) -> tensor<9x65xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x64xf32>, tensor<64x65xf32>) -> tensor<9x65xf32>
  return %0 : tensor<9x65xf32>
}
