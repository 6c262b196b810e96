// RUN: ascend-opt %s --ascend-bufferize --canonicalize -split-input-file | FileCheck %s

// Seventeen copies: LLVM does not look past the sixteenth for the others.

// CHECK-LABEL: func.func private @joins(
// CHECK-COUNT-16: linalg.copy
// CHECK-NEXT:    llvm.fence syncscope("singlethread") seq_cst
// CHECK:         linalg.copy
// CHECK-NOT:     linalg.copy
// CHECK-NOT:     llvm.fence
// CHECK:         return
func.func private @joins(%p: tensor<1x2xf32> {bufferization.writable = false}, %d: tensor<17x2xf32>) -> tensor<17x2xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<17x2xf32>
  %r = ascend.concat_into dim(0) %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p into %e : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32> into tensor<17x2xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<17x2xf32>, tensor<17x2xf32>) -> tensor<17x2xf32>
  return %m : tensor<17x2xf32>
}

// -----

// Sixteen need no fence.

// CHECK-LABEL: func.func private @joins_less(
// CHECK-NOT:     llvm.fence
// CHECK:         return
func.func private @joins_less(%p: tensor<1x2xf32> {bufferization.writable = false}, %d: tensor<16x2xf32>) -> tensor<16x2xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<16x2xf32>
  %r = ascend.concat_into dim(0) %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p, %p into %e : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32> into tensor<16x2xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<16x2xf32>, tensor<16x2xf32>) -> tensor<16x2xf32>
  return %m : tensor<16x2xf32>
}
