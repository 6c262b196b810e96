// RUN: ascend-opt %s --ascend-plan-arena --split-input-file | FileCheck %s

// A size that has a bound by the ranges of the inputs is planned as the largest: 8 + 1 rows of 4 floats, and 8 of 2.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[ARENA:[^:]*]]: memref<256xi8>) attributes {ascend.arena_bytes = 256
// CHECK:         %[[ROWS:.*]] = memref.dim %arg1
// CHECK:         %[[MORE:.*]] = arith.addi %[[ROWS]]
// CHECK:         memref.view %[[ARENA]][%{{.*}}][%[[MORE]]] : memref<256xi8> to memref<?x4xf32>
// CHECK:         memref.view %[[ARENA]][%{{.*}}][%[[ROWS]]] : memref<256xi8> to memref<?x2xf32>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc
func.func private @k(!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x4xf32> {ascend.ranges = array<i64: 1, 8, 0, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %more = arith.addi %rows, %c1 : index
  %a = memref.alloc(%more) : memref<?x4xf32>
  %b = memref.alloc(%rows) : memref<?x2xf32>
  call @k(%ctx, %a, %b) : (!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>) -> ()
  return
}

// -----

// One without a bound stays an allocation, whatever the others have.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 128
// CHECK:         memref.view %{{.*}} : memref<128xi8> to memref<?x4xf32>
// CHECK:         %[[B:.*]] = memref.alloc
// CHECK:         memref.dealloc %[[B]]
func.func private @k(!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x?xf32> {ascend.ranges = array<i64: 1, 8, 2, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %a = memref.alloc(%rows) : memref<?x4xf32>
  %b = memref.alloc(%columns) : memref<?x2xf32>
  call @k(%ctx, %a, %b) : (!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>) -> ()
  return
}

// -----

// 64 MiB are planned.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 67108864
// CHECK-NOT:     memref.alloc
func.func private @k(!llvm.ptr, memref<?x4xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x4xf32> {ascend.ranges = array<i64: 1, 4194304, 0, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %a = memref.alloc(%rows) : memref<?x4xf32>
  call @k(%ctx, %a) : (!llvm.ptr, memref<?x4xf32>) -> ()
  return
}

// -----

// One that is larger by itself stays an allocation, and others have their places.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 128
// CHECK:         memref.view %{{.*}} : memref<128xi8> to memref<?x4xf32>
// CHECK:         memref.alloc(%{{.*}}) : memref<?x2xf32>
func.func private @k(!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x?xf32> {ascend.ranges = array<i64: 1, 8, 1, 8388609>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %a = memref.alloc(%rows) : memref<?x4xf32>
  %b = memref.alloc(%columns) : memref<?x2xf32>
  call @k(%ctx, %a, %b) : (!llvm.ptr, memref<?x4xf32>, memref<?x2xf32>) -> ()
  return
}

// -----

// More are allocated as they are.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 0
// CHECK:         memref.alloc
func.func private @k(!llvm.ptr, memref<?x4xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x4xf32> {ascend.ranges = array<i64: 1, 4194305, 0, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %a = memref.alloc(%rows) : memref<?x4xf32>
  call @k(%ctx, %a) : (!llvm.ptr, memref<?x4xf32>) -> ()
  return
}

// -----

// So are several that are no more than that each, but together.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 0
// CHECK:         memref.alloc
// CHECK:         memref.alloc
func.func private @k(!llvm.ptr, memref<?x4xf32>, memref<?x4xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x4xf32> {ascend.ranges = array<i64: 1, 2097153, 0, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %a = memref.alloc(%rows) : memref<?x4xf32>
  %b = memref.alloc(%rows) : memref<?x4xf32>
  call @k(%ctx, %a, %b) : (!llvm.ptr, memref<?x4xf32>, memref<?x4xf32>) -> ()
  return
}

// -----

// A window that fits not in the least extent: its last place may be below 0, which the entry refuses.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ascend.arena_bytes = 64
// CHECK-NOT:     memref.alloc
func.func private @k(!llvm.ptr, memref<?x4xf32>)
func.func @main(%ctx: !llvm.ptr, %x: memref<?x4xf32> {ascend.ranges = array<i64: 1, 8, 0, -1>}) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  %few = arith.subi %rows, %c4 : index
  %a = memref.alloc(%few) : memref<?x4xf32>
  call @k(%ctx, %a) : (!llvm.ptr, memref<?x4xf32>) -> ()
  return
}
