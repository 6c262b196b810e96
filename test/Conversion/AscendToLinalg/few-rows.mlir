// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' | FileCheck %s

// What is read from memory once for one tile of rows stays as short as it is.
// CHECK-LABEL: func.func @few(
// CHECK:         linalg.batch_mmt4d ins({{.*}} : tensor<1x1x64x8x1xf32>, tensor<1x2x64x32x1xf16>)
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
