// RUN: not ascend-opt %s --ascend-load-config="customize-dtypes=%S/Inputs/any.cfg" --ascend-override-customize-dtypes --ascend-assign-precision 2>&1 | FileCheck %s

// Every op without a decision is told of, not the first alone.
func.func @refused(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: :[[@LINE+2]]:8: error: [EZ3003] No supported Ops kernel and engine are found for [n], optype [NoSuchOp].
  // CHECK: note: no op store of Ascend910B1 has the type; add it with --ops_info
  %0 = ascend.ge_op "NoSuchOp"(%x) {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: :[[@LINE+2]]:8: error: [E29999] After filtering dtypes by custom dtypes, the supported dtypes for op [any, Relu] are empty: the entry names no dtype of the op
  // CHECK: note: give at least one input or output dtype
  %1 = ascend.relu %x {node_name = "any"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
