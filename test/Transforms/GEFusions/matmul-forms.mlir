// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/matmul-on.json" | FileCheck %s --check-prefixes=CHECK,ON

// A transposed operand is read transposed; the second form is off by default.
// CHECK-LABEL: func @transposed
func.func @transposed(%x: tensor<5x4xf32>, %w: tensor<6x5xf32>, %v: tensor<3x5x4xf32>, %u: tensor<3x5x6xf32>) -> (tensor<4x6xf32>, tensor<3x4x6xf32>) {
  %p = ascend.constant {node_name = "p"} dense<[1, 0]> : tensor<2xi64>
  %q = ascend.constant {node_name = "q"} dense<[0, 2, 1]> : tensor<3xi32>
  %0 = ascend.transpose %x, %p {node_name = "tx"} : (tensor<5x4xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  %1 = ascend.transpose %w, %p {node_name = "tw"} : (tensor<6x5xf32>, tensor<2xi64>) -> tensor<5x6xf32>
  // CHECK: ascend.mat_mul_v2 %arg0, %arg1 {ascend.fused_members = {{\[\[}}"tx", "Transpose"], ["tw", "Transpose"], ["mm", "MatMulV2"]], ge.transpose_x1 = true, ge.transpose_x2 = true, node_name = "mm", original_names = ["p", "tx", "tw", "mm"]}
  %2 = ascend.mat_mul_v2 %0, %1 {node_name = "mm"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  // Transposing twice is not transposing.
  %3 = ascend.transpose %v, %q {node_name = "tv"} : (tensor<3x5x4xf32>, tensor<3xi32>) -> tensor<3x4x5xf32>
  %4 = ascend.transpose %3, %q {node_name = "tvv"} : (tensor<3x4x5xf32>, tensor<3xi32>) -> tensor<3x5x4xf32>
  // CHECK: ascend.batch_mat_mul_v2 %{{.*}}, %arg3 {{.*}}ge.adj_x1 = false{{.*}}node_name = "bmm"
  %5 = ascend.batch_mat_mul_v2 %4, %u {ge.adj_x1 = true, node_name = "bmm"} : (tensor<3x5x4xf32>, tensor<3x5x6xf32>) -> tensor<3x4x6xf32>
  return %2, %5 : tensor<4x6xf32>, tensor<3x4x6xf32>
}

// Other axes; another user; integers.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<4x3x5xf32>, %w: tensor<3x5x6xf32>, %y: tensor<5x4xf32>, %i: tensor<5x4xi8>) -> (tensor<3x4x6xf32>, tensor<4x4xf32>, tensor<4x5xf32>, tensor<4x4xi32>) {
  %p = ascend.constant {node_name = "p"} dense<[1, 0, 2]> : tensor<3xi64>
  %q = ascend.constant {node_name = "q"} dense<[1, 0]> : tensor<2xi64>
  // CHECK: ascend.transpose_d
  // CHECK: ascend.batch_mat_mul_v2
  %0 = ascend.transpose %x, %p {node_name = "t"} : (tensor<4x3x5xf32>, tensor<3xi64>) -> tensor<3x4x5xf32>
  %1 = ascend.batch_mat_mul_v2 %0, %w {node_name = "a"} : (tensor<3x4x5xf32>, tensor<3x5x6xf32>) -> tensor<3x4x6xf32>
  // CHECK: ascend.transpose_d
  // CHECK: ascend.mat_mul_v2
  %2 = ascend.transpose %y, %q {node_name = "u"} : (tensor<5x4xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  %3 = ascend.mat_mul_v2 %2, %y {node_name = "b"} : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
  // CHECK: ascend.transpose_d
  // CHECK: ascend.mat_mul_v2
  %4 = ascend.transpose %i, %q {node_name = "v"} : (tensor<5x4xi8>, tensor<2xi64>) -> tensor<4x5xi8>
  %5 = ascend.mat_mul_v2 %4, %i {node_name = "c"} : (tensor<4x5xi8>, tensor<5x4xi8>) -> tensor<4x4xi32>
  return %1, %3, %2, %5 : tensor<3x4x6xf32>, tensor<4x4xf32>, tensor<4x5xf32>, tensor<4x4xi32>
}

// CHECK-LABEL: func @matrices
func.func @matrices(%x: tensor<4x5xf32>, %w: tensor<6x5xf32>, %b: tensor<2x5x6xf32>) -> (tensor<4x6xf32>, tensor<2x4x6xf32>) {
  // CHECK-NEXT: %[[R:.*]] = ascend.
  // ON-SAME: mat_mul_v2 %arg0, %arg1 {ascend.fused_members = {{\[\[}}"mm", "BatchMatMulV2"]], ge.transpose_x1 = false, ge.transpose_x2 = true, node_name = "mm_MatMul", original_names = ["mm"]}
  %0 = ascend.batch_mat_mul_v2 %x, %w {ge.adj_x2 = true, node_name = "mm"} : (tensor<4x5xf32>, tensor<6x5xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.batch_mat_mul_v2
  %1 = ascend.batch_mat_mul_v2 %x, %b {node_name = "bmm"} : (tensor<4x5xf32>, tensor<2x5x6xf32>) -> tensor<2x4x6xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<2x4x6xf32>
}
