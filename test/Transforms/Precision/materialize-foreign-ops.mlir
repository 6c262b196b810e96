// RUN: ascend-opt %s --ascend-precision-pipeline="" | FileCheck %s

// Ops of other dialects, and ops that no engine judges, keep the types of the
// model; one boundary cast serves them all.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]] = ascend.relu
  // CHECK-NEXT: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>}
  // CHECK-NEXT: %[[A:.*]] = arith.addf %[[R32]], %[[R32]] : tensor<4xf32>
  // CHECK-NEXT: ascend.cast %[[A]] {{.*}}"arith.addf:0/Cast_float16"{{.*}}<inserted>}
  // CHECK-NEXT: tensor.extract_slice %[[R32]]
  // CHECK-NEXT: ascend.ge_op "If"(%[[R32]])
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.addf %0, %0 : tensor<4xf32>
  %2 = tensor.extract_slice %0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  ascend.ge_op "If"(%0) {node_name = "i"} : (tensor<4xf32>) -> ()
  %3 = ascend.tanh %1 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
