// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s

// The nodes are gone without a trace in others; the module notes them.
// CHECK: ascend.fusions = [
// CHECK-DAG: {into = "", names = ["i"], pass = "IdentityPass", types = [{{[^]]*}}]}
// CHECK-DAG: {into = "", names = ["r"], pass = "NoUseReshapeRemovePass", types = [{{[^]]*}}]}
// CHECK-DAG: {into = "", names = ["t"], pass = "UnchangedTransposeRemovePass", types = [{{[^]]*}}]}
// CHECK-DAG: {into = "", names = ["d"], pass = "DropOutPass", types = [{{[^]]*}}]}
// CHECK-LABEL: func @prepared(
// CHECK-SAME: %[[X:.*]]: tensor<4x5xf32>
func.func @prepared(%x: tensor<4x5xf32>, %ratio: tensor<f32>) -> tensor<4x5xf32> {
  %shape = ascend.constant {node_name = "shape"} dense<[4, 5]> : tensor<2xi64>
  %perm = ascend.constant {node_name = "perm"} dense<[0, 1]> : tensor<2xi64>
  %0 = ascend.identity %x {node_name = "i"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = ascend.reshape %0, %shape {node_name = "r"} : (tensor<4x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  %2 = ascend.transpose %1, %perm {node_name = "t"} : (tensor<4x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  %3:2 = ascend.ge_op "Dropout"(%2, %ratio) {node_name = "d"} : (tensor<4x5xf32>, tensor<f32>) -> (tensor<4x5xf32>, tensor<4x5xi1>)
  // CHECK-NOT: ascend.identity
  // CHECK-NOT: ascend.reshape
  // CHECK-NOT: ascend.transpose
  // CHECK-NOT: Dropout
  // CHECK: ascend.relu %[[X]] {node_name = "relu"}
  %4 = ascend.relu %3#0 {node_name = "relu"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %4 : tensor<4x5xf32>
}

// Another shape, another order, a mask that is used, unknown extents.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<4x4xf32>, %d: tensor<?x4xf32>) -> (tensor<2x8xf32>, tensor<4x4xf32>, tensor<4x4xi1>, tensor<?x4xf32>) {
  %shape = ascend.constant {node_name = "shape"} dense<[2, 8]> : tensor<2xi64>
  %same = ascend.constant {node_name = "same"} dense<[-1, 4]> : tensor<2xi64>
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi64>
  // CHECK: ascend.reshape
  %0 = ascend.reshape %x, %shape {node_name = "r"} : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<2x8xf32>
  // CHECK: ascend.transpose
  %1 = ascend.transpose %x, %perm {node_name = "t"} : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<4x4xf32>
  // CHECK: Dropout
  %2:2 = ascend.ge_op "Dropout"(%1) {node_name = "d"} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>)
  // CHECK: ascend.reshape
  %3 = ascend.reshape %d, %same {node_name = "s"} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0, %2#0, %2#1, %3 : tensor<2x8xf32>, tensor<4x4xf32>, tensor<4x4xi1>, tensor<?x4xf32>
}

// Over extents of 1 nothing is left of a reduction, of ReduceSum a Reshape; the
// same where the rank changes.
// CHECK-LABEL: func @ones
func.func @ones(%x: tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>, tensor<1x1xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  %other = ascend.constant {node_name = "other"} dense<0> : tensor<1xi32>
  // CHECK-NOT: ascend.reduce_max
  %0 = ascend.reduce_max %x, %axes {ge.keep_dims = true, node_name = "m"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  // CHECK: ascend.reshape {{.*}}fused_members = {{\[\[}}"s", "ReduceSum"]]{{.*}}node_name = "s"
  %1 = ascend.reduce_sum %x, %axes {ge.keep_dims = true, node_name = "s"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  // CHECK: ascend.reshape {{.*}}node_name = "v"{{.*}} -> tensor<4xf32>
  %2 = ascend.reduce_max %x, %axes {node_name = "v"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
  // CHECK: ascend.reduce_max_d
  %3 = ascend.reduce_max %x, %other {ge.keep_dims = true, node_name = "w"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<1x1xf32>
  // CHECK: return %arg0
  return %0, %1, %2, %3 : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>, tensor<1x1xf32>
}

// So it is for each type of reduction, all of which but ReduceSum have one pass each.
// CHECK-LABEL: func @each_reduction_of_ones
func.func @each_reduction_of_ones(%x: tensor<4x1xf32>, %b: tensor<4x1xi1>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xi1>, tensor<4x1xi1>) {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  // CHECK-NOT: educe
  %0 = ascend.reduce_min %x, %axes {ge.keep_dims = true, node_name = "min"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %1 = ascend.reduce_mean %x, %axes {ge.keep_dims = true, node_name = "mean"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %2 = ascend.reduce_prod %x, %axes {ge.keep_dims = true, node_name = "prod"} : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %3 = ascend.ge_op "ReduceAll"(%b, %axes) {ge.keep_dims = true, node_name = "all"} : (tensor<4x1xi1>, tensor<1xi32>) -> tensor<4x1xi1>
  %4 = ascend.ge_op "ReduceAny"(%b, %axes) {ge.keep_dims = true, node_name = "any"} : (tensor<4x1xi1>, tensor<1xi32>) -> tensor<4x1xi1>
  // CHECK: return %arg0, %arg0, %arg0, %arg1, %arg1
  return %0, %1, %2, %3, %4 : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xi1>, tensor<4x1xi1>
}

// A node that trains drops something, also where nobody uses its mask.
// CHECK-LABEL: func @trains
func.func @trains(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: Dropout
  %0 = ascend.ge_op "Dropout"(%x) {ge.is_training = true, node_name = "d"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// x - x is a constant of zeros; not of bool's neighbour bfloat16, nor of open extents.
// CHECK-LABEL: func @differences
func.func @differences(%x: tensor<4x4xf32>, %i: tensor<2xui8>, %b: tensor<4xbf16>, %o: tensor<?xf32>, %z: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<2xui8>, tensor<4xbf16>, tensor<?xf32>, tensor<4x4xf32>) {
  // CHECK: ascend.constant {node_name = "a"} dense<0.{{0*}}e+00> : tensor<4x4xf32>
  // CHECK: ascend.constant {node_name = "i"} dense<0> : tensor<2xui8>
  // CHECK: ascend.sub %arg2, %arg2
  // CHECK: ascend.sub %arg3, %arg3
  // CHECK: ascend.sub %arg0, %arg4
  %0 = ascend.sub %x, %x {node_name = "a"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.sub %i, %i {node_name = "i"} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %2 = ascend.sub %b, %b {node_name = "b"} : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %3 = ascend.sub %o, %o {node_name = "o"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = ascend.sub %x, %z {node_name = "d"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<2xui8>, tensor<4xbf16>, tensor<?xf32>, tensor<4x4xf32>
}
