// The dot of four bytes takes those of one factor as without a sign and those of
// the other as with one: where both have the same, the left one gets the other.

// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{byte-depth=4 bfloat-dots=true}))' | FileCheck %s

// CHECK-LABEL: func.func @both_signed(
// CHECK:         arith.xori %{{.*}}, %c-128_i8
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<8x3x4xi8>, tensor<2x3x32x4xi8>) outs(%{{.*}} : tensor<8x2x32xi32>)
// CHECK:           arith.extui
// CHECK:           arith.subi %{{.*}}, %c128_i32
// CHECK-NEXT:      arith.extsi
func.func @both_signed(%x: tensor<8x10xi8>, %w: tensor<10x64xi8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xi8>, tensor<10x64xi8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @both_unsigned(
// CHECK:         arith.xori %{{.*}}, %c-128_i8
// CHECK:           arith.extsi
// CHECK:           arith.subi %{{.*}}, %c-128_i32
// CHECK-NEXT:      arith.extui
func.func @both_unsigned(%x: tensor<8x10xui8>, %w: tensor<10x64xui8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xui8>, tensor<10x64xui8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @left_unsigned(
// CHECK-NOT:     arith.xori
// CHECK:           arith.extui
// CHECK-NEXT:      arith.extsi
func.func @left_unsigned(%x: tensor<8x10xui8>, %w: tensor<10x64xi8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xui8>, tensor<10x64xi8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// CHECK-LABEL: func.func @right_unsigned(
// CHECK-NOT:     arith.xori
// CHECK:           arith.extsi
// CHECK-NEXT:      arith.extui
func.func @right_unsigned(%x: tensor<8x10xi8>, %w: tensor<10x64xui8>) -> tensor<8x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x10xi8>, tensor<10x64xui8>) -> tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// The dot of bfloat16 rounds in its own way, which only emulation=fast allows.
// CHECK-LABEL: func.func @bfloats(
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<8x64xf32>, tensor<2x64x32xbf16>)
func.func @bfloats(%x: tensor<8x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<8x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<8x64xbf16>, tensor<64x64xbf16>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
