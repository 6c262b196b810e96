//===- ops.td - An op of another project -------------------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// It takes part in the precision passes by their interface.

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
}

def Consumer_SwishOp : Op<Consumer_Dialect, "swish", [Ascend_PrecisionOpInterface]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$y);
}
