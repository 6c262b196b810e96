// What was planned for other formats or types does not stay.

// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-assign-formats))' | FileCheck %s --check-prefix=FORMATS
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube))' | FileCheck %s

// FORMATS-LABEL: func.func @blocks(
// FORMATS:         ascend.conv2d {{.*}} {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "c", was_open}
// CHECK-LABEL: func.func @blocks(
// CHECK:         ascend.conv2d {{.*}} {cube_form = #ascend.convolution_form<direct>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c", was_open}
func.func @blocks(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x3x3xf32>) -> tensor<1x32x8x8xf32> {
  %0 = ascend.conv2d %x, %w {cube_form = #ascend.convolution_form<packed>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c", was_open} : (tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// These types have no lowering.
// CHECK-LABEL: func.func @none(
// CHECK:         ascend.mat_mul_v2 {{.*}} {node_name = "m"}
func.func @none(%x: tensor<9x64xf32>, %w: tensor<64x48xf32>) -> tensor<9x48xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {cube_form = #ascend.product_form<rows>, node_name = "m"} : (tensor<9x64xf32>, tensor<64x48xf32>) -> tensor<9x48xi32>
  return %0 : tensor<9x48xi32>
}
