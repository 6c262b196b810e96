// The dot of four bytes takes those of one factor as without a sign and those of
// the other as with one: where both have the same, the left one gets the other.

// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{byte-depth=4 bfloat-dots=true}))' | FileCheck %s

// CHECK-LABEL: func.func @both_signed(
// CHECK:         arith.xori %{{.*}}, %c-128_i8
// CHECK:         linalg.batch_mmt4d {ascend.a_offset = 128 : i32, ascend.unsigned = array<i1: true, false>}
// CHECK-SAME:      tensor<1x1x3x8x4xi8>
func.func @both_signed(%x: tensor<8x10xi8>, %w: tensor<10x64xi8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xi8>, tensor<10x64xi8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @both_unsigned(
// CHECK:         arith.xori %{{.*}}, %c-128_i8
// CHECK:         linalg.batch_mmt4d {ascend.a_offset = -128 : i32, ascend.unsigned = array<i1: false, true>}
func.func @both_unsigned(%x: tensor<8x10xui8>, %w: tensor<10x64xui8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xui8>, tensor<10x64xui8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @left_unsigned(
// CHECK-NOT:     arith.xori
// CHECK:         linalg.batch_mmt4d {ascend.unsigned = array<i1: true, false>}
func.func @left_unsigned(%x: tensor<8x10xui8>, %w: tensor<10x64xi8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xui8>, tensor<10x64xi8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @right_unsigned(
// CHECK-NOT:     arith.xori
// CHECK:         linalg.batch_mmt4d {ascend.unsigned = array<i1: false, true>}
func.func @right_unsigned(%x: tensor<8x10xi8>, %w: tensor<10x64xui8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xi8>, tensor<10x64xui8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// The dot of bfloat16 rounds in its own way, which only emulation=fast allows.
// CHECK-LABEL: func.func @bfloats(
// CHECK:         linalg.batch_mmt4d
// CHECK-SAME:      tensor<1x1x64x8x1xf32>
func.func @bfloats(%x: tensor<8x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<8x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x64xbf16>, tensor<64x64xbf16>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
