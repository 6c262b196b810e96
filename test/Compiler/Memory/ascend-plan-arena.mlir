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

// -----

// What a loop hands over is an allocation of its own: a turn frees what it took
// over and has read, not what it hands over, and what comes out is freed where it
// was used last. What stays inside of a turn is in the arena.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<64xf32>, %[[ARENA:.*]]: memref<256xi8>)
// CHECK:         %[[INIT:.*]] = memref.alloc() : memref<64xf32>
// CHECK-NEXT:    memref.copy %[[X]], %[[INIT]]
// CHECK-NEXT:    %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[INIT]])
// CHECK:           %[[T:.*]] = memref.view %[[ARENA]]
// CHECK-NEXT:      func.call @plain(%[[S]], %[[T]])
// CHECK-NEXT:      memref.dealloc %[[S]]
// CHECK-NEXT:      %[[U:.*]] = memref.alloc() : memref<64xf32>
// CHECK-NEXT:      func.call @plain(%[[T]], %[[U]])
// CHECK-NEXT:      scf.yield %[[U]]
// CHECK:         call @plain(%[[LAST]], %[[OUT]])
// CHECK-NEXT:    memref.dealloc %[[LAST]]
// CHECK-NEXT:    return
func.func @main(%x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %init = memref.alloc() : memref<64xf32>
  memref.copy %x, %init : memref<64xf32> to memref<64xf32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %init) -> (memref<64xf32>) {
    %t = memref.alloc() : memref<64xf32>
    func.call @plain(%s, %t) : (memref<64xf32>, memref<64xf32>) -> ()
    %u = memref.alloc() : memref<64xf32>
    func.call @plain(%t, %u) : (memref<64xf32>, memref<64xf32>) -> ()
    scf.yield %u : memref<64xf32>
  }
  call @plain(%last, %out) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}
func.func private @plain(%x: memref<64xf32>, %out: memref<64xf32>) attributes {ascend.kernel} {
  return
}

// -----

// A loop's state that a turn does not read is freed where the turn begins, and a
// result that nobody uses where it comes out.
// CHECK-LABEL: func.func @main(
// CHECK:         scf.while
// CHECK:         ^bb0(%[[S:.*]]: memref<?xf32>):
// CHECK-NEXT:      memref.dealloc %[[S]]
// CHECK:         }
// CHECK-NEXT:    memref.dealloc
func.func @main(%x: memref<?xf32>, %n: index, %c: memref<i1>) attributes {ascend.entry} {
  %init = memref.alloc(%n) : memref<?xf32>
  %r = scf.while (%s = %init) : (memref<?xf32>) -> memref<?xf32> {
    %go = memref.load %c[] : memref<i1>
    scf.condition(%go) %s : memref<?xf32>
  } do {
  ^bb0(%s: memref<?xf32>):
    %u = memref.alloc(%n) : memref<?xf32>
    memref.copy %x, %u : memref<?xf32> to memref<?xf32>
    scf.yield %u : memref<?xf32>
  }
  return
}

// -----

// Turns that run at once have buffers of their thread's.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %{{[^,]*}}: memref<8xf32>) attributes
// CHECK:         scf.forall
// CHECK-NEXT:      %[[OWN:.*]] = memref.alloca() {alignment = 64 : i64, ascend.thread_buffer} : memref<24xf32>
// CHECK-NEXT:      memref.store %{{.*}}, %[[OWN]]
func.func @threads(%x: memref<8xf32>) attributes {ascend.kernel} {
  %f = arith.constant 0.0 : f32
  scf.forall (%i) in (8) {
    %own = memref.alloc() : memref<24xf32>
    memref.store %f, %own[%i] : memref<24xf32>
    %g = memref.load %own[%i] : memref<24xf32>
    memref.store %g, %x[%i] : memref<8xf32>
  }
  return
}
