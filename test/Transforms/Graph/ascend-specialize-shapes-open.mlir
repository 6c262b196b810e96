// RUN: ascend-opt %s --ascend-specialize-shapes="inputs=3x?" --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not ascend-opt %s --split-input-file --ascend-specialize-shapes="inputs=3xa" 2>&1 | FileCheck %s --check-prefix=LETTER
// RUN: not ascend-opt %s --split-input-file --ascend-specialize-shapes="inputs=3x-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// LETTER: error: '3xa' is no shape: write one as 1x3x224x?
// NEGATIVE: error: '3x-1' is no shape: write one as 1x3x224x?

// Some extents may stay open; ranges hold for those that do not.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x?xf32>{{.*}} -> tensor<?x3xf32>
// CHECK:         %[[R:.*]] = ascend.relu %[[X]] {{.*}} -> tensor<3x?xf32>
// CHECK:         ascend.transpose %[[R]]{{.*}} -> tensor<?x3xf32>
func.func @main(%x: tensor<?x?xf32> {ascend.ranges = array<i64: 1, 3, 2, 9>}) -> tensor<?x?xf32> {
  %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %r = ascend.relu %x {node_name = "r"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = ascend.transpose %r, %p {node_name = "t"} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}

// -----

// expected-error @+1 {{has an input with the extent 3 at axis 0, which is not in 4~-1}}
func.func @main(%x: tensor<?x?xf32> {ascend.ranges = array<i64: 4, -1, 2, 9>}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

// -----

// expected-error @+1 {{has an input with the extent 3 at axis 0, which is not in 1~2}}
func.func @main(%x: tensor<?x?xf32> {ascend.ranges = array<i64: 1, 2, 2, 9>}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
