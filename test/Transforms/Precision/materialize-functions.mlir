// RUN: ascend-opt %s --ascend-precision-pipeline="" | FileCheck %s
// RUN: ascend-opt %s --inline --ascend-precision-pipeline="" --ascend-verify-precision | FileCheck %s --check-prefix=INLINED

// Several functions: each keeps its signature, a call is a boundary, and its
// result delivers the dtype of the model.

// CHECK-LABEL: func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func private @external(tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func private @callee
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>) -> tensor<4xf32>
func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[A16:.*]] = ascend.cast %[[A]] {{.*}}<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: %[[T:.*]] = ascend.tanh %[[A16]]
  // CHECK: %[[T32:.*]] = ascend.cast %[[T]] {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK: return %[[T32]]
  %0 = ascend.tanh %a {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @main
// INLINED-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]] = ascend.relu
  // CHECK: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>}
  // CHECK: %[[C:.*]] = call @callee(%[[R32]]) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C16:.*]] = ascend.cast %[[C]] {{.*}}<inserted>}
  // CHECK: %[[E:.*]] = call @external(%[[C]])
  // CHECK: ascend.cast %[[E]] {{.*}}<inserted>}
  // CHECK: ascend.add
  // Inlined there is no boundary between the two.
  // INLINED: %[[R:.*]] = ascend.relu
  // INLINED-NEXT: ascend.tanh %[[R]]
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @callee(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @external(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.add %1, %2 {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
