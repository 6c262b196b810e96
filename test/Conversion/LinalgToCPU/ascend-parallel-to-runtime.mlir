// RUN: ascend-opt --ascend-parallel-to-runtime %s | FileCheck %s

// Constants are made anew in the body; a memref, an index and a number travel.
// CHECK-LABEL: func @kernel(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[M:.*]]: memref<64xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
// CHECK:         %[[ENV:.*]] = llvm.alloca %{{.*}} x !llvm.struct<([[FIELDS:.*]])> :
// CHECK-DAG:     %[[FIELD:.*]] = llvm.getelementptr %[[ENV]][0, 0]
// CHECK-DAG:     builtin.unrealized_conversion_cast %[[M]] : memref<64xf32> to !llvm.struct
// CHECK:         %[[COUNT:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:         %[[BODY:.*]] = constant @kernel_parallel
// CHECK:         %[[ADDRESS:.*]] = builtin.unrealized_conversion_cast %[[BODY]]
// CHECK:         call @ascendrt_parallel_for(%[[CTX]], %[[COUNT]], %[[ADDRESS]], %[[ENV]])
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @kernel(%ctx: !llvm.ptr, %m: memref<64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = arith.mulf %x, %two : f32
    memref.store %y, %m[%i] : memref<64xf32>
    scf.reduce
  }
  return
}

// CHECK-LABEL: func private @kernel_parallel(
// CHECK-SAME:    %[[ENV:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-SAME:    llvm.linkage = #llvm.linkage<internal>
// CHECK-DAG:     arith.constant 2.0
// CHECK-DAG:     %[[FIRST:.*]] = arith.index_cast %[[BEGIN]]
// CHECK-DAG:     %[[LAST:.*]] = arith.index_cast %[[END]]
// CHECK:         scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] step
// CHECK:           arith.mulf
// CHECK:           memref.store
// CHECK:         return

// Without a context nobody can be asked for threads.
// CHECK-LABEL: func @no_context(
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK:         return
func.func @no_context(%m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %x, %m[%i] : memref<64xf32>
    scf.reduce
  }
  return
}

// Only the outer loop goes to threads; two loops of one function have two bodies.
// CHECK-LABEL: func @nested(
// CHECK-COUNT-2: call @ascendrt_parallel_for
// CHECK:         return
// CHECK-LABEL: func private @nested_parallel{{.*}}(
// CHECK-NOT:     call
// CHECK:         scf.for
// CHECK:         return
func.func @nested(%ctx: !llvm.ptr, %m: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<8x8xf32>
      scf.reduce
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %m[%i, %i] : memref<8x8xf32>
    scf.reduce
  }
  return
}

// A thread's buffer is made once, before the loop over its share; another one
// stays where it is, and functions of LLVM have nothing to do with it.
// CHECK-LABEL: llvm.func @other
// CHECK-LABEL: func @buffers
// CHECK: func.func private @buffers_parallel
// CHECK: memref.alloca() : memref<32xf32>
// CHECK: scf.for
// CHECK-NOT: memref<32xf32>
// CHECK: memref.alloca() : memref<16xf32>
llvm.func @other() {
  llvm.return
}
func.func @buffers(%ctx: !llvm.ptr, %m: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %plain = memref.alloca() : memref<16xf32>
    memref.store %x, %plain[%c0] : memref<16xf32>
    %tile = memref.alloca() {ascend.thread_buffer} : memref<32xf32>
    memref.store %x, %tile[%c1] : memref<32xf32>
    scf.reduce
  }
  return
}

// Turns counted from the end are counted from that of the thread's, so that it stays with its own.
// CHECK-LABEL: func @mirrored(
// CHECK-LABEL: func private @mirrored_parallel(
// CHECK-SAME:    %[[ENV:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-DAG:     %[[FIRST:.*]] = arith.index_cast %[[BEGIN]]
// CHECK-DAG:     %[[BEHIND:.*]] = arith.index_cast %[[END]]
// CHECK:         scf.for %[[I:.*]] = %[[FIRST]] to %[[BEHIND]] step
// CHECK:           %[[LAST:.*]] = arith.subi %[[BEHIND]], %{{.*}}
// CHECK:           %[[SUM:.*]] = arith.addi %[[FIRST]], %[[LAST]]
// CHECK:           %[[FROM_END:.*]] = arith.subi %[[SUM]], %[[I]]
// CHECK:           %[[AT:.*]] = arith.select %{{.*}}, %[[FROM_END]], %[[I]] : index
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[AT]]]
func.func @mirrored(%ctx: !llvm.ptr, %m: memref<64xf32>, %x: f32, %odd: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %last = arith.subi %c63, %i : index
    %at = arith.select %odd, %last, %i {ascend.mirrored} : index
    memref.store %x, %m[%at] : memref<64xf32>
    scf.reduce
  }
  return
}
