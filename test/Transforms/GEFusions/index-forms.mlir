// Positions of int64 are int32 for the AI Core, and widened behind.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s --check-prefix=ATTR
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: func @positions
// OFF-LABEL: func @positions
func.func @positions(%x: tensor<2x3xf32>) -> (tensor<2xi64>, tensor<2xi32>) {
  %axis = ascend.constant {node_name = "axis"} dense<-1> : tensor<1xi32>
  // CHECK: %[[P:.*]] = ascend.arg_max_v2 {{.*}}node_name = "a", {{.*}} -> tensor<2xi32>
  // CHECK: ascend.cast %[[P]] {{.*}}node_name = "a_Output0CastAfter", original_names = ["a"]{{.*}} -> tensor<2xi64>
  // ATTR: ascend.arg_max_d {{.*}} -> tensor<2xi32>
  // OFF: ascend.arg_max_v2 {{.*}} -> tensor<2xi64>
  %0 = ascend.arg_max_v2 %x, %axis {node_name = "a"} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2xi64>
  // CHECK: ascend.arg_max_v2 {{.*}}node_name = "b"
  // CHECK-NOT: ascend.cast
  %1 = ascend.arg_max_v2 %x, %axis {node_name = "b"} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2xi32>
  return %0, %1 : tensor<2xi64>, tensor<2xi32>
}

// The axis is as long as 31 bits count, and one longer; an open axis.
// CHECK-LABEL: func @long
func.func @long(%x: tensor<2147483647xi8>, %y: tensor<2147483648xi8>, %z: tensor<?xi8>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %axis = ascend.constant {node_name = "axis"} dense<0> : tensor<1xi32>
  // CHECK: ascend.cast
  // CHECK: ascend.arg_max_v2 %arg1{{.*}} -> tensor<i64>
  // CHECK: ascend.arg_max_v2 %arg2{{.*}} -> tensor<i64>
  %0 = ascend.arg_max_v2 %x, %axis {node_name = "a"} : (tensor<2147483647xi8>, tensor<1xi32>) -> tensor<i64>
  %1 = ascend.arg_max_v2 %y, %axis {node_name = "b"} : (tensor<2147483648xi8>, tensor<1xi32>) -> tensor<i64>
  %2 = ascend.arg_max_v2 %z, %axis {node_name = "c"} : (tensor<?xi8>, tensor<1xi32>) -> tensor<i64>
  return %0, %1, %2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// Not of bool and int32.
// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<4xf32>, %j: tensor<4xi32>, %i: tensor<1x1xi64>, %u: tensor<1xf32>, %v: tensor<1xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK: %[[C:.*]] = ascend.tensor_move %arg0 {{.*}}node_name = "a/TensorMove", original_names = ["a"]
  // CHECK: ascend.scatter_nd_update %[[C]], %arg2, %arg3 {{.*}}node_name = "a/ScatterNdUpdate", original_names = ["a"]
  // CHECK: ascend.ge_op "TensorScatterUpdate"
  %0 = ascend.ge_op "TensorScatterUpdate"(%x, %i, %u) {node_name = "a"} : (tensor<4xf32>, tensor<1x1xi64>, tensor<1xf32>) -> tensor<4xf32>
  %1 = ascend.ge_op "TensorScatterUpdate"(%j, %i, %v) {node_name = "b"} : (tensor<4xi32>, tensor<1x1xi64>, tensor<1xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}
