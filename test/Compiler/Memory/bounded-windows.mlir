// RUN: ascend-opt %s --split-input-file --ascend-outline-kernels --convert-ascend-to-linalg --ascend-pack-weights --ascend-bufferize --cse --canonicalize --ascend-plan-arena | FileCheck %s

// How many windows there are has a bound where the extents have one, also where the least of these have no room for a
// window: all of the model's buffers are in the work memory.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = {{[1-9]}}
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @main(%x: tensor<1x2x?x?xf32> {ascend.name = "x", ascend.ranges = array<i64: 1, 2, 0, -1, 1, 40, 1, 50>}) -> tensor<1x2x?x?xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %1 = ascend.max_pool_v3 %0 {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 1>, ge.ceil_mode = true} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %2 = ascend.avg_pool_v2 %1 {ge.ksize = array<i64: 1, 1, 2, 3>, ge.strides = array<i64: 1, 1, 3, 2>} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %y = ascend.softmax_v2 %2 {ge.axes = array<i64: 3>} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  return %y : tensor<1x2x?x?xf32>
}
