// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="" | sed 's/-> (f16), origin/-> (f32), origin/' > %t/wrong.mlir
// RUN: not ascend-opt %t/wrong.mlir --ascend-verify-precision 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="" | sed 's/, precision = #ascend.precision<.*"builtin">//' > %t/none.mlir
// RUN: not ascend-opt %t/none.mlir --ascend-verify-precision 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ascend-opt %t/graph.mlir --ascend-verify-precision 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="" | ascend-opt --ascend-precision-pipeline="" | FileCheck %s --check-prefix=AGAIN
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="" | not ascend-opt --ascend-precision-pipeline="precision-mode=force_fp32" 2>&1 | FileCheck %s --check-prefix=OTHER

// WRONG: error: node 'r' (Relu): output 0 is 'f16', decided was 'f32'
// NONE: error: node 'r' (Relu) has no decision
// ORDER: error: run ascend-materialize-precision before ascend-verify-precision
// AGAIN-COUNT-2: ascend.cast %
// AGAIN-NOT: ascend.cast %
// OTHER: error: the types of the module were decided with other options

//--- graph.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
