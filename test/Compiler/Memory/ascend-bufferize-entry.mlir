// RUN: ascend-opt %s --ascend-bufferize --cse --canonicalize | FileCheck %s

// A value is computed in the first result that it is; the others are copies, also
// in another shape.

// CHECK-LABEL: func.func @copies(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[X:.*]]: memref<2x8xf32>, %[[A:.*]]: memref<2x8xf32>, %[[B:.*]]: memref<2x8xf32>, %[[C:.*]]: memref<16xf32>, %[[D:.*]]: memref<2x8xf32>)
// CHECK-NOT:     alloc
// CHECK:         call @k(%[[CTX]], %[[X]], %[[A]])
// CHECK:         memref.copy %[[A]], %[[B]]
// CHECK:         %[[FLAT:.*]] = memref.expand_shape %[[C]]
// CHECK:         memref.copy %[[A]], %[[FLAT]]
// CHECK:         memref.copy %[[X]], %[[D]]
// CHECK-NOT:     copy
// CHECK:         return
func.func @copies(%ctx: !llvm.ptr, %x: tensor<2x8xf32> {bufferization.writable = false}, %a: tensor<2x8xf32>, %b: tensor<2x8xf32>, %c: tensor<16xf32>, %d: memref<2x8xf32>)
    -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<16xf32>) attributes {ascend.entry} {
  %e = tensor.empty() : tensor<2x8xf32>
  %0 = func.call @k(%ctx, %x, %e) : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = bufferization.materialize_in_destination %0 in %a : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %2 = bufferization.materialize_in_destination %1 in %b : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %place = tensor.expand_shape %c [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
  %3 = bufferization.materialize_in_destination %1 in %place : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  bufferization.materialize_in_destination %x in restrict writable %d : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
  return %1, %2, %4 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<16xf32>
}

// What control flow hands over is left to the analysis: %t may be written by the
// loop. What is only read is a buffer, in the loop, too.

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[CTX:[^:]*]]: !llvm.ptr, %[[X:[^:]*]]: memref<2x8xf32>
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         call @k(%[[CTX]], %[[X]], %[[T]])
// CHECK:         scf.for
// CHECK:           call @k(%[[CTX]], %[[X]],
// CHECK:         memref.load
func.func @loop(%ctx: !llvm.ptr, %x: tensor<2x8xf32> {bufferization.writable = false}, %a: tensor<2x8xf32>, %n: index)
    -> tensor<2x8xf32> attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2x8xf32>
  %t = func.call @k(%ctx, %x, %e) : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> tensor<2x8xf32> {
    %f = tensor.empty() : tensor<2x8xf32>
    %u = func.call @k(%ctx, %x, %f) : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
    scf.yield %u : tensor<2x8xf32>
  }
  %v = tensor.extract %x[%c0, %c1] : tensor<2x8xf32>
  func.call @take(%v) : (f32) -> ()
  %o = bufferization.materialize_in_destination %r in %a : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %o : tensor<2x8xf32>
}

func.func private @take(f32)

func.func private @k(%ctx: !llvm.ptr, %x: tensor<2x8xf32> {bufferization.writable = false}, %out: tensor<2x8xf32>)
    -> tensor<2x8xf32> attributes {ascend.kernel} {
  %0 = linalg.copy ins(%x : tensor<2x8xf32>) outs(%out : tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = bufferization.materialize_in_destination %0 in %out : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}
