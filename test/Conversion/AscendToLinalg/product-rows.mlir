// Room behind the rows of a left factor, and how the columns of a right one are divided.

// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' | FileCheck %s --check-prefixes=CHECK,EIGHT
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{tile-rows=7}))' | FileCheck %s --check-prefixes=CHECK,SEVEN
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{byte-depth=4}))' | FileCheck %s --check-prefix=DOTS

// Rows of a multiple of 512 floats share few sets of the cache: a copy has 16 more of
// each, where a tile has eight rows, or ...
// CHECK-LABEL: func.func @in_place(
// EIGHT:         insert_slice {{.*}} : tensor<9x512xf32> into tensor<9x528xf32>
// EIGHT:         ins({{.*}} : tensor<9x528xf32>, tensor<2x32x16x32xf32>)
// SEVEN-NOT:     insert_slice
// SEVEN:         ins(%arg0, {{.*}} : tensor<9x512xf32>, tensor<2x512x32xf32>)
func.func @in_place(%x: tensor<9x512xf32>, %w: tensor<512x64xf32>) -> tensor<9x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x512xf32>, tensor<512x64xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}

// ... where rows are copied anyway, to be turned or widened, or ...
// CHECK-LABEL: func.func @turned(
// CHECK:         ins({{.*}} : tensor<9x528xf32>, tensor<2x32x16x32xf32>)
func.func @turned(%x: tensor<512x9xf32>, %w: tensor<512x64xf32>) -> tensor<9x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {ge.transpose_x1 = true, node_name = "y"} : (tensor<512x9xf32>, tensor<512x64xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}

// CHECK-LABEL: func.func @widened(
// CHECK:         ins({{.*}} : tensor<9x528xf32>, tensor<2x32x16x32xf32>)
func.func @widened(%x: tensor<9x512xf16>, %w: tensor<512x64xf16>) -> tensor<9x64xf16> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x512xf16>, tensor<512x64xf16>) -> tensor<9x64xf16>
  return %0 : tensor<9x64xf16>
}

// ... where 2048 columns pass by.
// CHECK-LABEL: func.func @wide(
// CHECK:         ins({{.*}} : tensor<9x528xf32>, tensor<64x32x16x32xf32>)
func.func @wide(%x: tensor<9x512xf32>, %w: tensor<512x2048xf32>) -> tensor<9x2048xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x512xf32>, tensor<512x2048xf32>) -> tensor<9x2048xf32>
  return %0 : tensor<9x2048xf32>
}

// CHECK-LABEL: func.func @less_wide(
// EIGHT:         ins({{.*}} : tensor<9x528xf32>, tensor<63x32x16x32xf32>)
// SEVEN-NOT:     tensor<9x528xf32>
// SEVEN:         ins(%arg0, {{.*}} : tensor<9x512xf32>, tensor<63x512x32xf32>)
func.func @less_wide(%x: tensor<9x512xf32>, %w: tensor<512x2047xf32>) -> tensor<9x2047xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x512xf32>, tensor<512x2047xf32>) -> tensor<9x2047xf32>
  return %0 : tensor<9x2047xf32>
}

// Other rows have none, nor have integers without dots.
// CHECK-LABEL: func.func @half_as_long(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x256xf32>, tensor<2x256x32xf32>)
func.func @half_as_long(%x: tensor<9x256xf32>, %w: tensor<256x64xf32>) -> tensor<9x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x256xf32>, tensor<256x64xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}

// CHECK-LABEL: func.func @one_and_a_half(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x768xf32>, tensor<2x768x32xf32>)
func.func @one_and_a_half(%x: tensor<9x768xf32>, %w: tensor<768x64xf32>) -> tensor<9x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x768xf32>, tensor<768x64xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}

// CHECK-LABEL: func.func @integers(
// CHECK:         ins({{.*}} : tensor<9x2048xi32>, tensor<2x2048x32xi32>)
// DOTS-LABEL:  func.func @integers(
// DOTS:          insert_slice {{.*}} : tensor<9x2048xi8> into tensor<9x2112xi8>
// DOTS:          ins({{.*}} : tensor<9x512x4xi8>, tensor<2x512x32x4xi8>)
func.func @integers(%x: tensor<9x2048xi8>, %w: tensor<2048x64xi8>) -> tensor<9x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x2048xi8>, tensor<2048x64xi8>) -> tensor<9x64xi32>
  return %0 : tensor<9x64xi32>
}

// As many bytes are a quarter as long.
// DOTS-LABEL:  func.func @bytes(
// DOTS-NOT:      insert_slice
// DOTS:          ins({{.*}} : tensor<9x256x4xi8>, tensor<2x256x32x4xi8>)
func.func @bytes(%x: tensor<9x1024xi8>, %w: tensor<1024x64xi8>) -> tensor<9x64xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x1024xi8>, tensor<1024x64xi8>) -> tensor<9x64xi32>
  return %0 : tensor<9x64xi32>
}

// Columns make whole panels of 32, or of 16; ...
// CHECK-LABEL: func.func @three_of_32(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<3x13x32xf32>)
func.func @three_of_32(%x: tensor<9x13xf32>, %w: tensor<13x96xf32>) -> tensor<9x96xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x96xf32>) -> tensor<9x96xf32>
  return %0 : tensor<9x96xf32>
}

// CHECK-LABEL: func.func @three_of_16(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<3x13x16xf32>)
func.func @three_of_16(%x: tensor<9x13xf32>, %w: tensor<13x48xf32>) -> tensor<9x48xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x48xf32>) -> tensor<9x48xf32>
  return %0 : tensor<9x48xf32>
}

// ... fewer are one panel, ...
// CHECK-LABEL: func.func @twenty(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x20xf32>)
func.func @twenty(%x: tensor<9x13xf32>, %w: tensor<13x20xf32>) -> tensor<9x20xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x20xf32>) -> tensor<9x20xf32>
  return %0 : tensor<9x20xf32>
}

// CHECK-LABEL: func.func @eight(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x8xf32>)
func.func @eight(%x: tensor<9x13xf32>, %w: tensor<13x8xf32>) -> tensor<9x8xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x8xf32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}

// ... and what is left is one of its own, but a single column.
// CHECK-LABEL: func.func @forty(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x32xf32>)
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x8xf32>)
func.func @forty(%x: tensor<9x13xf32>, %w: tensor<13x40xf32>) -> tensor<9x40xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x40xf32>) -> tensor<9x40xf32>
  return %0 : tensor<9x40xf32>
}

// CHECK-LABEL: func.func @thirty_four(
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x32xf32>)
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x2xf32>)
func.func @thirty_four(%x: tensor<9x13xf32>, %w: tensor<13x34xf32>) -> tensor<9x34xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x34xf32>) -> tensor<9x34xf32>
  return %0 : tensor<9x34xf32>
}

// CHECK-LABEL: func.func @thirty_three(
// CHECK-NOT:     tensor<1x13x32xf32>
// CHECK:         ins(%arg0, {{.*}} : tensor<9x13xf32>, tensor<1x13x33xf32>)
func.func @thirty_three(%x: tensor<9x13xf32>, %w: tensor<13x33xf32>) -> tensor<9x33xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x13xf32>, tensor<13x33xf32>) -> tensor<9x33xf32>
  return %0 : tensor<9x33xf32>
}

// Dots have vectors of 16 columns, of which some are 0.
// DOTS-LABEL:  func.func @one_vector(
// DOTS:          ins({{.*}} : tensor<9x2x4xi8>, tensor<1x2x16x4xi8>)
func.func @one_vector(%x: tensor<9x8xi8>, %w: tensor<8x16xi8>) -> tensor<9x16xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x8xi8>, tensor<8x16xi8>) -> tensor<9x16xi32>
  return %0 : tensor<9x16xi32>
}

// DOTS-LABEL:  func.func @two_vectors(
// DOTS:          ins({{.*}} : tensor<9x2x4xi8>, tensor<1x2x32x4xi8>)
func.func @two_vectors(%x: tensor<9x8xi8>, %w: tensor<8x17xi8>) -> tensor<9x17xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x8xi8>, tensor<8x17xi8>) -> tensor<9x17xi32>
  return %0 : tensor<9x17xi32>
}

// DOTS-LABEL:  func.func @three_vectors(
// DOTS:          ins({{.*}} : tensor<9x2x4xi8>, tensor<1x2x32x4xi8>)
// DOTS:          ins({{.*}} : tensor<9x2x4xi8>, tensor<1x2x16x4xi8>)
func.func @three_vectors(%x: tensor<9x8xi8>, %w: tensor<8x33xi8>) -> tensor<9x33xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x8xi8>, tensor<8x33xi8>) -> tensor<9x33xi32>
  return %0 : tensor<9x33xi32>
}
