// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910A" | FileCheck %s --check-prefix=A910

// The names of the constants and of the node are the original ones; GE's other
// attributes stay.
// CHECK-LABEL: func @reductions
func.func @reductions(%x: tensor<4x5xf32>) -> (tensor<4x1xf32>, tensor<4xf32>, tensor<4xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  // CHECK: ascend.reduce_sum_d %{{.*}} {ascend.fused_members = {{\[\[}}"s", "ReduceSum"]], ascend.onnx_op = "ReduceSum", ge.axes = array<i64: 1>, ge.keep_dims = true, ge.keep_dtype = true, node_name = "s", original_names = ["axes", "s"]}
  %0 = ascend.reduce_sum %x, %axes {ascend.onnx_op = "ReduceSum", ge.keep_dims = true, ge.keep_dtype = true, node_name = "s"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  // CHECK: ascend.reduce_max_d
  // CHECK-SAME: ge.axes = array<i64: 1>
  %1 = ascend.reduce_max %x, %axes {node_name = "m"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  // CHECK: ascend.reduce_mean_d
  %2 = ascend.ge_op "ReduceMean"(%x, %axes) {node_name = "a"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4x1xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<4x1xf32>) -> (tensor<1x4xf32>, tensor<4x6xf32>, tensor<4x1xf32>) {
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi64>
  %shape = ascend.constant {node_name = "shape"} dense<[4, 6]> : tensor<2xi64>
  %axis = ascend.constant {node_name = "axis"} dense<1> : tensor<i32>
  // CHECK: ascend.transpose_d %{{.*}} {{.*}}ge.perm = array<i64: 1, 0>
  %0 = ascend.transpose %x, %perm {node_name = "t"} : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<1x4xf32>
  // CHECK: ascend.expand_d %{{.*}} {{.*}}ge.shape = array<i64: 4, 6>
  %1 = ascend.expand %x, %shape {node_name = "e"} : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK: ascend.cumsum_d %{{.*}} {{.*}}ge.axis = 1 : i64
  %2 = ascend.ge_op "Cumsum"(%x, %axis) {node_name = "c"} : (tensor<4x1xf32>, tensor<i32>) -> tensor<4x1xf32>
  return %0, %1, %2 : tensor<1x4xf32>, tensor<4x6xf32>, tensor<4x1xf32>
}

// SliceD is in the store of Ascend910, and not in that of Ascend910B.
// CHECK-LABEL: func @chips
// A910-LABEL: func @chips
func.func @chips(%x: tensor<4x5xf32>) -> tensor<2x2xf32> {
  %offsets = ascend.constant {node_name = "offsets"} dense<[1, 0]> : tensor<2xi64>
  %size = ascend.constant {node_name = "size"} dense<2> : tensor<2xi64>
  // CHECK: ascend.ge_op "Slice"
  // A910: ascend.ge_op "SliceD"(%{{.*}}) {{.*}}ge.offsets = array<i64: 1, 0>, ge.size = array<i64: 2, 2>, node_name = "n", original_names = ["offsets", "size", "n"]}
  %0 = ascend.ge_op "Slice"(%x, %offsets, %size) {node_name = "n"} : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// No constant; a dtype that the new type lacks; a shape that is not static where
// the old type is supported.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<4x5xf32>, %axes: tensor<1xi32>, %i: tensor<4x5xi64>, %d: tensor<?x5xf32>)
    -> (tensor<4xf32>, tensor<4xi64>, tensor<?xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi32>
  // CHECK: ascend.reduce_max %
  %0 = ascend.reduce_max %x, %axes {node_name = "a"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  // CHECK: ascend.reduce_max %
  %1 = ascend.reduce_max %i, %one {node_name = "b"} : (tensor<4x5xi64>, tensor<1xi32>) -> tensor<4xi64>
  // CHECK: ascend.reduce_sum %
  %3 = ascend.reduce_sum %d, %one {node_name = "d"} : (tensor<?x5xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xi64>, tensor<?xf32>
}

// An empty constant of axes that reduces nothing makes a Reshape of ReduceSum;
// one that reduces everything stays an operand.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<f32>) {
  %none = ascend.constant {node_name = "none"} dense<> : tensor<0xi32>
  // CHECK: ascend.reshape
  %0 = ascend.ge_op "ReduceSum"(%x, %none) {node_name = "a"} : (tensor<4x5xf32>, tensor<0xi32>) -> tensor<4x5xf32>
  // CHECK: ascend.reduce_sum %
  %1 = ascend.reduce_sum %x, %none {node_name = "b"} : (tensor<4x5xf32>, tensor<0xi32>) -> tensor<f32>
  return %0, %1 : tensor<4x5xf32>, tensor<f32>
}

// Tile has a kernel of its own up to five axes.
// CHECK-LABEL: func @tile
func.func @tile(%x: tensor<2x2xf32>, %y: tensor<1x1x1x1x1x2xf32>) -> (tensor<4x2xf32>, tensor<1x1x1x1x1x4xf32>) {
  %m = ascend.constant {node_name = "m"} dense<[2, 1]> : tensor<2xi64>
  %n = ascend.constant {node_name = "n"} dense<[1, 1, 1, 1, 1, 2]> : tensor<6xi64>
  // CHECK: ascend.ge_op "Tile"
  %0 = ascend.ge_op "Tile"(%x, %m) {node_name = "a"} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  // CHECK: ascend.tile_d
  %1 = ascend.ge_op "Tile"(%y, %n) {node_name = "b"} : (tensor<1x1x1x1x1x2xf32>, tensor<6xi64>) -> tensor<1x1x1x1x1x4xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<1x1x1x1x1x4xf32>
}

// Five axes are not many, six are.
// CHECK-LABEL: func @tile_edges
func.func @tile_edges(%x: tensor<1x1x1x1x2xf32>) -> tensor<1x1x1x1x4xf32> {
  %m = ascend.constant {node_name = "m"} dense<[1, 1, 1, 1, 2]> : tensor<5xi64>
  // CHECK: ascend.ge_op "Tile"
  %0 = ascend.ge_op "Tile"(%x, %m) {node_name = "a"} : (tensor<1x1x1x1x2xf32>, tensor<5xi64>) -> tensor<1x1x1x1x4xf32>
  return %0 : tensor<1x1x1x1x4xf32>
}
