// Names are what config files and reports speak of: nothing merges two ops with
// two names, and constants are not moved or folded.
// RUN: ascend-opt %s --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --canonicalize --cse --canonicalize --sccp | FileCheck %s

// CHECK-LABEL: func @equal_constants
func.func @equal_constants() -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = ascend.constant {node_name = "a"} dense<1.000000e+00>
  %a = ascend.constant {node_name = "a"} dense<1.0> : tensor<4xf32>
  // CHECK: %[[B:.*]] = ascend.constant {node_name = "b"} dense<1.000000e+00>
  %b = ascend.constant {node_name = "b"} dense<1.0> : tensor<4xf32>
  // CHECK: return %[[A]], %[[B]]
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @equal_ops
func.func @equal_ops(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = ascend.exp {{.*}} {node_name = "a"}
  %a = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = ascend.exp {{.*}} {node_name = "b"}
  %b = ascend.exp %x {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[A]], %[[B]]
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A cast there and back rounds: it stays.
// CHECK-LABEL: func @casts
func.func @casts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[H:.*]] = ascend.cast %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
  %h = ascend.cast %x : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: %[[F:.*]] = ascend.cast %[[H]] : (tensor<4xf16>) -> tensor<4xf32>
  %f = ascend.cast %h : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK: return %[[F]]
  return %f : tensor<4xf32>
}

// Constants feed ops of modelled arithmetic without being folded into them.
// CHECK-LABEL: func @no_constant_folding
func.func @no_constant_folding() -> tensor<2xf32> {
  %a = ascend.constant dense<1.0> : tensor<2xf32>
  %b = ascend.constant dense<2.0> : tensor<2xf32>
  // CHECK: %[[Y:.*]] = ascend.add
  %y = ascend.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[Y]]
  return %y : tensor<2xf32>
}

// A modelled op is pure, so an unused one goes; a ge_op may have effects.
// CHECK-LABEL: func @dead
func.func @dead(%x: tensor<4xf32>) {
  // CHECK-NOT: ascend.relu
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.ge_op "Assign"
  %1 = ascend.ge_op "Assign"(%x) {node_name = "s"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return
  return
}
