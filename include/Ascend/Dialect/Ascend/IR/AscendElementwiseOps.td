//===- AscendElementwiseOps.td - Element by element --------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_ELEMENTWISE_OPS_TD
#define ASCEND_ELEMENTWISE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class Ascend_UnaryOp<string mnemonic, string geType, string what,
                     string attributes = "">
    : Ascend_ElementwiseOp<mnemonic, geType> {
  let summary = what;
  let description = [{
    }] # what # [{, element by element. }] # attributes # [{

    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_AbsOp : Ascend_UnaryOp<"abs", "Abs", "Absolute value">;
def Ascend_AcosOp : Ascend_UnaryOp<"acos", "Acos", "Arc cosine">;
def Ascend_AcoshOp
    : Ascend_UnaryOp<"acosh", "Acosh", "Inverse hyperbolic cosine">;
def Ascend_AsinOp : Ascend_UnaryOp<"asin", "Asin", "Arc sine">;
def Ascend_AsinhOp
    : Ascend_UnaryOp<"asinh", "Asinh", "Inverse hyperbolic sine">;
def Ascend_AtanOp : Ascend_UnaryOp<"atan", "Atan", "Arc tangent">;
def Ascend_AtanhOp
    : Ascend_UnaryOp<"atanh", "Atanh", "Inverse hyperbolic tangent">;
def Ascend_CeilOp
    : Ascend_UnaryOp<"ceil", "Ceil", "Least whole number that is not less">;
def Ascend_CosOp : Ascend_UnaryOp<"cos", "Cos", "Cosine of radians">;
def Ascend_CoshOp : Ascend_UnaryOp<"cosh", "Cosh", "Hyperbolic cosine">;
def Ascend_ErfOp : Ascend_UnaryOp<"erf", "Erf", "Error function">;
def Ascend_Expm1Op : Ascend_UnaryOp<"expm1", "Expm1", "e^x - 1">;
def Ascend_FastGeluOp : Ascend_UnaryOp<"fast_gelu", "FastGelu",
  "x / (1 + e^(-1.702 x))">;
def Ascend_FloorOp
    : Ascend_UnaryOp<"floor", "Floor", "Greatest whole number that is not greater">;
def Ascend_GeluOp : Ascend_UnaryOp<"gelu", "Gelu",
  "x / (1 + e^(-2 √(2/π) (x + 0.044715 x³))), Gelu in the form with tanh">;
def Ascend_GeluV2Op : Ascend_UnaryOp<"gelu_v2", "GeluV2",
  "x / 2 (1 + erf(x / √2))", [{`ge.approximate` "none" (the default) or "tanh",
    which computes as Gelu.}]> {
  let geAttributes = [GEString<"approximate", "none", ["none", "tanh"]>];
}
def Ascend_HardSwishOp
    : Ascend_UnaryOp<"hard_swish", "HardSwish", "x times min(max(x + 3, 0), 6) / 6">;
def Ascend_InvertOp : Ascend_UnaryOp<"invert", "Invert", "Every bit flipped">;
def Ascend_IsNanOp
    : Ascend_UnaryOp<"is_nan", "IsNan", "Whether x is NaN (bool)">;
def Ascend_LogOp : Ascend_UnaryOp<"log", "Log", "Natural logarithm">;
def Ascend_Log1pOp
    : Ascend_UnaryOp<"log1p", "Log1p", "Natural logarithm of 1 + x">;
def Ascend_LogicalNotOp
    : Ascend_UnaryOp<"logical_not", "LogicalNot", "Whether x is false (bool)">;
def Ascend_MishOp : Ascend_UnaryOp<"mish", "Mish", "x tanh(log(1 + e^x))">;
def Ascend_NegOp : Ascend_UnaryOp<"neg", "Neg", "-x">;
def Ascend_ReciprocalOp : Ascend_UnaryOp<"reciprocal", "Reciprocal", "1 / x">;
def Ascend_ReluOp : Ascend_UnaryOp<"relu", "Relu", "Maximum of x and 0">;
def Ascend_Relu6Op : Ascend_UnaryOp<"relu6", "Relu6", "x between 0 and 6">;
def Ascend_RoundOp
    : Ascend_UnaryOp<"round", "Round", "Nearest whole number; halves go to the even one">;
def Ascend_RsqrtOp : Ascend_UnaryOp<"rsqrt", "Rsqrt", "1 / square root">;
def Ascend_SigmoidOp : Ascend_UnaryOp<"sigmoid", "Sigmoid", "1 / (1 + e^-x)">;
def Ascend_SignOp : Ascend_UnaryOp<"sign", "Sign", "-1, 0 or 1; NaN stays">;
def Ascend_SinOp : Ascend_UnaryOp<"sin", "Sin", "Sine of radians">;
def Ascend_SinhOp : Ascend_UnaryOp<"sinh", "Sinh", "Hyperbolic sine">;
def Ascend_SoftplusOp : Ascend_UnaryOp<"softplus", "Softplus", "log(1 + e^x)">;
def Ascend_SoftsignOp : Ascend_UnaryOp<"softsign", "Softsign", "x / (1 + |x|)">;
def Ascend_SqrtOp : Ascend_UnaryOp<"sqrt", "Sqrt", "Square root">;
def Ascend_SquareOp : Ascend_UnaryOp<"square", "Square", "x times x">;
def Ascend_TanOp : Ascend_UnaryOp<"tan", "Tan", "Tangent of radians">;
def Ascend_TanhOp : Ascend_UnaryOp<"tanh", "Tanh", "Hyperbolic tangent">;

def Ascend_CeluOp : Ascend_UnaryOp<"celu", "Celu",
  "alpha3 x for x > 0, else alpha1 (e^(x / alpha2) - 1)",
  "`ge.alpha1`, `ge.alpha2` and `ge.alpha3` are floats (1)."> {
  let geAttributes = [GEFloat<"alpha1", "1.0">, GEFloat<"alpha2", "1.0">,
                      GEFloat<"alpha3", "1.0">];
}
def Ascend_EluOp : Ascend_UnaryOp<"elu", "Elu",
  "x for x > 0, else alpha (e^x - 1)", "`ge.alpha` is a float (1)."> {
  let geAttributes = [GEFloat<"alpha", "1.0">];
}
def Ascend_ExpOp : Ascend_UnaryOp<"exp", "Exp", "base^(scale x + shift)", [{
    `ge.base` (-1: e), `ge.scale` and `ge.shift` are floats; only their defaults
    (-1, 1, 0) lower.}]> {
  let geAttributes = [GEFixed<GEFloat<"base", "-1.0">>,
                      GEFixed<GEFloat<"scale", "1.0">>,
                      GEFixed<GEFloat<"shift", "0.0">>];
}
def Ascend_HardSigmoidOp : Ascend_UnaryOp<"hard_sigmoid", "HardSigmoid",
  "alpha x + beta between 0 and 1",
  "`ge.alpha` (1/6) and `ge.beta` (0.5) are floats."> {
  let geAttributes = [GEFloat<"alpha", "0.16666666">, GEFloat<"beta", "0.5">];
}
def Ascend_IsInfOp : Ascend_UnaryOp<"is_inf", "IsInf",
  "Whether x is infinite (bool)", [{`ge.detect_negative` and
    `ge.detect_positive` (bool, true) choose the signs that count.}]> {
  let geAttributes = [GEBool<"detect_negative", "true">,
                      GEBool<"detect_positive", "true">];
}
def Ascend_LeakyReluOp : Ascend_UnaryOp<"leaky_relu", "LeakyRelu",
  "x for x >= 0, else negative_slope x",
  "`ge.negative_slope` is a float (0)."> {
  let geAttributes = [GEFloat<"negative_slope", "0.0">];
}
def Ascend_AddsOp : Ascend_UnaryOp<"adds", "Adds", "x plus value",
  "`ge.value` is a float (0)."> {
  let geAttributes = [GEFloat<"value", "0.0">];
}
def Ascend_MulsOp : Ascend_UnaryOp<"muls", "Muls", "x times value",
  "`ge.value` is a float (1)."> {
  let geAttributes = [GEFloat<"value", "1.0">];
}
def Ascend_PowerOp : Ascend_UnaryOp<"power", "Power",
  "shift + scale x to the power of a number", [{`ge.power` (1), `ge.scale` (1)
    and `ge.shift` (0) are floats.}]> {
  let geAttributes = [GEFloat<"power", "1.0">, GEFloat<"scale", "1.0">,
                      GEFloat<"shift", "0.0">];
}
def Ascend_SeluOp : Ascend_UnaryOp<"selu", "Selu",
  "gamma x for x > 0, else gamma alpha (e^x - 1)", [{`ge.alpha` (1.67326324235)
    and `ge.gamma` (1.05070098736) are floats; CANN has the defaults only.}]> {
  let geAttributes = [GEFloat<"alpha", "1.67326324235">,
                      GEFloat<"gamma", "1.05070098736">];
}
def Ascend_ShrinkOp : Ascend_UnaryOp<"shrink", "Shrink",
  "x - bias for x > lambd, x + bias for x < -lambd, else 0",
  "`ge.lambd` (0.5) and `ge.bias` (0) are floats."> {
  let geAttributes = [GEFloat<"lambd", "0.5">, GEFloat<"bias", "0.0">];
}
def Ascend_SwishOp : Ascend_UnaryOp<"swish", "Swish",
  "x / (1 + e^(-scale x))", "`ge.scale` is a float (1)."> {
  let geAttributes = [GEFloat<"scale", "1.0">];
}
def Ascend_ThresholdOp : Ascend_UnaryOp<"threshold", "Threshold",
  "1 where x > threshold, else 0", "`ge.threshold` is a float (0)."> {
  let geAttributes = [GEFloat<"threshold", "0.0">];
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

class Ascend_BinaryOp<string mnemonic, string geType, string what,
                      string attributes = "">
    : Ascend_ElementwiseOp<mnemonic, geType> {
  let summary = what;
  let description = [{
    }] # what # [{, element by element, with numpy's broadcasting. }]
    # attributes # [{

    ```mlir
    %y = ascend.}] # mnemonic # [{ %a, %b {node_name = "n"}
           : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x1, AnyTensor:$x2), identityArgs);
}

def Ascend_AddOp : Ascend_BinaryOp<"add", "Add", "Sum">;
def Ascend_BitwiseAndOp
    : Ascend_BinaryOp<"bitwise_and", "BitwiseAnd", "Bits set in both">;
def Ascend_BitwiseOrOp
    : Ascend_BinaryOp<"bitwise_or", "BitwiseOr", "Bits set in one or both">;
def Ascend_BitwiseXorOp
    : Ascend_BinaryOp<"bitwise_xor", "BitwiseXor", "Bits set in one, not in both">;
def Ascend_EqualOp
    : Ascend_BinaryOp<"equal", "Equal", "Whether x1 equals x2 (bool)">;
def Ascend_FloorDivOp
    : Ascend_BinaryOp<"floor_div", "FloorDiv", "Quotient, rounded down">;
def Ascend_FloorModOp
    : Ascend_BinaryOp<"floor_mod", "FloorMod", "Remainder with the sign of x2">;
def Ascend_GreaterOp
    : Ascend_BinaryOp<"greater", "Greater", "Whether x1 > x2 (bool)">;
def Ascend_GreaterEqualOp
    : Ascend_BinaryOp<"greater_equal", "GreaterEqual", "Whether x1 >= x2 (bool)">;
def Ascend_LeftShiftOp
    : Ascend_BinaryOp<"left_shift", "LeftShift", "x1 shifted left by x2 bits; 0 for x2 of the width or more">;
def Ascend_LessOp : Ascend_BinaryOp<"less", "Less", "Whether x1 < x2 (bool)">;
def Ascend_LessEqualOp
    : Ascend_BinaryOp<"less_equal", "LessEqual", "Whether x1 <= x2 (bool)">;
def Ascend_LogicalAndOp
    : Ascend_BinaryOp<"logical_and", "LogicalAnd", "Whether both are true (bool)">;
def Ascend_LogicalOrOp
    : Ascend_BinaryOp<"logical_or", "LogicalOr", "Whether one or both are true (bool)">;
def Ascend_MaximumOp
    : Ascend_BinaryOp<"maximum", "Maximum", "Maximum; NaN wins">;
def Ascend_MinimumOp
    : Ascend_BinaryOp<"minimum", "Minimum", "Minimum; NaN wins">;
def Ascend_MulOp : Ascend_BinaryOp<"mul", "Mul", "Product">;
def Ascend_NotEqualOp
    : Ascend_BinaryOp<"not_equal", "NotEqual", "Whether x1 differs from x2 (bool)">;
def Ascend_PowOp
    : Ascend_BinaryOp<"pow", "Pow", "x1 to the power x2, as C's pow">;
def Ascend_RealDivOp
    : Ascend_BinaryOp<"real_div", "RealDiv", "Quotient; that of integers truncates, by 0 it is 0">;
def Ascend_RightShiftOp
    : Ascend_BinaryOp<"right_shift", "RightShift", "x1 shifted right by x2 bits; negative numbers keep their sign">;
def Ascend_SubOp : Ascend_BinaryOp<"sub", "Sub", "Difference">;
def Ascend_ModOp : Ascend_BinaryOp<"mod", "Mod",
  "Remainder of a division; by 0 that of integers is 0", [{`ge.fmod` (int,
    default 1): 1 gives the sign of x1 as C does, 0 that of x2. (CANN's kernel
    has 1 only: its ONNX parser keeps the attribute and ignores it.)}]> {
  let geAttributes = [GEInt<"fmod", "1">];
}
def Ascend_PReluOp : Ascend_BinaryOp<"p_relu", "PRelu",
  "x1 where it is not negative, else x1 x2">;

//===----------------------------------------------------------------------===//
// More operands
//===----------------------------------------------------------------------===//

def Ascend_AccumulateNV2Op
    : Ascend_ElementwiseOp<"accumulate_nv2", "AccumulateNV2"> {
  let geAttributes = [GEOptionalInt<"N">];
  let summary = "Sum of all operands";
  let description = [{
    Element by element, with numpy's broadcasting, in the order of the operands;
    floats round once. `ge.N` is their number.

    ```mlir
    %y = ascend.accumulate_nv2 %a, %b, %c {ge.N = 3 : i64, node_name = "n"}
           : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins Variadic<AnyTensor>:$x), identityArgs);
  let hasVerifier = 1;
}

def Ascend_ClipByValueOp : Ascend_ElementwiseOp<"clip_by_value", "ClipByValue"> {
  let summary = "x between two bounds";
  let description = [{
    The lesser of `clip_value_max` and the greater of x and `clip_value_min`;
    all operands broadcast as in numpy. NaN stays.

    ```mlir
    %y = ascend.clip_by_value %x, %low, %high {node_name = "n"}
           : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$clip_value_min,
                            AnyTensor:$clip_value_max), identityArgs);
}

def Ascend_SelectOp : Ascend_ElementwiseOp<"select", "Select"> {
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

def Ascend_SelectV2Op : Ascend_ElementwiseOp<"select_v2", "SelectV2"> {
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

#endif // ASCEND_ELEMENTWISE_OPS_TD
