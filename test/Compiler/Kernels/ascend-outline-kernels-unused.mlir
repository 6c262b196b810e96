// RUN: ascend-opt %s --ascend-outline-kernels | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels=observe | FileCheck %s --check-prefix=OBSERVE

// A result that nobody reads has no destination; a dump shows all.

// CHECK:         %[[Y:.*]] = call @layer_norm_{{.*}}(%{{.*}}) {ascend.node_name = "y_alone", {{.*}} -> tensor<3x4xf32>
// CHECK:         %[[V:.*]]:2 = call @layer_norm_{{.*}}(%{{.*}}) {ascend.node_name = "with_variance", {{.*}} -> (tensor<3x4xf32>, tensor<3x1xf32>)
// CHECK:         materialize_in_destination %[[Y]] in
// CHECK:         materialize_in_destination %[[V]]#0 in
// CHECK:         materialize_in_destination %[[V]]#1 in
// CHECK:       func.func private @layer_norm_
// CHECK:         %y, %mean, %variance = ascend.layer_norm
// CHECK:         materialize_in_destination %y in
// CHECK-NEXT:    return
// CHECK:       func.func private @layer_norm_
// CHECK:         %y, %mean, %variance = ascend.layer_norm
// CHECK:         materialize_in_destination %y in
// CHECK-NEXT:    materialize_in_destination %variance in
// CHECK-NEXT:    return

// OBSERVE-COUNT-2: call @layer_norm_{{.*}} -> (tensor<3x4xf32>, tensor<3x1xf32>, tensor<3x1xf32>)
func.func @main(%x: tensor<3x4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x1xf32>) {
  %y, %m, %v = ascend.layer_norm %x, %g, %b {ge.begin_norm_axis = 1 : i64, node_name = "y_alone"} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>, tensor<3x1xf32>)
  %y2, %m2, %v2 = ascend.layer_norm %x, %g, %b {ge.begin_norm_axis = -1 : i64, node_name = "with_variance"} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>, tensor<3x1xf32>)
  return %y, %y2, %v2 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x1xf32>
}
