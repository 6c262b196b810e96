// RUN: split-file %s %t
// RUN: not ascend-opt %t/one.mlir --ascend-precision-pipeline="input-fp16-nodes=x;z" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ascend-opt %t/one.mlir --ascend-precision-pipeline="input-fp16-nodes=x;" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not ascend-opt %t/one.mlir --ascend-precision-pipeline="input-fp16-nodes=r" 2>&1 | FileCheck %s --check-prefix=NODE
// RUN: not ascend-opt %t/one.mlir --ascend-precision-pipeline="output-type=r:1:FP16" 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not ascend-opt %t/one.mlir --ascend-precision-pipeline="output-type=half" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not ascend-opt %t/two.mlir --ascend-precision-pipeline="output-type=FP16" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not ascend-opt %t/called.mlir --ascend-precision-pipeline="output-type=FP16" 2>&1 | FileCheck %s --check-prefix=TWO

// UNKNOWN: error: [E10016] Op name z specified in --input_fp16_nodes is not found in the model.
// UNKNOWN: note: the network's inputs are: x
// EMPTY: error: [E10016] Op name  specified
// NODE: error: [E10017] Input Op r specified in --input_fp16_nodes is invalid. The Op type must be Data.
// OUTPUT: error: [E10001] Value r:1 for parameter output_type is invalid.
// OUTPUT: note: the network's outputs are: r:0
// WORD: error: [E10001] Value half for parameter output_type is invalid. Reason: The value must be FP32,
// TWO: error: input_fp16_nodes and output_type need to know which function is the network

//--- one.mlir
func.func @net(%x: tensor<4xf32> {ascend.name = "x"}) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- two.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- called.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
