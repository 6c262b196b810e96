// RUN: ascend-opt %s --ascend-outline-kernels --split-input-file | FileCheck %s

// Dynamic extents are compared with the ranges that the model was compiled for,
// where there is a bound.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x?x?x4xf32>
// CHECK-DAG:     %[[A:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG:     %[[B:.*]] = tensor.dim %[[X]], %c1
// CHECK:         ascend.require %{{.*}}, "input 'x' at axis 0 has the extent {}, and the model was compiled for 2 to 8"(%[[A]])
// CHECK:         ascend.require %{{.*}}, "input 'x' at axis 1 has the extent {}, and the model was compiled for 3 or more"(%[[B]])
// CHECK-NOT:     "input 'x' at axis
// CHECK:         call @relu_
func.func @main(%x: tensor<?x?x?x4xf32> {ascend.name = "x", ascend.ranges = array<i64: 2, 8, 3, -1, 0, -1, 1, 8>}) -> tensor<?x?x?x4xf32> {
  %y = ascend.relu %x {node_name = "r"} : (tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32>
  return %y : tensor<?x?x?x4xf32>
}

// -----

// Bounds that are not two for each axis say nothing.
// CHECK-LABEL: func.func @main(
// CHECK-NOT:     ascend.require
func.func @main(%x: tensor<?xf32> {ascend.ranges = array<i64: 2, 8, 3>}) -> tensor<?xf32> {
  %y = ascend.relu %x {node_name = "r"} : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// Where no tensor is empty all open extents have a bound.
// CHECK-LABEL: func.func @main(
// CHECK:         ascend.require %{{.*}}, "input 'x' at axis 0 has the extent {}, and the model was compiled for 1 or more"
// CHECK:         ascend.require %{{.*}}, "input 'y' at axis 0 has the extent {}, and the model was compiled for 1 to 8"
// CHECK:         ascend.require %{{.*}}, "input 'y' at axis 1 has the extent {}, and the model was compiled for 2 or more"
// CHECK-NOT:     ascend.require
func.func @main(%x: tensor<?x4xf32> {ascend.name = "x"},
                %y: tensor<?x?xf32> {ascend.name = "y", ascend.ranges = array<i64: 0, 8, 2, -1>}) -> (tensor<?x4xf32>, tensor<?x?xf32>)
    attributes {ascend.not_empty} {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = ascend.neg %y {node_name = "n"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x?xf32>
}
