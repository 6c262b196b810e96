// RUN: ascend-opt %s --ascend-precision-pipeline="" | FileCheck %s

// Iteration arguments and results of loops keep their types; the cast of an
// argument stands in its block.
// CHECK-LABEL: func @for
func.func @for(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4xf32>) {
  %0 = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> tensor<4xf32> {
    // CHECK-NEXT: %[[ACC16:.*]] = ascend.cast %[[ACC]] {{.*}}<inserted>}
    // CHECK-NEXT: %[[A:.*]] = ascend.add %[[ACC16]], %[[ACC16]]
    // CHECK-NEXT: %[[A32:.*]] = ascend.cast %[[A]] {{.*}}<boundary>}
    // CHECK-NEXT: scf.yield %[[A32]]
    %1 = ascend.add %acc, %acc {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @while
func.func @while(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // CHECK: scf.while (%[[S:.*]] = %{{.*}}) : (tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.while (%s = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    // CHECK-NEXT: ascend.cast %[[S]]
    // CHECK: %[[T:.*]] = ascend.tanh
    // CHECK-NEXT: %[[T32:.*]] = ascend.cast %[[T]] {{.*}}<boundary>}
    // CHECK-NEXT: scf.condition(%{{.*}}) %[[T32]] : tensor<4xf32>
    %1 = ascend.tanh %s {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
    scf.condition(%c) %1 : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    // CHECK: ^bb0(%[[V:.*]]: tensor<4xf32>):
    // CHECK-NEXT: %[[V16:.*]] = ascend.cast %[[V]]
    // CHECK-NEXT: %[[D:.*]] = ascend.relu %[[V16]]
    // CHECK-NEXT: %[[D32:.*]] = ascend.cast %[[D]]
    // CHECK-NEXT: scf.yield %[[D32]] : tensor<4xf32>
    %2 = ascend.relu %v {node_name = "d"} : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
