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

// -----

// What has no element has no place, neither at the end nor in what is empty.

// CHECK-LABEL: func.func private @empty_parts(
// CHECK-SAME:    %[[P:.*]]: memref<2x2xf32>, %[[N:.*]]: memref<0x2xf32>, %[[D:.*]]: memref<2x2xf32>)
// CHECK-NEXT:    linalg.copy ins(%[[P]] : memref<2x2xf32>) outs(%[[D]] : memref<2x2xf32>)
// CHECK-NEXT:    return
func.func private @empty_parts(%p: tensor<2x2xf32> {bufferization.writable = false}, %n: tensor<0x2xf32> {bufferization.writable = false}, %d: tensor<2x2xf32>) -> tensor<2x2xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<2x2xf32>
  %r = ascend.concat_into dim(0) %n, %p, %n into %e : tensor<0x2xf32>, tensor<2x2xf32>, tensor<0x2xf32> into tensor<2x2xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %m : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func private @splits_nothing(
// CHECK-NEXT:    return
func.func private @splits_nothing(%x: tensor<0xf32> {bufferization.writable = false}, %d: tensor<0xf32>) -> tensor<0xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<0xf32>
  %r = ascend.split_into dim(0) %x into %e : tensor<0xf32> into tensor<0xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %m : tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func private @open_part_at_the_end(
// CHECK-SAME:    %[[X:.*]]: memref<2xf32>, %[[A:.*]]: memref<2xf32>, %{{.*}}: memref<?xf32>)
// CHECK-NEXT:    linalg.copy ins(%[[X]] : memref<2xf32>) outs(%[[A]] : memref<2xf32>)
// CHECK-NEXT:    return
func.func private @open_part_at_the_end(%x: tensor<2xf32> {bufferization.writable = false}, %d: tensor<2xf32>, %f: tensor<?xf32>) -> (tensor<2xf32>, tensor<?xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<2xf32>
  %c = arith.constant 0 : index
  %n = tensor.dim %f, %c : tensor<?xf32>
  %g = tensor.empty(%n) : tensor<?xf32>
  %r:2 = ascend.split_into dim(0) %x into %e, %g : tensor<2xf32> into tensor<2xf32>, tensor<?xf32>
  %m = bufferization.materialize_in_destination %r#0 in %d : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %k = bufferization.materialize_in_destination %r#1 in %f : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %m, %k : tensor<2xf32>, tensor<?xf32>
}

// -----

// Nor does it look past a copy that makes more than 2048 bytes of them: two of
// 2048, or one of four bytes more.

// CHECK-LABEL: func.func private @joins_long(
// CHECK:         linalg.copy
// CHECK-NOT:     llvm.fence
// CHECK:         linalg.copy
// CHECK-NEXT:    llvm.fence
// CHECK-NOT:     llvm.fence
// CHECK:         linalg.copy
// CHECK-NOT:     llvm.fence
// CHECK:         return
func.func private @joins_long(%p: tensor<1x512xf32> {bufferization.writable = false}, %d: tensor<3x512xf32>) -> tensor<3x512xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<3x512xf32>
  %r = ascend.concat_into dim(0) %p, %p, %p into %e : tensor<1x512xf32>, tensor<1x512xf32>, tensor<1x512xf32> into tensor<3x512xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<3x512xf32>, tensor<3x512xf32>) -> tensor<3x512xf32>
  return %m : tensor<3x512xf32>
}

// CHECK-LABEL: func.func private @joins_longer(
// CHECK:         linalg.copy
// CHECK-NEXT:    llvm.fence
// CHECK:         linalg.copy
// CHECK-NEXT:    llvm.fence
// CHECK:         linalg.copy
// CHECK-NOT:     llvm.fence
// CHECK:         return
func.func private @joins_longer(%p: tensor<1x513xf32> {bufferization.writable = false}, %d: tensor<3x513xf32>) -> tensor<3x513xf32> attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<3x513xf32>
  %r = ascend.concat_into dim(0) %p, %p, %p into %e : tensor<1x513xf32>, tensor<1x513xf32>, tensor<1x513xf32> into tensor<3x513xf32>
  %m = bufferization.materialize_in_destination %r in %d : (tensor<3x513xf32>, tensor<3x513xf32>) -> tensor<3x513xf32>
  return %m : tensor<3x513xf32>
}
