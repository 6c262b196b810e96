// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="ops-info=%t/store.json" | FileCheck %s

// Results of one op take a dtype each; one without users and one that is both
// returned and used are no exceptions.
// CHECK-LABEL: func @main
// CHECK: %[[N:.*]]:3 = ascend.ge_op "Norm"
// CHECK-SAME: -> (tensor<4xf16>, tensor<4xf32>, tensor<4xi32>)
// CHECK: %[[N32:.*]] = ascend.cast %[[N]]#0 {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
// CHECK-NOT: ascend.cast
// CHECK: %[[R:.*]] = ascend.relu %[[N]]#0
// CHECK: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>}
// CHECK: return %[[N32]], %[[R32]], %[[N]]#2

//--- graph.mlir
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %0:3 = ascend.ge_op "Norm"(%x) {node_name = "n"} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>)
  %1 = ascend.relu %0#0 {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0#0, %1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}

//--- store.json
{"Norm": {
  "input0": {"name": "x", "paramType": "required", "dtype": "float16,float"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float16,float"},
  "output1": {"name": "mean", "paramType": "required", "dtype": "float,float"},
  "output2": {"name": "count", "paramType": "required", "dtype": "int32,int32"}}}
