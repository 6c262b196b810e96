// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-load-config="op-precision-mode=%t/m.ini" --ascend-select-implmode 2>&1 | FileCheck %s

// A line is taken for the type of a node that a fusion replaced and whose name
// the op keeps: it does match. Where another name is kept, it does not.
// CHECK-NOT: 'Relu'
// CHECK: warning: op_precision_mode: no op has the type 'Sigmoid' ({{.*}}m.ini:3)
// CHECK-NOT: 'Relu'
// CHECK: ascend.exp %{{.*}} {ascend.fused_members = {{\[\[}}"k", "Relu"{{.*}}ascend.impl_mode_source = "{{.*}}m.ini:2"

//--- m.ini
[ByOpType]
Relu = high_precision
Sigmoid = high_precision

//--- graph.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.exp %x {node_name = "k", ascend.fused_members = [["k", "Relu"], ["s", "Sigmoid"]]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
