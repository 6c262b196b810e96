// RUN: ascend-opt %s --ascend-poll-loops --split-input-file | FileCheck %s

// Just below what is long, in a loop of a loop; the outer one's turns are not long either.
// CHECK-LABEL: func.func @short
// CHECK-NOT: call @ascendrt_is_stopped
func.func @short(%ctx: !llvm.ptr, %x: memref<65535xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      linalg.exp ins(%x : memref<65535xf32>) outs(%x : memref<65535xf32>)
    }
  }
  return
}

// -----

// Both loops ask; what is behind the inner one in a turn happens where the run goes on.
// CHECK-LABEL: func.func @open
// CHECK: scf.for
// CHECK-NEXT: call @ascendrt_is_stopped(%arg0)
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NEXT: call @ascendrt_is_stopped(%arg0)
// CHECK: scf.if
// CHECK-NEXT: linalg.exp
// CHECK: memref.store
func.func @open(%ctx: !llvm.ptr, %x: memref<?xf32>, %y: memref<1xindex>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      linalg.exp ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
    }
    memref.store %i, %y[%c0] : memref<1xindex>
  }
  return
}

// -----

// A loop that gives a value, one in a parallel loop, and one of what is no kernel, stay.
// CHECK-LABEL: func.func @others
// CHECK-NOT: call @ascendrt_is_stopped
func.func @others(%ctx: !llvm.ptr, %x: memref<?xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %last = scf.for %i = %c0 to %c9 step %c1 iter_args(%j = %c0) -> index {
    linalg.exp ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
    scf.yield %i : index
  }
  scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
    scf.for %j = %c0 to %last step %c1 {
      linalg.exp ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
    }
  }
  return
}

func.func @no_kernel(%ctx: !llvm.ptr, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.exp ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
  }
  return
}

// -----

// What is in a loop whose turns run in any order counts as often; a part of such a loop does not ask, a loop around all of one does.
// CHECK-LABEL: func.func @parts
// CHECK:       scf.forall
// CHECK:         scf.for
// CHECK-NEXT:    call @ascendrt_is_stopped(%arg0)
// CHECK:           scf.forall
// CHECK-NOT:     call @ascendrt_is_stopped
// CHECK:           linalg.exp
func.func @parts(%ctx: !llvm.ptr, %x: memref<65535xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.forall (%d) in (2) {
    scf.for %i = %c0 to %c9 step %c1 {
      scf.forall (%part) in (2) {
        scf.for %j = %c0 to %c9 step %c1 {
          linalg.exp ins(%x : memref<65535xf32>) outs(%x : memref<65535xf32>)
        }
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @part
// CHECK-NOT:     call @ascendrt_is_stopped
func.func @part(%ctx: !llvm.ptr, %x: memref<65536xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.forall (%part) in (2) {
    scf.for %j = %c0 to %c9 step %c1 {
      linalg.exp ins(%x : memref<65536xf32>) outs(%x : memref<65536xf32>)
    }
  }
  return
}

// -----

// So many are long: both loops ask. So are too many to be counted.
// CHECK-LABEL: func.func @long
// CHECK:         scf.for
// CHECK-NEXT:      call @ascendrt_is_stopped(%arg0)
// CHECK:           scf.for
// CHECK-NEXT:        call @ascendrt_is_stopped(%arg0)
// CHECK:             scf.if
// CHECK-NEXT:          linalg.exp
// CHECK:         scf.for
// CHECK-NEXT:      call @ascendrt_is_stopped(%arg0)
// CHECK-NOT:       call @ascendrt_is_stopped
// CHECK:         return
func.func @long(%ctx: !llvm.ptr, %x: memref<256x256xf32>, %y: memref<4294967296x4294967296xi8>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      linalg.exp ins(%x : memref<256x256xf32>) outs(%x : memref<256x256xf32>)
    }
  }
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.copy ins(%y : memref<4294967296x4294967296xi8>) outs(%y : memref<4294967296x4294967296xi8>)
  }
  return
}

// -----

// A kernel whose first argument is no context has nobody to ask.
// CHECK-LABEL: func.func @without_context
// CHECK-NOT:     call @ascendrt_is_stopped
// CHECK-LABEL: func.func @without_arguments
// CHECK-NOT:     call @ascendrt_is_stopped
func.func @without_context(%x: memref<65536xf32>, %y: !llvm.ptr) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.exp ins(%x : memref<65536xf32>) outs(%x : memref<65536xf32>)
  }
  return
}
func.func @without_arguments() attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %x = memref.alloc() : memref<65536xf32>
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.exp ins(%x : memref<65536xf32>) outs(%x : memref<65536xf32>)
  }
  return
}

// -----

// A module in which there is no context.
// CHECK-LABEL: func.func @none
// CHECK-NOT: call @ascendrt_is_stopped
func.func @none(%x: memref<65536xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    linalg.exp ins(%x : memref<65536xf32>) outs(%x : memref<65536xf32>)
  }
  return
}
