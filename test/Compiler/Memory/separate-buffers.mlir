// With `separate` every buffer is memory of its own, also in kernels, and the
// runtime is asked after each kernel whether it wrote to nothing else.

// RUN: ascend-opt %s --ascend-plan-arena=separate | FileCheck --check-prefix=PLAN %s
// RUN: ascend-opt %s --ascend-plan-arena=separate --ascend-lower-entry | FileCheck %s

// PLAN-LABEL: func.func @main(
// PLAN-SAME:    %[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>, %[[W:[^:]*]]: memref<0xi8>, %{{.*}}: memref<0xi8>)
// PLAN-SAME:    ascend.arena_bytes = 0 : i64
// PLAN-SAME:    ascend.separate
// PLAN:         %[[T:.*]] = memref.alloc() : memref<4xf32>
// PLAN-NEXT:    call @k(%{{.*}}, %[[X]], %[[T]])
// A loop in the kernel that gives a value has a place in its scratch buffer.
// PLAN-NEXT:    %[[S:.*]] = memref.alloc() : memref<16xi8>
// PLAN-NEXT:    call @k2(%{{.*}}, %[[T]], %[[Y]], %[[S]])
// PLAN-NEXT:    memref.dealloc %[[S]]
// PLAN-NEXT:    memref.dealloc %[[T]]
// PLAN-NEXT:    return

// CHECK-LABEL: module @ascend_entry {
// CHECK:         func.func @ascend_entry(%[[CTX:[^:]*]]: !llvm.ptr,
// CHECK:           %[[BYTES:.*]] = arith.constant 16 : i64
// CHECK:           %[[T:.*]] = call @ascendrt_allocate(%[[CTX]], %[[BYTES]])
// CHECK:           llvm.icmp "ne" %[[T]],
// CHECK:           cf.cond_br {{.*}}, ^[[FAILED:bb[0-9]+]]
// CHECK:           %[[NAME:.*]] = llvm.mlir.addressof @message
// CHECK-NEXT:      call @ascendrt_enter_node(%[[CTX]], %[[NAME]])
// CHECK-NEXT:      call @k(
// CHECK-NEXT:      %[[TYPE:.*]] = llvm.mlir.addressof
// CHECK-NEXT:      %[[WRONG:.*]] = call @ascendrt_check_buffers(%[[CTX]], %[[TYPE]])
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[RIGHT:.*]] = arith.cmpi eq, %[[WRONG]], %[[ZERO]]
// CHECK-NEXT:      cf.cond_br %[[RIGHT]], ^{{.*}}, ^[[FAILED]]
// CHECK:           call @ascendrt_enter_node
// CHECK:           call @k2(
// CHECK:           call @ascendrt_check_buffers
// CHECK:           call @ascendrt_release(%[[CTX]], %[[T]])
func.func @main(%ctx: !llvm.ptr, %x: memref<4xf32>, %y: memref<4xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %t = memref.alloc() : memref<4xf32>
  call @k(%ctx, %x, %t) {ascend.node_name = "first", ascend.op_type = "Relu"} : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  call @k2(%ctx, %t, %y) : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  return
}

// PLAN-LABEL: func.func private @k(
// PLAN:         %[[A:.*]] = memref.alloc() : memref<8xf32>
// PLAN-NEXT:    memref.store %{{.*}}, %[[A]]
// PLAN-NEXT:    memref.dealloc %[[A]]
// CHECK-LABEL: module @k {
// CHECK:         func.func @k(%[[CTX:[^:]*]]: !llvm.ptr, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
// CHECK:           %[[A:.*]] = call @ascendrt_allocate(%[[CTX]],
// CHECK:           scf.if
// CHECK:             memref.store
// CHECK-NEXT:        {{.*}}call @ascendrt_release(%[[CTX]], %[[A]])
func.func private @k(%ctx: !llvm.ptr, %x: memref<4xf32>, %out: memref<4xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.store %f, %a[%c0] : memref<8xf32>
  return
}

// PLAN-LABEL: func.func private @k2(
// PLAN-SAME:    %[[S:[^:]*]]: memref<16xi8>)
// PLAN:           memref.view %[[S]]
// PLAN-NOT:     memref.alloc
func.func private @k2(%ctx: !llvm.ptr, %x: memref<4xf32>, %out: memref<4xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %f) -> f32 {
    %t = memref.alloc() : memref<4xf32>
    memref.store %s, %t[%i] : memref<4xf32>
    %n = memref.load %t[%i] : memref<4xf32>
    scf.yield %n : f32
  }
  memref.store %sum, %out[%c0] : memref<4xf32>
  return
}
