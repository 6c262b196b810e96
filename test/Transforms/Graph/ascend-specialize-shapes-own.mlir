// RUN: ascend-opt %s --ascend-specialize-shapes --split-input-file --verify-diagnostics | FileCheck %s

// Without shapes, those of the arguments are inferred further. What has no elements
// stays open.
// CHECK-LABEL: func.func @inferred(
// CHECK-SAME:    -> tensor<4x3xf32>
// CHECK:         ascend.relu %{{.*}} -> tensor<3x4xf32>
func.func @inferred(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %r = ascend.relu %x {node_name = "r"} : (tensor<3x4xf32>) -> tensor<?x?xf32>
  %t = ascend.transpose %r, %p {node_name = "t"} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK:         ascend.relu %{{.*}} -> tensor<?x4xf32>
func.func @empty(%x: tensor<0x4xf32>) -> tensor<?x4xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<0x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Arguments without a rank, and several blocks, stay as they are.
// CHECK-LABEL: func.func @unranked(
// CHECK:         ascend.relu %{{.*}} -> tensor<?x4xf32>
func.func @unranked(%x: tensor<3x4xf32>, %u: tensor<*xf32>) -> tensor<?x4xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<3x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @blocks(
// CHECK:         ascend.relu %{{.*}} -> tensor<?x4xf32>
func.func @blocks(%x: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<3x4xf32>) -> tensor<?x4xf32>
  cf.br ^end
^end:
  return %r : tensor<?x4xf32>
}

// -----

// Sums along axes of which those behind are 1 here alone, or between which there are
// others, stay open; axes count from behind, too.
// CHECK-LABEL: func.func @sums(
// CHECK:         %[[X:.*]] = ascend.relu %{{.*}} -> tensor<3x4x1xf32>
// CHECK:         %[[OPEN:.*]] = tensor.cast %[[X]] : tensor<3x4x1xf32> to tensor<?x?x?xf32>
// CHECK:         ascend.softmax_v2 %[[OPEN]] {{.*}}node_name = "middle"{{.*}} -> tensor<?x?x?xf32>
// CHECK:         ascend.softmax_v2 %[[X]] {{.*}}node_name = "last"{{.*}} -> tensor<3x4x1xf32>
// CHECK:         ascend.log_softmax_v2 %{{.*}} {{.*}}node_name = "log"{{.*}} -> tensor<?x?x?xf32>
// CHECK:         ascend.mvnv2 %{{.*}} {{.*}}node_name = "ends"{{.*}} -> tensor<?x?x?xf32>
// CHECK:         ascend.mvnv2 %[[X]] {{.*}}node_name = "rows"{{.*}} -> tensor<3x4x1xf32>
func.func @sums(%a: tensor<3x4x1xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %x = ascend.relu %a {node_name = "r"} : (tensor<3x4x1xf32>) -> tensor<?x?x?xf32>
  %0 = ascend.softmax_v2 %x {ge.axes = array<i64: -2>, node_name = "middle"} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = ascend.softmax_v2 %x {ge.axes = array<i64: -1>, node_name = "last"} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %2 = ascend.log_softmax_v2 %x {ge.axes = array<i64: 1>, node_name = "log"} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = ascend.mvnv2 %x {ge.axes = array<i64: 2, 0>, node_name = "ends"} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %4 = ascend.mvnv2 %x {ge.axes = array<i64: -1, 1>, node_name = "rows"} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>
}

// -----

func.func @refused(%x: tensor<3x4xf32>, %k: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<3x4xf32>) -> tensor<?x4xf32>
  // expected-error @+1 {{operands do not broadcast: extent 3 against 2 at axis 0}}
  %a = ascend.add %r, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  return %a : tensor<?x4xf32>
}
