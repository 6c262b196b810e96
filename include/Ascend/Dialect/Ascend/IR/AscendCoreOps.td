//===- AscendCoreOps.td - What every graph is made of ------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CORE_OPS_TD
#define ASCEND_CORE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_GEOp : Ascend_OpWithIdentity<"ge_op",
    [DeclareOpInterfaceMethods<Ascend_OpInterface,
                               ["getGEType", "getGEAttributeSpecs"]>,
     Ascend_PrecisionOpInterface]> {
  let summary = "A GE operator of any type";
  let description = [{
    Legal for every operator type, also for types that the dialect models; the
    precision passes judge it exactly as the modelled op. Operands follow the
    slots of the op store; `operand_groups` gives the number of operands of
    each slot where an op has more than one dynamic input.

    ```mlir
    %y = ascend.ge_op "ScatterNdUpdate"(%v, %i, %u) {node_name = "n1"}
           : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins StrAttr:$ge_type,
                            Variadic<Ascend_TensorOrNone>:$inputs,
                            OptionalAttr<DenseI32ArrayAttr>:$operand_groups),
                       identityArgs);
  let results = (outs Variadic<AnyTensor>:$outputs);
  let assemblyFormat = [{
    $ge_type `(` $inputs `)` attr-dict `:` functional-type($inputs, results)
  }];
  let hasVerifier = 1;
}

def Ascend_ConstantOp : Op<Ascend_Dialect, "constant",
    [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "A named constant (GE's Const)";
  let description = [{
    It is not ConstantLike and has no folder: equal constants with two names
    stay two ops, because config files and reports name them.

    ```mlir
    %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value, OptionalAttr<StrAttr>:$node_name,
                       OptionalAttr<StrArrayAttr>:$original_names);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Ascend_NoneOp : Op<Ascend_Dialect, "none", [Pure]> {
  let summary = "An absent optional operand";
  let description = [{
    Stands in the middle of an operand list; trailing ones are left out.

    ```mlir
    %n = ascend.none : none
    ```
  }];
  let results = (outs NoneType:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Ascend_RequireOp : Op<Ascend_Dialect, "require"> {
  let summary = "Ends the run with an error unless a condition holds";
  let description = [{
    A check of sizes that are known at run time only; no GE operator. Each `{}`
    of the message stands for one of the values. It stands in the entry that
    `ascend-outline-kernels` makes, and `ascend-lower-entry` makes a branch of it.

    ```mlir
    ascend.require %fits, "Add 'n1': extent {} against {}"(%a, %b)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message, Variadic<Index>:$values);
  let assemblyFormat = "$condition `,` $message `(` $values `)` attr-dict";
}

def Ascend_ObserveOp : Op<Ascend_Dialect, "observe"> {
  let summary = "Shows tensors to the observer of a run";
  let description = [{
    No GE operator: what is measured while a model runs (`ascend-pair-with-reference`
    makes it). The tensors belong to output `index` of the node `node`, whose GE type
    is `op_type`, and `names` says what each of them is. The observer
    (ascendrt_set_observer) gets one after the other under that name; the memory of
    all of them stays until it has seen the last.

    ```mlir
    ascend.observe %r, %d {index = 0, names = ["reference", "decided"], node = "fc",
        op_type = "MatMulV2"} : tensor<4x8xf32>, tensor<4x8xf16>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$tensors, StrAttr:$node, StrAttr:$op_type,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$index, StrArrayAttr:$names);
  let assemblyFormat = "$tensors attr-dict `:` type($tensors)";
  let hasVerifier = 1;
}

def Ascend_CastOp : Ascend_ElementwiseOp<"cast", "Cast"> {
  let geAttributes = [GEBool<"saturate", "true">, GEOptionalInt<"dst_type">];
  let summary = "Conversion of the element type (GE's Cast)";
  let description = [{
    A user's cast keeps its two dtypes in the decision. Inserted casts come from
    `ascend-materialize-precision`. No cast folds after that pass. A conversion
    to a narrower float rounds to nearest even unless `round_mode` says
    otherwise; float to integer truncates; the numeric rules are ONNX's, whose
    `ge.saturate` (bool, true) is that of the eight-bit floats. The type of the
    result says what GE's `ge.dst_type` (int) repeats.

    ```mlir
    %1 = ascend.cast %0 {node_name = "c", origin = #ascend.cast_origin<user>}
           : (tensor<4xf16>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x,
                            OptionalAttr<Ascend_CastOriginAttr>:$origin,
                            OptionalAttr<Ascend_RoundModeAttr>:$round_mode),
                       identityArgs);
}

#endif // ASCEND_CORE_OPS_TD
