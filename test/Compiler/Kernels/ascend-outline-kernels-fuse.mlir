// RUN: ascend-opt %s --ascend-outline-kernels=fuse=true | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels=fuse=true | FileCheck %s --check-prefix=CALLS --implicit-check-not=" call @"
// RUN: ascend-opt %s --ascend-outline-kernels="fuse=true observe=true" | FileCheck %s --check-prefix=OBSERVE

// A group ends where a value is used outside of it, at another shape, and at
// ops that are not elementwise.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[X:[^:]*]]: tensor<4x5xf32>
// CHECK-NOT:     call @relu
// CHECK:         %[[B:.*]] = call @[[F1:fused_[0-9a-f]+]](%[[CTX]], %[[X]], %{{[^,]*}}, %{{[^,]*}}) {ascend.fused = ["a", "b"], ascend.node_name = "b", ascend.op_type = "Tanh"} :
// CHECK:         %[[S:.*]] = call @reduce_sum_{{[0-9a-f]+}}(%[[CTX]], %[[B]],
// CHECK:         %[[T:.*]] = call @sqrt_{{[0-9a-f]+}}(%[[CTX]], %[[S]],
// CHECK:         %[[D:.*]] = call @fused_{{[0-9a-f]+}}(%[[CTX]], %[[B]], %[[T]], %{{[^,]*}}) {ascend.fused = ["c", "d", "e"], ascend.node_name = "e"
// The same chain is the same kernel.
// CHECK:         call @[[F1]](%[[CTX]], %[[D]], %{{.*}}) {ascend.fused = ["a2", "b2"]
// CHECK:       func.func private @[[F1]](
// CHECK-SAME:    attributes {ascend.fused, ascend.kernel}
// CHECK-NEXT:    %[[A1:.*]] = ascend.add
// CHECK-NEXT:    %[[B1:.*]] = ascend.tanh %[[A1]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[B1]]
// OBSERVE-NOT:   fused
// What stands in a group is called with it, and not by itself, too.
// CALLS: call @fused_{{.*}}"b"
// CALLS: call @reduce_sum_
// CALLS: call @sqrt_
// CALLS: call @fused_{{.*}}"e"
// CALLS: call @fused_{{.*}}"b2"
// CALLS: call @reduce_max_
// CALLS: call @ge_op_
func.func @main(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %w = ascend.constant {node_name = "w"} dense<0.5> : tensor<f32>
  %ax = ascend.constant dense<[1]> : tensor<1xi64>
  %a = ascend.add %x, %w {node_name = "a"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b = ascend.tanh %a {node_name = "b"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %s = ascend.reduce_sum %b, %ax {ge.keep_dims = true, node_name = "s"} : (tensor<4x5xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %t = ascend.sqrt %s {node_name = "t"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %c = ascend.sub %b, %t {node_name = "c"} : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  %d = ascend.cast %c {node_name = "d"} : (tensor<4x5xf32>) -> tensor<4x5xf16>
  %e = ascend.cast %d {node_name = "e"} : (tensor<4x5xf16>) -> tensor<4x5xf32>
  %a2 = ascend.add %e, %w {node_name = "a2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b2 = ascend.tanh %a2 {node_name = "b2"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %g = ascend.reduce_max %e, %ax {ge.keep_dims = true, node_name = "g"} : (tensor<4x5xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %h = ascend.ge_op "Use"(%b2, %g) : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  return %h : tensor<4x5xf32>
}
