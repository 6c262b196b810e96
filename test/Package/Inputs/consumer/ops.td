// An op of another project that takes part in the precision passes.
include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
}

def Consumer_SwishOp : Op<Consumer_Dialect, "swish", [Ascend_PrecisionOpInterface]> {
  let arguments = (ins AnyTensor:$x);
  let results = (outs AnyTensor:$y);
}
