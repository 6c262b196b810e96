//===- AscendVectorOps.td - Operators of the vector unit ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_VECTOR_OPS_TD
#define ASCEND_VECTOR_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendElementwiseOps.td"

class Ascend_ReduceOp<string mnemonic, string geType, string what>
    : Ascend_Op<mnemonic, geType, [], [{
  /// The reduced axes, counted from 0, sorted; nothing where they are unknown
  /// or outside the rank.
  std::optional<::llvm::SmallVector<int64_t>> getReducedAxes();
}]> {
  let summary = what # " over axes";
  let description = [{
    }] # what # [{ of x over the axes in the operand `axes` (a constant
    of int32 or int64; an empty one means all axes, or none where
    `ge.noop_with_empty_axes` is true). `ge.keep_dims` (bool, default false)
    keeps them with extent 1.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %axes {ge.keep_dims = true, node_name = "n"}
           : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axes), identityArgs);
}

def Ascend_ReduceSumOp : Ascend_ReduceOp<"reduce_sum", "ReduceSum", "Sum">;
def Ascend_ReduceMaxOp : Ascend_ReduceOp<"reduce_max", "ReduceMax", "Maximum">;

#endif // ASCEND_VECTOR_OPS_TD
