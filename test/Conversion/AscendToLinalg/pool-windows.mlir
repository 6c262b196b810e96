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

// -----

// An image of 131,072 bytes is copied with its border.
// CHECK-LABEL: func @small_image(
// CHECK:         tensor.insert_slice %arg0
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @small_image(%x: tensor<1x2x128x256xf32>) -> tensor<1x2x64x128xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, node_name = "p"} : (tensor<1x2x128x256xf32>) -> tensor<1x2x64x128xf32>
  return %0 : tensor<1x2x64x128xf32>
}

// -----

// Of a larger one nothing is copied: the windows that see nine elements, those
// of the last column that see six, those of the last row, and the last one.
// CHECK-LABEL: func @large_image(
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     insert_slice %arg0
// CHECK:         extract_slice %arg0[0, 0, 0, 0] [1, 2, 127, 257]
// CHECK-COUNT-8: arith.maximumf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 0] [1, 2, 63, 128]
// CHECK:         extract_slice %arg0[0, 0, 0, 256] [1, 2, 127, 2]
// CHECK-COUNT-5: arith.maximumf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 128] [1, 2, 63, 1]
// CHECK:         extract_slice %arg0[0, 0, 126, 0] [1, 2, 2, 257]
// CHECK-COUNT-5: arith.maximumf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 63, 0] [1, 2, 1, 128]
// CHECK:         extract_slice %arg0[0, 0, 126, 256] [1, 2, 2, 2]
// CHECK-COUNT-3: arith.maximumf
// CHECK-NOT:     arith.maximumf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 63, 128] [1, 2, 1, 1]
// CHECK:         return
func.func @large_image(%x: tensor<1x2x128x258xf32>) -> tensor<1x2x64x129xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, node_name = "p"} : (tensor<1x2x128x258xf32>) -> tensor<1x2x64x129xf32>
  return %0 : tensor<1x2x64x129xf32>
}

// -----

// Three kinds of windows along both axes are nine parts.
// CHECK-LABEL: func @nine_parts(
// CHECK-NOT:     linalg.fill
// CHECK-COUNT-9: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @nine_parts(%x: tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32>
  return %0 : tensor<1x2x200x200xf32>
}

// -----

// Four and three are too many.
// CHECK-LABEL: func @twelve_parts(
// CHECK:         tensor.insert_slice %arg0
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @twelve_parts(%x: tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 4, 3>, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 2, 1, 1>, node_name = "p"} : (tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32>
  return %0 : tensor<1x2x200x200xf32>
}

// -----

// The counts of a part's windows are its own.
// CHECK-LABEL: func @average(
// CHECK:         extract_slice %{{.*}}[1] [198] [1] : tensor<200xf32> to tensor<198xf32>
// CHECK:         return
func.func @average(%x: tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32>
  return %0 : tensor<1x2x200x200xf32>
}
