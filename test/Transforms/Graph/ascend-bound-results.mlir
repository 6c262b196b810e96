// RUN: ascend-opt %s --ascend-bound-results | FileCheck %s

// A column of positions for each element, of which a slice along the second axis
// counts.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[X:.*]]: tensor<4x6xf32>)
// CHECK:         %[[Y:.*]], %[[SIZE:.*]] = ascend.non_zero %[[X]] {ge.transpose = true, node_name = "n"} : (tensor<4x6xf32>) -> (tensor<2x24xi64>, tensor<1xi64>)
// CHECK:         %[[ZERO:.*]] = ascend.constant dense<0> : tensor<1xi64>
// CHECK-NEXT:    %[[AXIS:.*]] = ascend.constant dense<1> : tensor<1xi64>
// CHECK-NEXT:    %[[SLICE:.*]] = ascend.strided_slice_v2 %[[Y]], %[[ZERO]], %[[SIZE]], %[[AXIS]] {node_name = "n/slice"} : {{.*}} -> tensor<2x?xi64>
// CHECK-NEXT:    return %[[SLICE]]
func.func @columns(%x: tensor<4x6xf32>) -> tensor<2x?xi64> {
  %y = ascend.non_zero %x {ge.transpose = true, node_name = "n"} : (tensor<4x6xf32>) -> tensor<2x?xi64>
  return %y : tensor<2x?xi64>
}

// Results that are counted are sliced where somebody reads them; one that is not
// is as it was.
// CHECK-LABEL: func.func @several(
// CHECK:         %[[Y:.*]], %[[IDX:.*]], %[[COUNT:.*]], %[[INVERSE:.*]], %[[SIZE:.*]] = ascend.unique_with_counts_ext2
// CHECK-SAME:      -> (tensor<6xf32>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<1xi64>)
// CHECK-COUNT-1: ascend.strided_slice_v2 %[[Y]], %{{.*}}, %[[SIZE]], %{{.*}} -> tensor<?xf32>
// CHECK-NOT:     ascend.strided_slice_v2
// CHECK:         return %{{.*}}, %[[INVERSE]] : tensor<?xf32>, tensor<6xi64>
func.func @several(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<6xi64>) {
  %axis = ascend.constant dense<0> : tensor<1xi64>
  %y, %idx, %count, %inverse = ascend.unique_with_counts_ext2 %x, %axis {node_name = "u"}
      : (tensor<6xf32>, tensor<1xi64>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<6xi64>)
  return %y, %inverse : tensor<?xf32>, tensor<6xi64>
}

// A type that says the largest extent itself leaves nothing to count.
// CHECK-LABEL: func.func @largest(
// CHECK:         %[[Y:.*]], %{{.*}} = ascend.where {{.*}} -> (tensor<4x1xi64>, tensor<1xi64>)
// CHECK-NEXT:    return %[[Y]] : tensor<4x1xi64>
func.func @largest(%x: tensor<4xi1>) -> tensor<4x1xi64> {
  %y = ascend.where %x {node_name = "w"} : (tensor<4xi1>) -> tensor<4x1xi64>
  return %y : tensor<4x1xi64>
}

// The largest is open where x is.
// CHECK-LABEL: func.func @open(
// CHECK:         ascend.where {{.*}} : (tensor<?xi1>) -> (tensor<?x1xi64>, tensor<1xi64>)
// CHECK:         ascend.strided_slice_v2
func.func @open(%x: tensor<?xi1>) -> tensor<?x1xi64> {
  %y = ascend.where %x {node_name = "w"} : (tensor<?xi1>) -> tensor<?x1xi64>
  return %y : tensor<?x1xi64>
}

// An op that has its size stays, and so does one that counts nothing.
// CHECK-LABEL: func.func @bounded(
// CHECK-NEXT:    %[[Y:.*]], %{{.*}} = ascend.where
// CHECK-NEXT:    ascend.relu
// CHECK-NEXT:    return %[[Y]]
func.func @bounded(%x: tensor<4xi1>, %z: tensor<4xf32>) -> (tensor<4x1xi64>, tensor<4xf32>) {
  %y, %size = ascend.where %x {node_name = "w"} : (tensor<4xi1>) -> (tensor<4x1xi64>, tensor<1xi64>)
  %0 = ascend.relu %z {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %y, %0 : tensor<4x1xi64>, tensor<4xf32>
}
