// RUN: ascend-opt %s --ascend-lower-entry -split-input-file -verify-diagnostics | FileCheck %s

// CHECK:       module @ascend_entry {
// CHECK-DAG:     llvm.mlir.global internal constant @[[NODE_TEXT:.*]]("relu\00")
// CHECK-DAG:     llvm.mlir.global internal constant @[[KERNEL_TEXT:.*]]("k\00")
// CHECK-DAG:     llvm.func @k(!llvm.ptr, !llvm.ptr, !llvm.ptr)
// CHECK-DAG:     llvm.func @ascendrt_observe(!llvm.ptr, i64, !llvm.ptr, !llvm.ptr)
// CHECK:         llvm.func @ascend_entry(%[[CTX:.*]]: !llvm.ptr, %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr, %[[WEIGHTS:.*]]: !llvm.ptr) -> i32 attributes {no_inline, optimize_none} {
// CHECK:           %[[IN0:.*]] = llvm.getelementptr %[[IN]][0]
// CHECK:           %[[X:.*]] = llvm.load %[[IN0]] : !llvm.ptr -> !llvm.ptr
// CHECK:           %[[OUT0:.*]] = llvm.getelementptr %[[OUT]][0]
// CHECK:           %[[Y:.*]] = llvm.load %[[OUT0]]
// CHECK:           %[[OUT1:.*]] = llvm.getelementptr %[[OUT]][1]
// CHECK:           %[[Z:.*]] = llvm.load %[[OUT1]]
// CHECK-DAG:       %[[W:.*]] = llvm.getelementptr %[[WEIGHTS]][%[[W_AT:.*]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-DAG:       %[[W_AT]] = llvm.mlir.constant(64 : i64)
// CHECK-DAG:       %[[T:.*]] = llvm.getelementptr %[[ARENA]][%[[T_AT:.*]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-DAG:       %[[T_AT]] = llvm.mlir.constant(128 : i64)
// The runtime hears of each kernel; one of no node has its own name.
// CHECK:           %[[NODE:.*]] = llvm.mlir.addressof @[[NODE_TEXT]] : !llvm.ptr
// CHECK-NEXT:      llvm.call @ascendrt_enter_node(%[[CTX]], %[[NODE]])
// CHECK-NEXT:      llvm.call @k(%[[CTX]], %[[X]], %[[T]])
// CHECK:           %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK:           llvm.call @ascendrt_observe(%[[CTX]], %{{.*}}, %[[NULL]], %[[T]])
// Several are shown one after the other, by numbers that follow each other.
// CHECK:           %[[NULL2:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK:           llvm.call @ascendrt_observe(%[[CTX]], %[[NUMBER:.*]], %[[NULL2]], %[[T]])
// CHECK:           %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK:           %[[NEXT:.*]] = llvm.add %[[NUMBER]], %[[ONE]]
// CHECK:           llvm.call @ascendrt_observe(%[[CTX]], %[[NEXT]], %[[NULL2]], %[[W]])
// CHECK:           %[[KERNEL:.*]] = llvm.mlir.addressof @[[KERNEL_TEXT]] : !llvm.ptr
// CHECK-NEXT:      llvm.call @ascendrt_enter_node(%[[CTX]], %[[KERNEL]])
// CHECK-NEXT:      llvm.call @k(%[[CTX]], %[[T]], %[[Y]])
// CHECK:           %[[BYTES:.*]] = llvm.mlir.constant(16 : i64)
// CHECK:           llvm.call @ascendrt_copy(%[[CTX]], %[[Z]], %[[W]], %[[BYTES]])
// CHECK:           %[[OK:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:           llvm.return %[[OK]] : i32
func.func @main(%ctx: !llvm.ptr, %x: memref<2x2xf32>, %y: memref<4xf32>, %z: memref<4xf32>, %weights: memref<80xi8>, %arena: memref<144xi8>)
    attributes {ascend.arena_bytes = 144 : i64, ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %c64 = arith.constant 64 : index
  %w = memref.view %weights[%c64][] : memref<80xi8> to memref<4xf32>
  %c128 = arith.constant 128 : index
  %t = memref.view %arena[%c128][] : memref<144xi8> to memref<4xf32>
  %c7 = arith.constant 7 : i64
  %flat = memref.collapse_shape %x [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  call @k(%ctx, %flat, %t) {ascend.node_name = "relu"} : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  call @ascend.observe.4xf32(%ctx, %c7, %t) : (!llvm.ptr, i64, memref<4xf32>) -> ()
  call @ascend.observe.4xf32.4xf32(%ctx, %c7, %t, %w) : (!llvm.ptr, i64, memref<4xf32>, memref<4xf32>) -> ()
  call @k(%ctx, %t, %y) : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  memref.copy %w, %z : memref<4xf32> to memref<4xf32>
  return
}
func.func private @ascend.observe.4xf32(!llvm.ptr, i64, memref<4xf32>)
func.func private @ascend.observe.4xf32.4xf32(!llvm.ptr, i64, memref<4xf32>, memref<4xf32>)

// Globals are called by their order in the kernel.
// CHECK:       module @k {
// CHECK-NEXT:    memref.global "private" constant @constant_0 : memref<2xi32> = dense<[1, 2]>
// CHECK-NEXT:    memref.global "private" constant @constant_1 : memref<2xi32> = dense<[1, 4]>
// CHECK-NEXT:    func.func @k(
// CHECK-NEXT:      memref.get_global @constant_0
// CHECK-NEXT:      memref.get_global @constant_1
// CHECK-NEXT:      memref.get_global @constant_0
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
memref.global "private" constant @other : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @another : memref<2xi32> = dense<[1, 4]>
func.func private @k(%ctx: !llvm.ptr, %x: memref<4xf32>, %out: memref<4xf32>) attributes {ascend.kernel} {
  %0 = memref.get_global @table : memref<2xi32>
  %1 = memref.get_global @another : memref<2xi32>
  %2 = memref.get_global @table : memref<2xi32>
  return
}
// CHECK-NOT:   func.func

// -----

// expected-error@+1 {{run ascend-plan-arena first}}
func.func @main(%ctx: !llvm.ptr, %weights: memref<0xi8>) attributes {ascend.entry, ascend.num_inputs = 0 : i64, ascend.weights_bytes = 0 : i64} {
  return
}

// -----

// expected-error@+1 {{run ascend-pack-weights first}}
func.func @main(%ctx: !llvm.ptr, %arena: memref<0xi8>) attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 0 : i64} {
  return
}

// -----

func.func @main(%ctx: !llvm.ptr, %weights: memref<0xi8>, %arena: memref<0xi8>)
    attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 0 : i64, ascend.weights_bytes = 0 : i64} {
  // expected-error@+1 {{'memref.alloc' cannot stand in the entry}}
  %a = memref.alloc() : memref<4xf32>
  return
}

// -----

// Weights of the table are where their addresses at the beginning of the pool
// say; what nobody uses is not loaded.
// CHECK:       llvm.func @ascend_entry(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[WEIGHTS:.*]]: !llvm.ptr)
// CHECK-NEXT:    %[[OUT0:.*]] = llvm.getelementptr %[[OUT]][0]
// CHECK-NEXT:    %[[Y:.*]] = llvm.load %[[OUT0]]
// CHECK-NEXT:    %[[AT:.*]] = llvm.getelementptr %[[WEIGHTS]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT:    %[[W:.*]] = llvm.load %[[AT]]
// CHECK:         llvm.call @k(%{{.*}}, %[[W]], %[[Y]])
func.func @main(%ctx: !llvm.ptr, %y: memref<4xf32>, %v: memref<4xf32>, %w: memref<4xf32>, %weights: memref<144xi8>, %arena: memref<0xi8>)
    attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 0 : i64, ascend.weights_bytes = 144 : i64, ascend.tabled_weights = 2 : i64} {
  call @k(%ctx, %w, %y) : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @k(!llvm.ptr, memref<4xf32>, memref<4xf32>)

// -----

// The same of an entry with dynamic sizes.
// CHECK:       func.func @ascend_entry(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[WEIGHTS:.*]]: !llvm.ptr)
// CHECK-NOT:     llvm.getelementptr %[[WEIGHTS]][0]
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WEIGHTS]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK:         llvm.load %[[AT]]
// CHECK-NOT:     llvm.getelementptr %[[WEIGHTS]][0]
func.func @main(%ctx: !llvm.ptr, %x: memref<?xf32>, %y: memref<4xf32>, %v: memref<4xf32>, %w: memref<4xf32>, %weights: memref<144xi8>, %arena: memref<0xi8>)
    attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 144 : i64, ascend.tabled_weights = 2 : i64} {
  call @k(%ctx, %w, %y) : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @k(!llvm.ptr, memref<4xf32>, memref<4xf32>)

// -----

// A copy is one of bytes that lie side by side, at both ends.
func.func @main(%ctx: !llvm.ptr, %x: memref<4xf32, strided<[2]>>, %y: memref<4xf32>, %weights: memref<0xi8>, %arena: memref<0xi8>)
    attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  // expected-error@+1 {{only dense buffers can be copied in the entry}}
  memref.copy %x, %y : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @main(%ctx: !llvm.ptr, %x: memref<4xf32>, %y: memref<4xf32, strided<[2]>>, %weights: memref<0xi8>, %arena: memref<0xi8>)
    attributes {ascend.arena_bytes = 0 : i64, ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  // expected-error@+1 {{only dense buffers can be copied in the entry}}
  memref.copy %x, %y : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}
