// RUN: ascend-opt %s --ascend-plan-arena -split-input-file | FileCheck %s

// A kernel's buffers become views of a scratch argument, and those of the entry
// views of the arena; what is not alive together shares memory.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32>, %[[ARENA:.*]]: memref<704xi8>)
// CHECK-SAME:    ascend.arena_bytes = 704 : i64
// CHECK-DAG:     %[[A:.*]] = memref.view %[[ARENA]][%[[A_AT:.*]]][] : memref<704xi8> to memref<64xf32>
// CHECK-DAG:     %[[A_AT]] = arith.constant 0 : index
// CHECK-DAG:     %[[B:.*]] = memref.view %[[ARENA]][%[[B_AT:.*]]][] : memref<704xi8> to memref<64xf32>
// CHECK-DAG:     %[[B_AT]] = arith.constant 256 : index
// CHECK-DAG:     %[[C:.*]] = memref.view %[[ARENA]][%[[C_AT:.*]]][] : memref<704xi8> to memref<64xf32>
// CHECK-DAG:     %[[C_AT]] = arith.constant 0 : index
// CHECK:         call @plain(%[[X]], %[[A]]) :
// CHECK:         %[[S_AT:.*]] = arith.constant 512 : index
// CHECK:         %[[S:.*]] = memref.view %[[ARENA]][%[[S_AT]]][] : memref<704xi8> to memref<192xi8>
// CHECK:         call @scratch(%[[A]], %[[B]], %[[S]])
// CHECK:         call @plain(%[[B]], %[[C]])
// CHECK:         call @plain(%{{.*}}, %[[OUT]])
// CHECK-NOT:     memref.alloc
func.func @main(%x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.entry} {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<64xf32>
  %unused = memref.alloc() : memref<1024xf32>
  call @plain(%x, %a) : (memref<64xf32>, memref<64xf32>) -> ()
  call @scratch(%a, %b) : (memref<64xf32>, memref<64xf32>) -> ()
  call @plain(%b, %c) : (memref<64xf32>, memref<64xf32>) -> ()
  // A view keeps its buffer alive.
  %v = memref.expand_shape %c [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  call @plain(%w, %out) : (memref<64xf32>, memref<64xf32>) -> ()
  memref.dealloc %a : memref<64xf32>
  return
}
// CHECK-LABEL: func.func private @plain(
// CHECK-SAME:    %{{[^,]*}}: memref<64xf32>, %{{[^,]*}}: memref<64xf32>) attributes
func.func private @plain(%x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  return
}
// CHECK-LABEL: func.func private @scratch(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32>, %[[S:.*]]: memref<192xi8>)
// CHECK:         memref.view %[[S]][%{{.*}}][] : memref<192xi8> to memref<24xf32>
// CHECK:         memref.view %[[S]][%{{.*}}][] : memref<192xi8> to memref<16xf32>
// CHECK:         scf.for
// CHECK:           memref.view %[[S]][%{{.*}}][] : memref<192xi8> to memref<8xf32>
// CHECK-NOT:     memref.alloc
func.func private @scratch(%x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<24xf32>
  %b = memref.alloc() : memref<16xf32>
  memref.store %f, %a[%c0] : memref<24xf32>
  memref.store %f, %b[%c0] : memref<16xf32>
  memref.store %f, %a[%c0] : memref<24xf32>
  // Dead here: a buffer of the loop can take the place.
  scf.for %i = %c0 to %c1 step %c1 {
    %t = memref.alloc() : memref<8xf32>
    memref.store %f, %t[%i] : memref<8xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    memref<0xi8>) attributes {ascend.arena_bytes = 0 : i64
func.func @main() attributes {ascend.entry} {
  %empty = memref.alloc() : memref<0x4xf32>
  %f = memref.expand_shape %empty [[0], [1, 2]] output_shape [0, 2, 2] : memref<0x4xf32> into memref<0x2x2xf32>
  return
}
