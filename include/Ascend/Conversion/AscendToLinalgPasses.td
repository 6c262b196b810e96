//===- AscendToLinalgPasses.td - From ascend to linalg -----*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALGPASSES_TD
#define ASCEND_CONVERSION_ASCENDTOLINALGPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertAscendToLinalgPass
    : Pass<"convert-ascend-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Lower ascend ops to linalg on tensors";
  let description = [{
    Every ascend op becomes linalg ops with scalar arith and math bodies. The
    element types that were decided stay: a float op widens its operands to
    f32, computes there and rounds once (to nearest even) to its result type.
    The op's `impl_mode` picks the body, for some ops together with the chip in
    the module's `ascend.options` (Ascend910B where there is none). A body of a
    mode that computes in f16 rounds every intermediate result: arith.truncf to
    f16 and arith.extf. No op carries fastmath flags.

    In what it emits a tensor of bool (i1) is one of i8 with the values 0 and 1,
    an unsigned uiN is iN, `!ascend.hif8` is i8. Ops of other dialects, functions
    and declarations stay as they are: between them and the emitted ops stand
    `arith.extui` and `arith.trunci` for bools, and
    `builtin.unrealized_conversion_cast` for the other types. In a module that is
    ascend's as a whole, `memory-types=true` converts signatures, calls, the ops
    of scf and those of tensor and bufferization that only move elements as well;
    any other op on such a type is an error then.

    The ops that it makes are those that `ascend-verify-kernel` lets through:
    `linalg.generic` for elements, movement, reductions, packing, windows and
    products; views and slices of tensors; `scf` loops where an algorithm has an
    order of its own.

    Operands of the cube unit are widened to f32 while they are packed, with
    `enable_hi_float_32_execution` f32 is rounded to HF32 (11 bits of mantissa,
    ties as `hf32_trans_mode` says) there; the product accumulates in f32 in the order of k;
    what reads the sums adds the bias and rounds.

    Where a result goes to a function argument through
    `bufferization.materialize_in_destination`, in a function with the attribute
    `ascend.kernel` or with `memory-types`, it is computed there: the argument
    takes the place of the `tensor.empty`.

    **Pre-condition:** types are final. **Post-condition:** of ascend ops there are
    `constant`, `none`, `require`, `fail_index`, `concat_into` and `split_into`
    alone, in a kernel no constant either.

    <!-- example convert-ascend-to-linalg -->
    ```mlir
    func.func @add(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
      %0 = ascend.add %a, %b : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
      return %0 : tensor<4xf16>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --convert-ascend-to-linalg
    ```
    ```mlir
    %0 = tensor.empty() : tensor<4xf16>
    %1 = linalg.generic
        {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
        ins(%arg0, %arg1 : tensor<4xf16>, tensor<4xf16>)
        outs(%0 : tensor<4xf16>) {
    ^bb0(%in: f16, %in_0: f16, %out: f16):
      %2 = arith.extf %in : f16 to f32
      %3 = arith.extf %in_0 : f16 to f32
      %4 = arith.addf %2, %3 : f32
      %5 = arith.truncf %4 : f32 to f16
      linalg.yield %5 : f16
    } -> tensor<4xf16>
    ```
    <!-- end of example -->

    Extents of `?` are the arguments that `ascend.sizes` of a kernel's argument
    names, or a tensor.dim. Where it is known only at run time whether an
    operand broadcasts, there is an `scf.if` with two loops; one of them reads
    the operand through a memref.reinterpret_cast whose stride is 0 or not.

    An op without a lowering (also one of dynamic shape whose lowering needs
    static ones) is an error with its GE type and node name. In a function with the attribute `ascend.kernel`,
    constants that are still used become `arith.constant`.
  }];
  let options = [
    Option<"tileRows", "tile-rows", "int64_t", /*default=*/"8",
           "Rows of a tile of the product (MR); fewer rows make a smaller tile">,
    Option<"tileColumns", "tile-columns", "int64_t", /*default=*/"32",
           "Columns of a tile of the product (NR), a power of two">,
    Option<"byteDepth", "byte-depth", "int64_t", /*default=*/"1",
           "How many k of a product of bytes stand together: 4, 2 or 1">,
    Option<"bfloatDots", "bfloat-dots", "bool", /*default=*/"false",
           "Whether emulation=fast packs bfloat16 in pairs of k">,
    Option<"memoryTypes", "memory-types", "bool", /*default=*/"false",
           "Whether signatures and ops of other dialects take the types in memory, too">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
  ];
}

def VerifyKernelPass : Pass<"ascend-verify-kernel", "::mlir::func::FuncOp"> {
  let summary = "Check that a kernel holds what can be lowered, and no more";
  let description = [{
    The contract between `convert-ascend-to-linalg` and `lower-linalg-to-cpu`, of
    which the list of ops is in VerifyKernel.cpp. A function with the attribute
    `ascend.kernel` holds:

    - `linalg.generic` whose operands are strided views (each index is a sum of
      loops times constants) and whose results stand at loops alone, parallel and
      reductions; `linalg.fill`;
    - views, parts and single elements of tensors, `scf` around them, and
      `bufferization` and `memref` where a result has its place or an operand may
      broadcast; `ascend.fail_index`, `ascend.concat_into` and `ascend.split_into`;
    - `arith` without fastmath flags, and of `math` what is one instruction or exact;
      C's functions on f64 alone;
    - tensors of whole bytes: no bools, no integers with a sign of their own, no
      `!ascend.hif8`.

    Another op is an error with its place. The compiler runs the pass on each kernel.

    **Pre-condition:** `convert-ascend-to-linalg{memory-types=true}`.
    **Post-condition:** nothing changed.
  }];
}

def SaturateHalvesPass : Pass<"ascend-saturate-halves", "::mlir::func::FuncOp"> {
  let summary = "Round to float16 as a unit that saturates does";
  let description = [{
    Where the module's `ascend.options` say `float_overflow_mode` `saturation`,
    every `arith.truncf` to f16 gets an operand within f16's range: what would
    overflow, and infinity, is the largest finite value of its sign, and NaN is
    0. Sums in f16 (`arith.addf`), which ascend-expand-half-floats makes in f32
    and rounds, are marked `ascend.saturate` and saturate there. Data that only
    moves stays as it is. In any other module nothing changes.

    **Pre-condition:** `convert-ascend-to-linalg`, and no folder since: one that
    joins two conversions would hide the rounding between them. **Post-condition:**
    in such a module every `arith.truncf` to f16 gives a finite number.

    <!-- example ascend-saturate-halves -->
    ```mlir
    module attributes {ascend.options = {
        values = [["float_overflow_mode", "saturation"]]}} {
      func.func @round(%x: f32) -> f16 {
        %y = arith.truncf %x : f32 to f16
        return %y : f16
      }
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --pass-pipeline='builtin.module(func.func(ascend-saturate-halves))'
    ```
    ```mlir
    func.func @round(%arg0: f32) -> f16 {
      %cst = arith.constant 6.550400e+04 : f32
      %0 = arith.cmpf olt, %arg0, %cst : f32
      %1 = arith.select %0, %arg0, %cst : f32
      %cst_0 = arith.constant -6.550400e+04 : f32
      %2 = arith.cmpf ogt, %1, %cst_0 : f32
      %3 = arith.select %2, %1, %cst_0 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %4 = arith.cmpf uno, %arg0, %arg0 : f32
      %5 = arith.select %4, %cst_1, %3 : f32
      %6 = arith.truncf %5 : f32 to f16
      return %6 : f16
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // ASCEND_CONVERSION_ASCENDTOLINALGPASSES_TD
