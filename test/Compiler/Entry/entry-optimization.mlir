// RUN: ascend-opt %s --ascend-plan-arena --ascend-lower-entry -split-input-file | FileCheck %s

// LLVM would take time for a list of calls, and gain nothing.

// CHECK: func.func @ascend_entry({{.*}}) -> i32 attributes {passthrough = ["noinline", "optnone"]}
func.func @main(%ctx: !llvm.ptr, %x: memref<?xf32>, %y: memref<?xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  call @k(%ctx, %x) : (!llvm.ptr, memref<?xf32>) -> ()
  return
}
func.func private @k(%ctx: !llvm.ptr, %x: memref<?xf32>)

// -----

// Numbers that a loop computes are worth it.

// CHECK: func.func @ascend_entry({{.*}}) -> i32 {
func.func @main(%ctx: !llvm.ptr, %x: memref<?xf32>, %y: memref<?xf32>, %weights: memref<0xi8>)
    attributes {ascend.entry, ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    func.call @k(%ctx, %x) : (!llvm.ptr, memref<?xf32>) -> ()
  }
  return
}
func.func private @k(%ctx: !llvm.ptr, %x: memref<?xf32>)
