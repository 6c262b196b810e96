// RUN: ascend-opt %s --ascend-outline-kernels="fuse=true" --split-input-file | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels="observe=true" --split-input-file | FileCheck %s --check-prefix=OBSERVE

// Ops in regions are calls of the kernels of all others; what a block hands over
// is copied unless it is the block's own.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[X:[^:]*]]: tensor<4xf32> {{[^,]*}}, {{.*}}, %[[C:[^:]*]]: tensor<i1>
// CHECK:         %[[B:.*]] = tensor.extract %[[C]][] : tensor<i1>
// CHECK:         scf.if %[[B]] -> (tensor<4xf32>) {
// CHECK:           %[[R:.*]] = func.call @[[RELU:relu_[0-9a-f]*]](%[[CTX]], %[[X]], %{{.*}}) {ascend.node_name = "a"
// CHECK-NEXT:      scf.yield %[[R]]
// CHECK:         } else {
// CHECK-NEXT:      %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[X]]) : tensor<4xf32>
// CHECK-NEXT:      scf.yield %[[COPY]]
// CHECK:         call @[[RELU]](%[[CTX]], {{.*}} {ascend.node_name = "b"
// CHECK:       func.func private @[[RELU]](
// CHECK-NOT:   func.func private @relu

// What an op in a region takes and gives is shown there.
// OBSERVE:       {index = 0 : i64, kind = "output", op = "a", op_type = "Relu", type = tensor<4xf32>, value = "a:0"}
// OBSERVE:       scf.if
// OBSERVE:         func.call @ascend.observe.4xf32
// OBSERVE:         func.call @relu_
// OBSERVE:         func.call @ascend.observe.4xf32
// OBSERVE:       } else {
// OBSERVE-NOT:     @ascend.observe
// OBSERVE:       }
func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %y = scf.if %b -> tensor<4xf32> {
    %a = ascend.relu %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %z = ascend.relu %y {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// The sizes of a loop's values are taken in its block; those of outer tensors
// outside. Chains are fused in a block, and an argument that is yielded as it is
// stays in its buffer.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr, %[[X:[^:]*]]: tensor<?xf32>
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?xf32>
// CHECK-DAG:     %[[I0:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK-DAG:     %[[I1:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[S:.*]] = %[[I0]], %[[T:.*]] = %[[I1]])
// CHECK:           %[[M:.*]] = tensor.dim %[[S]]
// CHECK:           ascend.require %{{.*}}, "Add 'a': {{.*}}"(%[[M]], %[[N]])
// CHECK:           %[[A:.*]] = func.call @add_{{.*}}(%[[CTX]], %[[S]], %[[X]], {{.*}} {ascend.node_name = "a"
// CHECK:           %[[B:.*]] = func.call @fused_{{.*}}(%[[CTX]], %[[A]], {{.*}} {ascend.fused = ["b", "c"]
// CHECK-NEXT:      scf.yield %[[T]], %[[B]]
// CHECK:         tensor.dim %[[R]]#1

// What a turn of a loop is given is named after the loop.
// OBSERVE:       {index = 0 : i64, kind = "input", op = "a", op_type = "Add", type = tensor<?xf32>, value = "turns/arg1"}
// OBSERVE:       scf.for
// OBSERVE:         func.call @"ascend.observe.?xf32"
func.func @main(%x: tensor<?xf32>, %n: tensor<i64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[] : tensor<i64>
  %end = arith.index_cast %m : i64 to index
  %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%s = %x, %t = %x) -> (tensor<?xf32>, tensor<?xf32>) {
    %a = ascend.add %s, %x {node_name = "a"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %b = ascend.relu %a {node_name = "b"} : (tensor<?xf32>) -> tensor<?xf32>
    %c = ascend.tanh %b {node_name = "c"} : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %t, %c : tensor<?xf32>, tensor<?xf32>
  } {ascend.node_name = "turns"}
  return %r#1 : tensor<?xf32>
}
