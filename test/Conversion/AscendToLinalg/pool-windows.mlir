// A window of up to 64 elements is the body of one loop, which the lowering of
// loops shares reads in; a longer one is a loop of its own. A maximum is taken
// along one axis after the other where that reads less.

// RUN: ascend-opt --convert-ascend-to-linalg --split-input-file %s | FileCheck %s

// CHECK-LABEL: func @max64(
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel", "parallel", "parallel"]
// CHECK-COUNT-63:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK-NOT:     reduction
// CHECK:         return
func.func @max64(%x: tensor<1x2x20x80xf32>) -> tensor<1x2x20x17xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 1, 64>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x20x80xf32>) -> tensor<1x2x20x17xf32>
  return %0 : tensor<1x2x20x17xf32>
}

// -----

// CHECK-LABEL: func @max65(
// CHECK:         linalg.generic
// CHECK-SAME:      "reduction", "reduction"]
// CHECK:           arith.maximumf
func.func @max65(%x: tensor<1x2x20x80xf32>) -> tensor<1x2x19x16xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 2, 65>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x20x80xf32>) -> tensor<1x2x19x16xf32>
  return %0 : tensor<1x2x19x16xf32>
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
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, node_name = "p"} : (tensor<1x2x128x256xf32>) -> tensor<1x2x64x128xf32>
  return %0 : tensor<1x2x64x128xf32>
}

// -----

// Of a larger one nothing is copied: the windows that see nine elements, those
// of the last column that see six, those of the last row, and the last one.
// CHECK-LABEL: func @large_image(
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     insert_slice %arg0
// CHECK:         extract_slice %arg0[0, 0, 0, 0] [1, 2, 127, 257]
// CHECK-COUNT-9: arith.addf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 0] [1, 2, 63, 128]
// CHECK:         extract_slice %arg0[0, 0, 0, 256] [1, 2, 127, 2]
// CHECK-COUNT-6: arith.addf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 128] [1, 2, 63, 1]
// CHECK:         extract_slice %arg0[0, 0, 126, 0] [1, 2, 2, 257]
// CHECK-COUNT-6: arith.addf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 63, 0] [1, 2, 1, 128]
// CHECK:         extract_slice %arg0[0, 0, 126, 256] [1, 2, 2, 2]
// CHECK-COUNT-4: arith.addf
// CHECK-NOT:     arith.addf
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 63, 128] [1, 2, 1, 1]
// CHECK:         return
func.func @large_image(%x: tensor<1x2x128x258xf32>) -> tensor<1x2x64x129xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 0, 1, 0, 1>, node_name = "p"} : (tensor<1x2x128x258xf32>) -> tensor<1x2x64x129xf32>
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
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32>
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
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 4, 3>, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 2, 1, 1>, node_name = "p"} : (tensor<1x2x200x200xf32>) -> tensor<1x2x200x200xf32>
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

// -----

// A maximum is taken along one axis after the other, each with its own border.
// CHECK-LABEL: func @axes(
// CHECK:         tensor.insert_slice %arg0 into %{{.*}}[0, 0, 1, 0] [1, 2, 20, 21] {{.*}}into tensor<1x2x21x21xf32>
// CHECK:         linalg.generic
// CHECK-COUNT-2:   arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         } -> tensor<1x2x10x21xf32>
// CHECK:         linalg.generic
// CHECK-COUNT-2:   arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         } -> tensor<1x2x10x10xf32>
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @axes(%x: tensor<1x2x20x21xf32>) -> tensor<1x2x10x10xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 1, 0, 0, 0>, node_name = "p"} : (tensor<1x2x20x21xf32>) -> tensor<1x2x10x10xf32>
  return %0 : tensor<1x2x10x10xf32>
}

// -----

// So are those of dynamic extents.
// CHECK-LABEL: func @dynamic_axes(
// CHECK-COUNT-4: arith.maximumf
// CHECK-NOT:     arith.maximumf
// CHECK:         return
func.func @dynamic_axes(%x: tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  return %0 : tensor<1x2x?x?xf32>
}

// -----

// Four reads at once take less time than two and two of twice as many; but each
// read of an f16 is a conversion, too.
// CHECK-LABEL: func @two_by_two(
// CHECK-COUNT-3:   arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         return
func.func @two_by_two(%x: tensor<1x2x20x20xf32>) -> tensor<1x2x10x10xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"} : (tensor<1x2x20x20xf32>) -> tensor<1x2x10x10xf32>
  return %0 : tensor<1x2x10x10xf32>
}

// CHECK-LABEL: func @two_by_two_f16(
// CHECK-COUNT-2:   arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         return
func.func @two_by_two_f16(%x: tensor<1x2x20x20xf16>) -> tensor<1x2x10x10xf16> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"} : (tensor<1x2x20x20xf16>) -> tensor<1x2x10x10xf16>
  return %0 : tensor<1x2x10x10xf16>
}

// -----

// One window of a whole image is read once.
// CHECK-LABEL: func @image(
// CHECK-COUNT-48:  arith.maximumf
// CHECK-NOT:       arith.maximumf
// CHECK:         return
func.func @image(%x: tensor<1x2x7x7xf32>) -> tensor<1x2x1x1xf32> {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 7, 7>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x7x7xf32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}
