// RUN: ascend-opt %s --ascend-expand-open-shapes --canonicalize | FileCheck %s

// What the type of the result says is a number, all else a value: the offset and
// strides of a slice, too.
// CHECK-LABEL: func.func @slice
// CHECK-SAME: (%[[X:.*]]: memref<?x?xf32, strided<[20, 2], offset: ?>>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index)
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[HIGH:.*]] = arith.muli %[[M]], %c20
// CHECK: %[[LOW:.*]] = arith.muli %[[K]], %c2
// CHECK: memref.reinterpret_cast %[[X]] to offset: [%[[OFFSET]]], sizes: [%[[N]], %[[M]], %[[N]], %[[K]]], strides: [%[[HIGH]], 20, %[[LOW]], 2]
func.func @slice(%x: memref<?x?xf32, strided<[20, 2], offset: ?>>, %n: index, %m: index, %k: index) -> memref<?x?x?x?xf32, strided<[?, 20, ?, 2], offset: ?>> {
  %y = memref.expand_shape %x [[0, 1], [2, 3]] output_shape [%n, %m, %n, %k] : memref<?x?xf32, strided<[20, 2], offset: ?>> into memref<?x?x?x?xf32, strided<[?, 20, ?, 2], offset: ?>>
  return %y : memref<?x?x?x?xf32, strided<[?, 20, ?, 2], offset: ?>>
}

// One open extent for each axis is for expand-strided-metadata.
// CHECK-LABEL: func.func @one
// CHECK: memref.expand_shape
// CHECK-NOT: memref.reinterpret_cast
func.func @one(%x: memref<?x12xf32>, %n: index) -> memref<2x?x3x4xf32> {
  %y = memref.expand_shape %x [[0, 1], [2, 3]] output_shape [2, %n, 3, 4] : memref<?x12xf32> into memref<2x?x3x4xf32>
  return %y : memref<2x?x3x4xf32>
}
