// A bias joins what is rounded already where the chip's vector unit adds it: of
// convolutions on chips without fixpipe, of products of open shapes there.

// RUN: split-file %s %t && cat %t/310p.mlir %t/net.mlir > %t/a.mlir && ascend-opt %t/a.mlir --convert-ascend-to-linalg | FileCheck %s --check-prefixes=CHECK,BEHIND
// RUN: cat %t/910b.mlir %t/net.mlir > %t/b.mlir && ascend-opt %t/b.mlir --convert-ascend-to-linalg | FileCheck %s --check-prefixes=CHECK,INSIDE
// RUN: cat %t/fast.mlir %t/net.mlir > %t/c.mlir && ascend-opt %t/c.mlir --convert-ascend-to-linalg | FileCheck %s --check-prefixes=CHECK,INSIDE
// RUN: cat %t/none.mlir %t/net.mlir > %t/d.mlir && ascend-opt %t/d.mlir --convert-ascend-to-linalg | FileCheck %s --check-prefixes=CHECK,INSIDE

// CHECK-LABEL: func.func @conv
// BEHIND:      %[[ROUNDED:.*]] = arith.truncf %{{.*}} : f32 to f16
// BEHIND-NEXT: %[[SUM:.*]] = arith.extf %[[ROUNDED]] : f16 to f32
// BEHIND-NEXT: %[[WITH:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
// BEHIND-NEXT: arith.truncf %[[WITH]] : f32 to f16
// INSIDE-NOT:  arith.truncf
// INSIDE:      %[[WITH:.*]] = arith.addf
// INSIDE:      arith.truncf %[[WITH]] : f32 to f16

// A result of float32 has nothing to round.
// CHECK-LABEL: func.func @conv_f32
// CHECK-NOT:   arith.truncf
// CHECK:       arith.addf
// CHECK-NOT:   arith.truncf

// CHECK-LABEL: func.func @product
// CHECK-NOT:   arith.truncf
// CHECK:       arith.addf
// CHECK-NEXT:  arith.truncf

// CHECK-LABEL: func.func @open_product
// BEHIND:      %[[ROUNDED:.*]] = arith.truncf %{{.*}} : f32 to f16
// BEHIND-NEXT: %[[SUM:.*]] = arith.extf %[[ROUNDED]] : f16 to f32
// BEHIND-NEXT: arith.addf %[[SUM]], %{{.*}} : f32
// INSIDE-NOT:  arith.truncf
// INSIDE:      arith.addf

//--- 310p.mlir
module attributes {ascend.options = {values = [["soc_version", "Ascend310P3"]]}} {
//--- 910b.mlir
module attributes {ascend.options = {values = [["soc_version", "Ascend910B1"]]}} {
//--- fast.mlir
module attributes {ascend.options = {values = [["soc_version", "Ascend310P3"], ["emulation", "fast"]]}} {
//--- none.mlir
module {
//--- net.mlir
func.func @conv(%x: tensor<1x8x9x9xf16>, %w: tensor<16x8x3x3xf16>, %b: tensor<16xf16>) -> tensor<1x16x7x7xf16> {
  %y = ascend.conv2d %x, %w, %b {node_name = "c"} : (tensor<1x8x9x9xf16>, tensor<16x8x3x3xf16>, tensor<16xf16>) -> tensor<1x16x7x7xf16>
  return %y : tensor<1x16x7x7xf16>
}
func.func @conv_f32(%x: tensor<1x8x9x9xf16>, %w: tensor<16x8x3x3xf16>, %b: tensor<16xf32>) -> tensor<1x16x7x7xf32> {
  %y = ascend.conv2d %x, %w, %b {node_name = "c"} : (tensor<1x8x9x9xf16>, tensor<16x8x3x3xf16>, tensor<16xf32>) -> tensor<1x16x7x7xf32>
  return %y : tensor<1x16x7x7xf32>
}
func.func @product(%x: tensor<8x16xf16>, %w: tensor<16x32xf16>, %b: tensor<32xf16>) -> tensor<8x32xf16> {
  %y = ascend.mat_mul_v2 %x, %w, %b {node_name = "m"} : (tensor<8x16xf16>, tensor<16x32xf16>, tensor<32xf16>) -> tensor<8x32xf16>
  return %y : tensor<8x32xf16>
}
func.func @open_product(%x: tensor<?x16xf16>, %w: tensor<16x32xf16>, %b: tensor<32xf16>) -> tensor<?x32xf16> {
  %y = ascend.mat_mul_v2 %x, %w, %b {node_name = "m"} : (tensor<?x16xf16>, tensor<16x32xf16>, tensor<32xf16>) -> tensor<?x32xf16>
  return %y : tensor<?x32xf16>
}
}
