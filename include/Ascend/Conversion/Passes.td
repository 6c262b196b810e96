//===- Passes.td - Conversions out of the ascend dialect ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_PASSES_TD
#define ASCEND_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertAscendToLinalg
    : Pass<"convert-ascend-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Lower ascend ops to linalg on tensors";
  let description = [{
    Every ascend op becomes linalg ops with scalar arith and math bodies. The
    element types that were decided stay: a float op widens its operands to
    f32, computes there and rounds once (to nearest even) to its result type.
    The op's `impl_mode` picks the body. Of math only fma, absf, copysign and
    sqrt appear; no op carries fastmath flags.

    Types convert in signatures too: a tensor of bool (i1) is one of i8 with the
    values 0 and 1, an unsigned uiN is iN, `!ascend.hif8` is i8.

    The forms that this pass emits, and no others:

    - `linalg.generic` on tensors, one result, `linalg.index` never:
      - element by element and broadcast: parallel; the result's map is the
        identity, the operands' are dims and, for broadcast extents, constants
        0;
      - movement: parallel, result map the identity, operand map a permutation
        of the dims (Transpose) or `extent - 1 - d` (steps below 0);
      - reductions: the result's map drops the reduced dims; the accumulator is
        f32 (f64 for f64), or the integer type itself;
      - packing, `im2col` and unpacking: parallel, result map the identity,
        operand map dims in any order or sums such as
        `d3 * 32 + d6 + d4 * 2 + 5`; operands and result may be slices
        (`tensor.extract_slice`) with their axes split
        (`tensor.expand_shape`);
    - `linalg.fill`;
    - `linalg.batch_mmt4d` on f32 (i32 for integers) with tiles
      [.., MR, 1] x [.., NR, 1];
    - `tensor.empty`, `extract_slice`, `insert_slice`, `expand_shape`,
      `collapse_shape`, and `arith.constant` of a vector of integers (Shape).

    Operands of the cube unit are widened to f32 while they are packed, with
    `enable_hi_float_32_execution` f32 is rounded to HF32 (11 bits of mantissa,
    to nearest even) there; the product accumulates in f32 in the order of k;
    unpacking adds the bias and rounds.

    Where a result goes to a function argument through
    `bufferization.materialize_in_destination`, it is computed there: the
    argument takes the place of the `tensor.empty`.

    Before:
    ```mlir
    func.func @add(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
      %0 = ascend.add %a, %b : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
      return %0 : tensor<4xf16>
    }
    ```
    After:
    ```mlir
    func.func @add(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
      %e = tensor.empty() : tensor<4xf16>
      %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%a, %b : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) {
      ^bb0(%x: f16, %y: f16, %out: f16):
        %1 = arith.extf %x : f16 to f32
        %2 = arith.extf %y : f16 to f32
        %3 = arith.addf %1, %2 : f32
        %4 = arith.truncf %3 : f32 to f16
        linalg.yield %4 : f16
      } -> tensor<4xf16>
      return %0 : tensor<4xf16>
    }
    ```

    An op without a lowering (also one of dynamic shape) is an error with its
    GE type and node name. In a function with the attribute `ascend.kernel`,
    constants that are still used become `arith.constant`.
  }];
  let options = [
    Option<"tileRows", "tile-rows", "int64_t", /*default=*/"8",
           "Rows of a tile of the product (MR); fewer rows make a smaller tile">,
    Option<"tileColumns", "tile-columns", "int64_t", /*default=*/"32",
           "Columns of a tile of the product (NR), a power of two">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
  ];
}

#endif // ASCEND_CONVERSION_PASSES_TD
