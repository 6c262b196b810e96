// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{memory-types=true}))' | FileCheck %s
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{memory-types=true}),one-shot-bufferize{allow-unknown-ops bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize)' | FileCheck %s --check-prefix=BUFFER
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=4 tile-columns=16}))' | FileCheck %s --check-prefix=TILE

// The argument is the destination, and nothing is copied.
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @add
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: tensor<4x5xf16>) -> tensor<4x5xf16>
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: outs(%[[OUT]] : tensor<4x5xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: %[[SUM:.*]] = arith.addf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK: linalg.yield %[[ROUNDED]]
// BUFFER-LABEL: func.func @add
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @add(%a: tensor<4x1xf16>, %b: tensor<5xf16>, %out: tensor<4x5xf16>) -> tensor<4x5xf16> attributes {ascend.kernel} {
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4x1xf16>, tensor<5xf16>) -> tensor<4x5xf16>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<4x5xf16>, tensor<4x5xf16>) -> tensor<4x5xf16>
  return %1 : tensor<4x5xf16>
}

// bool is i8 in memory, unsigned integers are signless with unsigned ops.
// CHECK-LABEL: func.func @types
// CHECK-SAME: (%{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>) -> tensor<4xi8>
// CHECK: arith.maxui
// CHECK: arith.cmpi ne, %{{.*}} : i8
// CHECK: arith.select %{{.*}} : i8
func.func @types(%c: tensor<4xi1>, %a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  %0 = ascend.maximum %a, %b {node_name = "m"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %1 = ascend.select %c, %0, %b {node_name = "s"} : (tensor<4xi1>, tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %1 : tensor<4xui8>
}

// Signatures and calls take the converted types, constants keep their values.
// CHECK: func.func private @observe(tensor<4xi8> {bufferization.access = "read"}, tensor<2xi8>)
func.func private @observe(tensor<4xi1> {bufferization.access = "read"}, tensor<2x!ascend.hif8>)
// CHECK-LABEL: func.func @constants
// CHECK: ascend.constant {node_name = "c"} dense<[1, 0, 1, 1]> : tensor<4xi8>
// CHECK: ascend.constant {node_name = "u"} dense<[-1, 0, 1, -128]> : tensor<4xi8>
// CHECK: ascend.constant {node_name = "h"} dense_resource<hif8> : tensor<2xi8>
// CHECK: call @observe(%{{.*}}) : (tensor<4xi8>, tensor<2xi8>) -> ()
func.func @constants() -> tensor<4xui8> {
  %c = ascend.constant {node_name = "c"} dense<[true, false, true, true]> : tensor<4xi1>
  %u = ascend.constant {node_name = "u"} dense<[255, 0, 1, 128]> : tensor<4xui8>
  %h = ascend.constant {node_name = "h"} dense_resource<hif8> : tensor<2x!ascend.hif8>
  call @observe(%c, %h) : (tensor<4xi1>, tensor<2x!ascend.hif8>) -> ()
  return %u : tensor<4xui8>
}

// A kernel's constants that are data become arith.constant; axes go away.
// CHECK-LABEL: func.func @kernel_constants
// CHECK-NOT: ascend.constant
// CHECK: %[[DATA:.*]] = arith.constant dense<[3, 4]> : tensor<2xi32>
// CHECK-NOT: ascend.constant
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[DATA]] : tensor<2xi32>, tensor<2xi32>)
func.func @kernel_constants(%a: tensor<5x2xi32>) -> tensor<2xi32> attributes {ascend.kernel} {
  %data = ascend.constant dense<[3, 4]> : tensor<2xi32>
  %axes = ascend.constant dense<0> : tensor<1xi64>
  %0 = ascend.reduce_max %a, %axes {node_name = "r"} : (tensor<5x2xi32>, tensor<1xi64>) -> tensor<2xi32>
  %1 = ascend.add %0, %data {node_name = "a"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// The accumulator is f32; the rounding is one op after it.
// CHECK-LABEL: func.func @reduce
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xbf16>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// BUFFER-LABEL: func.func @reduce
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @reduce(%a: tensor<4x6xbf16>, %out: tensor<4x1xbf16>) -> tensor<4x1xbf16> attributes {ascend.kernel} {
  %axes = ascend.constant dense<1> : tensor<1xi32>
  %0 = ascend.reduce_sum %a, %axes {ge.keep_dims = true, node_name = "r"} : (tensor<4x6xbf16>, tensor<1xi32>) -> tensor<4x1xbf16>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<4x1xbf16>
  return %1 : tensor<4x1xbf16>
}

// The mode picks the body: a longer polynomial against a shorter one whose
// subnormal results are 0, and the quotient of polynomials.
// CHECK-LABEL: func.func @modes
// CHECK: linalg.generic
// CHECK: arith.constant 0.00138355303 : f32
// CHECK: linalg.generic
// CHECK-NOT: 0.00138355303
// CHECK: arith.constant 0.00831252057 : f32
// CHECK: arith.constant -87.3365478 : f32
// CHECK: linalg.generic
// CHECK: math.copysign
// CHECK: linalg.generic
// CHECK: 1.351350e+05
// CHECK: arith.divf
// CHECK-NOT: math.exp
// CHECK-NOT: math.tanh
// CHECK-NOT: fastmath
func.func @modes(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.exp %a {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.exp %0 {impl_mode = #ascend.impl_mode<high_performance>, node_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.tanh %1 {impl_mode = #ascend.impl_mode<high_precision>, node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.tanh %2 {impl_mode = #ascend.impl_mode<high_performance>, node_name = "u"} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// x2 has no batch: that of x1 stays beside the rows. Those are widened and read
// in place; x2 is widened while it is packed.
// CHECK-LABEL: func.func @matmul
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x8x13xf16>) outs(%{{.*}} : tensor<2x8x13xf32>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x13x32xf32>)
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<2x8x2x32xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x8x13xf32>, tensor<2x13x32xf32>) outs(%{{.*}} : tensor<2x8x2x32xf32>)
// CHECK: math.fma
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x8x2x32xf32>, tensor<2x32xf32>) outs(%{{.*}} : tensor<2x8x2x32xf16>)
// CHECK: arith.addf
// CHECK: arith.truncf %{{.*}} : f32 to f16
// BUFFER-LABEL: func.func @matmul
// BUFFER-COUNT-3: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
// TILE-LABEL: func.func @matmul
// TILE: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x8x13xf32>, tensor<4x13x16xf32>) outs(%{{.*}} : tensor<2x8x4x16xf32>)
func.func @matmul(%a: tensor<2x8x13xf16>, %b: tensor<13x64xf16>, %c: tensor<64xf32>, %out: tensor<2x8x64xf16>) -> tensor<2x8x64xf16> attributes {ascend.kernel} {
  %0 = ascend.batch_mat_mul_v2 %a, %b, %c {node_name = "mm"} : (tensor<2x8x13xf16>, tensor<13x64xf16>, tensor<64xf32>) -> tensor<2x8x64xf16>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<2x8x64xf16>, tensor<2x8x64xf16>) -> tensor<2x8x64xf16>
  return %1 : tensor<2x8x64xf16>
}

// No panels of one width cover 40 columns: there is a narrow one, and each part
// writes to its place in the result. No copy is left.
// CHECK-LABEL: func.func @narrow_panel
// CHECK: math.fma
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [11, 32] [1, 1]
// CHECK: outs(%{{.*}} : tensor<1x13x8xf32>)
// CHECK: math.fma
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 32] [11, 8] [1, 1]
// BUFFER-LABEL: func.func @narrow_panel
// BUFFER-COUNT-2: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @narrow_panel(%a: tensor<11x13xf32>, %b: tensor<13x40xf32>, %out: tensor<11x40xf32>) -> tensor<11x40xf32> attributes {ascend.kernel} {
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "mm"} : (tensor<11x13xf32>, tensor<13x40xf32>) -> tensor<11x40xf32>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<11x40xf32>, tensor<11x40xf32>) -> tensor<11x40xf32>
  return %1 : tensor<11x40xf32>
}

// x1 is stored by columns: its rows are a copy. The rest of an axis is packed
// and multiplied by itself, and no other copy is left.
// CHECK-LABEL: func.func @ragged
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<11x13xf32>, tensor<1x13x32xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<11x13xf32>, tensor<1x13x8xf32>)
// BUFFER-LABEL: func.func @ragged
// BUFFER-COUNT-3: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @ragged(%a: tensor<13x11xf32>, %b: tensor<13x40xf32>, %out: tensor<11x40xf32>) -> tensor<11x40xf32> attributes {ascend.kernel} {
  %0 = ascend.mat_mul_v2 %a, %b {ge.transpose_x1 = true, node_name = "mm"} : (tensor<13x11xf32>, tensor<13x40xf32>) -> tensor<11x40xf32>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<11x40xf32>, tensor<11x40xf32>) -> tensor<11x40xf32>
  return %1 : tensor<11x40xf32>
}

// HF32 rounds both factors while they are packed, and nothing else.
// CHECK-LABEL: func.func @hf32
// CHECK: arith.andi
// CHECK: arith.andi
// CHECK: arith.andi
// CHECK: arith.andi
// CHECK: math.fma
// CHECK-NOT: arith.andi
// CHECK: return
func.func @hf32(%a: tensor<8x4xf32>, %b: tensor<4x32xf32>) -> tensor<8x32xf32> {
  %0 = ascend.mat_mul_v2 %a, %b {impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>, node_name = "mm"} : (tensor<8x4xf32>, tensor<4x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// The pixels of a convolution are packed by one affine map, without an unfolded
// copy; W has one output, so tiles run along H.
// CHECK-LABEL: func.func @conv
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x1x5x35x1xf32>) outs(%{{.*}} : tensor<1x5x2x32xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<1x16x10xf32>, tensor<1x1x1x1x10x32xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<1x16x10xf32>, tensor<1x1x1x1x10x2xf32>)
// BUFFER-LABEL: func.func @conv
// BUFFER: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @conv(%a: tensor<1x5x35x1xf32>, %w: tensor<16x5x2x1xf32>, %out: tensor<1x16x34x1xf32>) -> tensor<1x16x34x1xf32> attributes {ascend.kernel} {
  %0 = ascend.conv2d %a, %w {node_name = "c"} : (tensor<1x5x35x1xf32>, tensor<16x5x2x1xf32>) -> tensor<1x16x34x1xf32>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<1x16x34x1xf32>, tensor<1x16x34x1xf32>) -> tensor<1x16x34x1xf32>
  return %1 : tensor<1x16x34x1xf32>
}

// Views do nothing.
// CHECK-LABEL: func.func @views
// CHECK-NEXT: %[[A:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [4, 1, 6]
// CHECK-NEXT: %[[B:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0, 1, 2]]
// CHECK-NEXT: %[[C:.*]] = tensor.expand_shape %[[B]] {{\[}}[0, 1]] output_shape [3, 8]
// CHECK-NEXT: return %[[C]]
func.func @views(%a: tensor<4x6xf32>) -> tensor<3x8xf32> {
  %shape = ascend.constant dense<[3, 8]> : tensor<2xi64>
  %0 = ascend.unsqueeze %a {ge.axes = array<i64: 1>, node_name = "u"} : (tensor<4x6xf32>) -> tensor<4x1x6xf32>
  %1 = ascend.reshape %0, %shape {node_name = "r"} : (tensor<4x1x6xf32>, tensor<2xi64>) -> tensor<3x8xf32>
  %2 = ascend.identity %1 {node_name = "i"} : (tensor<3x8xf32>) -> tensor<3x8xf32>
  return %2 : tensor<3x8xf32>
}

{-#
  dialect_resources: {
    builtin: {
      hif8: "0x0100000008FF"
    }
  }
#-}
