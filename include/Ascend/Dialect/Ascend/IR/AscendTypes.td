//===- AscendTypes.td - Types of the dialect ---------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TYPES_TD
#define ASCEND_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "Ascend/Dialect/Ascend/IR/AscendDialect.td"

def Ascend_HiF8 : TypeDef<Ascend_Dialect, "HiF8"> {
  let mnemonic = "hif8";
  let summary = "HiFloat8: 8-bit float with a tapered exponent (Ascend 950)";
  let description = [{
    One byte: sign, a prefix-coded exponent of -22 to 15, and 1 to 3 bits of
    mantissa. It is an element type of tensors and of dense resources only;
    below linalg it is `i8`.
  }];
}

#endif // ASCEND_TYPES_TD
