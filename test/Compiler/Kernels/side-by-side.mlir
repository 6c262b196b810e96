// Kernels of a group have buffers of their own and become one call of the
// runtime.
// RUN: ascend-opt %s -split-input-file --ascend-plan-arena | FileCheck %s --check-prefix=ARENA
// RUN: ascend-opt %s -split-input-file --ascend-plan-arena --ascend-lower-entry | FileCheck %s

// %a is last read where %b is first written: in a group they are apart.
// ARENA-LABEL: func.func @main(
// ARENA-SAME:  ascend.arena_bytes = 768 : i64
// CHECK-LABEL: module @ascend_entry
// CHECK:       llvm.mlir.global internal constant @[[LATER:.*]]("two\00")
// CHECK:       llvm.mlir.global internal constant @[[ONE:.*]]("one\00")
// CHECK:       llvm.func internal @ascend.group.0(%[[TABLE:.*]]: !llvm.ptr, %[[NUMBER:.*]]: i64, %{{.*}}: i64)
// CHECK-SAME:  no_inline, optimize_none
// CHECK-NEXT:    llvm.switch %[[NUMBER]] : i64, ^[[SECOND:bb[0-9]+]] [
// CHECK-NEXT:      0: ^[[FIRST:bb[0-9]+]]
// CHECK:         ^[[FIRST]]:
// CHECK:         llvm.getelementptr %[[TABLE]][2] :
// CHECK:         %[[NAME:.*]] = llvm.mlir.addressof @[[ONE]]
// CHECK:         llvm.call @ascendrt_enter_node(%{{.*}}, %[[NAME]])
// CHECK:         llvm.call @k(%{{.*}}, %{{.*}}, %{{.*}}) :
// CHECK-NEXT:    llvm.return
// CHECK:         ^[[SECOND]]:
// CHECK:         llvm.getelementptr %[[TABLE]][3] :
// CHECK:         llvm.call @ascendrt_enter_node(
// CHECK:         llvm.call @k(
// CHECK-NEXT:    llvm.return
// CHECK:       llvm.mlir.global internal constant @[[BOTH:.*]]("one, two\00")
// CHECK:       llvm.func @ascend_entry(%[[CONTEXT:[a-z0-9]+]]: !llvm.ptr, %
// CHECK:         llvm.call @k(
// CHECK:         %[[NAMES:.*]] = llvm.mlir.addressof @[[BOTH]]
// CHECK:         llvm.call @ascendrt_enter_node(%[[CONTEXT]], %[[NAMES]])
// CHECK-COUNT-6: llvm.store
// CHECK:         %[[CODE:.*]] = llvm.mlir.addressof @ascend.group.0
// CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK:         llvm.call @ascendrt_run_side_by_side(%[[CONTEXT]], %[[TWO]], %[[CODE]], %{{.*}})
// CHECK:         llvm.call @k(
// CHECK-NOT:     llvm.call
// CHECK:         llvm.return
func.func @main(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<64xf32>
  call @k(%ctx, %x, %a) {ascend.node_name = "zero"} : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %a, %b) {ascend.group = 0 : i64, ascend.destinations = array<i64: 2, 1>, ascend.node_name = "one"}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %c) {ascend.group = 0 : i64, ascend.destinations = array<i64: 2, 1>, ascend.node_name = "two"}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %c, %out) {ascend.node_name = "three"} : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  return
}
func.func private @k(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  memref.copy %x, %out : memref<64xf32> to memref<64xf32>
  return
}

// -----

// The same without the group: %b and %a share memory with %c.
// ARENA-LABEL: func.func @main(
// ARENA-SAME:  ascend.arena_bytes = 512 : i64
// CHECK-LABEL: module @ascend_entry
// CHECK-NOT:   side_by_side
// CHECK-LABEL: module @k
func.func @main(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<64xf32>
  call @k(%ctx, %x, %a) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %a, %b) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %c) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %c, %out) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  return
}
func.func private @k(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  memref.copy %x, %out : memref<64xf32> to memref<64xf32>
  return
}

// -----

// Two that share a buffer which one of them writes run one after the other,
// also where it has another shape; so do those of which nobody says what they
// write, and those between which a copy stands.
// CHECK-LABEL: module @ascend_entry
// CHECK-NOT:   side_by_side
// CHECK-LABEL: module @k
func.func @main(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  call @k(%ctx, %x, %a) {ascend.group = 0 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  %v = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  call @k(%ctx, %w, %b) {ascend.group = 0 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %a) {ascend.group = 1 : i64} : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %b) {ascend.group = 1 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %a) {ascend.group = 2 : i64, ascend.destinations = array<i64: 2, 2>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %b) {ascend.group = 2 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  call @k(%ctx, %x, %a) {ascend.group = 3 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  call @k(%ctx, %x, %b) {ascend.group = 3 : i64, ascend.destinations = array<i64: 2, 1>}
    : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
  return
}
func.func private @k(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  memref.copy %x, %out : memref<64xf32> to memref<64xf32>
  return
}
