//===- AscendVectorOps.td - Operators of the vector unit ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_VECTOR_OPS_TD
#define ASCEND_VECTOR_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

class Ascend_UnaryOp<string mnemonic, string geType, string what>
    : Ascend_Op<mnemonic, geType> {
  let summary = what;
  let description = what # [{, element by element.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_ReluOp : Ascend_UnaryOp<"relu", "Relu", "Maximum of x and 0">;
def Ascend_TanhOp : Ascend_UnaryOp<"tanh", "Tanh", "Hyperbolic tangent">;
def Ascend_ExpOp : Ascend_Op<"exp", "Exp"> {
  let summary = "Exponential";
  let description = [{
    base^(scale * x + shift), element by element. `ge.base` (-1: e), `ge.scale`
    and `ge.shift` are GE's attributes; only their defaults (-1, 1, 0) lower.

    ```mlir
    %y = ascend.exp %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}
def Ascend_SqrtOp : Ascend_UnaryOp<"sqrt", "Sqrt", "Square root">;
def Ascend_SquareOp : Ascend_UnaryOp<"square", "Square", "x * x">;
def Ascend_GeluOp : Ascend_UnaryOp<"gelu", "Gelu",
  "x / (1 + e^(-2 √(2/π) (x + 0.044715 x³))), Gelu in the form with tanh">;
def Ascend_ReciprocalOp : Ascend_UnaryOp<"reciprocal", "Reciprocal", "1 / x">;

class Ascend_BinaryOp<string mnemonic, string geType, string what>
    : Ascend_Op<mnemonic, geType> {
  let summary = what;
  let description = what # [{, element by element, with numpy's broadcasting.

    ```mlir
    %y = ascend.}] # mnemonic # [{ %a, %b {node_name = "n"}
           : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x1, AnyTensor:$x2), identityArgs);
}

def Ascend_AddOp : Ascend_BinaryOp<"add", "Add", "Sum">;
def Ascend_SubOp : Ascend_BinaryOp<"sub", "Sub", "Difference">;
def Ascend_MulOp : Ascend_BinaryOp<"mul", "Mul", "Product">;
def Ascend_RealDivOp : Ascend_BinaryOp<"real_div", "RealDiv", "Quotient">;
def Ascend_MaximumOp : Ascend_BinaryOp<"maximum", "Maximum", "Maximum; NaN wins">;
def Ascend_MinimumOp : Ascend_BinaryOp<"minimum", "Minimum", "Minimum; NaN wins">;
def Ascend_EqualOp : Ascend_BinaryOp<"equal", "Equal", "Whether x1 equals x2 (bool)">;

def Ascend_SelectOp : Ascend_Op<"select", "Select"> {
  let summary = "x1 where the condition holds, else x2";
  let description = [{
    All operands have one shape, or broadcast as in numpy.

    ```mlir
    %y = ascend.select %c, %a, %b {node_name = "n"}
           : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$condition, AnyTensor:$x1, AnyTensor:$x2),
                       identityArgs);
}

def Ascend_SelectV2Op : Ascend_Op<"select_v2", "SelectV2"> {
  let summary = "then_value where the condition holds, else else_value";
  let description = [{
    All operands broadcast as in numpy.

    ```mlir
    %y = ascend.select_v2 %c, %a, %b {node_name = "n"}
           : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$condition, AnyTensor:$then_value,
                            AnyTensor:$else_value), identityArgs);
}

class Ascend_ReduceOp<string mnemonic, string geType, string what>
    : Ascend_Op<mnemonic, geType, [], [{
  /// The reduced axes, counted from 0, sorted; nothing where they are unknown
  /// or outside the rank.
  std::optional<::llvm::SmallVector<int64_t>> getReducedAxes();
}]> {
  let summary = what # " over axes";
  let description = what # [{ of x over the axes in the operand `axes` (a constant
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
