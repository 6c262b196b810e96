// RUN: ascend-opt %s --ascend-precision-pipeline="" | FileCheck %s

// A region's results keep their types: what is yielded is cast back, and an op
// inside follows a producer outside.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[R:.*]] = ascend.relu
  // CHECK: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>}
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[IF:.*]]:2 = scf.if %{{.*}} -> (tensor<4xf32>, tensor<4xf32>)
  %1:2 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    // CHECK: %[[T:.*]] = ascend.tanh %[[R]]
    // CHECK: %[[T32:.*]] = ascend.cast %[[T]] {{.*}}<boundary>}
    // CHECK: scf.yield %[[T32]], %[[R32]]
    %2 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2, %0 : tensor<4xf32>, tensor<4xf32>
  } else {
    // CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
    scf.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  // CHECK: %[[IF16:.*]] = ascend.cast %[[IF]]#0 {{.*}}<inserted>}
  // CHECK: ascend.relu %[[IF16]]
  %3 = ascend.relu %1#0 {node_name = "s"} : (tensor<4xf32>) -> tensor<4xf32>
  return %3, %1#1 : tensor<4xf32>, tensor<4xf32>
}
