// RUN: ascend-opt %s --ascend-bufferize --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[X:.*]]: memref<2x8xf32>, %[[OUT0:.*]]: memref<16xf32>, %[[OUT1:.*]]: memref<2x8xf32>)
// CHECK-SAME:    attributes {ascend.entry}
// A result is computed in its destination, also in another shape.
// CHECK:         %[[D:.*]] = memref.expand_shape %[[OUT0]]
// CHECK:         %[[T:.*]] = memref.alloc() {{.*}} : memref<2x8xf32>
// CHECK-NEXT:    call @k(%[[CTX]], %[[X]], %[[T]]) {ascend.node_name = "n"} : (!llvm.ptr, memref<2x8xf32>, memref<2x8xf32>) -> ()
// CHECK-NEXT:    call @k(%[[CTX]], %[[T]], %[[D]])
// CHECK-NEXT:    call @ascend.observe.2x8xf32(%[[CTX]], %{{.*}}, %[[D]])
// A result that is an input is a copy.
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT1]]
// CHECK-NEXT:    return
func.func @main(%ctx: !llvm.ptr, %x: tensor<2x8xf32> {bufferization.writable = false}, %out0: tensor<16xf32>, %out1: tensor<2x8xf32>)
    -> (tensor<16xf32>, tensor<2x8xf32>) attributes {ascend.entry} {
  %d = tensor.expand_shape %out0 [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
  %e0 = tensor.empty() : tensor<2x8xf32>
  %c0 = arith.constant 0 : i64
  %a = func.call @k(%ctx, %x, %e0) {ascend.node_name = "n"} : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %e1 = tensor.empty() : tensor<2x8xf32>
  %b = func.call @k(%ctx, %a, %e1) : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  func.call @ascend.observe.2x8xf32(%ctx, %c0, %b) : (!llvm.ptr, i64, tensor<2x8xf32>) -> ()
  %m = bufferization.materialize_in_destination %b in %d : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %r0 = tensor.collapse_shape %m [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  %r1 = bufferization.materialize_in_destination %x in %out1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %r0, %r1 : tensor<16xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func private @k(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[X:.*]]: memref<2x8xf32>, %[[OUT:.*]]: memref<2x8xf32>) attributes {ascend.kernel}
// Its inputs are never written.
// CHECK:         linalg.copy ins(%[[X]] : memref<2x8xf32>) outs(%[[T:.*]] : memref<2x8xf32>)
// CHECK:         linalg.generic {{.*}} outs(%[[T]] : memref<2x8xf32>)
// CHECK:         linalg.transpose ins(%[[T]] : memref<2x8xf32>) outs(%[[S:.*]] : memref<8x2xf32>)
// CHECK:         linalg.transpose ins(%[[S]] : memref<8x2xf32>) outs(%[[OUT]] : memref<2x8xf32>)
// CHECK-NOT:     copy
// CHECK:         return{{$}}
func.func private @k(%ctx: !llvm.ptr, %x: tensor<2x8xf32> {bufferization.writable = false}, %out: tensor<2x8xf32>)
    -> tensor<2x8xf32> attributes {ascend.kernel} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<2x8xf32>) {
  ^bb0(%c: f32):
    %s = arith.addf %c, %c : f32
    linalg.yield %s : f32
  } -> tensor<2x8xf32>
  %e0 = tensor.empty() : tensor<8x2xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x8xf32>) outs(%e0 : tensor<8x2xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<2x8xf32>
  %2 = linalg.transpose ins(%1 : tensor<8x2xf32>) outs(%e1 : tensor<2x8xf32>) permutation = [1, 0]
  %3 = bufferization.materialize_in_destination %2 in %out : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %3 : tensor<2x8xf32>
}

func.func private @ascend.observe.2x8xf32(!llvm.ptr, i64, tensor<2x8xf32> {bufferization.access = "read"})
