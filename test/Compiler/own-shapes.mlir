// What follows from the shapes that a model's inputs have is known before code
// is made: extents that the importer left open, integers, and which branches
// cannot run. A tensor without elements stays open.
//
// RUN: ascend-opt %s --ascend-graph-pipeline | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>, %[[C:.*]]: tensor<i1>) -> (tensor<4x3xf32>, tensor<?x4xf32>)
// CHECK:         ascend.require %{{.*}}, "Add 'a': operands do not broadcast
// CHECK-NOT:     scf.if
// CHECK:         ascend.transpose {{.*}} -> tensor<4x3xf32>
// CHECK:         ascend.strided_slice_v2 {{.*}} -> tensor<?x4xf32>
func.func @main(%x: tensor<3x4xf32>, %c: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x4xf32>) {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %begin = ascend.constant dense<[3, 0]> : tensor<2xi64>
  %end = ascend.constant dense<[3, 4]> : tensor<2xi64>
  %b = tensor.extract %c[] : tensor<i1>
  %r = ascend.relu %x {node_name = "r"} : (tensor<3x4xf32>) -> tensor<?x?xf32>
  %y = scf.if %b -> tensor<?x?xf32> {
    %t = ascend.transpose %r, %p {node_name = "t"} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    scf.yield %t : tensor<?x?xf32>
  } else {
    %a = ascend.add %r, %k {node_name = "a"} : (tensor<?x?xf32>, tensor<2x4xf32>) -> tensor<?x?xf32>
    scf.yield %a : tensor<?x?xf32>
  }
  %none = ascend.strided_slice_v2 %x, %begin, %end {node_name = "s"} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x4xf32>
  return %y, %none : tensor<?x?xf32>, tensor<?x4xf32>
}
