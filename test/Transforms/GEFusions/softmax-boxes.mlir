// The softmax over the classes of SSD's boxes runs along the middle axis.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF
// OFF-NOT: transpose_d

// CHECK-LABEL: func @boxes
func.func @boxes(%x: tensor<2x8732x21xf32>) -> tensor<2x8732x21xf32> {
  // CHECK: %[[T:.*]] = ascend.transpose_d %arg0 {{.*}}ge.perm = array<i64: 0, 2, 1>, node_name = "s_transposeD_layer", original_names = ["s"]{{.*}} -> tensor<2x21x8732xf32>
  // CHECK: %[[S:.*]] = ascend.softmax_v2 %[[T]] {{.*}}ge.axes = array<i64: 1>, node_name = "s"
  // CHECK: ascend.transpose_d %[[S]] {{.*}}ge.perm = array<i64: 0, 2, 1>, node_name = "s_transposeD1_layer"
  %0 = ascend.softmax_v2 %x {ge.axes = array<i64: -1>, node_name = "s"} : (tensor<2x8732x21xf32>) -> tensor<2x8732x21xf32>
  return %0 : tensor<2x8732x21xf32>
}

// Another axis, other extents, another rank.
// CHECK-LABEL: func @stays
// CHECK-NOT: transpose_d
func.func @stays(%x: tensor<1x8732x21xf32>, %y: tensor<1x8732x22xf32>, %z: tensor<8732x21xf32>) -> (tensor<1x8732x21xf32>, tensor<1x8732x22xf32>, tensor<8732x21xf32>) {
  %0 = ascend.softmax_v2 %x {ge.axes = array<i64: 1>, node_name = "a"} : (tensor<1x8732x21xf32>) -> tensor<1x8732x21xf32>
  %1 = ascend.softmax_v2 %y {ge.axes = array<i64: 2>, node_name = "b"} : (tensor<1x8732x22xf32>) -> tensor<1x8732x22xf32>
  %2 = ascend.softmax_v2 %z {ge.axes = array<i64: 1>, node_name = "c"} : (tensor<8732x21xf32>) -> tensor<8732x21xf32>
  return %0, %1, %2 : tensor<1x8732x21xf32>, tensor<1x8732x22xf32>, tensor<8732x21xf32>
}
