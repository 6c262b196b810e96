//===- AscendAttributes.td - Attributes of the dialect -----*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_ATTRIBUTES_TD
#define ASCEND_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "Ascend/Dialect/Ascend/IR/AscendDialect.td"
include "Ascend/Dialect/Ascend/IR/AscendEnums.td"

class Ascend_EnumAttr<EnumInfo enum, string mnemonic>
    : EnumAttr<Ascend_Dialect, enum, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Ascend_CastOriginAttr : Ascend_EnumAttr<Ascend_CastOrigin, "cast_origin">;
def Ascend_RoundModeAttr : Ascend_EnumAttr<Ascend_RoundMode, "round_mode">;

def Ascend_ImplModeAttr : AttrDef<Ascend_Dialect, "ImplMode"> {
  let mnemonic = "impl_mode";
  let summary = "Implementation mode of an op";
  let description = [{
    One of the words that CANN accepts in an op_precision_mode file. An op
    without the attribute runs in its own default mode.

    ```mlir
    #ascend.impl_mode<high_precision>
    ```
  }];
  let parameters = (ins "::mlir::ascend::ImplMode":$value);
  let hasCustomAssemblyFormat = 1;
}

def Ascend_PrecisionAttr : AttrDef<Ascend_Dialect, "Precision"> {
  let mnemonic = "precision";
  let summary = "The dtypes that were decided for an op, and why";
  let description = [{
    Element types of every operand and result as decided, and as they were in
    the model (`none` stands for an absent optional operand); the column of the
    op store that has them (absent on the AI CPU, which has sets and no
    columns); the engine; the unit of the AI Core; the accumulator of a cube
    op; the rule; and the config line or "builtin" that the rule came from.

    ```mlir
    #ascend.precision<(f16, f16) -> (f32), origin = (f32, f32) -> (f32),
      column = 3, engine = aicore, unit = cube, accumulate = f32,
      rule = gray_follows_producer, source = "mix.json:7">
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::Type">:$inputs,
    ArrayRefParameter<"::mlir::Type">:$outputs,
    ArrayRefParameter<"::mlir::Type">:$originInputs,
    ArrayRefParameter<"::mlir::Type">:$originOutputs,
    "std::optional<int64_t>":$column,
    "Engine":$engine,
    "ComputeUnit":$unit,
    "::mlir::Type":$accumulate,
    "PrecisionRule":$rule,
    "::mlir::StringAttr":$source
  );
  let hasCustomAssemblyFormat = 1;
}

/// The plan of an op of the cube unit.
class Ascend_CubeFormAttr<string name, string attrMnemonic, EnumInfo forms,
                          string what, string example>
    : AttrDef<Ascend_Dialect, name> {
  let mnemonic = attrMnemonic;
  let summary = "How " # what # " is computed";
  let description = [{
    What ascend-plan-cube decides on the whole graph. Outlining and lowering
    follow it.

    - `value`: the form, of those of docs/Kernels.md,
    - `epilogue`: whether elementwise ops behind the op may join its kernel, where
      they are done to its sums tile by tile. It depends on the op alone, and on
      no CPU or form, as roundings inside of a kernel may be skipped
      (`emulation` `fast`).

    ```mlir
    }] # example # [{
    ```
  }];
  let parameters = (ins EnumParameter<forms>:$value,
                        DefaultValuedParameter<"bool", "false">:$epilogue);
  let assemblyFormat = "`<` $value (`,` struct($epilogue)^)? `>`";
}

def Ascend_ProductFormAttr
    : Ascend_CubeFormAttr<"ProductForm", "product_form", Ascend_ProductForm,
                          "a product of matrices",
                          "#ascend.product_form<rows, epilogue = true>">;
def Ascend_ConvolutionFormAttr
    : Ascend_CubeFormAttr<"ConvolutionForm", "convolution_form",
                          Ascend_ConvolutionForm, "a convolution",
                          "#ascend.convolution_form<depthwise>">;

def Ascend_ScheduleAttr : AttrDef<Ascend_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "How a kernel is cut for the CPU, where tuning found better";
  let description = [{
    Numbers that take the place of those that the lowering works out from shapes
    and caches; 0 leaves it its own. Whatever they are, every element is the
    same chain of roundings: a schedule changes the time and no bit.

    - `rows`: the most rows of a product's tile in registers,
    - `vectors`: the vectors of a row of it,
    - `panel_bytes`: of the right factor, what one chunk of the reduction reads,
    - `piece_bytes`: of the left factor, what stays in the cache meanwhile,
    - `serial`: whether the kernel runs on one thread, whatever its size.

    ```mlir
    #ascend.schedule<rows = 6, vectors = 4, serial = true>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "0">:$rows,
    DefaultValuedParameter<"int64_t", "0">:$vectors,
    DefaultValuedParameter<"int64_t", "0">:$panel_bytes,
    DefaultValuedParameter<"int64_t", "0">:$piece_bytes,
    DefaultValuedParameter<"bool", "false">:$serial
  );
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The largest of each.
    static constexpr int64_t kMostRows = 64, kMostVectors = 8,
                             kMostBytes = int64_t(1) << 30;
  }];
}

#endif // ASCEND_ATTRIBUTES_TD
