// RUN: ascend-opt %s --ascend-outline-kernels | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels=observe=true | FileCheck %s --check-prefix=OBSERVE
// A print option of the command line changes neither names nor sharing.
// RUN: ascend-opt %s --ascend-outline-kernels --mlir-elide-elementsattrs-if-larger=1 > %t.elided
// RUN: ascend-opt %s --ascend-outline-kernels --mlir-print-debuginfo > %t.debug
// RUN: ascend-opt %s --ascend-outline-kernels | grep -o "@[a-z_]*_[0-9a-f]\{16\}" > %t.names
// RUN: grep -o "@[a-z_]*_[0-9a-f]\{16\}" %t.elided | diff %t.names -
// RUN: grep -o "@[a-z_]*_[0-9a-f]\{16\}" %t.debug | diff %t.names -

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:.*]]: !llvm.ptr,
// CHECK-SAME:    %[[X:.*]]: tensor<2x8xf32> {ascend.name = "x", bufferization.writable = false},
// CHECK-SAME:    %[[U:.*]]: tensor<2x8xui8> {ascend.name = "arg1", bufferization.writable = false},
// CHECK-SAME:    %[[OUT0:.*]]: tensor<16xf32> {ascend.name = "y"},
// CHECK-SAME:    %[[OUT1:.*]]: tensor<2x8xi1> {ascend.name = "result1"},
// CHECK-SAME:    %[[OUT2:.*]]: tensor<4x4xf32> {ascend.name = "result2"})
// CHECK-SAME:    -> (tensor<16xf32>, tensor<2x8xi1>, tensor<4x4xf32>)
// CHECK-SAME:    attributes {ascend.entry, ascend.num_inputs = 2 : i64}
// CHECK-DAG:     %[[W:.*]] = ascend.constant {node_name = "w"}
// CHECK-DAG:     %[[W2:.*]] = ascend.constant {node_name = "w2"}
// Names, decisions and other facts about a node make no other body.
// CHECK:         %[[E0:.*]] = tensor.empty() : tensor<2x8xf32>
// CHECK:         %[[A:.*]] = call @[[ADD:real_div_[0-9a-f]+]](%[[CTX]], %[[X]], %[[W]], %[[E0]])
// CHECK-SAME:      {ascend.node_name = "a", ascend.op_type = "RealDiv"}
// CHECK:         %[[E1:.*]] = tensor.empty() : tensor<2x8xf32>
// CHECK:         %[[B:.*]] = call @[[ADD]](%[[CTX]], %[[A]], %[[W2]], %[[E1]])
// CHECK-SAME:      {ascend.node_name = "b", ascend.op_type = "RealDiv"}
// The implementation mode does.
// CHECK-NOT:     call @[[ADD]]
// CHECK:         %[[B2:.*]] = call @real_div_{{[0-9a-f]+}}(%[[CTX]], %[[B]], %[[W2]]
// An operand that stands twice is one argument.
// CHECK:         %[[SQ:.*]] = call @[[MUL:mul_[0-9a-f]+]](%[[CTX]], %[[B2]], %{{.*}}) {{.*}} : (!llvm.ptr, tensor<2x8xf32>, tensor<2x8xf32>)
// Axes are part of the kernel.
// CHECK:         %[[S0:.*]] = call @[[SUM0:reduce_sum_[0-9a-f]+]](%[[CTX]], %[[SQ]], %{{[^,]*}})
// CHECK-NOT:     call @[[SUM0]]
// CHECK:         %[[S1:.*]] = call @[[SUM1:reduce_sum_[0-9a-f]+]](%[[CTX]], %[[SQ]], %{{[^,]*}})
// `ge.` attributes count.
// CHECK-NOT:     call @[[SUM1]]
// CHECK:         call @reduce_sum_
// CHECK:         call @ge_op_{{.*}}(%[[CTX]], %[[S0]], %[[S1]], %{{[^,]*}}, %{{[^,]*}}) {ascend.has_effect, ascend.node_name = "", ascend.op_type = "Use"}
// Views stay.
// CHECK:         %[[Y:.*]] = tensor.collapse_shape %[[SQ]] {{\[\[}}0, 1]] {ascend.node_name = "y", ascend.op_type = "Reshape"}
// CHECK:         %[[EQ:.*]] = call @equal_
// CHECK-NOT:     call
// A tensor that is two results is copied from the first one.
// CHECK:         %[[R0:.*]] = bufferization.materialize_in_destination %[[Y]] in %[[OUT0]]
// CHECK:         %[[R1:.*]] = bufferization.materialize_in_destination %[[EQ]] in %[[OUT1]]
// CHECK:         %[[AGAIN:.*]] = tensor.expand_shape %[[R0]]
// CHECK:         %[[R2:.*]] = bufferization.materialize_in_destination %[[AGAIN]] in %[[OUT2]]
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]

// CHECK:       func.func private @[[ADD]](
// CHECK-SAME:    %{{.*}}: !llvm.ptr,
// CHECK-SAME:    %[[X1:.*]]: tensor<2x8xf32> {bufferization.writable = false},
// CHECK-SAME:    %[[X2:.*]]: tensor<8xf32> {bufferization.writable = false},
// CHECK-SAME:    %[[OUT:.*]]: tensor<2x8xf32>) -> tensor<2x8xf32> attributes {ascend.kernel}
// CHECK-NEXT:    %[[SUM:.*]] = ascend.real_div %[[X1]], %[[X2]] : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:    %[[R:.*]] = bufferization.materialize_in_destination %[[SUM]] in %[[OUT]]
// CHECK-NEXT:    return %[[R]]
// CHECK:         ascend.real_div %{{.*}}, %{{.*}} {impl_mode = #ascend.impl_mode<high_precision>} :
// CHECK:       func.func private @[[MUL]](
// CHECK:         ascend.mul %[[M:.*]], %[[M]] :
// CHECK:       func.func private @[[SUM0]](
// CHECK-NEXT:    %[[AXES:.*]] = ascend.constant dense<1> : tensor<1xi32>
// CHECK-NEXT:    ascend.reduce_sum %{{.*}}, %[[AXES]] {ge.keep_dims = true} :
// CHECK:         %[[NONE:.*]] = ascend.none
// CHECK:         ascend.ge_op "Use"(%{{.*}}, %[[NONE]], %{{.*}}, %{{.*}}) :
// CHECK-NOT:     dead

// OBSERVE:       ascend.observed = [
// OBSERVE-SAME:    {index = 0 : i64, kind = "input", op = "a", op_type = "RealDiv", type = tensor<2x8xf32>, value = "x"},
// OBSERVE-SAME:    {index = 1 : i64, kind = "input", op = "a", op_type = "RealDiv", type = tensor<8xf32>, value = "w"},
// OBSERVE-SAME:    {index = 0 : i64, kind = "output", op = "a", op_type = "RealDiv", type = tensor<2x8xf32>, value = "a:0"},
// OBSERVE-SAME:    {index = 0 : i64, kind = "input", op = "b", op_type = "RealDiv", type = tensor<2x8xf32>, value = "a:0"},
// OBSERVE:         %[[I0:.*]] = arith.constant 0 : i64
// OBSERVE:         call @ascend.observe.2x8xf32(%[[CTX:[^,]*]], %[[I0]], %[[X:[^)]*]])
// OBSERVE:         %[[I1:.*]] = arith.constant 1 : i64
// OBSERVE:         call @ascend.observe.8xf32(%[[CTX]], %[[I1]], %[[W:[^)]*]])
// OBSERVE:         %[[A:.*]] = call @real_div_{{.*}}(%[[CTX]], %[[X]], %[[W]], %{{.*}})
// OBSERVE:         %[[I2:.*]] = arith.constant 2 : i64
// OBSERVE:         call @ascend.observe.2x8xf32(%[[CTX]], %[[I2]], %[[A]])
// OBSERVE:         call @ascend.observe.1xi32(
// OBSERVE:         call @ascend.observe.2x8xui8(
// OBSERVE:       func.func private @ascend.observe.2x8xf32(!llvm.ptr, i64, tensor<2x8xf32> {bufferization.access = "read"})

#p = #ascend.precision<(f32, f32) -> (f32), origin = (f32, f32) -> (f32), column = 3, engine = aicore, unit = vector, accumulate = none, rule = must_keep, source = "mix.json:7">
func.func @main(%x: tensor<2x8xf32> {ascend.name = "x"}, %u: tensor<2x8xui8>)
    -> (tensor<16xf32> {ascend.name = "y"}, tensor<2x8xi1>, tensor<4x4xf32>) {
  %none = ascend.none : none
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %w2 = ascend.constant {node_name = "w2"} dense<2.0> : tensor<8xf32>
  %s = ascend.constant {node_name = "s"} dense<[-1]> : tensor<1xi64>
  %s2 = ascend.constant {node_name = "s2"} dense<[4, 4]> : tensor<2xi64>
  %ax1 = ascend.constant {node_name = "ax"} dense<[1]> : tensor<1xi32>
  %ax0 = ascend.constant {node_name = "ax"} dense<[0]> : tensor<1xi32>
  %a = ascend.real_div %x, %w {ascend.onnx_op = "Add", node_name = "a", precision = #p} : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  %b = ascend.real_div %a, %w2 {node_name = "b", original_names = ["c", "d"]} : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  %b2 = ascend.real_div %b, %w2 {node_name = "b2", impl_mode = #ascend.impl_mode<high_precision>} : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
  %sq = ascend.mul %b2, %b2 {node_name = "sq"} : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %sum0 = ascend.reduce_sum %sq, %ax1 {ge.keep_dims = true, node_name = "r0"} : (tensor<2x8xf32>, tensor<1xi32>) -> tensor<2x1xf32>
  %sum1 = ascend.reduce_sum %sq, %ax0 {ge.keep_dims = true, node_name = "r1"} : (tensor<2x8xf32>, tensor<1xi32>) -> tensor<1x8xf32>
  %sum2 = ascend.reduce_sum %sq, %ax0 {node_name = "r2"} : (tensor<2x8xf32>, tensor<1xi32>) -> tensor<8xf32>
  %mm = ascend.ge_op "Use"(%sum0, %none, %sum1, %sum2) : (tensor<2x1xf32>, none, tensor<1x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %y = ascend.reshape %sq, %s {node_name = "y"} : (tensor<2x8xf32>, tensor<1xi64>) -> tensor<16xf32>
  %e = ascend.equal %u, %u {node_name = "e"} : (tensor<2x8xui8>, tensor<2x8xui8>) -> tensor<2x8xi1>
  %v = ascend.reshape %y, %s2 {node_name = "v"} : (tensor<16xf32>, tensor<2xi64>) -> tensor<4x4xf32>
  %dead = ascend.relu %x {node_name = "dead"} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y, %e, %v : tensor<16xf32>, tensor<2x8xi1>, tensor<4x4xf32>
}
