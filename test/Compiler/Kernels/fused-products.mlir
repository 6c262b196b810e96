// What elementwise ops behind a product become: one op on its sums. They join
// it where its plan says so.
//
// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-plan-cube),ascend-outline-kernels{fuse=true},func.func(convert-ascend-to-linalg{memory-types=true},ascend-fuse-elementwise,canonicalize,cse))' | FileCheck %s

// Of the first product the kernel takes the result. Columns are panels to all,
// and to the argument that the result is computed in.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<30x24xf32>
// CHECK: %[[A:.*]] = call @mat_mul_v2_{{.*}} {ascend.node_name = "a"
// CHECK: call @fused_{{[0-9a-f]*}}(%arg0, %[[A]], {{.*}} {ascend.fused = ["bias", "relu", "b", "sum"]
// CHECK: func.func private @fused_
// CHECK: %[[OUT:.*]] = tensor.expand_shape %arg5
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x24x32xf32>)
// CHECK: linalg.fill {{.*}} tensor<30x4x32xf32>
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<30x24xf32>, tensor<4x24x32xf32>) outs(%{{.*}} : tensor<30x4x32xf32>)
// CHECK: math.fma
// CHECK: %[[LAST:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %[[SUMS]] : tensor<30x4x32xf32>, tensor<4x32xf32>, tensor<30x4x32xf32>) outs(%[[OUT]] : tensor<30x4x32xf32>)
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: arith.addf
// CHECK: %[[DONE:.*]] = bufferization.materialize_in_destination %[[LAST]] in %[[OUT]]
// CHECK: tensor.collapse_shape %[[DONE]] {{\[\[}}0], [1, 2]] : tensor<30x4x32xf32> into tensor<30x128xf32>
// CHECK-NOT: linalg
// CHECK: return
func.func @main(%x: tensor<30x24xf32>, %w: tensor<24x128xf32>, %v: tensor<24x128xf32>, %bias: tensor<128xf32>) -> tensor<30x128xf32> {
  %a = ascend.mat_mul_v2 %x, %w {node_name = "a"} : (tensor<30x24xf32>, tensor<24x128xf32>) -> tensor<30x128xf32>
  %0 = ascend.add %a, %bias {node_name = "bias"} : (tensor<30x128xf32>, tensor<128xf32>) -> tensor<30x128xf32>
  %1 = ascend.relu %0 {node_name = "relu"} : (tensor<30x128xf32>) -> tensor<30x128xf32>
  %b = ascend.mat_mul_v2 %x, %v {node_name = "b"} : (tensor<30x24xf32>, tensor<24x128xf32>) -> tensor<30x128xf32>
  %2 = ascend.add %1, %b {node_name = "sum"} : (tensor<30x128xf32>, tensor<30x128xf32>) -> tensor<30x128xf32>
  return %2 : tensor<30x128xf32>
}

// -----

// A batch stays beside the rows; rows of a step that is a power of two are moved
// apart while they are widened.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<2x9x512xf16>
// CHECK: func.func private @fused_
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<2x9x512xf16>) outs(%{{.*}} : tensor<2x9x512xf32>)
// CHECK: %[[LEFT:.*]] = tensor.insert_slice %[[ROWS]] into %{{.*}}[0, 0, 0] [2, 9, 512] [1, 1, 1] : tensor<2x9x512xf32> into tensor<2x9x528xf32>
// CHECK: linalg.generic {{.*}} ins(%[[LEFT]], %{{.*}} : tensor<2x9x528xf32>, tensor<2x32x16x32xf32>) outs(%{{.*}} : tensor<2x9x2x32xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x9x2x32xf16>)
// CHECK: arith.truncf
// CHECK: arith.maximumf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @main(%x: tensor<2x9x512xf16>, %w: tensor<512x64xf16>) -> tensor<2x9x64xf16> {
  %0 = ascend.batch_mat_mul_v2 %x, %w {node_name = "a"} : (tensor<2x9x512xf16>, tensor<512x64xf16>) -> tensor<2x9x64xf16>
  %1 = ascend.relu %0 {node_name = "r"} : (tensor<2x9x64xf16>) -> tensor<2x9x64xf16>
  return %1 : tensor<2x9x64xf16>
}

// -----

// Products of few rows, of columns that no panels cover, and of a left factor
// that is stored by columns are packed, and end with more than one op.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<3x24xf32>
// CHECK-NOT: ascend.fused
// CHECK: return
func.func @main(%x: tensor<3x24xf32>, %w: tensor<24x32xf32>, %y: tensor<24x20xf32>, %z: tensor<24x9xf32>)
    -> (tensor<3x32xf32>, tensor<20x20xf32>, tensor<9x32xf32>, tensor<3x20xf32>) {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "few"} : (tensor<3x24xf32>, tensor<24x32xf32>) -> tensor<3x32xf32>
  %1 = ascend.relu %0 {node_name = "a"} : (tensor<3x32xf32>) -> tensor<3x32xf32>
  %2 = ascend.mat_mul_v2 %y, %y {ge.transpose_x1 = true, node_name = "columns"} : (tensor<24x20xf32>, tensor<24x20xf32>) -> tensor<20x20xf32>
  %3 = ascend.relu %2 {node_name = "b"} : (tensor<20x20xf32>) -> tensor<20x20xf32>
  %4 = ascend.mat_mul_v2 %z, %w {ge.transpose_x1 = true, node_name = "stored"} : (tensor<24x9xf32>, tensor<24x32xf32>) -> tensor<9x32xf32>
  %5 = ascend.relu %4 {node_name = "c"} : (tensor<9x32xf32>) -> tensor<9x32xf32>
  %6 = ascend.mat_mul_v2 %x, %y {node_name = "rest"} : (tensor<3x24xf32>, tensor<24x20xf32>) -> tensor<3x20xf32>
  %7 = ascend.relu %6 {node_name = "d"} : (tensor<3x20xf32>) -> tensor<3x20xf32>
  return %1, %3, %5, %7 : tensor<3x32xf32>, tensor<20x20xf32>, tensor<9x32xf32>, tensor<3x20xf32>
}

// -----

// The borders of few rows: one tile of eight is packed, more of them are not, and
// neither are nine; sevens leave all tiles a bit empty.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<8x24xf32>
// CHECK: call @mat_mul_v2_{{.*}} {ascend.node_name = "eight"
// CHECK: call @fused_{{.*}} {ascend.fused = ["eights", "b"]
// CHECK: call @batch_mat_mul_v2_{{.*}} {ascend.node_name = "sevens"
// CHECK: call @fused_{{.*}} {ascend.fused = ["nine", "d"]
func.func @main(%x: tensor<8x24xf32>, %y: tensor<2x8x24xf32>, %z: tensor<2x7x24xf32>, %n: tensor<9x24xf32>, %w: tensor<24x32xf32>)
    -> (tensor<8x32xf32>, tensor<2x8x32xf32>, tensor<2x7x32xf32>, tensor<9x32xf32>) {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "eight"} : (tensor<8x24xf32>, tensor<24x32xf32>) -> tensor<8x32xf32>
  %1 = ascend.relu %0 {node_name = "a"} : (tensor<8x32xf32>) -> tensor<8x32xf32>
  %2 = ascend.batch_mat_mul_v2 %y, %w {node_name = "eights"} : (tensor<2x8x24xf32>, tensor<24x32xf32>) -> tensor<2x8x32xf32>
  %3 = ascend.relu %2 {node_name = "b"} : (tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
  %4 = ascend.batch_mat_mul_v2 %z, %w {node_name = "sevens"} : (tensor<2x7x24xf32>, tensor<24x32xf32>) -> tensor<2x7x32xf32>
  %5 = ascend.relu %4 {node_name = "c"} : (tensor<2x7x32xf32>) -> tensor<2x7x32xf32>
  %6 = ascend.mat_mul_v2 %n, %w {node_name = "nine"} : (tensor<9x24xf32>, tensor<24x32xf32>) -> tensor<9x32xf32>
  %7 = ascend.relu %6 {node_name = "d"} : (tensor<9x32xf32>) -> tensor<9x32xf32>
  return %1, %3, %5, %7 : tensor<8x32xf32>, tensor<2x8x32xf32>, tensor<2x7x32xf32>, tensor<9x32xf32>
}

// -----

// Quantization of a product's result, per tensor, and of a convolution's, per
// channel: its bytes come from the sums.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<30x24xf32>
// CHECK: call @fused_{{[0-9a-f]*}}({{.*}} {ascend.fused = ["a", "divide", "round", "shift", "clip", "q"]
// CHECK: func.func private @fused_
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<30x24xf32>, tensor<4x24x32xf32>) outs(%{{.*}} : tensor<30x4x32xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], {{.*}}) outs(%{{.*}} : tensor<30x4x32xi8>)
// CHECK: arith.divf
// CHECK: math.roundeven
// CHECK: arith.addf
// CHECK: linalg.yield {{.*}} : i8
// CHECK-NOT: linalg
// CHECK: return
func.func @main(%x: tensor<30x24xf32>, %w: tensor<24x128xf32>, %scale: tensor<f32>, %zero: tensor<f32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<30x128xi8> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "a"} : (tensor<30x24xf32>, tensor<24x128xf32>) -> tensor<30x128xf32>
  %1 = ascend.real_div %0, %scale {node_name = "divide"} : (tensor<30x128xf32>, tensor<f32>) -> tensor<30x128xf32>
  %2 = ascend.round %1 {node_name = "round"} : (tensor<30x128xf32>) -> tensor<30x128xf32>
  %3 = ascend.add %2, %zero {node_name = "shift"} : (tensor<30x128xf32>, tensor<f32>) -> tensor<30x128xf32>
  %4 = ascend.clip_by_value %3, %low, %high {node_name = "clip"} : (tensor<30x128xf32>, tensor<f32>, tensor<f32>) -> tensor<30x128xf32>
  %5 = ascend.cast %4 {node_name = "q"} : (tensor<30x128xf32>) -> tensor<30x128xi8>
  return %5 : tensor<30x128xi8>
}

// -----

// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<1x1x5x6x16xf32>
// CHECK: call @fused_{{[0-9a-f]*}}({{.*}} {ascend.fused = ["c", "divide", "round", "q"]
// CHECK: func.func private @fused_
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x5x6x16xf32>, tensor<2x1x1x1x16x16xf32>)
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %arg3 : {{.*}}) outs(%{{.*}} : tensor<1x2x5x6x16xi8>)
// CHECK: math.roundeven
// CHECK: linalg.yield {{.*}} : i8
// CHECK-NOT: linalg
// CHECK: return
func.func @main(%x: tensor<1x1x5x6x16xf32>, %w: tensor<32x16x1x1xf32>, %scale: tensor<1x2x1x1x16xf32>) -> tensor<1x2x5x6x16xi8> {
  %0 = ascend.conv2d %x, %w {ge.y_c0 = 16 : i64, node_name = "c"} : (tensor<1x1x5x6x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x2x5x6x16xf32>
  %1 = ascend.real_div %0, %scale {node_name = "divide"} : (tensor<1x2x5x6x16xf32>, tensor<1x2x1x1x16xf32>) -> tensor<1x2x5x6x16xf32>
  %2 = ascend.round %1 {node_name = "round"} : (tensor<1x2x5x6x16xf32>) -> tensor<1x2x5x6x16xf32>
  %3 = ascend.cast %2 {node_name = "q"} : (tensor<1x2x5x6x16xf32>) -> tensor<1x2x5x6x16xi8>
  return %3 : tensor<1x2x5x6x16xi8>
}
