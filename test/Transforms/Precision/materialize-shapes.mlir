// RUN: ascend-opt %s --ascend-precision-pipeline="" | FileCheck %s

// Unknown extents and an unknown rank play no part.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: ascend.cast {{.*}} : (tensor<?x4xf32>) -> tensor<?x4xf16>
  // CHECK: ascend.relu {{.*}} (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: ascend.cast {{.*}} : (tensor<?x4xf16>) -> tensor<?x4xf32>
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @unranked
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: ascend.cast {{.*}} : (tensor<*xf32>) -> tensor<*xf16>
  // CHECK: ascend.ge_op "Relu"{{.*}} (tensor<*xf16>) -> tensor<*xf16>
  // CHECK: ascend.cast {{.*}} : (tensor<*xf16>) -> tensor<*xf32>
  %0 = ascend.ge_op "Relu"(%x) {node_name = "r"} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
