// A window of up to 64 elements is the body of one loop, which the lowering of
// loops shares reads in; a longer one is a loop of its own.

// RUN: ascend-opt --convert-ascend-to-linalg --split-input-file %s | FileCheck %s

// CHECK-LABEL: func @max64(
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel", "parallel", "parallel"]
// CHECK-COUNT-63:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK-NOT:     reduction
// CHECK:         return
func.func @max64(%x: tensor<1x2x20x20xf32>) -> tensor<1x2x13x13xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 8, 8>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x20x20xf32>) -> tensor<1x2x13x13xf32>
  return %0 : tensor<1x2x13x13xf32>
}

// -----

// CHECK-LABEL: func @max65(
// CHECK:         linalg.generic
// CHECK-SAME:      "reduction", "reduction"]
// CHECK:           arith.maximumf
func.func @max65(%x: tensor<1x2x20x20xf32>) -> tensor<1x2x16x8xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 5, 13>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x20x20xf32>) -> tensor<1x2x16x8xf32>
  return %0 : tensor<1x2x16x8xf32>
}

// -----

// The sum begins with 0, so that it is not -0.
// CHECK-LABEL: func @average64(
// CHECK-COUNT-64:  arith.addf
// CHECK-NOT:       arith.addf
// CHECK-NOT:     reduction
// CHECK:         return
func.func @average64(%x: tensor<1x2x20x20xf32>) -> tensor<1x2x13x13xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 8, 8>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x20x20xf32>) -> tensor<1x2x13x13xf32>
  return %0 : tensor<1x2x13x13xf32>
}

// -----

// Bytes are compared as they are.
// CHECK-LABEL: func @bytes(
// CHECK-COUNT-3:   arith.maxui
// CHECK-NOT:       arith.maxui
func.func @bytes(%x: tensor<1x2x4x4xui8>) -> tensor<1x2x3x3xui8> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x4x4xui8>) -> tensor<1x2x3x3xui8>
  return %0 : tensor<1x2x3x3xui8>
}
