// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s

// A k of int64, and another axis than the last.
// CHECK-LABEL: func @top_k
func.func @top_k(%x: tensor<2x6x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x4x3xi32>) {
  %k = ascend.constant {node_name = "k"} dense<4> : tensor<1xi64>
  // CHECK: %[[X:.*]] = ascend.transpose_d %arg0 {{.*}}ge.perm = array<i64: 0, 2, 1>{{.*}}"n/Transpose/in"{{.*}} -> tensor<2x3x6xf32>
  // The positions up to 4096 in f16, then what these lack.
  // CHECK: %[[T:.*]] = ascend.constant {node_name = "n/assist_seq"} dense<{{.*}}> : tensor<8192xf16>
  // CHECK: %[[V:.*]], %[[I:.*]] = ascend.top_k_d %[[X]], %[[T]] {{.*}}ge.dim = -1 : i64, ge.k = 4 : i64{{.*}} -> (tensor<2x3x4xf32>, tensor<2x3x4xi32>)
  // CHECK-DAG: ascend.transpose_d %[[V]] {{.*}} -> tensor<2x4x3xf32>
  // CHECK-DAG: ascend.transpose_d %[[I]] {{.*}} -> tensor<2x4x3xi32>
  %v, %i = ascend.top_k %x, %k {ge.dim = 1 : i64, node_name = "n"} : (tensor<2x6x3xf32>, tensor<1xi64>) -> (tensor<2x4x3xf32>, tensor<2x4x3xi32>)
  return %v, %i : tensor<2x4x3xf32>, tensor<2x4x3xi32>
}

// A number that is no constant, elements in no order, and elements that TopKD
// does not take.
// CHECK-LABEL: func @top_k_stays
func.func @top_k_stays(%x: tensor<6xf32>, %run: tensor<1xi64>, %d: tensor<6xf64>) -> (tensor<?xf32>, tensor<4xf32>, tensor<4xf64>) {
  %k = ascend.constant {node_name = "k"} dense<4> : tensor<1xi64>
  // CHECK-COUNT-3: ascend.top_k %
  // CHECK-NOT: top_k_d
  %0, %i0 = ascend.top_k %x, %run {node_name = "a"} : (tensor<6xf32>, tensor<1xi64>) -> (tensor<?xf32>, tensor<?xi32>)
  %1, %i1 = ascend.top_k %x, %k {ge.sorted = false, node_name = "b"} : (tensor<6xf32>, tensor<1xi64>) -> (tensor<4xf32>, tensor<4xi32>)
  %2, %i2 = ascend.top_k %d, %k {node_name = "c"} : (tensor<6xf64>, tensor<1xi64>) -> (tensor<4xf64>, tensor<4xi32>)
  return %0, %1, %2 : tensor<?xf32>, tensor<4xf32>, tensor<4xf64>
}

// Batch, class, and the number of the box.
// CHECK-LABEL: func @boxes
func.func @boxes(%boxes: tensor<1x3x4xf32>, %scores: tensor<1x2x3xf32>) -> tensor<?x3xi32> {
  %most = ascend.constant {node_name = "m"} dense<9223372036854775807> : tensor<1xi64>
  // CHECK-DAG: %[[M:.*]] = ascend.constant {node_name = "n/max_output_size"} dense<2147483647> : tensor<1xi32>
  // CHECK-DAG: %[[T:.*]] = ascend.constant {node_name = "n/index_id"} dense<{{\[\[\[\[}}0.{{0*}}e+00, 0.{{0*}}e+00, 0.{{0*}}e+00, 0.{{0*}}e+00], [0.{{0*}}e+00, 0.{{0*}}e+00, 0.{{0*}}e+00, 1.{{0*}}e+00], {{.*}}[0.{{0*}}e+00, 1.{{0*}}e+00, 0.{{0*}}e+00, 2.{{0*}}e+00]]]]> : tensor<1x2x3x4xf16>
  // CHECK: ascend.non_max_suppression_v7 %arg0, %arg1, %[[M]], %{{.*}}, %{{.*}}, %[[T]] {{.*}}ge.center_point_box = 1 : i64
  %y = ascend.non_max_suppression_v6 %boxes, %scores, %most {ge.center_point_box = 1 : i64, node_name = "n"} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>, tensor<1xi64>) -> tensor<?x3xi32>
  return %y : tensor<?x3xi32>
}

// CHECK-LABEL: func @boxes_stay
func.func @boxes_stay(%boxes: tensor<1x3x4xf32>, %scores: tensor<1x2x3xf32>, %most: tensor<1xi64>) -> tensor<?x3xi32> {
  // CHECK: ascend.non_max_suppression_v6
  %y = ascend.non_max_suppression_v6 %boxes, %scores, %most {node_name = "n"} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>, tensor<1xi64>) -> tensor<?x3xi32>
  return %y : tensor<?x3xi32>
}

// The first axis of three.
// CHECK-LABEL: func @top_k_first
func.func @top_k_first(%x: tensor<6x2x3xf32>) -> (tensor<4x2x3xf32>, tensor<4x2x3xi32>) {
  %k = ascend.constant {node_name = "k"} dense<4> : tensor<1xi64>
  // CHECK: ascend.transpose_d %arg0 {{.*}}ge.perm = array<i64: 2, 1, 0>{{.*}} -> tensor<3x2x6xf32>
  %v, %i = ascend.top_k %x, %k {ge.dim = -3 : i64, node_name = "n"} : (tensor<6x2x3xf32>, tensor<1xi64>) -> (tensor<4x2x3xf32>, tensor<4x2x3xi32>)
  return %v, %i : tensor<4x2x3xf32>, tensor<4x2x3xi32>
}

// Box 999 is (0, 999), box 1000 is (1, 0).
// CHECK-LABEL: func @many_boxes
func.func @many_boxes(%boxes: tensor<1x1001x4xf32>, %scores: tensor<1x1x1001xf32>) -> tensor<?x3xi32> {
  // CHECK: ascend.constant {node_name = "n/index_id"} dense<"0x{{[0-9A-F]+}}000000000000CE6300000000003C0000"> : tensor<1x1x1001x4xf16>
  %y = ascend.non_max_suppression_v6 %boxes, %scores {node_name = "n"} : (tensor<1x1001x4xf32>, tensor<1x1x1001xf32>) -> tensor<?x3xi32>
  return %y : tensor<?x3xi32>
}
