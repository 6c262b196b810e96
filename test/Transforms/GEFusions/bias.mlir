// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" 2>/dev/null | FileCheck %s --check-prefix=OFF

// The node of the product stays, with its name and attributes.
// CHECK-LABEL: func @matmul
// OFF-LABEL: func @matmul
func.func @matmul(%x: tensor<4x5xf32>, %w: tensor<6x5xf32>, %v: tensor<3x4x5xf32>) -> (tensor<4x6xf32>, tensor<3x4x6xf32>) {
  %b = ascend.constant {node_name = "b"} dense<1.0> : tensor<6xf32>
  // CHECK: %[[B:.*]] = ascend.constant {node_name = "b"}
  // CHECK: ascend.mat_mul_v2 %arg0, %arg1, %[[B]] {ascend.fused_members = {{\[\[}}"mm", "MatMulV2"], ["add", "Add"]], ge.transpose_x2 = true, node_name = "mm", original_names = ["mm", "add"]}
  // OFF: ascend.add
  %0 = ascend.mat_mul_v2 %x, %w {ge.transpose_x2 = true, node_name = "mm"} : (tensor<4x5xf32>, tensor<6x5xf32>) -> tensor<4x6xf32>
  %1 = ascend.add %b, %0 {node_name = "add"} : (tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.batch_mat_mul_v2 %arg2, %arg1, %[[B]] {{.*}}node_name = "bmm"
  %2 = ascend.batch_mat_mul_v2 %v, %w {ge.adj_x2 = true, node_name = "bmm"} : (tensor<3x4x5xf32>, tensor<6x5xf32>) -> tensor<3x4x6xf32>
  %3 = ascend.ge_op "BiasAdd"(%2, %b) {node_name = "bias"} : (tensor<3x4x6xf32>, tensor<6xf32>) -> tensor<3x4x6xf32>
  // CHECK-NOT: ascend.add
  // CHECK-NOT: BiasAdd
  return %1, %3 : tensor<4x6xf32>, tensor<3x4x6xf32>
}

// No vector; the product has other uses; it has a bias; the sum is wider.
// CHECK-LABEL: func @matmul_stays
func.func @matmul_stays(%x: tensor<1x5xf32>, %w: tensor<5x6xf32>, %m: tensor<1x6xf32>, %b: tensor<6xf32>, %n: tensor<4x6xf32>)
    -> (tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<4x6xf32>) {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "a"} : (tensor<1x5xf32>, tensor<5x6xf32>) -> tensor<1x6xf32>
  // CHECK: ascend.add
  %1 = ascend.add %0, %m {node_name = "a+"} : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<1x6xf32>
  %2 = ascend.mat_mul_v2 %x, %w {node_name = "b"} : (tensor<1x5xf32>, tensor<5x6xf32>) -> tensor<1x6xf32>
  // CHECK: ascend.add
  %3 = ascend.add %2, %b {node_name = "b+"} : (tensor<1x6xf32>, tensor<6xf32>) -> tensor<1x6xf32>
  %4 = ascend.mat_mul_v2 %x, %w, %b {node_name = "c"} : (tensor<1x5xf32>, tensor<5x6xf32>, tensor<6xf32>) -> tensor<1x6xf32>
  // CHECK: ascend.add
  %5 = ascend.add %4, %b {node_name = "c+"} : (tensor<1x6xf32>, tensor<6xf32>) -> tensor<1x6xf32>
  %6 = ascend.mat_mul_v2 %x, %w {node_name = "d"} : (tensor<1x5xf32>, tensor<5x6xf32>) -> tensor<1x6xf32>
  // CHECK: ascend.add
  %7 = ascend.add %6, %n {node_name = "d+"} : (tensor<1x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1, %2, %3, %5, %7 : tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<4x6xf32>
}

// BiasAdd runs along the channels; it cannot be closed.
// CHECK-LABEL: func @conv
// OFF-LABEL: func @conv
func.func @conv(%x: tensor<1x2x4x4xf32>, %w: tensor<3x2x1x1xf32>) -> tensor<1x3x4x4xf32> {
  %b = ascend.constant {node_name = "b"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  // CHECK: ascend.conv2d %{{.*}}, %{{.*}}, %{{.*}} {ascend.fused_members = {{\[\[}}"c", "Conv2D"], ["bias", "BiasAdd"]]
  // OFF-NOT: BiasAdd"(
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x2x4x4xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x4x4xf32>
  %1 = ascend.ge_op "BiasAdd"(%0, %b) {node_name = "bias"} : (tensor<1x3x4x4xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  return %1 : tensor<1x3x4x4xf32>
}

// CANN wants four extents of 1: those of a volume's bias, not of an image's.
// CHECK-LABEL: func @conv_add
func.func @conv_add(%x: tensor<1x2x4x4xf32>, %w: tensor<3x2x1x1xf32>, %v: tensor<1x2x4x4x4xf32>, %u: tensor<3x2x1x1x1xf32>)
    -> (tensor<1x3x4x4xf32>, tensor<1x3x4x4x4xf32>) {
  %b = ascend.constant {node_name = "b"} dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf32>
  %c = ascend.constant {node_name = "c"} dense<[[[[[1.0]]], [[[2.0]]], [[[3.0]]]]]> : tensor<1x3x1x1x1xf32>
  // CHECK: ascend.conv2d
  // CHECK: ascend.add
  %0 = ascend.conv2d %x, %w {node_name = "image"} : (tensor<1x2x4x4xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x4x4xf32>
  %1 = ascend.add %0, %b {node_name = "image+"} : (tensor<1x3x4x4xf32>, tensor<1x3x1x1xf32>) -> tensor<1x3x4x4xf32>
  // CHECK: %[[C:.*]] = ascend.constant {node_name = "c"} dense<[1.{{.*}}, 2.{{.*}}, 3.{{.*}}]> : tensor<3xf32>
  // CHECK: ascend.conv3d %{{.*}}, %{{.*}}, %[[C]]
  // CHECK-NOT: ascend.add
  %2 = ascend.ge_op "Conv3D"(%v, %u) {node_name = "volume"} : (tensor<1x2x4x4x4xf32>, tensor<3x2x1x1x1xf32>) -> tensor<1x3x4x4x4xf32>
  %3 = ascend.add %2, %c {node_name = "volume+"} : (tensor<1x3x4x4x4xf32>, tensor<1x3x1x1x1xf32>) -> tensor<1x3x4x4x4xf32>
  return %1, %3 : tensor<1x3x4x4xf32>, tensor<1x3x4x4x4xf32>
}

// A region is a graph of its own: nothing is fused over its border.
// CHECK-LABEL: func @region
func.func @region(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %c: i1) -> tensor<4x6xf32> {
  %b = ascend.constant {node_name = "b"} dense<1.0> : tensor<6xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "mm"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %r = scf.if %c -> tensor<4x6xf32> {
    // CHECK: scf.if
    // CHECK-NEXT: ascend.add
    %1 = ascend.add %0, %b {node_name = "add"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    scf.yield %1 : tensor<4x6xf32>
  } else {
    // CHECK: ascend.mat_mul_v2 %arg0, %arg1, %{{.*}} {ascend.fused_members
    %2 = ascend.mat_mul_v2 %x, %w {node_name = "mm2"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
    %3 = ascend.add %2, %b {node_name = "add2"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    scf.yield %3 : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}

// A member that keeps its dtype says so as a number or as a truth.
// CHECK-LABEL: func @keeps
func.func @keeps(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %b = ascend.constant {node_name = "b"} dense<1.0> : tensor<6xf32>
  // CHECK: ascend.mat_mul_v2 {{.*}}ge.keep_dtype = true, node_name = "m"
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = ascend.add %0, %b {ge.keep_dtype = 1 : i64, node_name = "m+"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.mat_mul_v2 {{.*}}"Add"]], node_name = "n"
  %2 = ascend.mat_mul_v2 %x, %w {node_name = "n"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %3 = ascend.add %2, %b {ge.keep_dtype = 0 : i64, node_name = "n+"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %1, %3 : tensor<4x6xf32>, tensor<4x6xf32>
}
