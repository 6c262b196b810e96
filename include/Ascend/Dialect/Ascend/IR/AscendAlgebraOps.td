//===- AscendAlgebraOps.td - Einsum, determinants ----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_ALGEBRA_OPS_TD
#define ASCEND_ALGEBRA_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_EinsumOp : Ascend_ShapedOp<"einsum", "Einsum"> {
  let geAttributes = [GERequired<GEString<"equation">>, GEOptionalInt<"N">];
  let summary = "Sum of products by an equation";
  let description = [{
    `ge.equation` (string) names the axes of each operand by letters, and after
    "->" those of the result: what it does not have is summed. "..." stands for
    axes that broadcast as in numpy. Without "->" the result has those, then
    the letters that stand once, in their order.

    ```mlir
    %y = ascend.einsum %a, %b {ge.equation = "bij,bjk->bik", node_name = "n"}
           : (tensor<2x4x6xf32>, tensor<2x6x5xf32>) -> tensor<2x4x5xf32>
    ```
  }];
  let arguments = !con((ins Variadic<AnyTensor>:$x), identityArgs);
}

def Ascend_MatrixDeterminantOp
    : Ascend_ShapedOp<"matrix_determinant", "MatrixDeterminant"> {
  let summary = "Determinants of square matrices";
  let description = [{
    Of the last two axes, by elimination with partial pivoting.

    ```mlir
    %y = ascend.matrix_determinant %x {node_name = "n"}
           : (tensor<2x3x3xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

#endif // ASCEND_ALGEBRA_OPS_TD
