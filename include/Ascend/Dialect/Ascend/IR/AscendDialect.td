//===- AscendDialect.td - The ascend dialect ---------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_TD
#define ASCEND_DIALECT_TD

include "mlir/IR/OpBase.td"

def Ascend_Dialect : Dialect {
  let name = "ascend";
  let summary = "Operators of Huawei's Graph Engine with their precision";
  let description = [{
    Every op is one operator type of CANN's Graph Engine (GE), such as
    `ascend.mat_mul_v2` for `MatMulV2`. Types that the dialect does not model
    are `ascend.ge_op "Type"`. An op carries three inherent attributes:

    - `node_name`: the name that config files match;
    - `impl_mode`: the implementation mode, which picks the body of its kernel;
    - `precision`: the decision of `ascend-assign-precision`.

    An op of the cube unit has two more:

    - `cube_form`: the plan of `ascend-plan-cube`, a form of the op's own kind,
      `#ascend.product_form` or `#ascend.convolution_form`;
    - `was_open`: a mark that its result had open extents when it was decided
      (`ascend-specialize-shapes`): it rounds as the chip does with dynamic shapes.

    GE's own attributes are discardable attributes with the prefix `ge.`, alike
    for modelled ops and `ascend.ge_op`: `ge.transpose_x1 = true`. A modelled op
    has those that it declares (docs/Ops.md), and no others.

    ```mlir
    %y = ascend.mat_mul_v2 %x, %w {ge.transpose_x1 = true, node_name = "fc"}
           : (tensor<8x4xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    ```

    Element types of operands and results are free in the verifiers: a column
    of the op store may be (float16, float16) -> float32.
    `ascend-verify-precision` checks that the types of an op are its column.
  }];
  let cppNamespace = "::mlir::ascend";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  // `ascend.*` attributes on ops and on arguments and results of functions, such
  // as `ascend.options` on a module.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // ASCEND_DIALECT_TD
